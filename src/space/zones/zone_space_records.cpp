// Symbolic states as records: for messages between workers, files of states, and checkpoints.
#include <algorithm>
#include <cstring>

#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

using zone::NarrowBound;

// Bounds are converted some at a time, in a buffer that nothing else can point to, so that several are converted at
// once.
constexpr std::size_t piece_cells = 64;
constexpr NarrowBound narrow_infinity = std::numeric_limits<NarrowBound>::max();

std::size_t words_for(std::size_t bytes) { return (bytes + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t); }

// Behind what is in `words` already. How many words there are tells of how many bits the bounds are.
template <class B>
void write_bounds(const B* z, std::size_t cells, std::vector<std::uint32_t>& words) {
    const std::size_t first = words.size();
    if (cells == 1 || !zone::fits_narrow(z, cells)) {
        words.resize(first + words_for(cells * sizeof(B)));
        std::memcpy(&words[first], z, cells * sizeof(B));
        return;
    }
    words.resize(first + words_for(cells * sizeof(NarrowBound)));
    words.back() = 0;
    auto* into = reinterpret_cast<char*>(&words[first]);
    NarrowBound piece[piece_cells];
    for (std::size_t done = 0; done < cells; done += piece_cells) {
        const std::size_t count = std::min(piece_cells, cells - done);
        for (std::size_t i = 0; i < count; ++i) {
            const B bound = z[done + i];
            piece[i] = bound == zone::infinity<B> ? narrow_infinity : static_cast<NarrowBound>(bound);
        }
        std::memcpy(into + done * sizeof(NarrowBound), piece, count * sizeof(NarrowBound));
    }
}

}  // namespace

template <class B>
void BasicZoneSpace<B>::read_bounds(std::span<const std::uint32_t> words, std::span<B> into) {
    if (words.size() == words_for(into.size() * sizeof(B))) {
        std::memcpy(into.data(), words.data(), into.size() * sizeof(B));
        return;
    }
    const auto* from = reinterpret_cast<const char*>(words.data());
    NarrowBound piece[piece_cells];
    for (std::size_t done = 0; done < into.size(); done += piece_cells) {
        const std::size_t count = std::min(piece_cells, into.size() - done);
        std::memcpy(piece, from + done * sizeof(NarrowBound), count * sizeof(NarrowBound));
        for (std::size_t i = 0; i < count; ++i) {
            const B bound = piece[i];
            into[done + i] = bound == B{narrow_infinity} ? zone::infinity<B> : bound;
        }
    }
}

template <class B>
void BasicZoneSpace<B>::write(StateRecord& to) {
    to.resize(to.size() + layout_.words());
    layout_.pack(slots(), to.data() + to.size() - layout_.words());
    write_bounds(zone(), active().size() * active().size(), to);
}

template <class B>
void BasicZoneSpace<B>::write(NodeId node, StateRecord& to) {
    if (is_covered(node)) return write_discrete(node, to);
    recall(node);
    to.insert(to.end(), packed_.begin(), packed_.end());
    write_bounds(zone_.data(), zone_.size(), to);
}

template <class B>
void BasicZoneSpace<B>::write_discrete(NodeId node, StateRecord& to) const {
    to.resize(to.size() + layout_.words());
    store_.state(node, to.data() + to.size() - layout_.words());
}

template <class B>
void BasicZoneSpace<B>::recall(std::span<const std::uint32_t> record) {
    layout_.unpack(record.data(), slots_);
    expander_.find_active(slots_, active_);
    zone_.resize(active_.size() * active_.size());
    read_bounds(record.subspan(layout_.words()), zone_);
}

template <class B>
NodeId BasicZoneSpace<B>::insert(std::span<const std::uint32_t> record, std::uint64_t /*announced*/, NodeId parent,
                                 std::uint32_t turn, const Spared& spared) {
    recall(record);
    const NodeId node = store_.add(record.data(), zone_.data(), active_.size(), active_.lower.data(),
                                   active_.upper.data(), parent, spared);
    if (node == turns_.size()) turns_.push_back(static_cast<Turn>(std::min<std::uint32_t>(turn, too_late)));
    return node;
}

