// What is typed to choose a plug-in: one grammar, read against what the plug-ins declare.
#include <doctest/doctest.h>

#include "base/plugins/spec.hpp"
#include "search/methods/registry.hpp"

using namespace crowfly;

namespace {

using Kind = PluginOption::Kind;

const std::vector<Declaration>& plugins() {
    static const std::vector<Declaration> all{
        {.name = "plain",
         .description = "",
         .options = {{.name = "quick", .text = "", .kind = Kind::flag},
                     {.name = "how",
                      .text = "",
                      .kind = Kind::choice,
                      .choices = {"well", "badly"},
                      .otherwise = "well",
                      .aliases = {{"good", "well"}}},
                     {.name = "n", .text = "", .kind = Kind::number, .least = 1, .most = 9, .otherwise = "2"},
                     {.name = "w", .text = "", .kind = Kind::decimal, .least = 1, .most = 10},
                     {.name = "--seed", .text = "", .kind = Kind::outer}}},
        {.name = "bare", .description = ""},
        {.name = "both",
         .description = "",
         .options = {{.name = "fair", .text = "", .kind = Kind::flag}},
         .combines = true}};
    return all;
}

Vocabulary vocabulary() {
    Vocabulary result{"there is no thing `{}`", {}};
    for (const Declaration& plugin : plugins()) result.plugins.push_back(&plugin);
    return result;
}

// The spec as it is understood, or what is wrong with it.
std::string read(const std::string& text) {
    std::string problem;
    const std::optional<Spec> spec = parse_spec(text, vocabulary(), problem);
    return spec ? to_string(*spec) : problem;
}

Guidance guidance_of(const std::string& text) {
    std::string problem;
    Settings settings;
    const std::optional<Spec> spec = parse_search(text, problem);
    REQUIRE_MESSAGE(spec.has_value(), problem);
    CHECK(apply_search(*spec, settings).empty());
    return settings.guidance;
}

}  // namespace

TEST_CASE("a spec is a name, options and parts, with blanks anywhere") {
    CHECK(read("bare") == "bare");
    CHECK(read(" plain ( n = 3 , quick ) ") == "plain(n=3,quick)");
    CHECK(read("plain(how=good)") == "plain(how=well)");
    CHECK(read("plain(w=1.5)") == "plain(w=1.5)");
    CHECK(read("both(bare,plain(n=4),fair)") == "both(bare,plain(n=4),fair)");
    CHECK(read("both(both(bare))") == "both(both(bare))");
}

TEST_CASE("a flag can be set and not set") {
    CHECK(read("plain(quick=yes)") == "plain(quick)");
    CHECK(read("plain(quick=on)") == "plain(quick)");
    CHECK(read("plain(quick=no)") == "plain(quick=no)");
    CHECK(read("plain(quick=off)") == "plain(quick=no)");
    CHECK(read("plain(quick=perhaps)") == "`quick` of `plain` is one of yes, no, not `perhaps`");
}

TEST_CASE("names in braces stand for a choice where that is declared") {
    const Declaration of{
        .name = "of",
        .description = "",
        .options = {{.name = "what", .text = "", .kind = Kind::choice, .choices = {"all"}, .names = true}}};
    const auto read_of = [&](const std::string& text) {
        std::string problem;
        const std::optional<Spec> spec = parse_spec(text, {"", {&of}}, problem);
        return spec ? to_string(*spec) : problem;
    };
    CHECK(read_of("of(what=all)") == "of(what=all)");
    CHECK(read_of("of( what = {a, b(0), c[1]} )") == "of(what={a, b(0), c[1]})");
    CHECK(read_of("of({a, b})") == "of(what={a, b})");
    CHECK(read_of("of({a},{b})") == "`what` of `of` is given twice");
    CHECK(read_of("of({a)") == "`what` of `of` is one of all, or names as {a,b}, not `{a)`");
    CHECK(read("plain({a})") == "an option of `plain` is missing");
    CHECK(read_of("of(what=none)") == "`what` of `of` is one of all, or names as {a,b}, not `none`");
    CHECK(read_of("of(what={})") == "`what` of `of` is one of all, or names as {a,b}, not `{}`");
    CHECK(read_of("of(what={a)") == "`what` of `of` is one of all, or names as {a,b}, not `{a)`");
    CHECK(read("plain(how={a})") == "`how` of `plain` is one of well, badly, not `{a}`");
}

