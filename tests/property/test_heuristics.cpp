// Every heuristic that is registered keeps what it declares, on networks whose distances are known because all their
// states are; and every search it guides answers what breadth first does.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "cli/files/load.hpp"
#include "cli/files/queries.hpp"
#include "cli/queries/query_runner.hpp"
#include "engine/engine.hpp"
#include "family/registry.hpp"
#include "heuristic/registry.hpp"
#include "search/explore/accuracy.hpp"
#include "search/explore/distances.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

constexpr std::size_t most_states = 3000;

// Those that differ, for one that combines others.
std::string parts_of(const HeuristicPlugin& plugin) {
    if (!plugin.combines) return "";
    if (plugin.parts.vocabulary == nullptr) return "dL,hamming";
    std::string parts;
    for (const Declaration* part : plugin.parts.vocabulary().plugins) {
        if (!part->combines) parts += (parts.empty() ? "" : ",") + part->name;
    }
    return parts;
}

// Every heuristic with every value of its options; combinations of some that differ. Without `extremes` numbers have
// their defaults: the greatest ones take long on models that are not tiny.
std::vector<HeuristicSpec> all_specs(bool extremes) {
    std::vector<std::string> texts;
    for (const HeuristicPlugin& plugin : heuristics().all()) {
        const std::string parts = parts_of(plugin);
        texts.push_back(parts.empty() ? plugin.name : fmt::format("{}({})", plugin.name, parts));
        for (const PluginOption& option : plugin.options) {
            const bool is_number = option.kind != PluginOption::Kind::choice && option.kind != PluginOption::Kind::flag;
            if (is_number && !extremes) continue;
            for (const std::string& value : sample_values(option))
                texts.push_back(
                    fmt::format("{}({}{}{}={})", plugin.name, parts, parts.empty() ? "" : ",", option.name, value));
        }
    }
    texts.emplace_back("max(dL,formula(and=max))");
    std::vector<HeuristicSpec> specs;
    for (const std::string& text : texts) {
        std::string problem;
        const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
        REQUIRE_MESSAGE(spec.has_value(), problem);
        specs.push_back(*spec);
    }
    return specs;
}

// Of two states that differ in their clocks alone the one whose clocks can have more values is not further from the
// goal.
class ClockLaw {
public:
    explicit ClockLaw(const std::string& where) : where_(where) {}

    // `reads_floor`: of the zone the heuristic reads the least values alone.
    void note(const std::vector<std::int32_t>& slots, const ZoneCopy& zone, Estimate estimate, bool reads_floor) {
        const auto below = [&](const ZoneCopy& a, const ZoneCopy& b) {
            return reads_floor ? std::ranges::equal(a.floor, b.floor, std::ranges::less_equal())
                               : std::ranges::equal(a.bounds, b.bounds, std::ranges::greater_equal());
        };
        for (const auto& [other_zone, other] : seen_[slots]) {
            if (below(zone, other_zone)) CHECK_MESSAGE(estimate <= other, where_);
            if (below(other_zone, zone)) CHECK_MESSAGE(other <= estimate, where_);
        }
        if (seen_[slots].size() < 20) seen_[slots].emplace_back(zone, estimate);
    }

private:
    const std::string& where_;
    std::map<std::vector<std::int32_t>, std::vector<std::pair<ZoneCopy, Estimate>>> seen_;
};