template <class B>
NodeId BasicZoneSpace<B>::restore(std::span<const std::uint32_t> record, NodeId parent, std::uint32_t turn) {
    if (record.size() == layout_.words()) {
        store_.adopt_covered(record.data(), parent);
    } else {
        recall(record);
        store_.adopt(record.data(), zone_.data(), active_.size(), parent);
    }
    turns_.push_back(static_cast<Turn>(std::min<std::uint32_t>(turn, too_late)));
    return static_cast<NodeId>(store_.nodes() - 1);
}

template <class B>
bool BasicZoneSpace<B>::expand(std::span<const std::uint32_t> record) {
    recall(record);
    turn_ = 0;
    return expander_.expand(slots_, zone_.data());
}

template <class B>
bool BasicZoneSpace<B>::satisfies(std::span<const std::uint32_t> record, Predicate& predicate, bool wanted) {
    recall(record);
    return inserted_satisfies(predicate, wanted);
}

// The nodes as records, in the order of their numbers. Zones of covered nodes are gone.
template <class B>
void BasicZoneSpace<B>::save(ArchiveWriter& to) {
    to.number(store_.work().comparisons);
    to.number(std::uint64_t{nodes()});
    StateRecord record;
    for (NodeId node = 0; node < nodes(); ++node) {
        record.clear();
        write(node, record);
        to.number(parent(node));
        to.list(record);
    }
    columns_.save(to);
}

template <class B>
void BasicZoneSpace<B>::load(ArchiveReader& from) {
    const auto comparisons = from.number<std::uint64_t>();
    for (std::size_t left = from.count(sizeof(NodeId)); left > 0; --left) {
        const auto parent = from.number<NodeId>();
        const auto record = from.list<std::uint32_t>();
        ArchiveReader::demand(record.size() >= layout_.words(), "has half a state");
        restore(record, parent, too_late);
    }
    store_.restore_comparisons(comparisons);
    columns_.load(from);
}

template void BasicZoneSpace<zone::Bound>::read_bounds(std::span<const std::uint32_t>, std::span<zone::Bound>);
template void BasicZoneSpace<zone::Bound>::write(StateRecord&);
template void BasicZoneSpace<zone::Bound>::write(NodeId, StateRecord&);
template void BasicZoneSpace<zone::Bound>::write_discrete(NodeId, StateRecord&) const;
template void BasicZoneSpace<zone::Bound>::recall(std::span<const std::uint32_t>);
template NodeId BasicZoneSpace<zone::Bound>::insert(std::span<const std::uint32_t>, std::uint64_t, NodeId,
                                                    std::uint32_t, const Spared&);
template NodeId BasicZoneSpace<zone::Bound>::restore(std::span<const std::uint32_t>, NodeId, std::uint32_t);
template bool BasicZoneSpace<zone::Bound>::expand(std::span<const std::uint32_t>);
template bool BasicZoneSpace<zone::Bound>::satisfies(std::span<const std::uint32_t>, Predicate&, bool);
template void BasicZoneSpace<zone::Bound>::save(ArchiveWriter&);
template void BasicZoneSpace<zone::Bound>::load(ArchiveReader&);
template void BasicZoneSpace<zone::WideBound>::read_bounds(std::span<const std::uint32_t>, std::span<zone::WideBound>);
template void BasicZoneSpace<zone::WideBound>::write(StateRecord&);
template void BasicZoneSpace<zone::WideBound>::write(NodeId, StateRecord&);
template void BasicZoneSpace<zone::WideBound>::write_discrete(NodeId, StateRecord&) const;
template void BasicZoneSpace<zone::WideBound>::recall(std::span<const std::uint32_t>);
template NodeId BasicZoneSpace<zone::WideBound>::insert(std::span<const std::uint32_t>, std::uint64_t, NodeId,
                                                        std::uint32_t, const Spared&);
template NodeId BasicZoneSpace<zone::WideBound>::restore(std::span<const std::uint32_t>, NodeId, std::uint32_t);
template bool BasicZoneSpace<zone::WideBound>::expand(std::span<const std::uint32_t>);
template bool BasicZoneSpace<zone::WideBound>::satisfies(std::span<const std::uint32_t>, Predicate&, bool);
template void BasicZoneSpace<zone::WideBound>::save(ArchiveWriter&);
template void BasicZoneSpace<zone::WideBound>::load(ArchiveReader&);

}  // namespace crowfly
