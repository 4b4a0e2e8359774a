// The towers of Hanoi, with a process per disk. A disk that wants to move asks the next smaller one whether all smaller
// disks are on the third peg; each passes the request on, `Top` answers it, and the answer is passed back. So the
// shortest path has H(n) = 2 H(n - 1) + 2 n transitions.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

constexpr std::size_t pegs = 3;

struct Pieces {
    std::string states, edges;
};

// A move from one peg to another needs all smaller disks on the remaining one.
void add_moves(Pieces& into) {
    for (std::size_t from = 0; from < pegs; ++from) {
        for (std::size_t to = 0; to < pegs; ++to) {
            if (from == to) continue;
            into.states += fmt::format(", m{}{}", from, to);
            into.edges += fmt::format(
                "        p{0} -> m{0}{1} {{ sync ask[size - 1][{2}]!; }},\n        m{0}{1} -> p{1} {{ sync ok[size - "
                "1]?; }},\n",
                from, to, pegs - from - to);
        }
    }
}

// A larger disk asks whether all disks up to this one are on one peg; a disk on that peg passes the request on.
void add_questions(Pieces& into) {
    for (std::size_t peg = 0; peg < pegs; ++peg) {
        into.states += fmt::format(", f{0}, w{0}, r{0}", peg);
        into.edges += fmt::format(
            "        p{0} -> f{0} {{ sync ask[size][{0}]?; }},\n        f{0} -> w{0} {{ sync ask[size - 1][{0}]!; }},\n"
            "        w{0} -> r{0} {{ sync ok[size - 1]?; }},\n        r{0} -> p{0} {{ sync ok[size]!; }},\n",
            peg);
    }
}

std::string disk(const std::string& name, const std::string& parameters, const Pieces& pieces) {
    const std::string edges = pieces.edges.substr(0, pieces.edges.size() - 2);  // without the last comma
    return fmt::format("\nprocess {}({}) {{\n    state p0, p1, p2{};\n    init p0;\n    trans\n{};\n}}\n", name,
                       parameters, pieces.states, edges);
}

std::string write_hanoi(const FamilyArguments& arguments, std::string&) {
    const std::size_t size = arguments.number("N");
    std::string text =
        fmt::format("// The towers of Hanoi with {} disks. Disk 1 is the smallest; all start on peg 0.\n", size);
    text += fmt::format("const int N = {};\n", size);
    text += "chan ask[N][3];  // by disk i + 1: are disks 1 to i on this peg?\nchan ok[N];      // they are\n";
    text +=
        "\nprocess Nothing() {\n    state free, asked;\n    init free;\n    trans\n        free -> asked { sync "
        "ask[0][0]?; },\n"
        "        free -> asked { sync ask[0][1]?; },\n        free -> asked { sync ask[0][2]?; },\n        asked -> "
        "free { sync ok[0]!; };\n}\n";
    Pieces pieces;
    add_moves(pieces);
    const std::string largest = disk("LargestDisk", "const int[1, N] size", pieces);
    add_questions(pieces);
    if (size > 1) text += disk("Disk", "const int[1, N - 1] size", pieces);
    text += largest;
    std::vector<Member> members{{"Top", "Nothing()"}};
    std::vector<std::string> arrived;
    for (std::size_t i = 1; i <= size; ++i) {
        members.push_back({fmt::format("Disk{}", i), fmt::format("{}({})", i == size ? "LargestDisk" : "Disk", i)});
        arrived.push_back(fmt::format("Disk{}.p1", i));
    }
    return text + system_text(members) + query_text("All disks are on peg 1.", arrived, true);
}

const Registered<FamilyPlugin> registered_hanoi(
    families(), family("hanoi", "the towers of Hanoi, one process per disk, that must all get to the next peg",
                       "Dräger et al. (H), Wehrle (H)",
                       {{.name = "N", .text = "the number of disks", .least = 1, .most = 40}}, write_hanoi));

}  // namespace
}  // namespace crowfly
