// What was saved gives, once it is loaded, the same estimates as what was built, on random networks and for all
// options. What somebody has changed, with a checksum that matches, is refused or can be asked without harm.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "abstraction/loaded_abstraction.hpp"
#include "base/files/archive.hpp"
#include "heuristic/abstraction_plugin.hpp"
#include "heuristic/kept_heuristics.hpp"
#include "property/property.hpp"
#include "search/explore/distances.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

HeuristicSpec spec_of(const std::string& text) {
    std::string problem;
    const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
    REQUIRE_MESSAGE(spec.has_value(), problem);
    return *spec;
}

// Every abstraction with every value of its options that can be kept, and as a part of another heuristic.
std::vector<std::string> kept_specs() {
    std::vector<std::string> texts{"max(dL,mas(N=5))", "scp(mas(N=10),pdb(size=20),cegar(states=20),orders=3)",
                                   // more abstract states than fit into a table, but few that can be reached
                                   "pdb(size=60)", "cegar(states=30)"};
    for (const AbstractionPlugin& plugin : abstractions().all()) {
        const std::string parts = plugin.combines ? "mas,cegar" : "";
        texts.push_back(plugin.combines ? fmt::format("{}({})", plugin.name, parts) : plugin.name);
        for (const PluginOption& option : plugin.options) {
            for (const std::string& value : sample_values(option))
                texts.push_back(
                    fmt::format("{}({}{}{}={})", plugin.name, parts, parts.empty() ? "" : ",", option.name, value));
        }
    }
    std::erase_if(texts, [](const std::string& text) { return !why_not_kept(spec_of(text)).empty(); });
    return texts;
}

// All states that can be reached, and some that mostly cannot.
std::vector<std::vector<std::int32_t>> states_of(const Goal& goal, Rng& rng) {
    std::vector<std::vector<std::int32_t>> states;
    SilentObserver silent;
    Limits limits;
    limits.states = 300;
    Distances solved(goal, limits, silent);
    for (Distances::Node node = 0; node < solved.size(); ++node) solved.read(node, states.emplace_back());
    for (int i = 0; i < 20; ++i) {
        std::vector<std::int32_t>& slots = states.emplace_back();
        for (const Slot& slot : goal.network.slots)
            slots.push_back(slot.least + static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(
                                             std::int64_t{slot.greatest} - slot.least + 1))));
    }
    return states;
}

std::string archived(const AbstractionSet& set) {
    ArchiveWriter archive;
    write_set(set, archive);
    return archive.bytes();
}

struct Tally {
    std::size_t groups = 0, partitions = 0, refused = 0, accepted = 0;
    std::map<std::string, std::size_t, std::less<>> kinds;
};

void check_same(const Goal& asked, const HeuristicSpec& spec, const std::vector<std::vector<std::int32_t>>& states,
                const std::string& where, Tally& tally) {
    std::string file;
    SavedHeuristics saved([&](const std::string& bytes) { file = bytes; });
    Goal goal = asked;
    goal.kept = &saved;
    const std::unique_ptr<Heuristic> built = make_heuristic(goal, spec);
    REQUIRE(!file.empty());
    LoadedHeuristics kept(file);
    goal.kept = &kept;
    const std::unique_ptr<Heuristic> loaded = make_heuristic(goal, spec);
    for (const std::vector<std::int32_t>& slots : states)
        CHECK_MESSAGE(loaded->estimate(slots) == built->estimate(slots), where);
    if (const AbstractionSet* set = built->abstractions()) {
        CHECK_MESSAGE(archived(*loaded->abstractions()) == archived(*set), where);
        CHECK_MESSAGE(loaded->abstract_states() == built->abstract_states(), where);
        CHECK_FALSE(loaded->uses_task());
        for (const auto& part : set->parts) ++tally.kinds[std::string(part->kind())];
        tally.groups += set->groups.size();
        tally.partitions += set->partitions.count;
    }
}

// Some bytes of what was saved are others, and the checksum says that this is as it should be.
void check_forged(const Goal& asked, const HeuristicSpec& spec, const std::vector<std::vector<std::int32_t>>& states,
                  Rng& rng, Tally& tally) {
    SavedHeuristics saved([](const std::string&) {});
    Goal goal = asked;
    goal.kept = &saved;
    make_heuristic(goal, spec);
    const HeuristicKey key = key_of(goal, spec);
    const std::string bytes = *saved.find(key);
    for (int i = 0; i < 30; ++i) {
        std::string forged = bytes;
        for (std::uint64_t edits = 1 + rng.below(2); edits > 0; --edits)
            forged[rng.below(forged.size())] = static_cast<char>(rng.below(5) == 0 ? 0xff : rng.below(256));
        if (rng.below(8) == 0) forged.resize(rng.below(forged.size()));
        SavedHeuristics again([](const std::string&) {});
        again.keep(key, forged);
        LoadedHeuristics kept(again.file());
        goal.kept = &kept;
        try {
            const std::unique_ptr<Heuristic> loaded = make_heuristic(goal, spec);
            for (const std::vector<std::int32_t>& slots : states) loaded->estimate(slots);
            ++tally.accepted;
        } catch (const UnfitHeuristic& unfit) {
            CHECK(std::string_view(unfit.what()).starts_with("is damaged: a heuristic in it "));
            ++tally.refused;
        }
    }
}

template <class Check>
void for_networks(std::uint64_t first_seed, std::size_t networks, const Check& check) {
    tiny::Shape shape;
    shape.clocks = {0, 1};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    networks = tiny::budget(networks);
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 3 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Goal goal{loaded.network(), as_reach(*query).formula, as_reach(*query).exists};
        check(seed, goal, states_of(goal, rng), rng,
              fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net)));
    }
}

}  // namespace

TEST_CASE("a heuristic that was saved gives the same estimates") {
    const std::vector<std::string> specs = kept_specs();
    Tally tally;
    for_networks(72'000'000, 150,
                 [&](std::uint64_t seed, const Goal& goal, const auto& states, Rng&, const auto& where) {
                     for (std::size_t i = seed % 3; i < specs.size(); i += 3)
                         check_same(goal, spec_of(specs[i]), states, specs[i] + " " + where, tally);
                 });
    for (const AbstractionReader& reader : abstraction_readers().all())
        CHECK_MESSAGE(tally.kinds[reader.name] > tiny::share(10), reader.name);
    CHECK(tally.groups > tiny::share(20));
    CHECK(tally.partitions > tiny::share(20));
}

TEST_CASE("what was changed is refused, or does no harm") {
    const std::vector<std::string> specs{"mas(N=10)", "pdb", "pdb(size=60)", "cegar(states=30)",
                                         "scp(mas(N=10),cegar(states=20))"};
    Tally tally;
    for_networks(73'000'000, 100, [&](std::uint64_t seed, const Goal& goal, const auto& states, Rng& rng, const auto&) {
        check_forged(goal, spec_of(specs[seed % specs.size()]), states, rng, tally);
    });
    CHECK(tally.refused > tiny::share(700));
    CHECK(tally.accepted > tiny::share(150));
}
