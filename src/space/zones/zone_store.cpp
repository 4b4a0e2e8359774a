#include "space/zones/zone_store.hpp"

#include <algorithm>
#include <limits>

#include "base/profile.hpp"

namespace crowfly {

template <class B>
template <class Cell>
void BasicZoneStore<B>::prepare(zone::Covering<Cell, B>& covering) const {
    if (comparison_ == Comparison::simulation) {
        covering.prepare(added_, n_, lower_, upper_);
    } else {
        covering.prepare(added_, n_);
    }
}

template <class B>
void BasicZoneStore<B>::prepare(const B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper) {
    added_ = z;
    n_ = n;
    lower_ = lower;
    upper_ = upper;
    narrow_prepared_ = wide_prepared_ = false;
}

template <class B>
bool BasicZoneStore<B>::covers(const std::uint32_t* packed, const B* z, std::size_t n, const std::int64_t* lower,
                               const std::int64_t* upper) {
    const std::optional<StateId> state = states_.find(packed);
    if (!state) return false;
    prepare(z, n, lower, upper);
    return is_covered_in(*state, {});
}

template <class B>
bool BasicZoneStore<B>::is_covered_in(StateId state, const Spared& spared) {
    if ((first_[state] & is_row) != 0) {
        narrow_covering().prepare_signature(scale_);
        for (const Entry& entry : rows_[first_[state] & ~is_row]) {
            if (narrow_.may_be_covered_by(entry.signature) && spared.may_cover(entry.node) && covered_by(entry.node))
                return covered_by_node(entry.node);
        }
        return false;
    }
    for (std::uint32_t at = first_[state]; at != end; at = nodes_[at].next) {
        if (spared.may_cover(at) && covered_by(at)) return covered_by_node(at);
    }
    return false;
}

// Comparisons are prepared on demand: of two widths, most zones need one.
template <class B>
zone::Covering<zone::NarrowBound, B>& BasicZoneStore<B>::narrow_covering() {
    if (!narrow_prepared_) prepare(narrow_);
    narrow_prepared_ = true;
    return narrow_;
}

template <class B>
zone::Covering<B, B>& BasicZoneStore<B>::wide_covering() {
    if (!wide_prepared_) prepare(wide_);
    wide_prepared_ = true;
    return wide_;
}

// A zone that does not fit 16 bits is rounded when it is compared with one that does. The comparison is still exact,
// since rounded bounds exceed all those of the other zone.
template <class B>
bool BasicZoneStore<B>::covered_by(NodeId node) {
    const typename Pool::Id stored = nodes_[node].zone;
    if (Pool::is_minimal(stored)) return covered_by_minimal(node);
    return Pool::is_wide(stored) ? wide_covering().is_covered_by(pool_.wide_cells(stored, n_))
                                 : narrow_covering().is_covered_by(pool_.narrow_cells(stored, n_));
}

// Inclusion is the common case. What does not cover mostly shows that by one of its constraints, so that the matrix is
// seldom computed.
template <class B>
bool BasicZoneStore<B>::covered_by_minimal(NodeId node) {
    const BasicMinimalZones<B>& zones = pool_.minimal_zones();
    const auto id = Pool::minimal_id(nodes_[node].zone);
    if (zones.includes(id, added_)) return true;
    if (comparison_ != Comparison::simulation) return false;
    const zone::Covering<B, B>& covering = wide_covering();
    return zones.each(id, [&](std::size_t i, B bound) { return !covering.is_refuted_by(i, bound); }) &&
           covering.is_covered_by(rebuild(node));
}

template <class B>
bool BasicZoneStore<B>::covers_minimal(NodeId node) {
    const BasicMinimalZones<B>& zones = pool_.minimal_zones();
    const auto id = Pool::minimal_id(nodes_[node].zone);
    zone::Covering<B, B>& covering = wide_covering();
    rebuilt_.resize(n_ * n_);
    zones.read_first_row(id, n_, rebuilt_.data());
    return zones.each(id, [&](std::size_t i, B bound) { return !covering.refutes(i, bound, rebuilt_[i % n_]); }) &&
           covering.covers(rebuild(node));
}

// A zone whose matrix was needed is kept as a matrix from now on. Where that happens often, so are those to come.
template <class B>
const B* BasicZoneStore<B>::rebuild(NodeId node) {
    rebuilt_.resize(n_ * n_);
    pool_.read(nodes_[node].zone, n_, rebuilt_.data());
    pool_.release(nodes_[node].zone, n_);
    nodes_[node].zone = pool_.insert(rebuilt_.data(), n_);
    constexpr std::size_t few = 32, share = 8;
    if (++rebuilt_count_ > few + pool_.minimal_zones().size() / share) {
        keeps_minimal_ = false;
        next_look_ = std::numeric_limits<std::size_t>::max();
    }
    return rebuilt_.data();
}

template <class B>
bool BasicZoneStore<B>::covers(NodeId node) {
    const typename Pool::Id stored = nodes_[node].zone;
    if (Pool::is_minimal(stored)) return covers_minimal(node);
    return Pool::is_wide(stored) ? wide_covering().covers(pool_.wide_cells(stored, n_))
                                 : narrow_covering().covers(pool_.narrow_cells(stored, n_));
}

template <class B>
void BasicZoneStore<B>::drop(NodeId node) {
    nodes_[node].covered = 1;
    ++covered_;
    dropped_.push_back(node);
    pool_.release(nodes_[node].zone, n_);
}

// Whether a stored zone covers the added one; if not, drops the stored zones that it covers.
template <class B>
bool BasicZoneStore<B>::is_covered_in_list(StateId state, Spared spared, std::size_t& length) {
    if (is_covered_in(state, spared)) return true;
    for (std::uint32_t at = first_[state], before = end; at != end; at = nodes_[at].next) {
        if (!spared.contains(at) && covers(at)) {
            drop(at);
            (before == end ? first_[state] : nodes_[before].next) = nodes_[at].next;
        } else {
            before = at;
            ++length;
        }
    }
    work_.comparisons += length;
    return false;
}

template <class B>
bool BasicZoneStore<B>::is_covered_in_row(Row& row, Spared spared) {
    suspects_.clear();
    work_.comparisons += row.size();
    narrow_covering().prepare_signature(scale_);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Entry& entry = row[i];
        if (narrow_.may_be_covered_by(entry.signature) && spared.may_cover(entry.node) && covered_by(entry.node))
            return covered_by_node(entry.node);
        if (narrow_.may_cover(entry.signature)) suspects_.push_back(i);
    }
    for (auto i = suspects_.rbegin(); i != suspects_.rend();
         ++i) {  // from the end, since the last zone takes the place of a dropped one
        if (spared.contains(row[*i].node) || !covers(row[*i].node)) continue;
        drop(row[*i].node);
        row[*i] = row.back();
        row.pop_back();
    }
    return false;
}

