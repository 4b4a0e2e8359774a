// Aircraft landing: every plane has a target time and a price for each time unit that it lands before or after it, and
// has to keep a distance from all that landed on the same runway before. The least sum of prices is what
// --minimise price asks for. Instances are read in the format of the OR-Library.
//
// The model leaves out schedules that others make superfluous:
// - Of planes that differ in their times alone, the one whose times are all earlier lands first. If two of them land
// the
//   other way round they can change places: the prices are convex in the time, so that the sum does not grow.
// - Runways are alike once distances from all that landed there have passed, or if none has. The first of these is
// taken. Where the distance from the last plane implies those from all before (the triangle inequality), a runway knows
// the last one alone; otherwise each plane knows when it landed.
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

std::string list_of(const std::vector<std::int64_t>& values) { return fmt::format("{{{}}}", fmt::join(values, ", ")); }

template <class Member>
std::string list_of(const std::vector<Plane>& planes, Member member) {
    std::vector<std::int64_t> values;
    for (const Plane& plane : planes) values.push_back(plane.*member);
    return list_of(values);
}

// Whether they keep the same distances from all others, and from each other.
bool are_alike(const std::vector<Plane>& planes, std::size_t i, std::size_t j) {
    for (std::size_t k = 0; k < planes.size(); ++k) {
        if (k == i || k == j) continue;
        if (planes[i].separation[k] != planes[j].separation[k] || planes[k].separation[i] != planes[k].separation[j])
            return false;
    }
    return planes[i].separation[j] == planes[j].separation[i];
}

// Per plane the number of its kind, from 1 on.
std::vector<std::int64_t> kinds_of(const std::vector<Plane>& planes) {
    std::vector<std::int64_t> kinds(planes.size());
    std::int64_t count = 0;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = 0; j < i && kinds[i] == 0; ++j) {
            if (are_alike(planes, i, j)) kinds[i] = kinds[j];
        }
        if (kinds[i] == 0) kinds[i] = ++count;
    }
    return kinds;
}

bool lands_first(const Plane& a, const Plane& b) {
    return a.early == b.early && a.late == b.late && a.earliest <= b.earliest && a.target <= b.target &&
           a.latest <= b.latest;
}

// Per plane the number of one that lands before it, from 1 on, or 0: of those that may be chosen the one with the
// latest target, so that a plane follows all that those before it follow.
std::vector<std::int64_t> leaders_of(const std::vector<Plane>& planes, const std::vector<std::int64_t>& kinds) {
    std::vector<std::int64_t> leaders(planes.size());
    for (std::size_t j = 0; j < planes.size(); ++j) {
        for (std::size_t i = 0; i < planes.size(); ++i) {
            const bool is_tie = lands_first(planes[i], planes[j]) && lands_first(planes[j], planes[i]);
            if (i == j || kinds[i] != kinds[j] || !lands_first(planes[i], planes[j]) || (is_tie && i > j)) continue;
            const std::int64_t before = leaders[j] - 1;
            if (before < 0 || planes[static_cast<std::size_t>(before)].target <= planes[i].target)
                leaders[j] = static_cast<std::int64_t>(i) + 1;
        }
    }
    return leaders;
}

// Whether the distance from the last plane implies those from the planes before it.
bool obeys_triangles(const std::vector<Plane>& planes) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = 0; j < planes.size(); ++j) {
            for (std::size_t k = 0; k < planes.size(); ++k) {
                if (i == j || j == k || i == k) continue;
                if (planes[i].separation[k] > planes[i].separation[j] + planes[j].separation[k]) return false;
            }
        }
    }
    return true;
}

