#include "space/successors.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly {

Successors::Successors(const Network& network) : network_(network), evaluator_(network), memos_(network.edges.size()) {
    index_transitions();
}

// Transitions by their first edge: a counting sort.
void Successors::index_transitions() {
    transition_starts_.assign(network_.edges.size() + 1, 0);
    for (const Transition& transition : network_.transitions) ++transition_starts_[transition.edge + 1];
    for (std::size_t i = 1; i < transition_starts_.size(); ++i) transition_starts_[i] += transition_starts_[i - 1];
    transition_list_.resize(network_.transitions.size());
    std::vector<std::uint32_t> next = transition_starts_;
    for (std::uint32_t i = 0; i < network_.transitions.size(); ++i) {
        transition_list_[next[network_.transitions[i].edge]++] = i;
    }
}

// ---- Candidates -----------------------------------------------------------------------------------------------------

void Successors::begin(std::span<const std::int32_t> state) {
    before_.assign(state.begin(), state.end());
    evaluator_.bind(before_);
    ++round_;
    offers_.clear();
    values_.clear();
    limits_.clear();
    candidates_.clear();
    groups_.clear();
    receivers_.clear();
    stop_ = {};
    committed_ = false;
    for (ProcessIndex process = 0; process < network_.processes.size() && !committed_; ++process) {
        committed_ = network_.location(process, static_cast<std::uint32_t>(before_[process])).committed;
    }
}

bool Successors::enumerate(std::span<const std::int32_t> state) {
    begin(state);
    for (ProcessIndex process = 0; process < network_.processes.size(); ++process) {
        const Run& edges = network_.location(process, static_cast<std::uint32_t>(before_[process])).edges;
        const std::uint32_t first = transition_starts_[edges.first];
        const std::uint32_t last = transition_starts_[edges.first + edges.count];
        for (std::uint32_t i = first; i < last; ++i) {
            if (!add_transition(transition_list_[i])) return false;
        }
    }
    return true;
}

bool Successors::add_transition(std::uint32_t transition) {
    switch (network_.transitions[transition].kind) {
        case Transition::Kind::internal: return add_internal(transition);
        case Transition::Kind::binary: return add_pairs(transition);
        case Transition::Kind::broadcast: return add_broadcasts(transition);
        case Transition::Kind::vector: return add_vectors(transition);
    }
    return true;
}

bool Successors::add_internal(std::uint32_t transition) {
    const EdgeIndex edge = network_.transitions[transition].edge;
    if (committed_ && !is_committed(network_.edges[edge])) return true;
    const Run* offers = offers_of(edge);
    if (!offers) return false;
    for (OfferIndex offer = offers->first; offer < offers->first + offers->count; ++offer) {
        candidates_.push_back({transition, offer, Candidate::no_offer, {}});
    }
    return true;
}

bool Successors::can_hear(const Edge& receiver, const Run& senders) const {
    return std::ranges::any_of(senders.of(offers_), [&](const Offer& sender) {
        return sender.channel - receiver.channel < receiver.channels;
    });
}

// Guards are evaluated last: the guard of an edge that cannot fire for other reasons must not end the search with a
// fault.
bool Successors::add_pairs(std::uint32_t transition) {
    const Transition& pair = network_.transitions[transition];
    const Edge& sending = network_.edges[pair.edge];
    const Edge& receiving = network_.edges[pair.partner];
    if (!is_at_source(receiving)) return true;
    if (committed_ && !is_committed(sending) && !is_committed(receiving)) return true;
    const Run* senders = offers_of(pair.edge);
    if (!senders) return false;
    if (!can_hear(receiving, *senders)) return true;
    const Run* receivers = offers_of(pair.partner);
    if (!receivers) return false;
    for (OfferIndex sender = senders->first; sender < senders->first + senders->count; ++sender) {
        for (OfferIndex receiver = receivers->first; receiver < receivers->first + receivers->count; ++receiver) {
            if (offers_[sender].channel != offers_[receiver].channel) continue;
            candidates_.push_back({transition, sender, receiver, {}});
        }
        if (candidates_.size() > select_limit) return fail(Stop::Kind::too_many_selects, Stop::Part::edge, pair.edge);
    }
    return true;
}