template <class B>
void BasicZoneStore<B>::make_row(StateId state) {
    Row& row = rows_.emplace_back();
    std::vector<B> cells(n_ * n_);
    for (std::uint32_t at = first_[state]; at != end; at = nodes_[at].next) {
        pool_.read(nodes_[at].zone, n_, cells.data());
        append(row, at, cells.data());
    }
    first_[state] = static_cast<std::uint32_t>(rows_.size() - 1) | is_row;
}

template <class B>
void BasicZoneStore<B>::append(Row& row, NodeId node, const B* z) {
    make_fit(z);
    const std::size_t before = row.capacity();
    if (row.size() == before) row.reserve(before + before / 4 + longest_list);
    row_bytes_ += (row.capacity() - before) * sizeof(Entry);
    row.push_back({node, scale_.signature_of(z, n_)});
}

// Makes the bounds of a zone fit the signatures.
template <class B>
void BasicZoneStore<B>::make_fit(const B* z) {
    const zone::SignatureScale before = scale_;
    if (!scale_.widen(z, n_)) return;
    for (Row& row : rows_) {
        for (Entry& entry : row) scale_.rescale(entry.signature, before);
    }
}

// The entrywise maximum of canonical zones is canonical.
template <class B>
NodeId BasicZoneStore<B>::add_to_hull(StateId state, NodeId parent) {
    const std::uint32_t known = first_[state];
    hull_.assign(added_, added_ + n_ * n_);
    if (known != end) {
        pool_.read(nodes_[known].zone, n_, hull_.data());
        if (zone::includes(hull_.data(), added_, n_)) return no_node;
        std::transform(hull_.begin(), hull_.end(), added_, hull_.begin(), [](B a, B b) { return std::max(a, b); });
        drop(known);
    }
    first_[state] = static_cast<NodeId>(nodes_.size());
    push({state, end, 0, pool_.insert(hull_.data(), n_)}, parent);
    return first_[state];
}

