#include "space/zone_store.hpp"

namespace crowfly {

using zone::Bound;

template <class Cell>
void ZoneStore::prepare(zone::Covering<Cell>& covering) const {
    if (comparison_ == Comparison::simulation) {
        covering.prepare(added_, n_, lower_, upper_);
    } else {
        covering.prepare(added_, n_);
    }
}

// Most zones fit 16 bits; the comparison with wider ones is only made ready when one is met.
const zone::Covering<Bound>& ZoneStore::wide_covering() {
    if (!wide_prepared_) prepare(wide_);
    wide_prepared_ = true;
    return wide_;
}

// A zone that does not fit 16 bits is rounded when it is compared with one that does: that is exact as well, for what was rounded
// still lies beyond everything the other holds.
bool ZoneStore::covered_by(ZonePool::Id stored) {
    return ZonePool::is_wide(stored) ? wide_covering().is_covered_by(pool_.wide_cells(stored, n_))
                                     : narrow_.is_covered_by(pool_.narrow_cells(stored, n_));
}

bool ZoneStore::covers(ZonePool::Id stored) {
    return ZonePool::is_wide(stored) ? wide_covering().covers(pool_.wide_cells(stored, n_)) : narrow_.covers(pool_.narrow_cells(stored, n_));
}

void ZoneStore::unlink(std::uint32_t node, std::uint32_t before) {
    nodes_[node].covered = 1;
    ++covered_;
    if (before == end) {
        first_[nodes_[node].state] = nodes_[node].next;
    } else {
        nodes_[before].next = nodes_[node].next;
    }
}

NodeId ZoneStore::add(const std::uint32_t* packed, const Bound* z, std::size_t n, const std::int32_t* lower, const std::int32_t* upper,
                      NodeId parent, Spared spared) {
    const auto [state, fresh] = states_.insert(packed);
    if (fresh) first_.push_back(end);
    if (!fresh && comparison_ != Comparison::equality) {
        added_ = z;
        n_ = n;
        lower_ = lower;
        upper_ = upper;
        wide_prepared_ = false;
        prepare(narrow_);
        for (std::uint32_t at = first_[state]; at != end; at = nodes_[at].next) {
            if (covered_by(nodes_[at].zone)) return no_node;
        }
        for (std::uint32_t at = first_[state], before = end; at != end; at = nodes_[at].next) {
            if (!spared.contains(at) && covers(nodes_[at].zone)) {
                unlink(at, before);
            } else {
                before = at;
            }
        }
    }
    const ZonePool::Id number = pool_.insert(z, n);
    if (comparison_ == Comparison::equality) {
        for (std::uint32_t at = first_[state]; at != end; at = nodes_[at].next) {
            if (nodes_[at].zone == number) return no_node;
        }
    }
    const auto id = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({state, parent, first_[state], 0, number});
    first_[state] = id;
    return id;
}

NodeId ZoneStore::find(const std::uint32_t* packed, const Bound* z, std::size_t n) {
    const auto [state, fresh] = states_.insert(packed);
    if (fresh) {
        first_.push_back(end);
        return no_node;
    }
    const ZonePool::Id number = pool_.insert(z, n);
    for (std::uint32_t at = first_[state]; at != end; at = nodes_[at].next) {
        if (nodes_[at].zone == number) return at;
    }
    return no_node;
}

std::size_t ZoneStore::bytes() const { return states_.bytes() + pool_.bytes() + nodes_.bytes() + first_.bytes(); }

std::size_t ZoneStore::bytes_after_growth() const {
    return states_.bytes_after_growth() + pool_.bytes_after_growth() + nodes_.bytes() + first_.bytes();
}

}  // namespace crowfly
