#include "abstraction/patterns/reachable_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/sort_out.hpp"

namespace crowfly::pdb {
namespace {

constexpr std::size_t most_states_in_hash_table = 2'000'000;
constexpr Rank most_ranks = Rank{1} << 61U;

const Registered<AbstractionReader> reachable_reader(abstraction_readers(),
                                                     {std::string(RankLookup::kind), read_lookup<RankLookup>});

}  // namespace

std::size_t RankTable::place_of(Rank rank) const {
    const std::size_t mask = places_.size() - 1;
    std::size_t place = (rank * 0x9e3779b97f4a7c15U) >> 20U & mask;
    while (places_[place] != none && ranks_[places_[place]] != rank) place = (place + 1) & mask;
    return place;
}

void RankTable::add(Rank rank) {
    if (2 * ranks_.size() >= places_.size()) grow();
    const std::size_t place = place_of(rank);
    if (places_[place] != none) return;
    places_[place] = static_cast<AbstractState>(ranks_.size());
    ranks_.push_back(rank);
}

void RankTable::grow() {
    places_.assign(std::max<std::size_t>(64, 2 * places_.size()), none);
    for (AbstractState state = 0; state < ranks_.size(); ++state) places_[place_of(ranks_[state])] = state;
}

void RankTable::loaded() {
    const std::vector<Rank> ranks = std::exchange(ranks_, {});
    for (const Rank rank : ranks) add(rank);
    ArchiveReader::demand(ranks_.size() == ranks.size(), "has an abstract state twice");
}

void RankLookup::fit(ValueCounts values) {
    hash.fit(values, most_ranks);
    ArchiveReader::demand(distances.size() == ranks.size(), "lacks distances");
}

ReachableDatabase::ReachableDatabase(const LabelTable& table, const Pattern& pattern)
    : LookupAbstraction({PerfectHash(table.system(), pattern)}), labels_(project(table, pattern)),
      predecessors_(table, lookup_.hash, labels_) {}

std::unique_ptr<ReachableDatabase> ReachableDatabase::build(const LabelTable& table, const Pattern& pattern,
                                                            std::size_t most_states, const Effort& effort) {
    std::unique_ptr<ReachableDatabase> database(new ReachableDatabase(table, pattern));
    if (!database->explore(table, most_states, effort)) return nullptr;
    database->find_distances(table.system());
    database->sizes.push_back(
        {fmt::format("{} variables, {} labels", pattern.size(), database->labels_.size()), database->states()});
    return database;
}

// False: there are too many states.
bool ReachableDatabase::explore(const LabelTable& table, std::size_t most_states, const Effort& effort) {
    TransitionFinder successors(table, lookup_.hash, Direction::forward);
    successors.build(labels_, [](const ProjectedLabel&) { return true; });
    for (const Rank rank : initial_states(table.system(), lookup_.hash)) lookup_.ranks.add(rank);
    effort.reach({.doing = "exploring a pattern"});
    const auto take = [&](Rank successor, std::uint32_t) { lookup_.ranks.add(successor); };
    std::vector<Value> digits(lookup_.hash.digits());
    for (AbstractState state = 0; state < lookup_.ranks.size(); ++state) {
        if (lookup_.ranks.size() > most_states) return false;
        if (state % 4096 == 0) {
            poll();
            effort.grow(lookup_.ranks.size());
            effort.tell(bytes_of(table) + bytes());
            if (effort.is_used_up(bytes_of(table) + bytes())) return false;
        }
        lookup_.hash.unpack(lookup_.ranks[state], digits);
        successors.each_neighbour(lookup_.ranks[state], digits, take);
    }
    return true;
}

// Breadth first from the goal backwards, as BackwardSearch does it.
void ReachableDatabase::find_distances(const FactoredSystem& system) {
    lookup_.distances.assign(lookup_.ranks.size(), dead_end);
    std::vector<AbstractState> current, next;
    std::vector<Value> digits(lookup_.hash.digits());
    for (AbstractState state = 0; state < lookup_.ranks.size(); ++state) {
        lookup_.hash.unpack(lookup_.ranks[state], digits);
        if (!meets_goal(system, lookup_.hash, digits)) continue;
        lookup_.distances[state] = 0;
        current.push_back(state);
    }
    for (Estimate layer = 0; !current.empty(); ++layer) {
        const auto taker = [&](Estimate distance, std::vector<AbstractState>& into) {
            return [this, distance, &into](Rank rank, std::uint32_t) {
                const AbstractState predecessor = lookup_.ranks.find(rank);
                if (predecessor == RankTable::none || lookup_.distances[predecessor] != dead_end) return;
                lookup_.distances[predecessor] = distance;
                into.push_back(predecessor);
            };
        };
        const auto close = taker(layer, current);
        for (std::size_t i = 0; i < current.size(); ++i) {
            lookup_.hash.unpack(lookup_.ranks[current[i]], digits);
            predecessors_.free.each_neighbour(lookup_.ranks[current[i]], digits, close);
        }
        poll();
        const auto expand = taker(layer + 1, next);
        for (const AbstractState state : current) {
            lookup_.hash.unpack(lookup_.ranks[state], digits);
            predecessors_.paid.each_neighbour(lookup_.ranks[state], digits, expand);
        }
        current.swap(next);
        next.clear();
    }
}

bool ReachableDatabase::each_transition(const TakeTransition& take) const {
    std::vector<Value> digits(lookup_.hash.digits());
    AbstractState target = 0;
    const auto take_all = [&](Rank rank, std::uint32_t projected) {
        const AbstractState source = lookup_.ranks.find(rank);
        if (source == RankTable::none) return;
        take({source, labels_[projected].labels, target});
    };
    for (; target < lookup_.ranks.size(); ++target) {
        if (target % 4096 == 0) poll();
        lookup_.hash.unpack(lookup_.ranks[target], digits);
        predecessors_.free.each_neighbour(lookup_.ranks[target], digits, take_all);
        predecessors_.paid.each_neighbour(lookup_.ranks[target], digits, take_all);
    }
    return true;
}

std::unique_ptr<ReachableDatabase> longest_reachable(const LabelTable& table, const std::vector<VariableIndex>& order,
                                                     std::size_t least, std::size_t most_states, const Effort& effort) {
    constexpr int most_tries = 6;
    most_states = std::min(most_states, most_states_in_hash_table);
    const auto with_first = [&](std::size_t count) -> std::unique_ptr<ReachableDatabase> {
        Pattern pattern(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
        sort_out(pattern);
        if (states_of(table.system(), pattern) > most_ranks) return nullptr;
        return ReachableDatabase::build(table, pattern, most_states, effort);
    };
    if (least > order.size()) return nullptr;
    std::unique_ptr<ReachableDatabase> best = with_first(order.size());
    if (best) return best;
    std::size_t too_many = order.size();
    for (int tries = 1; least < too_many && tries < most_tries; ++tries) {
        const std::size_t middle = least + (too_many - least) / 2;
        std::unique_ptr<ReachableDatabase> found = with_first(middle);
        if (found) {
            best = std::move(found);
            least = middle + 1;
        } else {
            too_many = middle;
        }
    }
    return best;
}

}  // namespace crowfly::pdb