// Matrices are kept where several nodes share one, or where zones are compared often. With equality two zones are the
// same if their ids are.
template <class B>
void BasicZoneStore<B>::look_at_sharing() {
    if (nodes_.size() < next_look_ || comparison_ == Comparison::equality || comparison_ == Comparison::hull) return;
    next_look_ = 2 * nodes_.size();
    keeps_minimal_ = 4 * pool_.size() > 3 * stored() && work_.comparisons < 2 * nodes_.size();
}

template <class B>
NodeId BasicZoneStore<B>::add(const std::uint32_t* packed, const B* z, std::size_t n, const std::int64_t* lower,
                              const std::int64_t* upper, NodeId parent, Spared spared) {
    begin_phase(Phase::table);
    states_.reorganise();
    work_.cells += n * n;
    bool fresh = false;
    const StateId state = state_of(packed, fresh);
    dropped_.clear();
    if (comparison_ == Comparison::hull) {
        added_ = z;
        n_ = n;
        return add_to_hull(state, parent);
    }
    std::size_t length = 0;
    if (!fresh && comparison_ != Comparison::equality) {
        begin_phase(Phase::covering);
        prepare(z, n, lower, upper);
        const bool covered = (first_[state] & is_row) != 0 ? is_covered_in_row(rows_[first_[state] & ~is_row], spared)
                                                           : is_covered_in_list(state, spared, length);
        if (covered) return no_node;
        begin_phase(Phase::table);
    }
    n_ = n;
    return insert(state, z, length, parent);
}

// `length`: of the list of the zones of this discrete state, if they are in a list.
template <class B>
NodeId BasicZoneStore<B>::insert(StateId state, const B* z, std::size_t length, NodeId parent) {
    const auto id = static_cast<NodeId>(nodes_.size());
    look_at_sharing();
    const typename Pool::Id number = keeps_minimal_ ? pool_.insert_minimal(z, n_) : pool_.insert(z, n_);
    if (comparison_ == Comparison::equality) {
        const std::uint32_t pair[2] = {state, number};
        if (!pairs_.insert(pair).fresh) return no_node;
        push({state, end, 0, number}, parent);
        return id;
    }
    enlist(state, z, length, number, parent);
    return id;
}

// A new node. `length`: of the list of the state, if it has one.
template <class B>
void BasicZoneStore<B>::enlist(StateId state, const B* z, std::size_t length, typename Pool::Id number, NodeId parent) {
    const auto id = static_cast<NodeId>(nodes_.size());
    if (length >= longest_list) make_row(state);
    if ((first_[state] & is_row) != 0) {
        append(rows_[first_[state] & ~is_row], id, z);
        push({state, end, 0, number}, parent);
    } else {
        push({state, first_[state], 0, number}, parent);
        first_[state] = id;
    }
}

template <class B>
void BasicZoneStore<B>::adopt(const std::uint32_t* packed, const B* z, std::size_t n, NodeId parent) {
    bool fresh = false;
    const StateId state = state_of(packed, fresh);
    n_ = n;
    std::size_t length = 0;
    if ((first_[state] & is_row) == 0) {
        for (std::uint32_t at = first_[state]; at != end; at = nodes_[at].next) ++length;
    }
    insert(state, z, length, parent);
}

template <class B>
void BasicZoneStore<B>::adopt_covered(const std::uint32_t* packed, NodeId parent) {
    bool fresh = false;
    push({state_of(packed, fresh), end, 1, {}}, parent);
    ++covered_;
}

template <class B>
StateId BasicZoneStore<B>::state_of(const std::uint32_t* packed, bool& fresh) {
    const auto inserted = states_.insert(packed);
    fresh = inserted.fresh;
    if (fresh) first_.push_back(end);
    return inserted.id;
}

template <class B>
NodeId BasicZoneStore<B>::find(const std::uint32_t* packed, const B* z, std::size_t n) {
    bool fresh = false;
    const std::uint32_t pair[2] = {state_of(packed, fresh), pool_.insert(z, n)};
    return pairs_.find(pair).value_or(no_node);
}

template class BasicZoneStore<zone::Bound>;
template class BasicZoneStore<zone::WideBound>;

}  // namespace crowfly
