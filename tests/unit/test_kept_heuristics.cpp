// A file of heuristics is taken as a whole or refused with its reason: not one byte can be another, missing or added,
// and what was saved for another network, goal or heuristic is not used.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/files/archive.hpp"
#include "base/files/sha256.hpp"
#include "heuristic/kept_heuristics.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

const std::string lamps = R"(
int[0, 2] n;
process Lamp(const int[0, 1] i) {
    state off, on; init off;
    trans off -> on { guard n < 2; assign n = n + 1; };
}
system Lamp;
)";

HeuristicSpec spec_of(const std::string& text) {
    std::string problem;
    return parse_heuristic(text, problem).value();
}

Goal goal_of(const Asked& asked) {
    return {asked.network(), as_reach(*asked.query).formula, as_reach(*asked.query).exists};
}

// The file of a heuristic for the question.
std::string file_of(const Asked& asked, const std::string& heuristic) {
    std::string file;
    SavedHeuristics saved([&](const std::string& bytes) { file = bytes; });
    Goal goal = goal_of(asked);
    goal.kept = &saved;
    make_heuristic(goal, spec_of(heuristic));
    return file;
}

// What is said against a file, or "".
std::string against(const std::string& file, const Asked& asked, const std::string& heuristic) {
    try {
        LoadedHeuristics loaded(file);
        Goal goal = goal_of(asked);
        goal.kept = &loaded;
        make_heuristic(goal, spec_of(heuristic));
    } catch (const UnfitHeuristic& unfit) {
        CHECK_FALSE(unfit.hint().empty());
        return unfit.what();
    }
    return "";
}

bool mentions(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// With the right checksum for whatever stands in it.
std::string sealed(std::string file) {
    file.resize(file.size() - 64);
    return file + sha256(file);
}

}  // namespace

TEST_CASE("every byte of a file counts") {
    const Asked asked(lamps, "E<> Lamp(0).on && Lamp(1).on");
    const std::string file = file_of(asked, "mas");
    REQUIRE(against(file, asked, "mas").empty());
    for (std::size_t i = 0; i < file.size(); ++i) {
        std::string other = file;
        other[i] = static_cast<char>(other[i] ^ (1 << (i % 8)));
        CHECK_MESSAGE(!against(other, asked, "mas").empty(), i);
        CHECK_MESSAGE(!against(file.substr(0, i), asked, "mas").empty(), i);
    }
    CHECK(mentions(against(file + "x", asked, "mas"), "is damaged"));
    CHECK(mentions(against(file.substr(0, file.size() - 1), asked, "mas"), "is damaged"));
    CHECK(mentions(against("", asked, "mas"), "holds no heuristics"));
    CHECK(mentions(against("<?xml version='1.0'?>", asked, "mas"), "holds no heuristics"));
}

TEST_CASE("a file says which of the things it is for is another") {
    const Asked asked(lamps, "E<> Lamp(0).on && Lamp(1).on");
    const std::string file = file_of(asked, "mas(N=50)");
    CHECK(against(file, asked, "mas(N=50)").empty());
    CHECK(against(file, asked, "mas(shrink=low_first,N=50)").empty());  // the default
    CHECK(against(file, asked, "max(dL,mas(N=50))").empty());           // as a part of another one
    CHECK(mentions(against(file, asked, "mas"), "has mas(N=50,"));
    CHECK(mentions(against(file, asked, "pdb"), "has mas(N=50,"));
    const Asked other_goal(lamps, "E<> Lamp(0).on && n == 2");
    CHECK(mentions(against(file, other_goal, "mas(N=50)"), "none for this query"));
    const Asked negated(lamps, "A[] Lamp(0).on && Lamp(1).on");
    CHECK(mentions(against(file, negated, "mas(N=50)"), "none for this query"));
    std::string text = lamps;
    text.replace(text.find("n < 2"), 5, "n < 1");
    const Asked other_model(text, "E<> Lamp(0).on && Lamp(1).on");
    CHECK(mentions(against(file, other_model, "mas(N=50)"), "another model"));
}

TEST_CASE("goals that differ in a number have different digests") {
    const Asked one(lamps, "E<> n + 1 == 2");
    const Asked two(lamps, "E<> n + 1 == 3");
    const Asked same(lamps, "E<>    n+1   ==   2");
    const auto digest = [](const Asked& asked) { return key_of(goal_of(asked), spec_of("mas")).goal; };
    CHECK(digest(one) != digest(two));
    CHECK(digest(one) == digest(same));
}

TEST_CASE("another version of the file or of the tool is refused, whatever its checksum") {
    const Asked asked(lamps, "E<> Lamp(0).on");
    const std::string file = file_of(asked, "pdb");
    constexpr std::size_t format_at = 20, version_at = 32;
    std::string other = file;
    other[format_at] = 9;
    CHECK(mentions(against(sealed(other), asked, "pdb"), "has format 9"));
    other = file;
    other[version_at] = '9';
    CHECK(mentions(against(sealed(other), asked, "pdb"), "was saved by Crowfly 9"));
}

TEST_CASE("sizes that cannot be take no memory") {
    const Asked asked(lamps, "E<> Lamp(0).on");
    const HeuristicSpec spec = spec_of("mas");
    for (const std::uint64_t size : {std::uint64_t{1} << 32U, std::uint64_t{1} << 62U, ~std::uint64_t{0}}) {
        ArchiveWriter bytes;
        bytes.number(asked.network().state_slots);
        bytes.number(size);
        SavedHeuristics saved([](const std::string&) {});
        saved.keep(key_of(goal_of(asked), spec), bytes.bytes());
        CHECK(mentions(against(saved.file(), asked, "mas"), "a heuristic in it ends too early"));
    }
}

TEST_CASE("several heuristics are kept in one file, each once") {
    const Asked first(lamps, "E<> Lamp(0).on");
    const Asked second(lamps, "E<> Lamp(1).on");
    std::size_t written = 0;
    SavedHeuristics saved([&](const std::string&) { ++written; });
    for (const Asked* asked : {&first, &second, &first}) {
        Goal goal = goal_of(*asked);
        goal.kept = &saved;
        make_heuristic(goal, spec_of("mas"));
    }
    CHECK(saved.size() == 2);
    CHECK(written == 2);
    for (const Asked* asked : {&first, &second}) CHECK(against(saved.file(), *asked, "mas").empty());
}

TEST_CASE("what can be kept") {
    for (const char* text : {"mas", "pdb", "cegar", "scp(mas,pdb)", "max(dL,mas)", "max(hU,max(pdb,dL))"})
        CHECK(why_not_kept(spec_of(text)).empty());
    CHECK(mentions(why_not_kept(spec_of("hU")), "`hU` builds nothing"));
    CHECK(mentions(why_not_kept(spec_of("max(dL,hU)")), "`dL` builds nothing"));
    CHECK(mentions(why_not_kept(spec_of("pred")), "`pred` refers to terms"));
}
