#include "abstraction/patterns/pattern_database.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"

namespace crowfly::pdb {
namespace {

// An empty table, and the goal states to start from.
struct Start {
    DistanceTable distances;
    std::vector<AbstractState> goal = {};
};

Start start_of(const LabelTable& table, const PerfectHash& hash, const std::vector<ProjectedLabel>& labels,
               Extent extent) {
    std::optional<std::vector<AbstractState>> reached;
    if (extent == Extent::reachable) {
        TransitionFinder successors(table, hash, Direction::forward);
        successors.build(labels, [](const ProjectedLabel&) { return true; });
        reached = reachable_states(hash, successors, initial_states(table.system(), hash), hash.states() / 4);
    }
    if (!reached) return {DistanceTable(hash.states()), goal_states(table.system(), hash)};
    Start start{DistanceTable(hash.states(), *reached)};
    std::vector<Value> digits(hash.digits());
    for (const AbstractState state : *reached) {
        hash.unpack(state, digits);
        if (meets_goal(table.system(), hash, digits)) start.goal.push_back(state);
    }
    return start;
}

const Registered<AbstractionReader> pattern_reader(abstraction_readers(),
                                                   {std::string(TableLookup::kind), read_lookup<TableLookup>});

}  // namespace

void TableLookup::fit(ValueCounts values) {
    hash.fit(values, std::numeric_limits<AbstractState>::max());
    ArchiveReader::demand(distances.states() == hash.states(), "lacks distances");
}

PatternDatabase::PatternDatabase(const LabelTable& table, const Pattern& pattern, const Effort& effort,
                                 std::size_t held, Extent extent)
    : LookupAbstraction({PerfectHash(table.system(), pattern)}), labels_(project(table, pattern)),
      predecessors_(table, lookup_.hash, labels_) {
    held += bytes_of(table) + bytes();
    effort.tell(held + lookup_.hash.states());
    BackwardSearch search(lookup_.hash, predecessors_, effort, held);
    Start start = start_of(table, lookup_.hash, labels_, extent);
    search.run(start.distances, std::move(start.goal));
    lookup_.distances = std::move(start.distances);
    sizes.push_back({fmt::format("{} variables, {} labels, {} layers{}", pattern.size(), labels_.size(),
                                 search.layers() + 1, search.is_cut_short() ? ", cut short" : ""),
                     states()});
}

bool PatternDatabase::each_transition(const TakeTransition& take) const {
    std::vector<Value> digits(lookup_.hash.digits());
    AbstractState target = 0;
    const auto take_all = [&](Rank rank, std::uint32_t projected) {
        const auto source = static_cast<AbstractState>(rank);
        if (lookup_.distances.is_excluded(source)) return;
        take({source, labels_[projected].labels, target});
    };
    for (; target < lookup_.hash.states(); ++target) {
        if (target % 4096 == 0) poll();
        if (lookup_.distances.is_excluded(target)) continue;
        lookup_.hash.unpack(target, digits);
        predecessors_.free.each_neighbour(target, digits, take_all);
        predecessors_.paid.each_neighbour(target, digits, take_all);
    }
    return true;
}

Estimate initial_distance(const LabelTable& table, const Pattern& pattern, const Effort& effort) {
    const PerfectHash hash(table.system(), pattern);
    effort.reach({.doing = "choosing a pattern", .states = hash.states()});
    const std::vector<Rank> ranks = initial_states(table.system(), hash);
    const std::vector<AbstractState> initial(ranks.begin(), ranks.end());
    const std::vector<ProjectedLabel> labels = project(table, pattern);
    const Predecessors predecessors(table, hash, labels);
    effort.tell(bytes_of(table) + hash.states());
    BackwardSearch search(hash, predecessors, effort, bytes_of(table));
    Start start = start_of(table, hash, labels, Extent::reachable);
    search.run(start.distances, std::move(start.goal), initial);
    Estimate least = dead_end;
    for (const AbstractState state : initial) least = std::min(least, start.distances[state]);
    return least;
}

}  // namespace crowfly::pdb