void check_declared(const Goal& goal, Distances& solved, const HeuristicSpec& spec, const std::string& where) {
    const std::unique_ptr<Heuristic> heuristic = make_heuristic(goal, spec);
    const Guarantees guarantees = guarantees_of(spec);
    std::vector<Estimate> estimates;
    std::vector<std::int32_t> slots;
    ZoneCopy zone;
    ClockLaw clock_law(where);
    for (Distances::Node node = 0; node < solved.size(); ++node) {
        solved.read(node, slots);
        solved.find_zone(node, slots, *heuristic, zone);
        const Distances::Distance distance = solved.distance(node);
        const Estimate estimate = heuristic->estimate(slots, view_of(zone));
        estimates.push_back(estimate);
        CHECK_MESSAGE(heuristic->estimate(slots, view_of(zone)) == estimate, where);
        if (!heuristic->is_discrete() && guarantees.admissible)
            clock_law.note(slots, zone, estimate, !heuristic->reads_zone());
        if (guarantees.safe && estimate == dead_end) CHECK_MESSAGE(distance == Distances::infinite, where);
        if (guarantees.admissible && distance != Distances::infinite) CHECK_MESSAGE(estimate <= distance, where);
    }
    if (!guarantees.consistent || !guarantees.consistent_forms.covers(goal.form.forms())) return;
    for (std::size_t i = 0; i < solved.steps().size(); ++i) {
        const auto [from, to] = solved.steps()[i];
        CHECK_MESSAGE(estimates[from] <= plus(estimates[to], 1), where);
    }
}

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver silent;
    const Limits limits;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, silent});
}

// What all states say of the start is what breadth first finds.
void check_distance(const Network& network, const Property& query, Distances& solved) {
    Settings settings;
    settings.objective = Objective::shortest;
    const Answer answer = decide(network, query, settings);
    CHECK(answer.witness.has_value() == (solved.from_start() != Distances::infinite));
    if (answer.witness) CHECK(answer.witness->length == solved.from_start());
}

void check_searches(const Network& network, const Property& query, const HeuristicSpec& spec, Rng& rng,
                    const std::string& where) {
    Settings settings;
    settings.objective = Objective::shortest;
    const Answer expected = decide(network, query, settings);
    settings.search = "greedy";
    settings.guidance.heuristic = spec;
    settings.guidance.ties = static_cast<Guidance::Ties>(rng.below(3));
    settings.compress = rng.below(3) == 0;
    settings.objective = Objective::any;
    settings.guidance.lazy = rng.below(3) == 0;
    CHECK_MESSAGE(decide(network, query, settings).verdict == expected.verdict, where << "greedy");
    settings.guidance.own = settings.guidance.ahead = 100;
    const Answer astar = decide(network, query, settings);
    CHECK_MESSAGE(astar.verdict == expected.verdict, where << "astar");
    if (!settings.guidance.is_shortest() || !expected.witness) return;
    REQUIRE_MESSAGE(astar.witness.has_value(), where);
    CHECK_MESSAGE(astar.witness->length == expected.witness->length, where << "astar");
}

// The same answer if several strategies take turns, and short ones.
void check_turns(const Network& network, const Property& query, Rng& rng, const std::string& where) {
    Settings settings;
    const Answer expected = decide(network, query, settings);
    settings.search = automatic;
    settings.pace = rng.below(4) == 0 ? 1 : 1'000 * (1 + rng.below(1'000));
    const Answer answer = decide(network, query, settings);
    CHECK_MESSAGE(answer.verdict == expected.verdict, where << "turns");
    CHECK_MESSAGE(answer.witness.has_value() == expected.witness.has_value(), where << "turns");
}

// Which of all heuristics are checked: every `period`-th, beginning with `first`.
struct Turn {
    std::size_t first = 0;
    std::size_t period = 1;
    bool extremes = true;
};

std::size_t with_dead_variables = 0;  // pairs of a network and a heuristic

// The same for states whose dead variables were reset. Counts how often there are some.
void check_with_dead_variables(const Network& network, const Property& query, const HeuristicSpec& spec,
                               const std::string& where) {
    const Distinction compared(network, slots_read(query));
    if (compared.live.mortal().empty()) return;
    Goal goal{network, as_reach(query).formula, as_reach(query).exists};
    goal.form.compared = &compared;
    SilentObserver silent;
    Distances solved(goal, {}, silent);
    if (!solved.is_complete()) return;
    ++with_dead_variables;
    check_declared(goal, solved, spec, where + "with dead variables");
}

