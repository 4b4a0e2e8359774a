#include "family/text.hpp"

#include <fmt/format.h>

namespace crowfly {

std::vector<Member> numbered_members(const std::string& name, const std::string& of, std::size_t first,
                                     std::size_t count) {
    std::vector<Member> members;
    for (std::size_t i = first; i < first + count; ++i)
        members.push_back({fmt::format("{}{}", name, i), fmt::format("{}({})", of, i)});
    return members;
}

std::string system_text(const std::vector<Member>& members) {
    std::string text = "\n";
    std::vector<std::string> names;
    for (const Member& member : members) {
        text += fmt::format("{} = {};\n", member.name, member.made_of);
        names.push_back(member.name);
    }
    return text + fmt::format("system {};\n", fmt::join(names, ", "));
}

std::string query_text(const std::string& comment, const std::vector<std::string>& conjuncts, bool reachable) {
    return fmt::format("\nquery {{\n    /* {} EXPECT: {} */\n    E<> {};\n}}\n", comment, reachable ? "T" : "F",
                       fmt::join(conjuncts, " && "));
}

}  // namespace crowfly
