// Diagnostics for people:
//   train.xml:12:34: error[E012]: unknown name `Trian`
//     in template Train, edge Safe -> Appr, guard
//     12 | <label kind="guard">Trian &gt; 3</label>
//        |                     ^^^^^
//     hint: did you mean `Train`?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "render/text.hpp"

namespace crowfly {

// Where a span is, as far as that can be said: a message about the command line has no file, one about a file that
// could not be read has no position. Both stand in files without text; the command line's has no name either.
struct Place {
    std::string file;
    std::optional<Position> position;
    std::string element;
};

Place place_of(Span span, const Sources& sources);

// Cut where a name of a million letters would drown the rest.
constexpr std::size_t longest_message = 1000;  // in columns

// Without repetitions: a mistake in a template is found again in each of its processes.
std::vector<const Diagnostic*> distinct(const Diagnostics& diagnostics);

// Warnings first, a few of each code unless all are wanted, errors after them, a summary at the end. "" if there is
// nothing to say.
std::string diagnostics_text(const Diagnostics& diagnostics, const Sources& sources, const TextStyle& style);
std::string diagnostic_text(const Diagnostic& diagnostic, const Sources& sources, const TextStyle& style);

}  // namespace crowfly