// Everything that is claimed, of everything that is registered. False: there are too many states.
bool check_all(const Network& network, const Property& query, const Turn& turn, Rng& rng, const std::string& where,
               std::size_t& reachable) {
    const Goal goal{network, as_reach(query).formula, as_reach(query).exists};
    SilentObserver silent;
    Limits limits;
    limits.states = most_states;
    Distances solved(goal, limits, silent);
    if (!solved.is_complete()) return false;
    reachable += solved.from_start() != Distances::infinite ? 1 : 0;
    check_distance(network, query, solved);
    check_turns(network, query, rng, where);
    const std::vector<HeuristicSpec> specs = all_specs(turn.extremes);
    for (std::size_t i = turn.first % turn.period; i < specs.size(); i += turn.period) {
        const std::string text = to_string(specs[i]) + " " + where;
        check_with_dead_variables(network, query, specs[i], text);
        check_declared(goal, solved, specs[i], text);
        check_searches(network, query, specs[i], rng, text);
    }
    return true;
}

void sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks) {
    networks = tiny::budget(networks);
    std::size_t solved_ones = 0, reachable = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        tiny::Question question = tiny::random_reach(rng, net, shape, seed % 5 == 0);
        if (seed % 3 == 0) question.kind = tiny::Question::Kind::always_globally;
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const std::string where = fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
        if (check_all(loaded.network(), *query, {seed, 4}, rng, where, reachable)) ++solved_ones;
    }
    CHECK(solved_ones > networks / 2);
    CHECK(reachable > networks / 4);
}

}  // namespace

TEST_CASE("heuristics without clocks") {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    sweep(shape, 50'000'000, 120);
}

TEST_CASE("heuristics where variables die") {
    with_dead_variables = 0;
    tiny::Shape shape;
    shape.clocks = {0, 1};
    shape.variables = {2, 3};
    shape.locations = {3, 4};
    shape.processes = {1, 2};
    shape.errands = true;
    sweep(shape, 53'000'000, 120);
    CHECK(with_dead_variables > 100);  // a quarter of the heuristics of each network
}

TEST_CASE("heuristics with clocks") {
    tiny::Shape shape;
    shape.processes = {2, 3};
    sweep(shape, 51'000'000, 120);
}

TEST_CASE("heuristics where clock guards decide who takes part and when") {
    tiny::Shape shape;
    shape.channels = {1, 2};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    shape.urgent_clock_guards = true;
    sweep(shape, 52'000'000, 80);
}

TEST_CASE("a heuristic is typed as name, options and parts") {
    std::string problem;
    CHECK(to_string(*parse_heuristic("max(dL, formula(and=max))", problem)) == "max(dL,formula(and=max))");
    CHECK(to_string(*parse_heuristic(" dU ", problem)) == "dU");
    for (const auto& [text, complaint] :
         std::vector<std::pair<std::string, std::string>>{{"dX", "there is no heuristic `dX`"},
                                                          {"formula(or=max)", "`formula` has no option `or`"},
                                                          {"formula(and=min)", "is one of sum, max"},
                                                          {"max", "`max` combines others"},
                                                          {"max(dL", "is not closed"},
                                                          {"dL(hamming)", "not a combination"},
                                                          {"dL x", "`x` is not understood"}}) {
        CHECK_FALSE(parse_heuristic(text, problem));
        CHECK_MESSAGE(problem.find(complaint) != std::string::npos, problem);
    }
}

