#include "space/discrete/discrete_transitions.hpp"

#include "base/alarm.hpp"

namespace crowfly {

bool DiscreteTransitions::expand(std::span<const std::int32_t> slots) {
    candidate_ = 0;
    chosen_ = false;
    important_.clear();
    important_transitions_.clear();
    important_next_ = 0;
    if (!successors_.enumerate(slots)) return false;
    return !network_.features.priorities || keep_most_important();
}

// The first combination of receivers: each process that can receive a broadcast takes one of its edges.
bool DiscreteTransitions::choose_first(const Candidate& candidate) {
    firing_.assign(1, candidate.sender);
    if (candidate.receiver != Candidate::no_offer) firing_.push_back(candidate.receiver);
    const auto groups = successors_.groups(candidate);
    choices_.assign(groups.size(), 0);
    for (const ReceiverGroup& group : groups) firing_.push_back(successors_.offers(group)[0]);
    return groups.empty() || successors_.obeys_commitment(firing_);
}

bool DiscreteTransitions::choose_next() {
    const auto groups = successors_.groups(successors_.candidates()[candidate_ - 1]);
    const std::size_t first = firing_.size() - groups.size();
    for (std::size_t g = groups.size(); g-- > 0;) {
        const auto offers = successors_.offers(groups[g]);
        choices_[g] = choices_[g] + 1 == offers.size() ? 0 : choices_[g] + 1;
        firing_[first + g] = offers[choices_[g]];
        if (choices_[g] != 0) return true;
    }
    return false;
}

bool DiscreteTransitions::next() {
    if (network_.features.priorities) {
        if (important_next_ == important_.size()) return false;
        return successors_.apply(important_[important_next_++]) == Successors::Outcome::reached;
    }
    for (;;) {
        poll();
        bool allowed = true;
        if (chosen_) {
            chosen_ = choose_next();
            if (!chosen_) continue;
            allowed = successors_.obeys_commitment(firing_);
        } else {
            if (candidate_ == successors_.candidates().size()) return false;
            const Candidate& candidate = successors_.candidates()[candidate_++];
            chosen_ = candidate.groups.count != 0;
            allowed = choose_first(candidate);
        }
        if (!allowed) continue;
        switch (successors_.apply(firing_)) {
            case Successors::Outcome::reached: return true;
            case Successors::Outcome::stopped: return false;
            case Successors::Outcome::excluded: break;
        }
    }
}

// Keeps the transitions of the highest priority among those that are possible.
bool DiscreteTransitions::keep_most_important() {
    std::optional<Priority> most;
    for (const Candidate& candidate : successors_.candidates()) {
        ++candidate_;
        poll();
        bool allowed = choose_first(candidate);
        do {
            if (!allowed) continue;
            const Priority own = successors_.priority(firing_);
            if (most && own < *most) continue;
            const Successors::Outcome outcome = successors_.apply(firing_);
            if (outcome == Successors::Outcome::stopped) return false;
            if (outcome == Successors::Outcome::excluded) continue;
            if (!most || own > *most) {
                important_.clear();
                important_transitions_.clear();
            }
            most = own;
            important_.push_back(firing_);
            important_transitions_.push_back(candidate.transition);
        } while (choose_next() && ((allowed = successors_.obeys_commitment(firing_)), true));
    }
    return true;
}

}  // namespace crowfly
