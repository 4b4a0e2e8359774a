// The parts of a model's text that families share: the processes, and the query.
#pragma once

#include <string>
#include <vector>

namespace crowfly {

struct Member {
    std::string name;     // P1
    std::string made_of;  // Contender(1)
};

// `count` processes P1 = T(1), P2 = T(2), …, numbered from `first`.
std::vector<Member> numbered_members(const std::string& name, const std::string& of, std::size_t first,
                                     std::size_t count);

// "P1 = Contender(1);" for each, then the system line.
std::string system_text(const std::vector<Member>& members);

// The query whether all these conditions can hold at once, with its expected answer.
std::string query_text(const std::string& comment, const std::vector<std::string>& conjuncts, bool reachable);

}  // namespace crowfly