TEST_CASE("accuracy is counted state by state") {
    Accuracy accuracy;
    accuracy.states = {{{0, 0}, 1},
                       {{2, 1}, 3},
                       {{4, 6}, 1},
                       {{4, dead_end}, 2},
                       {{Distances::infinite, 5}, 1},
                       {{Distances::infinite, dead_end}, 4}};
    const Accuracy::Summary sum = accuracy.summary();
    CHECK(sum.all == 12);
    CHECK(sum.compared == 5);
    CHECK(sum.hopeless == 5);
    CHECK(sum.proved == 4);
    CHECK(sum.given_up == 2);
    CHECK(*sum.mean_ratio == doctest::Approx((3 * 0.5 + 1.5) / 4));
    CHECK(*sum.mean_absolute_error == doctest::Approx((3 * 1 + 2) / 5.0));
    CHECK(sum.most_over == 2);
    CHECK(sum.most_under == 1);
    CHECK(*sum.correlation == doctest::Approx(0.8885).epsilon(0.001));
    const Accuracy::Row far = accuracy.rows().at(4);
    CHECK(far.states == 3);
    CHECK(far.dead_ends == 2);
    CHECK(far.mean == 6);
    accuracy.states = {{{3, 3}, 2}};
    CHECK_FALSE(accuracy.summary().correlation.has_value());
}

namespace {

// The queries about reachability of a model file, or those given.
std::size_t check_model(const std::string& path, const std::vector<std::string>& asked, std::size_t& reachable) {
    static std::size_t asked_so_far = 0;
    Session session{std::vector<std::string>{"check"}};
    Loaded model;
    REQUIRE_MESSAGE(load_model(path, session, model), path);
    Rng rng(57);
    std::size_t solved = 0;
    for (const WrittenQuery& query :
         asked.empty() ? queries_stored(path, model, session) : queries_asked(asked, model, session)) {
        const std::optional<Property> compiled = compile_query(model, query, session.diagnostics);
        if (!compiled || !asks_for_states(*compiled)) continue;
        if (choose_engine(model.network(), *compiled).engine == nullptr) continue;
        solved +=
            check_all(model.network(), *compiled, {asked_so_far++, 8, false}, rng, path + ": " + query.text, reachable)
                ? 1
                : 0;
    }
    return solved;
}

}  // namespace

TEST_CASE("heuristics on models people write") {
    std::size_t solved = 0, reachable = 0;
    for (const auto& entry : std::filesystem::directory_iterator(CROWFLY_ROOT "/models")) {
        const std::string suffix = entry.path().extension();
        if (suffix == ".xml" || suffix == ".xta" || suffix == ".tck")
            solved += check_model(entry.path(), {}, reachable);
    }
    CHECK(solved > 10);
    CHECK(reachable > 3);
}

TEST_CASE("heuristics on the families of the papers") {
    struct Instance {
        std::string family;
        std::vector<std::string> words;
        std::map<std::string, std::string> options;
        std::string query;
    };
    const std::vector<Instance> instances{
        {"hanoi", {"3"}, {}, "E<> Disk1.p1 and Disk2.p1 and Disk3.p1"},
        {"arbiter", {"2"}, {}, "E<> Client1.work and Client3.work"},
        {"fischer", {"2"}, {{"--broken", "true"}}, "E<> P1.cs and P2.cs"},
        {"fischer", {"2"}, {}, "E<> P1.cs and P2.cs"},
        {"figure", {"5.1"}, {}, "E<> P3.l3"},
        {"figure", {"5.6"}, {}, "E<> p4.l2"},
        {"figure", {"3.1"}, {{"--n", "3"}}, "E<> p0.l1 and p1.l1 and p2.l1 and p3.l1"}};
    std::size_t reachable = 0;
    for (const Instance& instance : instances) {
        const FamilyPlugin* family = families().find(instance.family);
        REQUIRE(family != nullptr);
        std::string problem;
        const auto arguments = read_arguments(*family, instance.words, instance.options, problem);
        REQUIRE_MESSAGE(arguments.has_value(), problem);
        const std::filesystem::path path = std::filesystem::temp_directory_path() /
                                           fmt::format("crowfly-{}-{}.xta", instance.family, instance.words[0]);
        std::ofstream(path) << family->write(*arguments, problem);
        CHECK_MESSAGE(check_model(path, {instance.query}, reachable) == 1, instance.family);
        std::filesystem::remove(path);
    }
    CHECK(reachable == 6);
}
