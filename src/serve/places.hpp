// The places of the parts of a model in its files, for pages that show them.
#pragma once

#include <string>
#include <vector>

#include "base/messages/source.hpp"
#include "network/network.hpp"
#include "render/json.hpp"

namespace crowfly {

// file (its name), id (its number), begin and end (bytes), line and last (line). Null: it is in no file.
Json place_json(const Sources& sources, Span span);

// For every arrow of every template, in the order of page_model_json's templates, which `names` lists: its place and
// `source`, the text of its labels. Null for an arrow that no process has.
Json arrow_places_json(const Network& network, const Sources& sources, const std::vector<std::string>& names);

// The lines around a part of a file: `first` line, `lines`, and which of them are `marked`. Long lines are cut. Null:
// the file has no such part.
Json excerpt_json(const Sources& sources, Span span);

}  // namespace crowfly
