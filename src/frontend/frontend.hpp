// The one door for languages. A frontend knows one: how its files look, how they are read, and what queries about them
// are written in. Each registers itself from a file of its own in languages/, so that adding a language edits no list.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/registry.hpp"
#include "base/source.hpp"
#include "frontend/problem.hpp"
#include "frontend/query_language.hpp"

namespace crowfly {

// Whether a text is of a language, judged by the text alone.
enum class Likeness : std::uint8_t { none, possible, certain };

struct Frontend : Declaration {
    std::vector<std::string> suffixes;  // ".xml"
    Likeness (*likeness)(std::string_view text) = nullptr;
    // Reads the file as far as it can be read; mistakes are reported. Never null.
    std::unique_ptr<Problem> (*read)(FileId file, Sources& sources, Diagnostics& diagnostics) = nullptr;
    const QueryLanguage& (*queries)() = nullptr;
};

Registry<Frontend>& frontends();

// Whose file it is: of the language that the text certainly is in, else of the one that has the suffix, else of one
// that the text may be in.
const Frontend& frontend_of(std::string_view path, std::string_view text);

bool has_model_suffix(std::string_view path);
// ".xml, .xta, .ta or .tck", with `last` before the last one.
std::string model_suffixes(std::string_view last);

}  // namespace crowfly
