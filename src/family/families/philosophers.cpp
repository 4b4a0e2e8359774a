// Dining philosophers who take the left fork first. The query names the locations of the deadlock, because heuristics
// can measure a distance to them; the word `deadlock` names no location.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

constexpr const char* philosopher = R"(
process Philosopher(const int[0, N - 1] seat) {
    const int left = seat, right = (seat + 1) % N;
    state thinking, one, eating;
    init thinking;
    trans
        thinking -> one { guard !taken[left]; assign taken[left] = true; },
        one -> eating { guard !taken[right]; assign taken[right] = true; },
        eating -> thinking { assign taken[left] = false, taken[right] = false; };
}
)";

std::string write_philosophers(const FamilyArguments& arguments, std::string&) {
    const std::size_t size = arguments.number("N");
    std::string text = fmt::format(
        "// {} dining philosophers who take the left fork first.\nconst int N = {};\nbool taken[N];  // the fork left "
        "of each seat\n",
        size, size);
    text += philosopher;
    std::vector<std::string> deadlock;
    for (std::size_t i = 0; i < size; ++i) deadlock.push_back(fmt::format("Phil{}.one", i));
    return text + system_text(numbered_members("Phil", "Philosopher", 0, size)) +
           query_text("Everybody holds one fork: a deadlock.", deadlock, true);
}

const Registered<FamilyPlugin> registered_philosophers(
    families(),
    family("philosophers", "dining philosophers who take the left fork first, until all wait for the right one",
           "Dijkstra", {{.name = "N", .text = "the number of seats", .least = 2, .most = 500}}, write_philosophers));

}  // namespace
}  // namespace crowfly
