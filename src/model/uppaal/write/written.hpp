// Used by both writers: text in current syntax is copied from the source, comments included; anything else is printed
// from the tree.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

std::string_view without_blanks(std::string_view text);  // at both ends

// The name of a location in messages, queries, traces and pages: that of its author, or `_` and its id.
std::string shown_name(const Location& location);

std::string written_section(const Section& section, Dialect dialect);
std::string written_parameters(const Template& of, Dialect dialect);
std::string written_system(const Document& document);

// The names of live sequence charts and of their instances.
std::set<std::string> chart_names(const Document& document);

// The labels to write, in order: labels with a meaning have text in current syntax, one per kind; comments and the like
// are copied.
std::vector<Label> written_labels(const Location& location, Dialect dialect);
std::vector<Label> written_labels(const Edge& edge, Dialect dialect);

}  // namespace crowfly::uppaal
