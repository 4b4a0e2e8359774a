#include "abstraction/merge_and_shrink/weak_bisimulation.hpp"

#include <algorithm>
#include <map>

#include "abstraction/merge_and_shrink/effort.hpp"
#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/sort_out.hpp"
#include "base/strong_components.hpp"

namespace crowfly::mas {
namespace {

// The partition of the states that silent steps connect, refined by what can be done after silent steps.
class WeakPartition {
public:
    WeakPartition(const TransitionSystem& system, const Shrinking& shrinking)
        : system_(system), shrinking_(shrinking), outgoing_(system) {
        collapse();
        class_of_.resize(cliques_.size());
        for (std::uint32_t c = 0; c < cliques_.size(); ++c) class_of_[c] = is_goal(c) ? 1 : 0;
        number_classes();
    }

    // Every round splits all classes at once. The last round that fits is kept.
    void refine() {
        for (;;) {
            poll();
            std::vector<std::uint32_t> next = signatures();
            const std::uint32_t count = 1 + *std::ranges::max_element(next);
            is_bounded_ = count > shrinking_.most_states;
            if (count == classes_ || is_bounded_) return;
            class_of_ = std::move(next);
            classes_ = count;
        }
    }

    Classes take() const {
        StateMap map(system_.states);
        for (AbstractState s = 0; s < system_.states; ++s) map[s] = class_of_[clique_of_[s]];
        return {std::move(map), classes_, is_bounded_};
    }

private:
    bool is_silent(std::uint32_t group) const { return shrinking_.silent[group]; }
    bool is_goal(std::uint32_t clique) const {
        return std::ranges::any_of(cliques_[clique], [&](AbstractState s) { return system_.goal[s]; });
    }

    // Components come after those that they lead to.
    void collapse() {
        std::vector<std::vector<std::uint32_t>> arcs(system_.states);
        for (AbstractState s = 0; s < system_.states; ++s) {
            for (const Outgoing::Entry& entry : outgoing_.of(s)) {
                if (is_silent(entry.group)) arcs[s].push_back(entry.target);
            }
        }
        clique_of_ = strong_components(arcs);
        cliques_.resize(clique_of_.empty() ? 0 : 1 + *std::ranges::max_element(clique_of_));
        for (AbstractState s = 0; s < system_.states; ++s) cliques_[clique_of_[s]].push_back(s);
    }

    void number_classes() {
        std::map<std::uint32_t, std::uint32_t> numbers;
        for (std::uint32_t& of : class_of_)
            of = numbers.emplace(of, static_cast<std::uint32_t>(numbers.size())).first->second;
        classes_ = static_cast<std::uint32_t>(numbers.size());
    }

    // The class of each clique after one more round.
    std::vector<std::uint32_t> signatures() {
        constexpr std::uint64_t silent_step = std::uint64_t{0xffffffff} << 32U;
        std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, std::uint32_t> known;
        std::vector<const std::vector<std::uint64_t>*> of(cliques_.size());
        std::vector<std::uint32_t> next(cliques_.size());
        for (std::uint32_t c = 0; c < cliques_.size(); ++c) {
            poll();
            std::vector<std::uint64_t> all{silent_step | class_of_[c]};
            std::vector<std::uint32_t> later;
            for (const AbstractState s : cliques_[c]) {
                for (const Outgoing::Entry& entry : outgoing_.of(s)) {
                    const std::uint32_t target = clique_of_[entry.target];
                    if (!is_silent(entry.group))
                        all.push_back(std::uint64_t{entry.group} << 32U | class_of_[target]);
                    else if (target != c)
                        later.push_back(target);
                }
            }
            sort_out(later);
            for (const std::uint32_t target : later) all.insert(all.end(), of[target]->begin(), of[target]->end());
            count_effort(effort::per_state + effort::per_entry * (all.size() + later.size()));
            sort_out(all);
            const auto number = static_cast<std::uint32_t>(known.size());
            const auto entry = known.emplace(std::pair{class_of_[c], std::move(all)}, number).first;
            of[c] = &entry->first.second;
            next[c] = entry->second;
        }
        return next;
    }

    const TransitionSystem& system_;
    const Shrinking& shrinking_;
    Outgoing outgoing_;
    std::vector<std::uint32_t> clique_of_;  // per state
    std::vector<std::vector<AbstractState>> cliques_;
    std::vector<std::uint32_t> class_of_;  // per clique
    std::uint32_t classes_ = 0;
    bool is_bounded_ = false;
};

}  // namespace

Classes find_weak_classes(const TransitionSystem& system, const Shrinking& shrinking) {
    WeakPartition partition(system, shrinking);
    partition.refine();
    return partition.take();
}

}  // namespace crowfly::mas