bool Successors::add_broadcasts(std::uint32_t transition) {
    const Transition& broadcast = network_.transitions[transition];
    const Run* senders = offers_of(broadcast.edge);
    if (!senders) return false;
    for (OfferIndex sender = senders->first; sender < senders->first + senders->count; ++sender) {
        poll();
        const auto first_group = static_cast<std::uint32_t>(groups_.size());
        if (!add_groups(sender, broadcast.receivers.of(network_.receivers))) return false;
        const Run groups{first_group, static_cast<std::uint32_t>(groups_.size()) - first_group};
        if (!add_with_groups(transition, sender, groups)) return false;
    }
    return true;
}

bool Successors::add_vectors(std::uint32_t transition) {
    const Transition& vector = network_.transitions[transition];
    const Run* firsts = offers_of(vector.edge);
    if (!firsts) return false;
    if (firsts->count == 0) return true;
    const auto first_group = static_cast<std::uint32_t>(groups_.size());
    bool possible = true;
    if (!add_parts(vector.parts.of(network_.parts), possible)) return false;
    if (!possible) return true;
    const Run groups{first_group, static_cast<std::uint32_t>(groups_.size()) - first_group};
    for (OfferIndex first = firsts->first; first < firsts->first + firsts->count; ++first) {
        if (!add_with_groups(transition, first, groups)) return false;
    }
    return true;
}

bool Successors::add_with_groups(std::uint32_t transition, OfferIndex sender, Run groups) {
    const auto some_committed = [&](const ReceiverGroup& group) {
        return std::ranges::any_of(offers(group), [&](OfferIndex offer) { return is_committed(edge_of(offer)); });
    };
    const bool may_act =
        !committed_ || is_committed(edge_of(sender)) || std::ranges::any_of(groups.of(groups_), some_committed);
    if (!may_act) return true;
    candidates_.push_back({transition, sender, Candidate::no_offer, groups});
    if (receivers_.size() <= select_limit) return true;
    return fail(Stop::Kind::too_many_selects, Stop::Part::edge, offers_[sender].edge);
}

// One group per process that takes part. `possible` becomes false if a required process cannot take part, or an absent
// one could.
bool Successors::add_parts(std::span<const VectorPart> parts, bool& possible) {
    for (const VectorPart& member : parts) {
        const auto first = static_cast<std::uint32_t>(receivers_.size());
        const Run& leaving =
            network_.location(member.process, static_cast<std::uint32_t>(before_[member.process])).edges;
        for (const std::uint32_t e : leaving) {
            if (network_.edges[e].sync != Sync::join || network_.edges[e].channel != member.event) continue;
            possible = member.role != VectorPart::Role::absent;
            if (!possible) return true;
            const Run* offers = offers_of(e);
            if (!offers) return false;
            for (OfferIndex o = offers->first; o < offers->first + offers->count; ++o) receivers_.push_back(o);
        }
        const bool required = member.role == VectorPart::Role::required;
        const Run offers{first, static_cast<std::uint32_t>(receivers_.size()) - first};
        possible = offers.count != 0 || !required;
        if (!possible) return true;
        if (offers.count != 0) groups_.push_back({member.process, offers, required});
    }
    return true;
}

bool Successors::add_groups(OfferIndex sender, std::span<const EdgeIndex> edges) {
    const ChannelIndex channel = offers_[sender].channel;
    std::size_t i = 0;
    while (i < edges.size()) {
        const ProcessIndex process = network_.edges[edges[i]].process;
        const auto first = static_cast<std::uint32_t>(receivers_.size());
        for (; i < edges.size() && network_.edges[edges[i]].process == process; ++i) {
            if (!add_to_group(edges[i], channel)) return false;
        }
        const Run offers{first, static_cast<std::uint32_t>(receivers_.size()) - first};
        if (offers.count != 0) groups_.push_back({process, offers});
    }
    return true;
}

