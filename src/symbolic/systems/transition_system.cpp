#include "symbolic/systems/transition_system.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

// Which of the next parts is best (Ranjan, Aziz, Brayton, Plessier, Pixley: Efficient BDD algorithms for FSM synthesis
// and verification, 1995, in short): one that lets many variables be forgotten and brings in few.
class PartOrder {
public:
    PartOrder(const std::vector<Bdd>& parts, const Relation::Changes& changes) {
        for (const auto& [now, next] : changes.pairs) {
            is_now_.insert(now);
            is_next_.insert(next);
        }
        is_now_.insert(changes.freed.begin(), changes.freed.end());
        for (const Bdd& part : parts) {
            support_.push_back(support_of(part));
            for (const VariableNumber v : support_.back()) ++users_[v];
        }
    }

    std::vector<std::size_t> order() {
        std::vector<std::size_t> result;
        std::vector<bool> done(support_.size());
        while (result.size() < support_.size()) {
            poll();
            std::size_t best = support_.size();
            double most = 0;
            for (std::size_t p = 0; p < support_.size(); ++p) {
                if (done[p]) continue;
                const double value = worth(p);
                if (best == support_.size() || value > most) best = p, most = value;
            }
            done[best] = true;
            result.push_back(best);
            for (const VariableNumber v : support_[best]) --users_[v];
        }
        return result;
    }

private:
    double worth(std::size_t part) const {
        double forgotten = 0;
        double brought = 0;
        double kept = 0;
        for (const VariableNumber v : support_[part]) {
            if (is_next_.contains(v))
                ++brought;
            else if (is_now_.contains(v) && users_.at(v) == 1)
                ++forgotten;
            else
                ++kept;
        }
        return 2 * forgotten - brought - 0.1 * kept;
    }

    std::set<VariableNumber> is_now_, is_next_;
    std::vector<std::vector<VariableNumber>> support_;
    std::map<VariableNumber, std::size_t> users_;
};

// Per part, those of the variables that no later part depends on.
std::vector<Bdd> last_uses(const std::vector<std::vector<VariableNumber>>& support,
                           const std::vector<VariableNumber>& variables) {
    std::vector<std::vector<VariableNumber>> last(support.size());
    std::map<VariableNumber, std::size_t> part_of;
    for (std::size_t p = 0; p < support.size(); ++p) {
        for (const VariableNumber v : support[p]) part_of[v] = p;
    }
    for (const VariableNumber v : variables) {
        const auto found = part_of.find(v);
        last[found == part_of.end() ? 0 : found->second].push_back(v);
    }
    std::vector<Bdd> result;
    for (const auto& variables_of_part : last) result.push_back(Diagrams::variables(variables_of_part));
    return result;
}

// Neighbours first: one large set that all others are added to in turn would be copied each time.
Bdd joined(std::vector<Bdd> sets) {
    if (sets.empty()) return {};
    while (sets.size() > 1) {
        std::vector<Bdd> fewer;
        for (std::size_t i = 0; i + 1 < sets.size(); i += 2) fewer.push_back(sets[i] | sets[i + 1]);
        if (sets.size() % 2 == 1) fewer.push_back(std::move(sets.back()));
        sets = std::move(fewer);
    }
    return std::move(sets.front());
}

}  // namespace

Relation::Relation(const StateVariables& variables, std::vector<Bdd> parts, Changes changes, std::uint32_t transition)
    : parts_(std::move(parts)), changes_(std::move(changes)), transition_(transition),
      freed_(Diagrams::variables(changes_.freed)), variables_(&variables) {
    if (parts_.empty()) parts_.push_back(Diagrams::all());
    schedule();
}

void Relation::schedule() {
    if (parts_.size() > 1) {
        std::vector<Bdd> ordered;
        for (const std::size_t p : PartOrder(parts_, changes_).order()) ordered.push_back(parts_[p]);
        parts_ = std::move(ordered);
    }
    std::vector<std::vector<VariableNumber>> support;
    for (const Bdd& part : parts_) support.push_back(support_of(part));
    std::vector<VariableNumber> now = changes_.freed;
    std::vector<VariableNumber> next;
    for (const auto& [before, after] : changes_.pairs) {
        now.push_back(before);
        next.push_back(after);
    }
    forgotten_forward_ = last_uses(support, now);
    std::ranges::reverse(support);
    forgotten_backward_ = last_uses(support, next);
    std::ranges::reverse(forgotten_backward_);
}

void Relation::restrict_to(const Bdd& states) {
    parts_.front() &= states;
    schedule();
}

