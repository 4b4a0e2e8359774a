// The registry of input languages. A frontend recognises the files of a language, reads them, and names the language of
// queries about them. Each registers itself from a file of its own in languages/, so that adding a language edits no
// list.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "base/plugins/registry.hpp"
#include "frontend/problem.hpp"
#include "frontend/query_language.hpp"
#include "model/construct.hpp"

namespace crowfly {

// How likely a text is in a language.
enum class Likeness : std::uint8_t { none, possible, certain };

struct Frontend : Declaration {
    std::vector<std::string> suffixes;  // ".xml"
    Likeness (*likeness)(std::string_view text) = nullptr;
    // Reads the file and reports mistakes. Never null.
    std::unique_ptr<Problem> (*read)(FileId file, Sources& sources, Diagnostics& diagnostics) = nullptr;
    const QueryLanguage& (*queries)() = nullptr;
    model::Constructs (*constructs)() = nullptr;  // what the language is made of, for its documentation
};

Registry<Frontend>& frontends();

// The frontend of a file: that of the language which the text certainly is in, else the one with its suffix, else one
// of a language which the text may be in.
const Frontend& frontend_of(std::string_view path, std::string_view text);

bool has_model_suffix(std::string_view path);
// ".xml, .xta, .ta or .tck", where `last` is the word before the last one.
std::string model_suffixes(std::string_view last);

}  // namespace crowfly
