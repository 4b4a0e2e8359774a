// Prints the syntax tree in current syntax, whatever syntax it was read from. Printing what was parsed from printed
// text gives the same text.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

std::string print(const Expr& expression);
std::string print(const std::vector<ExprPtr>& expressions);  // separated by commas
std::string print(const TypeExpr& type);
std::string print(const Declarator& declarator);
std::string print(const std::vector<Parameter>& parameters);
std::string print(const std::vector<Select>& selects);

// Whole lines, each indented by `indent` levels of four blanks and ended by a line break.
std::string print(const Statement& statement, int indent = 0);
std::string print(const Declaration& declaration, int indent = 0);
std::string print(const std::vector<Declaration>& declarations, int indent = 0);

// `c!`, `c?` or `c`; "" for an internal edge.
std::string print_synchronisation(const Edge& edge);

// Instantiations, system line and progress measures, without the declarations of the system section, and without the
// processes named in `left_out`.
std::string print_system(const Document& document, const std::set<std::string>& left_out = {});

// `E<> p`, `sup{p}: x`; a query of a kind that is not parsed is returned as written.
std::string print(const Query& query);

}  // namespace crowfly::uppaal