// What holds afterwards, in terms of the variables after the transition where it changes them. BuDDy's renamings have
// an entry per variable of the system, and are freed by a linear search: with many variables, and so with many
// relations, one is made anew each time.
Bdd Relation::moved(const Bdd& after) const {
    constexpr std::size_t many_variables = 4096;
    const Bdd before = changes_.freed.empty() ? after : exists(after, freed_);
    if (before.is_true() || before.is_false()) return before;
    if (variables_->count() > many_variables) return renamed(before, Renaming(changes_.pairs));
    if (!forth_) forth_.emplace(changes_.pairs);
    return renamed(before, *forth_);
}

void Relation::replace(const Bdd& part) {
    parts_ = {part};
    schedule();
}

std::optional<Relation> Relation::projected(const std::vector<bool>& kept, const std::vector<Bdd>& legal,
                                            const Bdd& after) const {
    const auto is_kept = [&](VariableNumber v) { return kept[static_cast<std::size_t>(v)]; };
    Changes changes;
    for (const auto& pair : changes_.pairs) {
        if (is_kept(pair.first)) changes.pairs.push_back(pair);
    }
    std::ranges::copy_if(changes_.freed, std::back_inserter(changes.freed), is_kept);
    if (changes.pairs.empty() && changes.freed.empty()) return std::nullopt;
    std::vector<Bdd> parts;
    for (Bdd part : parts_) {
        part &= moved(after);
        for (const VariableNumber v : support_of(part)) {
            if (!is_kept(v)) part &= legal[static_cast<std::size_t>(v)];
        }
        std::vector<VariableNumber> others = support_of(part);
        std::erase_if(others, is_kept);
        parts.push_back(others.empty() ? std::move(part) : exists(part, Diagrams::variables(others)));
    }
    return Relation(*variables_, std::move(parts), std::move(changes), transition_);
}

VariableNumber Relation::first_changed() const {
    VariableNumber first = changes_.pairs.empty() ? -1 : changes_.pairs.front().first;
    for (const auto& [now, next] : changes_.pairs) first = std::min(first, now);
    return first;
}

Bdd Relation::image(const Bdd& states) const {
    Bdd result = states;
    for (std::size_t p = 0; p < parts_.size() && !result.is_false(); ++p)
        result = and_exists(result, parts_[p], forgotten_forward_[p]);
    return renamed(result, variables_->back());
}

Bdd Relation::preimage(const Bdd& states) const {
    Bdd result = moved(states);
    for (std::size_t p = parts_.size(); p-- > 0 && !result.is_false();)
        result = and_exists(result, parts_[p], forgotten_backward_[p]);
    return result;
}

Bdd TransitionSystem::image(const Relation& relation, const Bdd& states) const {
    return delayed(relation.image(states) & invariant);
}

Bdd TransitionSystem::image(const Bdd& states) const {
    std::vector<Bdd> images;
    for (const Relation& relation : relations) {
        Bdd own = relation.image(states);
        if (!own.is_false()) images.push_back(std::move(own));
    }
    return delayed(joined(std::move(images)) & invariant);
}

// `states` are legal.
Bdd TransitionSystem::preimage(const Bdd& states) const {
    std::vector<Bdd> images;
    const Bdd before = undelayed(states);
    for (const Relation& relation : relations) {
        Bdd own = relation.preimage(before);
        if (!own.is_false()) images.push_back(std::move(own));
    }
    return undelayed(joined(std::move(images)) & legal);
}

Bdd TransitionSystem::goal_among(const Bdd& states, const Bdd& variables) const {
    if (!goal_in_parts) return states & goal;
    Bdd found = goal_in_parts->image(states);
    if (found.is_false()) return found;
    // With the latches of one state the parts are small.
    found = exists(one_of(found, variables), goal_in_parts->freed()) & states;
    for (const Bdd& part : goal_in_parts->parts()) found &= part;
    return found;
}

Bdd TransitionSystem::delayed(const Bdd& states) const {
    if (!delay) return states;
    Bdd all = states;
    for (Bdd last = states; !last.is_false();) {
        poll();
        last = (delay->image(last) & invariant) - all;
        all |= last;
    }
    return all;
}

Bdd TransitionSystem::undelayed(const Bdd& states) const {
    if (!delay) return states;
    Bdd all = states;
    for (Bdd first = states; !first.is_false();) {
        poll();
        first = (delay->preimage(first) & legal) - all;
        all |= first;
    }
    return all;
}

}  // namespace crowfly::symbolic
