// Symbolic states as words, for files of them.
#include <algorithm>
#include <cstring>

#include "space/zone_space.hpp"

namespace crowfly {
namespace {

using zone::NarrowBound;

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
    for (std::size_t i = 0; i < cells; ++i) {
        const auto bound = zone::narrowed<NarrowBound>(z[i]);
        std::memcpy(into + i * sizeof bound, &bound, sizeof bound);
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
    for (std::size_t i = 0; i < into.size(); ++i) {
        NarrowBound bound;
        std::memcpy(&bound, from + i * sizeof bound, sizeof bound);
        into[i] = bound == std::numeric_limits<NarrowBound>::max() ? zone::infinity<B> : bound;
    }
}

template <class B>
void BasicZoneSpace<B>::write_state(NodeId node, std::vector<std::uint32_t>& words) {
    recall(node);
    words.assign(packed_.begin(), packed_.end());
    write_bounds(zone_.data(), zone_.size(), words);
}

template <class B>
void BasicZoneSpace<B>::write_successor(std::vector<std::uint32_t>& words) {
    words.resize(layout_.words());
    layout_.pack(slots(), words.data());
    write_bounds(zone(), active().size() * active().size(), words);
}

template <class B>
void BasicZoneSpace<B>::recall_written(const std::vector<std::uint32_t>& words) {
    layout_.unpack(words.data(), slots_);
    expander_.find_active(slots_, active_);
    zone_.resize(active_.size() * active_.size());
    read_bounds(std::span(words).subspan(layout_.words()), zone_);
}

template <class B>
NodeId BasicZoneSpace<B>::add_written(const std::vector<std::uint32_t>& words, const Spared& spared) {
    recall_written(words);
    const NodeId node = store_.add(words.data(), zone_.data(), active_.size(), active_.lower.data(),
                                   active_.upper.data(), no_node, spared);
    if (node == turns_.size()) turns_.push_back(too_late);
    return node;
}

template <class B>
bool BasicZoneSpace<B>::expand_written(const std::vector<std::uint32_t>& words) {
    recall_written(words);
    turn_ = 0;
    return expander_.expand(slots_, zone_.data());
}

template <class B>
bool BasicZoneSpace<B>::satisfies_written(const std::vector<std::uint32_t>& words, Predicate& predicate, bool wanted) {
    recall_written(words);
    return predicate.somewhere(std::span<const std::int32_t>(slots_), zone_.data(), active_, examiner_, wanted);
}

template void BasicZoneSpace<zone::Bound>::read_bounds(std::span<const std::uint32_t>, std::span<zone::Bound>);
template void BasicZoneSpace<zone::Bound>::write_state(NodeId, std::vector<std::uint32_t>&);
template void BasicZoneSpace<zone::Bound>::write_successor(std::vector<std::uint32_t>&);
template void BasicZoneSpace<zone::Bound>::recall_written(const std::vector<std::uint32_t>&);
template NodeId BasicZoneSpace<zone::Bound>::add_written(const std::vector<std::uint32_t>&, const Spared&);
template bool BasicZoneSpace<zone::Bound>::expand_written(const std::vector<std::uint32_t>&);
template bool BasicZoneSpace<zone::Bound>::satisfies_written(const std::vector<std::uint32_t>&, Predicate&, bool);
template void BasicZoneSpace<zone::WideBound>::read_bounds(std::span<const std::uint32_t>, std::span<zone::WideBound>);
template void BasicZoneSpace<zone::WideBound>::write_state(NodeId, std::vector<std::uint32_t>&);
template void BasicZoneSpace<zone::WideBound>::write_successor(std::vector<std::uint32_t>&);
template void BasicZoneSpace<zone::WideBound>::recall_written(const std::vector<std::uint32_t>&);
template NodeId BasicZoneSpace<zone::WideBound>::add_written(const std::vector<std::uint32_t>&, const Spared&);
template bool BasicZoneSpace<zone::WideBound>::expand_written(const std::vector<std::uint32_t>&);
template bool BasicZoneSpace<zone::WideBound>::satisfies_written(const std::vector<std::uint32_t>&, Predicate&, bool);

}  // namespace crowfly
