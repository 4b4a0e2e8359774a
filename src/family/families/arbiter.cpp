// A tree of arbiters with clients at its leaves. Each inner node grants the resource to one of its two children and
// requests it from its parent. One client is faulty, unless all are to be correct: it sends releases without having the
// resource, which the tree passes upward.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

// Nodes are numbered as in a heap: the children of node i are 2 i + 1 and 2 i + 2. Each channel belongs to the lower of
// the two nodes it connects.
constexpr const char* templates = R"(
process Resource() {
    state idle, asked, busy;
    init idle;
    trans
        idle -> asked { sync request[0]?; },
        asked -> busy { sync grant[0]!; },
        busy -> idle { sync release[0]?; };
}

process Arbiter(const int me) {
    const int left = 2 * me + 1, right = 2 * me + 2;
    state idle, askL, waitL, giveL, askR, waitR, giveR, held, freed, next, extra;
    init idle;
    trans
        idle -> askL { sync request[left]?; },
        askL -> waitL { sync request[me]!; },
        waitL -> giveL { sync grant[me]?; },
        giveL -> held { sync grant[left]!; },
        idle -> askR { sync request[right]?; },
        askR -> waitR { sync request[me]!; },
        waitR -> giveR { sync grant[me]?; },
        giveR -> held { sync grant[right]!; },
        held -> freed { sync release[left]?; },
        held -> freed { sync release[right]?; },
        freed -> idle { sync release[me]!; },
        held -> next { sync request[left]?; },
        held -> next { sync request[right]?; },
        next -> giveL { sync release[right]?; },
        next -> giveR { sync release[left]?; },
        idle -> extra { sync release[left]?; },
        idle -> extra { sync release[right]?; },
        extra -> idle { sync release[me]!; };
}
)";

std::string client(const std::string& name, const std::string& fault) {
    return fmt::format(R"(
process {}(const int leaf) {{
    state idle, wait, work, bounce;
    init idle;
    trans
        idle -> wait {{ sync request[leaf]!; }},
        wait -> work {{ sync grant[leaf]?; }},
        work -> idle {{ sync release[leaf]!; }},
        idle -> bounce {{ sync grant[leaf]?; }},
        bounce -> idle {{ sync release[leaf]!; }}{};
}}
)",
                       name, fault);
}

std::string write_arbiter(const FamilyArguments& arguments, std::string&) {
    const std::size_t height = arguments.number("K");
    const bool correct = arguments.has("--correct");
    const std::size_t clients = std::size_t{1} << height, inner = clients - 1;
    std::string text = fmt::format("// A tree of arbiters of height {} between {} clients{}.\n", height, clients,
                                   correct ? "" : ", the first of which releases what it does not have");
    text += fmt::format(
        "const int nodes = {};\nchan request[nodes], grant[nodes], release[nodes];  // between a node and the one "
        "above it\n",
        inner + clients);
    text += templates;
    if (!correct) text += client("FaultyClient", ",\n        idle -> idle { sync release[leaf]!; }");
    text += client("Client", "");
    std::vector<Member> members{{"Root", "Resource()"}};
    for (const Member& arbiter : numbered_members("Arb", "Arbiter", 0, inner)) members.push_back(arbiter);
    for (std::size_t i = 0; i < clients; ++i)
        members.push_back({fmt::format("Client{}", i),
                           fmt::format("{}({})", i == 0 && !correct ? "FaultyClient" : "Client", inner + i)});
    // This pair has the published lengths: 12, 17, 22 for heights 2, 3, 4.
    const std::vector<std::string> error{"Client1.work", fmt::format("Client{}.work", clients - 1)};
    return text + system_text(members) + query_text("Two clients work at the same time.", error, !correct);
}

const Registered<FamilyPlugin> registered_arbiter(
    families(), family("arbiter", "a tree of arbiters between 2^K clients, one of which releases out of turn",
                       "Dräger et al. (A), Wehrle (A)",
                       {{.name = "K", .text = "the height of the tree", .least = 2, .most = 10},
                        {.name = "--correct",
                         .text = "no client is faulty, so that no two work at the same time",
                         .kind = FamilyParameter::Kind::flag}},
                       write_arbiter));

}  // namespace
}  // namespace crowfly