// A plane that lands early pays until its target time, one that is late from then on.
constexpr const char* plane_text = R"(
process Plane(const int[0, N - 1] me) {{
    state flying {{ t <= target[me] }}, landed_early {{ t <= target[me] && cost' == early[me] }},
          flying_late {{ t <= latest[me] && cost' == late[me] }}, down;
    init flying;
    trans
        flying -> landed_early {{
            select r : int[0, R - 1];
            guard t >= earliest[me] && {0};
            assign {1}; }},
        flying -> flying_late {{ guard t == target[me]; }},
        landed_early -> down {{ guard t == target[me]; }},
        flying_late -> down {{
            select r : int[0, R - 1];
            guard {0};
            assign {1}; }};
}}
)";

struct Landing {
    std::string declarations, guard, update;
};

constexpr const char* its_turn = "(leader[me] == 0 || landed[leader[me] - 1])";

// A runway knows the kind of the plane that landed last.
Landing on_runways(const std::vector<Plane>& planes, const std::vector<std::int64_t>& kinds) {
    const auto count = static_cast<std::size_t>(*std::ranges::max_element(kinds));
    std::vector<std::vector<std::int64_t>> apart(count + 1, std::vector<std::int64_t>(count + 1));
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = 0; j < planes.size(); ++j) {
            if (i != j)
                apart[static_cast<std::size_t>(kinds[i])][static_cast<std::size_t>(kinds[j])] = planes[i].separation[j];
        }
    }
    std::vector<std::string> rows;
    std::vector<std::int64_t> longest;
    for (const std::vector<std::int64_t>& row : apart) {
        rows.push_back("    " + list_of(row));
        longest.push_back(*std::ranges::max_element(row));
    }
    Landing landing;
    landing.declarations = fmt::format(
        "const int K = {};          // kinds of planes\nconst int kind[N] = {};\n"
        "const int apart[K + 1][K + 1] = {{\n{}\n}};\nconst int longest[K + 1] = {};\n"
        "int[0, K] last[R];       // the kind of plane that landed there last; 0: none\nclock since[R];\n",
        count, list_of(kinds), fmt::join(rows, ",\n"), list_of(longest));
    landing.guard = fmt::format(
        "{} && since[r] >= apart[last[r]][kind[me]] &&\n                "
        "(forall (q : int[0, R - 1]) (q < r imply last[q] > 0 && since[q] <= longest[last[q]]))",
        its_turn);
    landing.update = "last[r] = kind[me], since[r] = 0, landed[me] = true";
    return landing;
}

// Every plane knows when it landed, and where.
Landing of_planes(const std::vector<Plane>& planes) {
    std::vector<std::string> rows;
    for (const Plane& plane : planes) rows.push_back("    " + list_of(plane.separation));
    Landing landing;
    landing.declarations = fmt::format(
        "const int apart[N][N] = {{\n{}\n}};\nint[0, R] runway[N];  // where each has landed; 0: not yet\n"
        "clock since[N];       // its landing\n",
        fmt::join(rows, ",\n"));
    landing.guard = fmt::format(
        "{} && (r == 0 || (exists (i : int[0, N - 1]) runway[i] == r)) &&\n                "
        "(forall (i : int[0, N - 1]) (runway[i] == r + 1 imply since[i] >= apart[i][me]))",
        its_turn);
    landing.update = "runway[me] = r + 1, since[me] = 0, landed[me] = true";
    return landing;
}

std::string write_airland(const FamilyArguments& arguments, std::string& problem) {
    std::vector<Plane> planes = read_planes(arguments.text("FILE"), problem);
    if (!problem.empty()) return "";
    const bool is_whole =
        std::ranges::all_of(planes, [](const Plane& p) { return p.early % 100 == 0 && p.late % 100 == 0; });
    for (Plane& plane : planes) {
        if (is_whole) plane.early /= 100, plane.late /= 100;
        plane.separation[static_cast<std::size_t>(&plane - planes.data())] = 0;
    }
    const std::vector<std::int64_t> kinds = kinds_of(planes);
    const Landing landing = obeys_triangles(planes) ? on_runways(planes, kinds) : of_planes(planes);
    std::string text = fmt::format("// {} planes land on {} runways.{}\n", planes.size(), arguments.number("--runways"),
                                   is_whole ? "" : " Prices are in hundredths.");
    text +=
        fmt::format("const int N = {};\nconst int R = {};\nclock t;\n", planes.size(), arguments.number("--runways"));
    text += fmt::format("const int earliest[N] = {};\nconst int target[N] = {};\nconst int latest[N] = {};\n",
                        list_of(planes, &Plane::earliest), list_of(planes, &Plane::target),
                        list_of(planes, &Plane::latest));
    text += fmt::format("const int early[N] = {};\nconst int late[N] = {};\n", list_of(planes, &Plane::early),
                        list_of(planes, &Plane::late));
    text += fmt::format("const int leader[N] = {};  // whom each follows, from 1 on; 0: nobody\nbool landed[N];\n",
                        list_of(leaders_of(planes, kinds)));
    std::vector<std::string> down;
    std::vector<Member> members;
    for (std::size_t p = 1; p <= planes.size(); ++p) {
        members.push_back({fmt::format("P{}", p), fmt::format("Plane({})", p - 1)});
        down.push_back(fmt::format("P{}.down", p));
    }
    return text + landing.declarations + fmt::format(plane_text, landing.guard, landing.update) + system_text(members) +
           query_text("All planes have landed.", down, true);
}

const Registered<FamilyPlugin> registered_airland(
    families(),
    family("airland", "planes that land near their target times at least cost, from a file",
           "the OR-Library: airland1 and others",
           {{.name = "FILE", .text = "an instance of the OR-Library", .kind = FamilyParameter::Kind::file},
            {.name = "--runways", .text = "the number of runways", .least = 1, .most = 20, .otherwise = "1"}},
           write_airland));

}  // namespace
}  // namespace crowfly
