// Command lines that are not understood: what was wrong, and what was probably meant.
#pragma once

#include <string>
#include <vector>

#include "cli/interface/parse_arguments.hpp"
#include "cli/process/session.hpp"

namespace crowfly {

std::string first_word(const std::vector<std::string>& arguments);  // that is no option; "" if there is none
bool wants_json(const std::vector<std::string>& arguments);
std::string shell_line(const std::vector<std::string>& arguments);  // quoted, to be pasted into a shell

void report_usage_error(const CommandDeclaration& tool, const ParsedArguments& parsed, Session& session);

}  // namespace crowfly
