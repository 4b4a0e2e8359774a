// Milner's cyclic scheduler with time: cells in a ring pass on a token. A cell that has got the token starts its task
// and passes the token on, in either order, the latter after more than `least` time units, and has done both within
// `most`. An observer has a clock that is reset whenever the first task starts. The first task can start at once in one
// round and as late as possible in the next, so that just under (N + 1) * most time units pass in between. The observer
// calls it late sooner than that; with --correct it does not. Tokens and starts are broadcast, so that nobody blocks.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

std::string cell(const std::string& name, const std::string& initial) {
    return fmt::format(R"(
process {}(const int[0, N - 1] id) {{
    clock x;
    state holds {{ x <= most }}, started {{ x <= most }}, passed {{ x <= most }}, rests;
    init {};
    trans
        rests -> holds {{ sync token[id]?; assign x = 0; }},
        holds -> started {{ sync start[id]!; }},
        holds -> passed {{ guard x > least; sync token[(id + 1) % N]!; }},
        started -> rests {{ guard x > least; sync token[(id + 1) % N]!; }},
        passed -> rests {{ sync start[id]!; }};
}}
)",
                       name, initial);
}

constexpr const char* watch = R"(
process Observer() {
    clock z;
    state watches, late;
    init watches;
    trans
        watches -> watches { sync start[0]?; assign z = 0; },
        watches -> late { guard z > (N + 1) * most - slack; };
}
)";

std::string write_milner(const FamilyArguments& arguments, std::string&) {
    const std::size_t size = arguments.number("N");
    const bool correct = arguments.has("--correct");
    std::string text = fmt::format("// Milner's cyclic scheduler of {} cells.\n", size);
    text += fmt::format("const int N = {}, least = 15, most = 30, slack = {};\nbroadcast chan token[N], start[N];\n",
                        size, correct ? 0 : 2);
    text += cell("First", "holds") + cell("Cell", "rests") + watch;
    std::vector<Member> members = numbered_members("Cell", "Cell", 1, size - 1);
    members.insert(members.begin(), {"Cell0", "First(0)"});
    members.push_back({"Obs", "Observer()"});
    return text + system_text(members) + query_text("The first task starts too late.", {"Obs.late"}, !correct);
}

const Registered<FamilyPlugin> registered_milner(
    families(), family("milner", "a ring of cells that pass on a token, each within a bound", "Milner, with time",
                       {{.name = "N", .text = "the number of cells", .least = 2, .most = 2000},
                        {.name = "--correct",
                         .text = "the observer waits as long as a round can take",
                         .kind = FamilyParameter::Kind::flag}},
                       write_milner));

}  // namespace
}  // namespace crowfly