bool Successors::add_to_group(EdgeIndex edge, ChannelIndex channel) {
    const Edge& receiving = network_.edges[edge];
    if (!is_at_source(receiving) || channel - receiving.channel >= receiving.channels) return true;
    const Run* receivers = offers_of(edge);
    if (!receivers) return false;
    for (OfferIndex receiver = receivers->first; receiver < receivers->first + receivers->count; ++receiver) {
        if (offers_[receiver].channel == channel) receivers_.push_back(receiver);
    }
    return true;
}

// ---- Offers ---------------------------------------------------------------------------------------------------------

// Computed on demand, once per state. Null: a fault.
const Run* Successors::offers_of(EdgeIndex edge) {
    Memo& memo = memos_[edge];
    if (memo.round != round_) {
        const auto first = static_cast<std::uint32_t>(offers_.size());
        if (!make_offers(edge)) return nullptr;
        memo = {round_, {first, static_cast<std::uint32_t>(offers_.size()) - first}};
    }
    return &memo.offers;
}

bool Successors::make_offers(EdgeIndex edge) {
    const Edge& the_edge = network_.edges[edge];
    if (!first_selects(the_edge)) return true;
    std::size_t tried = 0;
    do {
        if (tried % 1024 == 1023) poll();
        if (++tried > select_limit) return fail(Stop::Kind::too_many_selects, Stop::Part::edge, edge);
        if (!try_offer(edge)) return false;
    } while (next_selects(the_edge));
    return true;
}

bool Successors::first_selects(const Edge& edge) {
    selects_.clear();
    for (const Select& select : edge.selects.of(network_.selects)) {
        if (select.least > select.greatest) return false;
        selects_.push_back(select.least);
    }
    return true;
}

// Enumerates the combinations like a counter, the last select fastest.
bool Successors::next_selects(const Edge& edge) {
    for (std::uint32_t i = edge.selects.count; i-- > 0;) {
        const Select& select = network_.selects[edge.selects.first + i];
        if (selects_[i] < select.greatest) {
            ++selects_[i];
            return true;
        }
        selects_[i] = select.least;
    }
    return false;
}

bool Successors::try_offer(EdgeIndex edge) {
    const Edge& the_edge = network_.edges[edge];
    evaluator_.set_selects(the_edge, selects_);
    const std::optional<bool> enabled = evaluator_.holds(the_edge.guard);
    if (!enabled) return evaluator_.fault_disables() || fail(Stop::Kind::fault, Stop::Part::guard, edge);
    if (!*enabled) return true;
    Offer offer{edge, the_edge.channel, static_cast<std::uint32_t>(values_.size()), {}};
    if (the_edge.channel_program) {
        const std::optional<std::int32_t> channel = evaluator_.value(the_edge.channel_program);
        if (!channel) return fail(Stop::Kind::fault, Stop::Part::synchronisation, edge);
        offer.channel = static_cast<ChannelIndex>(*channel);
    }
    offer.limits.first = static_cast<std::uint32_t>(limits_.size());
    if (!evaluator_.append_limits(the_edge.constraints, limits_))
        return evaluator_.fault_disables() || fail(Stop::Kind::fault, Stop::Part::guard, edge);
    offer.limits.count = static_cast<std::uint32_t>(limits_.size()) - offer.limits.first;
    values_.insert(values_.end(), selects_.begin(), selects_.end());
    offers_.push_back(offer);
    return true;
}

std::span<const std::int32_t> Successors::select_values(const Offer& offer) const {
    return Run{offer.values, network_.edges[offer.edge].selects.count}.of(values_);
}

bool Successors::is_urgent(const Candidate& candidate) const {
    return network_.transitions[candidate.transition].kind != Transition::Kind::internal &&
           network_.channels[offers_[candidate.sender].channel].urgent;
}

