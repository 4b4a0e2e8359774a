// Diagnostics as text:
//   train.xml:12:34: error[E012]: unknown name `Trian`
//     in template Train, edge Safe -> Appr, guard
//     12 | <label kind="guard">Trian &gt; 3</label>
//        |                     ^^^^^
//     hint: did you mean `Train`?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "render/text.hpp"

namespace crowfly {

// The place of a span. A message about the command line has no file; one about a file that could not be read has no
// position.
struct Place {
    std::string file;
    std::optional<Position> position;
    std::string element;
};

Place place_of(Span span, const Sources& sources);

// Longer messages are cut, such as one with a name of a million letters.
constexpr std::size_t longest_message = 1000;  // in columns

// Without duplicates: a mistake in a template is found again in each of its processes.
std::vector<const Diagnostic*> distinct(const Diagnostics& diagnostics);

// Warnings first, a few of each code unless all are wanted, then errors, then a summary. "" if there are none.
std::string diagnostics_text(const Diagnostics& diagnostics, const Sources& sources, const TextStyle& style);
std::string diagnostic_text(const Diagnostic& diagnostic, const Sources& sources, const TextStyle& style);

}  // namespace crowfly
