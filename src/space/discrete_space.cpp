#include "space/discrete_space.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "space/starts.hpp"

namespace crowfly {

// ---- Transitions ----------------------------------------------------------------------------------------------------

bool DiscreteSteps::expand(std::span<const std::int32_t> slots) {
    candidate_ = 0;
    chosen_ = false;
    important_.clear();
    important_transitions_.clear();
    important_next_ = 0;
    if (!successors_.enumerate(slots)) return false;
    return !network_.features.priorities || keep_most_important();
}

// The first combination of receivers. Each process that can hear a broadcast takes one of its edges.
bool DiscreteSteps::choose_first(const Candidate& candidate) {
    firing_.assign(1, candidate.sender);
    if (candidate.receiver != Candidate::no_offer) firing_.push_back(candidate.receiver);
    const auto groups = successors_.groups(candidate);
    choices_.assign(groups.size(), 0);
    for (const ReceiverGroup& group : groups) firing_.push_back(successors_.offers(group)[0]);
    return groups.empty() || successors_.obeys_commitment(firing_);
}

bool DiscreteSteps::choose_next() {
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

bool DiscreteSteps::next() {
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

// Only the most important of the transitions that can really be taken are.
bool DiscreteSteps::keep_most_important() {
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

// ---- States ---------------------------------------------------------------------------------------------------------

DiscreteSpace::DiscreteSpace(const Network& network, Layout layout, bool keeps_parents, bool compressed)
    : network_(network), layout_(std::move(layout)), steps_(network), looks_(network), states_(layout_, compressed),
      keeps_parents_(keeps_parents), writes_known_(!network.before_update && !network.after_update),
      source_(layout_.words()), slots_(network.slots.size()), arrival_(network.slots.size()),
      stuck_([this] { return is_stuck(); }) {}

bool DiscreteSpace::start() {
    std::vector<std::int32_t> start = first_start(network_);
    packed_.clear();
    announced_.clear();
    next_ = 0;
    has_more_ = false;
    do {
        const Stay* stay = steps_.stay(start);
        if (stay == nullptr) return false;
        if (stay->broken) continue;
        packed_.resize(packed_.size() + layout_.words());
        layout_.pack(start, packed_.data() + packed_.size() - layout_.words());
        announced_.push_back(states_.announce(packed_.data() + packed_.size() - layout_.words()));
    } while (next_start(network_, start));
    fired_edges_.assign(announced_.size(), {});
    return true;
}

bool DiscreteSpace::expand(NodeId node) {
    states_.read(node, source_.data());
    layout_.unpack(source_.data(), slots_);
    packed_.clear();
    announced_.clear();
    next_ = 0;
    has_more_ = steps_.expand(slots_);
    if (!has_more_) return false;
    pack_arrivals();
    return true;
}

// Not all of them if they are many and large: what is not yet looked at takes memory.
void DiscreteSpace::pack_arrivals() {
    packed_.clear();
    announced_.clear();
    next_ = 0;
    do {
        has_more_ = steps_.next();
        if (has_more_) pack_arrival();
    } while (has_more_ && packed_.size() < most_words_at_once);
}

// What a transition does not write stays as it is.
void DiscreteSpace::pack_arrival() {
    const std::size_t words = layout_.words();
    packed_.resize(packed_.size() + words);
    std::uint32_t* to = packed_.data() + packed_.size() - words;
    const std::span<const std::int32_t> after = steps_.slots();
    if (writes_known_) {
        std::copy_n(source_.data(), words, to);
        for (const OfferIndex offer : steps_.firing()) {
            for (const SlotSet::Range& range : steps_.edge_of(offer).footprint.writes.ranges()) {
                for (std::uint32_t slot = range.first; slot <= range.last; ++slot)
                    layout_.replace(to, slot, after[slot]);
            }
        }
        layout_.clear_dead(to);
    } else {
        layout_.pack(after, to);
    }
    if (notes_edges_) note_arrival();
    announced_.push_back(states_.announce(to));
}

void DiscreteSpace::note_arrival() {
    if (fired_edges_.size() <= announced_.size()) fired_edges_.emplace_back();
    FiredEdges& fired = fired_edges_[announced_.size()];
    fired.transition = steps_.transition();
    fired.edges.clear();
    for (const OfferIndex offer : steps_.firing()) fired.edges.push_back(steps_.edge_index(offer));
}

bool DiscreteSpace::next() {
    if (next_ == announced_.size() && has_more_) pack_arrivals();
    if (next_ == announced_.size()) return false;
    ++next_;
    is_unpacked_ = false;
    return true;
}

std::span<const std::int32_t> DiscreteSpace::unpacked() {
    if (!is_unpacked_) layout_.unpack(delivered(), arrival_);
    is_unpacked_ = true;
    return arrival_;
}

NodeId DiscreteSpace::add(NodeId parent, Spared spared) {
    const auto [id, fresh] = states_.insert(delivered(), announced_[next_ - 1]);
    if (!fresh) {
        known_ = id;
        if (spared.may_cover(id)) return no_node;
        parents_[id] = parent;
        return id;
    }
    if (keeps_parents_) parents_.push_back(parent);
    return id;
}

NodeId DiscreteSpace::find_parent(NodeId node, NodeId first, NodeId end) {
    for (NodeId parent = first; parent < end; ++parent) {
        if (!expand(parent)) return no_node;
        while (next()) {
            if (states_.find(delivered()) == node) return parent;
        }
    }
    return no_node;
}

void DiscreteSpace::read(NodeId node, std::vector<std::int32_t>& slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    states_.read(node, packed.data());
    slots.resize(slots_.size());
    layout_.unpack(packed.data(), slots);
}

bool DiscreteSpace::is_stuck() {
    if (!looks_.expand(unpacked()) || looks_.next()) return false;
    return !looks_.stop();  // what cannot go on is reported when it is expanded
}

bool DiscreteSpace::satisfies(NodeId node, Predicate& predicate, bool wanted) {
    read(node, arrival_);
    is_unpacked_ = true;
    return satisfies(predicate, wanted);
}

bool DiscreteSpace::satisfies(Predicate& predicate, bool wanted) {
    return predicate.holds(unpacked(), stuck_) == wanted && !predicate.stop();
}

}  // namespace crowfly
