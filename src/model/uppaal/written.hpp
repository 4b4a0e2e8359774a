// What the writers share: text is copied from the source, comments and all, where it is of today's syntax, and printed
// from the tree where it is not, or where there is none.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/uppaal/syntax.hpp"

namespace crowfly::uppaal {

std::string_view without_blanks(std::string_view text);  // at both ends

// The one name of a location, in messages, queries, traces and pages: that of its author, or `_` and its id.
std::string shown_name(const Location& location);

std::string written_section(const Section& section, Dialect dialect);
std::string written_parameters(const Template& of, Dialect dialect);
std::string written_system(const Document& document);

// The names of live sequence charts and of their instances.
std::set<std::string> chart_names(const Document& document);

// The labels to write, in their order: those that mean something carry text of today's syntax, one of each kind;
// comments and the like are as they were.
std::vector<Label> written_labels(const Location& location, Dialect dialect);
std::vector<Label> written_labels(const Edge& edge, Dialect dialect);

}  // namespace crowfly::uppaal
