#include "space/discrete/discrete_expander.hpp"

#include <algorithm>

#include "space/starts.hpp"

namespace crowfly {

DiscreteExpander::DiscreteExpander(const Network& network, const Layout& layout, StateSet& announced_to)
    : network_(network), layout_(layout), announced_to_(&announced_to), transitions_(network),
      writes_known_(!network.before_update && !network.after_update), source_(layout.words()),
      slots_(network.slots.size()), successor_(network.slots.size()) {}

bool DiscreteExpander::start() {
    std::vector<std::int32_t> start = first_start(network_);
    packed_.clear();
    announced_.clear();
    next_ = 0;
    has_more_ = false;
    do {
        const Stay* stay = transitions_.stay(start);
        if (stay == nullptr) return false;
        if (stay->broken) continue;
        packed_.resize(packed_.size() + layout_.words());
        pack(start, packed_.data() + packed_.size() - layout_.words());
        announce(packed_.data() + packed_.size() - layout_.words());
    } while (next_start(network_, start));
    fired_edges_.assign(announced_.size(), {});
    return true;
}

bool DiscreteExpander::expand() {
    layout_.unpack(source_.data(), slots_);
    packed_.clear();
    announced_.clear();
    next_ = 0;
    has_more_ = transitions_.expand(slots_);
    if (!has_more_) return false;
    pack_successors();
    return true;
}

// Generates the next batch; not all successors at once if they are many and large.
void DiscreteExpander::pack_successors() {
    packed_.clear();
    announced_.clear();
    next_ = 0;
    do {
        has_more_ = transitions_.next();
        if (has_more_) pack_successor();
    } while (has_more_ && packed_.size() < most_words_at_once);
}

// Slots that a transition does not write keep their packed values.
void DiscreteExpander::pack_successor() {
    const std::size_t words = layout_.words();
    packed_.resize(packed_.size() + words);
    std::uint32_t* to = packed_.data() + packed_.size() - words;
    const std::span<const std::int32_t> after = transitions_.slots();
    if (writes_known_ && representatives_ == nullptr) {
        std::copy_n(source_.data(), words, to);
        for (const OfferIndex offer : transitions_.firing()) {
            for (const SlotSet::Range& range : transitions_.edge_of(offer).footprint.writes.ranges()) {
                for (std::uint32_t slot = range.first; slot <= range.last; ++slot)
                    layout_.replace(to, slot, after[slot]);
            }
        }
        layout_.clear_dead(to);
    } else {
        pack(after, to);
    }
    if (notes_edges_) note_successor();
    announce(to);
}

void DiscreteExpander::pack(std::span<const std::int32_t> slots, std::uint32_t* to) {
    if (representatives_ == nullptr) return layout_.pack(slots, to);
    representative_.resize(slots.size());
    cleared_.resize(slots.size());
    layout_.pack(slots, to);
    layout_.unpack(to, cleared_);
    permute(representatives_->symmetry(), representatives_->of(cleared_), cleared_, representative_);
    layout_.pack(representative_, to);
}

void DiscreteExpander::note_successor() {
    if (fired_edges_.size() <= announced_.size()) fired_edges_.emplace_back();
    FiredEdges& fired = fired_edges_[announced_.size()];
    fired.transition = transitions_.transition();
    fired.edges.clear();
    for (const OfferIndex offer : transitions_.firing()) fired.edges.push_back(transitions_.edge_index(offer));
}

bool DiscreteExpander::next() {
    if (next_ == announced_.size() && has_more_) pack_successors();
    if (next_ == announced_.size()) return false;
    ++next_;
    is_unpacked_ = false;
    return true;
}

std::span<const std::int32_t> DiscreteExpander::slots() {
    if (!is_unpacked_) layout_.unpack(packed(), successor_);
    is_unpacked_ = true;
    return successor_;
}

void DiscreteExpander::stand_at(const std::uint32_t* packed) {
    layout_.unpack(packed, successor_);
    is_unpacked_ = true;
}

}  // namespace crowfly
