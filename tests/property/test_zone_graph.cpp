// Two laws tie the zone graph to everything else. Whatever a random walk visits with exact clock values lies in some
// zone of the same discrete state. And every query of our own models that asks about reachability is decided as its
// author expects.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>

#include <doctest/doctest.h>

#include "model/uppaal/check/check.hpp"
#include "model/uppaal/read.hpp"
#include "network/compile/compile.hpp"
#include "property/compile.hpp"
#include "search/schedule/reachability.hpp"
#include "space/layout.hpp"
#include "space/walk.hpp"
#include "space/zones/zone_graph.hpp"

using namespace crowfly;

namespace {

struct Loaded {
    explicit Loaded(const std::filesystem::path& path) {
        std::ifstream in(path);
        std::stringstream text;
        text << in.rdbuf();
        document = uppaal::read_document(sources.add(path.string(), text.str()), sources, diagnostics);
        checker = std::make_unique<uppaal::Checker>(document, diagnostics, &sources);
        if (!diagnostics.has_errors()) compiler = std::make_unique<Compiler>(checker->model(), diagnostics);
    }
    bool sound() const { return !diagnostics.has_errors(); }

    Sources sources;
    Diagnostics diagnostics;
    uppaal::Document document;
    std::unique_ptr<uppaal::Checker> checker;
    std::unique_ptr<Compiler> compiler;
};

std::vector<std::filesystem::path> own_models() {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(CROWFLY_ROOT "/models")) {
        const auto suffix = entry.path().extension();
        if (suffix == ".xml" || suffix == ".xta" || suffix == ".ta") found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

using Zones = std::map<std::vector<std::int32_t>, std::vector<zone::Zone>>;

struct Waiting {
    std::vector<std::int32_t> slots;
    zone::Zone zone;
};

// Everything reachable, or nothing if that is too much or the model cannot be run to its end.
Zones explore(const Network& network, ZoneGraph& graph) {
    constexpr std::size_t enough = 3000;
    Zones all;
    std::vector<Waiting> waiting;
    const auto take_results = [&] {
        while (graph.next()) {
            const std::size_t n = graph.active().size();
            const std::vector<std::int32_t> key(graph.slots().begin(), graph.slots().begin() + network.state_slots);
            std::vector<zone::Zone>& known = all[key];
            const auto covers = [&](const zone::Zone& z) { return zone::includes(z.data(), graph.zone(), n); };
            if (std::any_of(known.begin(), known.end(), covers)) continue;
            known.emplace_back(graph.zone(), graph.zone() + n * n);
            waiting.push_back({{graph.slots().begin(), graph.slots().end()}, known.back()});
        }
        return !graph.stop();
    };
    if (!graph.start() || !take_results()) return {};
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const Waiting state = waiting[i];
        if (!graph.expand(state.slots, state.zone.data()) || !take_results() || waiting.size() >= enough) return {};
    }
    return all;
}

bool covered(const ConcreteState& state, const Zones& zones, const Network& network, ZoneGraph& graph) {
    const auto found = zones.find({state.slots.begin(), state.slots.begin() + network.state_slots});
    if (found == zones.end()) return false;
    ActiveClocks active;
    graph.find_active(state.slots, active);
    std::int64_t unit = 1;
    for (const ClockIndex c : active.clocks) unit = std::lcm(unit, state.clocks[c].denominator());
    std::vector<std::int64_t> valuation;
    for (const ClockIndex c : active.clocks)
        valuation.push_back(state.clocks[c].numerator() * (unit / state.clocks[c].denominator()));
    return std::any_of(found->second.begin(), found->second.end(),
                       [&](const zone::Zone& z) { return zone::contains(z.data(), active.size(), valuation, unit); });
}

SearchOptions sound_for(const Network& network, const Property& query) {
    SearchOptions how;
    how.wanted = as_reach(query).exists;
    if (network.features.diagonals || mentions_diagonals(query)) {
        how.abstraction = Abstraction::m;
    } else if (mentions_deadlock(query)) {
        how.abstraction = Abstraction::m_plus;
    }
    return how;
}

}  // namespace

TEST_CASE("what random walks visit lies in the zones") {
    std::size_t models = 0;
    for (const auto& path : own_models()) {
        CAPTURE(path.string());
        const Loaded loaded(path);
        if (!loaded.sound()) continue;
        const Network& network = loaded.compiler->network();
        ZoneGraph graph(network, {}, network.features.diagonals ? Abstraction::m : Abstraction::lu_plus);
        const Zones zones = explore(network, graph);
        if (zones.empty()) continue;
        ++models;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Walk walked = walk(network, seed, 60);
            if (walked.initial) REQUIRE(covered(*walked.initial, zones, network, graph));
            for (const Step& step : walked.steps) REQUIRE(covered(step.state, zones, network, graph));
        }
    }
    CHECK(models > 30);
}

TEST_CASE("reachability queries of our models are decided as expected, breadth first and depth first") {
    std::size_t decided = 0;
    for (const auto& path : own_models()) {
        Loaded loaded(path);
        if (!loaded.sound()) continue;
        for (const uppaal::Query& written : loaded.document.queries) {
            Diagnostics ignored;
            const auto typed = loaded.checker->check_query(written, ignored);
            const auto query = typed ? compile_property(*loaded.compiler, *typed, ignored) : std::nullopt;
            if (!query || !query->expected || query->obstacle) continue;
            if (!asks_for_states(*query)) continue;
            CAPTURE(path.string());
            CAPTURE(written.text);
            const Network& network = loaded.compiler->network();
            SearchOptions how = sound_for(network, *query);
            Limits limits;
            limits.states = 50'000;
            SilentObserver silent;
            for (const char* name : {"bfs", "dfs"}) {
                how.search = name;
                const SearchResult result = search(network, as_reach(*query).formula, how, limits, silent);
                if (result.stop || !result.unfinished.empty() || network.features.stopwatches) continue;
                CHECK(result.found.has_value() == (how.wanted == *query->expected));
                ++decided;
            }
        }
    }
    CHECK(decided > 60);
}