TEST_CASE("mistakes are told in a sentence with a hint") {
    CHECK(read("plian") == "there is no thing `plian`; did you mean `plain`?");
    CHECK(read("") == "there is no thing ``; choose from plain, bare, both");
    CHECK(read("plain(hwo=well)") == "`plain` has no option `hwo`; did you mean `how`?");
    CHECK(read("plain(colour=red)") == "`plain` has no option `colour`; it has quick, how, n, w");
    CHECK(read("bare(colour=red)") == "`bare` has no option `colour`; it has none");
    CHECK(read("plain(--seed=1)") == "`plain` has no option `--seed`; write --seed outside of the parentheses");
    CHECK(read("plain(how)") == "`how` of `plain` needs a value, one of well, badly");
    CHECK(read("plain(how=so)") == "`how` of `plain` is one of well, badly, not `so`");
    CHECK(read("plain(n=0)") == "`n` of `plain` is a whole number from 1 to 9, not `0`");
    CHECK(read("plain(n=2x)") == "`n` of `plain` is a whole number from 1 to 9, not `2x`");
    CHECK(read("plain(w=11)") == "`w` of `plain` is a number from 1 to 10, not `11`");
    CHECK(read("plain(n=1,n=2)") == "`n` of `plain` is given twice");
    CHECK(read("bare()") == "an option of `bare` is missing");
    CHECK(read("bare(plain)") == "`bare` is not a combination of others");
    CHECK(read("both") == "`both` combines others: both(plain,bare)");
    CHECK(read("both(fair)") == "`both` combines others: both(plain,bare)");
    CHECK(read("both(bare,other)") == "there is no thing `other`; choose from plain, bare, both");
}

TEST_CASE("parentheses are closed once and nothing follows") {
    CHECK(read("plain(quick") == "the parenthesis after `plain` is not closed");
    CHECK(read("plain(") == "the parenthesis after `plain` is not closed");
    CHECK(read("both(plain(quick)") == "the parenthesis after `both` is not closed");
    CHECK(read("plain)") == "`)` is not understood");
    CHECK(read("plain(quick))") == "`)` is not understood");
    CHECK(read("plain bare") == "`bare` is not understood");
}

TEST_CASE("a search is lazy if it is told to be, and not if it is told not to be") {
    CHECK_FALSE(guidance_of("greedy").lazy);
    CHECK(guidance_of("greedy(lazy)").lazy);
    CHECK(guidance_of("greedy(lazy=yes)").lazy);
    CHECK_FALSE(guidance_of("greedy(lazy=no)").lazy);
}

TEST_CASE("the options of searches end in their guidance") {
    CHECK(guidance_of("wastar").ahead == 200);
    CHECK(guidance_of("wastar(w=1.5)").ahead == 150);
    CHECK(guidance_of("astar(ties=fifo)").ties == Guidance::Ties::oldest);
    CHECK(guidance_of("ib").bounding->interference == 0);
    CHECK(guidance_of("ib(contexts=interference)").bounding->interference == 2);
    CHECK(guidance_of("ib(n=4)").bounding->interference == 4);
    CHECK(guidance_of("ib(inner=bfs)").heuristic.name == "zero");
    CHECK(guidance_of("ib(inner=bfs)").ties == Guidance::Ties::oldest);
}

TEST_CASE("preferences are read by the same grammar") {
    const auto read = [](const std::string& text) {
        std::string problem;
        const std::optional<Preference> preference = parse_preference(text, problem);
        return preference ? to_string(*preference) : problem;
    };
    CHECK(read("useless(exact)") == "useless(exact)");
    CHECK(read("useless(exact") == "the parenthesis after `useless` is not closed");
    CHECK(read("useless)") == "`)` is not understood");
    CHECK(read("order=contexts,useless,contexts(clocks)") == "useless,contexts(clocks=on),order=contexts");
    CHECK(read("useless(exact=no,reads=all)") == "useless(reads=all)");
    CHECK(read("useless(plain,reads=all)").find("leave out one of") != std::string::npos);
    CHECK(read("usless") == "there is no `usless` to prefer by; did you mean `useless`?");
    CHECK(read("order=helpful") == "`order` of `prefer` is one of useless, contexts, not `helpful`");
}