bool Successors::obeys_commitment(std::span<const OfferIndex> firing) const {
    return !committed_ || std::ranges::any_of(firing, [&](OfferIndex offer) { return is_committed(edge_of(offer)); });
}

Priority Successors::priority(std::span<const OfferIndex> firing) const {
    const Offer& sender = offers_[firing.front()];
    const bool internal = network_.edges[sender.edge].sync == Sync::none;
    Priority priority{internal ? network_.internal_priority : network_.channels[sender.channel].priority,
                      std::numeric_limits<int>::min()};
    for (OfferIndex offer : firing) {
        priority.process = std::max(priority.process, network_.processes[edge_of(offer).process].priority);
    }
    return priority;
}

// ---- Firing ---------------------------------------------------------------------------------------------------------

Successors::Outcome Successors::apply(std::span<const OfferIndex> firing) {
    stop_ = {};
    const bool updated = run_updates(firing);
    if (!updated && stop_.kind == Stop::Kind::fault && evaluator_.fault_disables()) {
        stop_ = {};
        return Outcome::excluded;
    }
    if (!updated || !evaluator_.read_stay(after_, stay_after_, stop_)) {
        for (OfferIndex offer : firing) stop_.edges.push_back(offers_[offer].edge);
        return Outcome::stopped;
    }
    return stay_after_.broken ? Outcome::excluded : Outcome::reached;
}

bool Successors::run_updates(std::span<const OfferIndex> firing) {
    if (stop_at_obstacle(firing)) return false;
    after_.assign(before_.begin(), before_.end());
    evaluator_.bind(after_);
    evaluator_.clock_updates().clear();
    evaluator_.charged() = 0;
    if (!evaluator_.run(network_.before_update)) return fail(Stop::Kind::fault, Stop::Part::before_update, 0);
    for (OfferIndex index : firing) {
        const Offer& offer = offers_[index];
        const Edge& edge = network_.edges[offer.edge];
        evaluator_.set_selects(edge, select_values(offer));
        if (!evaluator_.run(edge.update)) return fail(Stop::Kind::fault, Stop::Part::update, offer.edge);
        after_[edge.process] = static_cast<std::int32_t>(edge.target);
    }
    if (!evaluator_.run(network_.after_update)) return fail(Stop::Kind::fault, Stop::Part::after_update, 0);
    return true;
}

bool Successors::stop_at_obstacle(std::span<const OfferIndex> firing) {
    for (OfferIndex offer : firing) {
        if (edge_of(offer).obstacle >= 0) return !fail(Stop::Kind::obstacle, Stop::Part::edge, offers_[offer].edge);
    }
    return false;
}

const Stay* Successors::stay(std::span<const std::int32_t> state) {
    stop_ = {};
    stay_state_.assign(state.begin(), state.end());
    evaluator_.bind(stay_state_);
    return evaluator_.read_stay(stay_state_, stay_, stop_) ? &stay_ : nullptr;
}

bool Successors::fail(Stop::Kind kind, Stop::Part part, EdgeIndex edge) {
    stop_ = {};
    stop_.kind = kind;
    stop_.part = part;
    stop_.edge = edge;
    const bool is_hook = part == Stop::Part::before_update || part == Stop::Part::after_update;
    if (!is_hook) stop_.obstacle = network_.edges[edge].obstacle;
    if (kind == Stop::Kind::fault) stop_.fault = evaluator_.fault();
    return false;
}

Firing Successors::firing(std::uint32_t transition, std::span<const OfferIndex> offers) const {
    Firing firing;
    firing.transition = transition;
    if (network_.transitions[transition].kind != Transition::Kind::internal)
        firing.channel = offer(offers.front()).channel;
    for (const OfferIndex index : offers) {
        const auto values = select_values(offer(index));
        firing.participants.push_back({offer(index).edge, {values.begin(), values.end()}});
    }
    return firing;
}

}  // namespace crowfly
