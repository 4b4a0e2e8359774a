#include "abstraction/merge_and_shrink/shrink.hpp"

#include <algorithm>
#include <map>

#include "abstraction/merge_and_shrink/effort.hpp"
#include "abstraction/merge_and_shrink/weak_bisimulation.hpp"
#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/sort_out.hpp"

namespace crowfly::mas {
namespace {

// The coarsest partition by distance, refined bucket by bucket.
class Partition {
public:
    Partition(const TransitionSystem& system, const std::vector<Estimate>& distance, std::uint32_t most)
        : outgoing_(system), distance_(distance), most_(std::max(most, 1U)), class_of_(system.states) {
        // Time may lead to the goal at no cost, but not before other factors let it.
        std::map<std::pair<Estimate, bool>, std::uint32_t> buckets;
        const auto place = [&](AbstractState s, bool tells_goal) {
            return std::pair{std::min(distance[s], most_ - 1), tells_goal && distance[s] == 0 && !system.goal[s]};
        };
        for (AbstractState s = 0; s < system.states; ++s) buckets.emplace(place(s, true), 0);
        const bool tells_goal = buckets.size() <= most_;
        if (!tells_goal) buckets.erase({0, true});
        for (auto& [bounded, bucket] : buckets) bucket = classes_++;
        buckets_.resize(classes_);
        final_.resize(classes_);
        for (AbstractState s = 0; s < system.states; ++s) {
            class_of_[s] = buckets.at(place(s, tells_goal));
            buckets_[class_of_[s]].push_back(s);
        }
    }

    // Splits buckets in the given order until none changes. A split that would exceed the bound is not made, nor any
    // later one of that bucket, for it would be finer yet.
    void refine(bool low_first, bool stops_at_bound) {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < buckets_.size(); ++i) {
                poll();
                const std::size_t bucket = low_first ? i : buckets_.size() - 1 - i;
                if (final_[bucket]) continue;
                const Result result = split(bucket);
                final_[bucket] = result == Result::too_many;
                exceeded_ = exceeded_ || final_[bucket];
                if (exceeded_ && stops_at_bound) return;
                changed = changed || result == Result::split;
            }
        }
    }

    // Only steps that lower the distance by what they cost count from now on.
    void be_greedy() { greedy_ = true; }

    bool exceeded() const { return exceeded_; }
    Classes take() { return {std::move(class_of_), classes_, exceeded_}; }

private:
    enum class Result : std::uint8_t { same, split, too_many };
    using Signature = std::vector<std::uint64_t>;

    Signature signature(AbstractState state) const {
        poll();
        Signature all;
        for (const Outgoing::Entry& entry : outgoing_.of(state)) {
            if (greedy_ && distance_[entry.target] >= distance_[state] && distance_[state] > 0) continue;
            all.push_back(std::uint64_t{entry.group} << 32U | class_of_[entry.target]);
        }
        count_effort(effort::per_state + effort::per_entry * all.size());
        sort_out(all);
        return all;
    }

    Result split(std::size_t bucket) {
        std::map<std::pair<std::uint32_t, Signature>, std::uint32_t> parts;
        std::vector<std::uint32_t> part_of;
        std::vector<bool> seen(classes_);
        std::uint32_t before = 0;
        for (const AbstractState s : buckets_[bucket]) {
            if (!seen[class_of_[s]]) {
                seen[class_of_[s]] = true;
                ++before;
            }
            const auto number = static_cast<std::uint32_t>(parts.size());
            part_of.push_back(parts.emplace(std::pair{class_of_[s], signature(s)}, number).first->second);
        }
        if (parts.size() == before) return Result::same;
        if (classes_ + parts.size() - before > most_) return Result::too_many;
        rename(bucket, part_of, parts.size());
        return Result::split;
    }

    // The first part of a class keeps its number.
    void rename(std::size_t bucket, const std::vector<std::uint32_t>& part_of, std::size_t parts) {
        constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> names(parts, none);
        std::vector<bool> kept(classes_);
        for (std::size_t i = 0; i < part_of.size(); ++i) {
            const std::uint32_t old = class_of_[buckets_[bucket][i]];
            std::uint32_t& name = names[part_of[i]];
            if (name != none) continue;
            if (old < kept.size() && !kept[old]) {
                kept[old] = true;
                name = old;
            } else {
                name = classes_++;
            }
        }
        for (std::size_t i = 0; i < part_of.size(); ++i) class_of_[buckets_[bucket][i]] = names[part_of[i]];
    }

    Outgoing outgoing_;
    const std::vector<Estimate>& distance_;
    std::uint32_t most_;
    StateMap class_of_;
    std::uint32_t classes_ = 0;
    std::vector<std::vector<AbstractState>> buckets_;  // by distance
    std::vector<bool> final_;                          // per bucket: it is not split any more
    bool exceeded_ = false;
    bool greedy_ = false;
};

}  // namespace

Classes find_classes(const TransitionSystem& system, const std::vector<Estimate>& distance,
                     const Shrinking& shrinking) {
    if (shrinking.how == Shrink::weak) return find_weak_classes(system, shrinking);
    Partition partition(system, distance, shrinking.most_states);
    partition.refine(shrinking.how != Shrink::high_first, shrinking.how == Shrink::bisimulation);
    if (shrinking.how != Shrink::bisimulation || !partition.exceeded()) return partition.take();
    Partition greedy(system, distance, shrinking.most_states);
    greedy.be_greedy();
    greedy.refine(true, false);
    Classes classes = greedy.take();
    classes.is_bounded = true;
    return classes;
}

}  // namespace crowfly::mas
