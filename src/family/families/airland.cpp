// Aircraft landing: every plane has a target time and a price for each time unit that it lands before or after it, and
// has to keep a distance from all that landed on the same runway before. The least sum of prices is what
// --minimise price asks for. Instances are read in the format of the OR-Library.
#include <fmt/format.h>

#include <algorithm>

#include "family/numbers.hpp"
#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

constexpr std::int64_t most_planes = 500, latest_time = 1'000'000;

struct Plane {
    std::int64_t earliest = 0, target = 0, latest = 0;
    std::int64_t early = 0, late = 0;      // price per time unit, in hundredths
    std::vector<std::int64_t> separation;  // of those that land later
};

std::vector<Plane> read_planes(const std::string& text, std::string& problem) {
    Numbers numbers(text, problem);
    std::vector<Plane> planes(static_cast<std::size_t>(numbers.whole("the number of planes", 1, most_planes)));
    numbers.whole("the freeze time", 0, latest_time);
    for (std::size_t p = 0; p < planes.size() && problem.empty(); ++p) {
        Plane& plane = planes[p];
        const std::string of = fmt::format(" of plane {}", p + 1);
        numbers.whole("the time of appearance" + of, 0, latest_time);
        plane.earliest = numbers.whole("the earliest time" + of, 0, latest_time);
        plane.target = numbers.whole("the target time" + of, plane.earliest, latest_time);
        plane.latest = numbers.whole("the latest time" + of, plane.target, latest_time);
        plane.early = numbers.hundredths("the penalty for landing early" + of);
        plane.late = numbers.hundredths("the penalty for landing late" + of);
        for (std::size_t other = 0; other < planes.size() && problem.empty(); ++other)
            plane.separation.push_back(numbers.whole("a separation time" + of, 0, latest_time));
    }
    if (problem.empty() && !numbers.is_at_end()) problem = "the file goes on after the last plane";
    return planes;
}

template <class Member>
std::string list_of(const std::vector<Plane>& planes, Member member) {
    std::vector<std::int64_t> values;
    for (const Plane& plane : planes) values.push_back(plane.*member);
    return fmt::format("{{{}}}", fmt::join(values, ", "));
}

// A plane that lands early pays until its target time, one that is late from then on.
constexpr const char* plane_text = R"(
process Plane(const int[0, N - 1] me) {
    state flying { t <= target[me] }, landed_early { t <= target[me] && cost' == early[me] },
          flying_late { t <= latest[me] && cost' == late[me] }, down;
    init flying;
    trans
        flying -> landed_early {
            select r : int[1, R];
            guard t >= earliest[me] && (forall (i : int[0, N - 1]) (runway[i] == r imply since[i] >= apart[i][me]));
            assign runway[me] = r, since[me] = 0; },
        flying -> flying_late { guard t == target[me]; },
        landed_early -> down { guard t == target[me]; },
        flying_late -> down {
            select r : int[1, R];
            guard forall (i : int[0, N - 1]) (runway[i] == r imply since[i] >= apart[i][me]);
            assign runway[me] = r, since[me] = 0; };
}
)";

std::string write_airland(const FamilyArguments& arguments, std::string& problem) {
    std::vector<Plane> planes = read_planes(arguments.text("FILE"), problem);
    if (!problem.empty()) return "";
    const bool is_whole =
        std::ranges::all_of(planes, [](const Plane& p) { return p.early % 100 == 0 && p.late % 100 == 0; });
    for (Plane& plane : planes) {
        if (is_whole) plane.early /= 100, plane.late /= 100;
        plane.separation[static_cast<std::size_t>(&plane - planes.data())] = 0;
    }
    std::string text = fmt::format("// {} planes land on {} runways.{}\n", planes.size(), arguments.number("--runways"),
                                   is_whole ? "" : " Prices are in hundredths.");
    text += fmt::format("const int N = {};\nconst int R = {};\nclock t;\nclock since[N];       // its landing\n",
                        planes.size(), arguments.number("--runways"));
    text += "int[0, R] runway[N];  // where each has landed; 0: not yet\n";
    text += fmt::format("const int earliest[N] = {};\nconst int target[N] = {};\nconst int latest[N] = {};\n",
                        list_of(planes, &Plane::earliest), list_of(planes, &Plane::target),
                        list_of(planes, &Plane::latest));
    text += fmt::format("const int early[N] = {};\nconst int late[N] = {};\n", list_of(planes, &Plane::early),
                        list_of(planes, &Plane::late));
    std::vector<std::string> rows, down;
    std::vector<Member> members;
    for (std::size_t p = 0; p < planes.size(); ++p) {
        rows.push_back(fmt::format("    {{{}}}", fmt::join(planes[p].separation, ", ")));
        members.push_back({fmt::format("P{}", p + 1), fmt::format("Plane({})", p)});
        down.push_back(fmt::format("P{}.down", p + 1));
    }
    text += fmt::format("const int apart[N][N] = {{\n{}\n}};\n", fmt::join(rows, ",\n"));
    return text + plane_text + system_text(members) + query_text("All planes have landed.", down, true);
}

const Registered<FamilyPlugin> registered_airland(
    families(), family("airland", "planes that land near their target times, from a file: what does it cost the least?",
                       "the OR-Library: airland1 and others",
                       {{.name = "FILE", .text = "an instance of the OR-Library", .kind = FamilyParameter::Kind::file},
                        {.name = "--runways", .text = "how many there are", .least = 1, .most = 20, .otherwise = "1"}},
                       write_airland));

}  // namespace
}  // namespace crowfly
