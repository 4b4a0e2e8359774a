// The parts that all JSON documents of the tool share. Members keep the order in which they are added. Files that build
// documents include nlohmann/json.hpp; headers do not, since it takes a second to compile.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly {

using Json = nlohmann::ordered_json;

Json document(std::string_view schema);  // with `schema` and `tool`
Json diagnostics_json(const Diagnostics& diagnostics, const Sources& sources);
Json text_or_null(std::string_view text);

// The document of a run that has nothing but diagnostics.
std::string error_document(const Diagnostics& diagnostics, const Sources& sources);
// One text with its diagnostics.
std::string text_document(std::string_view schema, std::string_view text, const Diagnostics& diagnostics,
                          const Sources& sources);

// One line break at the end; bytes that are not UTF-8 become the replacement character.
std::string dump(const Json& json);

}  // namespace crowfly
