// Engines say what they cannot do, and the first that can is chosen.
#include <doctest/doctest.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "engine/kinds.hpp"

using namespace crowfly;

namespace {

Network untimed() {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    return network;
}

Network timed() {
    Network network = untimed();
    network.clocks.push_back({"x", 0, {}});
    network.features.clocks = true;
    return network;
}

Property asking(Property::Asks asks) {
    Property query;
    query.asks = std::move(asks);
    return query;
}

Formula leaf(Formula::Kind kind) {
    Formula formula;
    formula.kind = kind;
    return formula;
}

Property reaches(Formula::Kind kind, bool exists = true) { return asking(property::Reach{exists, leaf(kind)}); }

}  // namespace

TEST_CASE("networks without clocks need no zones") {
    const Choice choice = choose_engine(untimed(), reaches(Formula::Kind::discrete));
    REQUIRE(choice.engine != nullptr);
    CHECK(choice.name == "discrete");
    CHECK(choice.refusals.empty());
}

TEST_CASE("clocks in the network need zones, and the discrete engine says why it passes") {
    const Choice choice = choose_engine(timed(), reaches(Formula::Kind::discrete));
    REQUIRE(choice.engine != nullptr);
    CHECK(choice.name == "zone");
    REQUIRE(choice.refusals.size() == 1);
    CHECK(choice.refusals[0].engine == "discrete");
    CHECK(choice.refusals[0].why.reason == "the network has clocks");
}

TEST_CASE("deadlock inside liveness is refused by all") {
    const Formula deadlock = leaf(Formula::Kind::deadlock);
    for (const property::Run& run :
         {property::Run{true, deadlock}, property::Run{false, deadlock}, property::Run{false, Formula{}, deadlock}}) {
        const Choice choice = choose_engine(timed(), asking(run));
        CHECK(choice.engine == nullptr);
        CHECK(choice.refusals.back().why.code == Code::deadlock_misplaced);
    }
    CHECK(choose_engine(timed(), reaches(Formula::Kind::deadlock, false)).engine != nullptr);
}

TEST_CASE("an obstacle of one edge matters only to a search that gets there") {
    Network network = untimed();
    network.obstacles.push_back({Code::real_numbers, "the guard uses real numbers", {}});
    CHECK(choose_engine(network, reaches(Formula::Kind::discrete)).engine == nullptr);
    network.edges.emplace_back().obstacle = 0;
    CHECK(choose_engine(network, reaches(Formula::Kind::discrete)).engine != nullptr);
}

TEST_CASE("an obstacle in the query is told as it is") {
    Property query = reaches(Formula::Kind::discrete);
    query.obstacle = Obstacle{Code::external_function, "the query calls an external function", {}};
    const Choice choice = choose_engine(untimed(), query);
    CHECK(choice.engine == nullptr);
    CHECK(choice.refusals.back().why.reason == "the query calls an external function");
}

TEST_CASE("queries are expected to hold unless something else is recorded; undecided is neither") {
    Answer answer;
    CHECK_FALSE(answer.as_expected().has_value());
    answer.verdict = Verdict::satisfied;
    CHECK(answer.as_expected() == true);
    answer.expected = false;
    CHECK(answer.as_expected() == false);
    answer.verdict = Verdict::not_satisfied;
    CHECK(answer.as_expected() == true);
    answer.verdict = Verdict::maybe;
    CHECK_FALSE(answer.as_expected().has_value());
}

TEST_CASE("every kind of property says how it is asked for") {
    std::vector<std::size_t> forms(std::variant_size_v<Property::Asks>);
    std::size_t latest = 0;
    for (const QueryForm& form : all_forms()) {
        CHECK(form.asks.index() >= latest);
        latest = form.asks.index();
        ++forms[latest];
    }
    CHECK(std::ranges::count(forms, 0) == 0);
}

TEST_CASE("an engine that is asked for by name is the only one to be asked") {
    CHECK(choose_engine(untimed(), reaches(Formula::Kind::discrete), "zone").name == "zone");
    const Choice choice = choose_engine(timed(), reaches(Formula::Kind::discrete), "discrete");
    CHECK(choice.engine == nullptr);
    REQUIRE(choice.refusals.size() == 1);
    CHECK(choice.refusals[0].why.reason == "the network has clocks");
}

TEST_CASE("options of engines are read from their declarations") {
    std::string problem;
    const std::optional<Spec> spec = parse_engine("zone(extrapolation=m+,compress)", problem);
    REQUIRE(spec);
    Settings settings;
    apply_engine(*spec, settings);
    CHECK(settings.engine == "zone");
    CHECK(settings.extrapolation == Abstraction::m_plus);
    CHECK(settings.compress);
    CHECK_FALSE(settings.all_variables);
    CHECK_FALSE(parse_engine("discrete(extrapolation=m)", problem));
    CHECK_FALSE(parse_engine("auto(compress)", problem));
}

TEST_CASE("every value of every option of an engine is accepted and applied") {
    for (const EnginePlugin* plugin : engines()) {
        for (const PluginOption& option : plugin->options) {
            for (const std::string& value : sample_values(option)) {
                std::string problem;
                const std::optional<Spec> spec =
                    parse_engine(plugin->name + "(" + option.name + "=" + value + ")", problem);
                REQUIRE_MESSAGE(spec, problem);
                Settings settings;
                apply_engine(*spec, settings);
                CHECK(settings.engine == plugin->name);
            }
        }
    }
}
