#include "abstraction/patterns/backward_search.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly::pdb {
namespace {

constexpr std::size_t states_between_polls = 4096;

}  // namespace

DistanceTable::DistanceTable(std::size_t states, const std::vector<AbstractState>& among)
    : entries_(std::vector<std::uint8_t>(states, excluded<std::uint8_t>)) {
    for (const AbstractState state : among)
        std::get<std::vector<std::uint8_t>>(entries_)[state] = unreached<std::uint8_t>;
}

template <class Wide, class Narrow>
std::vector<Wide> DistanceTable::widened(const std::vector<Narrow>& entries) {
    std::vector<Wide> wide(entries.size());
    std::ranges::transform(entries, wide.begin(), [](Narrow entry) {
        if (entry == unreached<Narrow>) return unreached<Wide>;
        return entry == excluded<Narrow> ? excluded<Wide> : Wide{entry};
    });
    return wide;
}

void DistanceTable::widen() {
    if (const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&entries_))
        entries_ = widened<std::uint16_t>(*bytes);
    else if (const auto* words = std::get_if<std::vector<std::uint16_t>>(&entries_))
        entries_ = widened<std::uint32_t>(*words);
}

void DistanceTable::save(ArchiveWriter& to) const {
    to.number(static_cast<std::uint8_t>(bytes_per_state()));
    std::visit([&](const auto& entries) { to.list(entries); }, entries_);
}

void DistanceTable::load(ArchiveReader& from) {
    const auto width = from.number<std::uint8_t>();
    ArchiveReader::demand(width == 1 || width == 2 || width == 4, "has distances of a width that is not known");
    if (width == 1) entries_ = from.list<std::uint8_t>();
    if (width == 2) entries_ = from.list<std::uint16_t>();
    if (width == 4) entries_ = from.list<std::uint32_t>();
}

Predecessors::Predecessors(const LabelTable& table, const PerfectHash& hash, const std::vector<ProjectedLabel>& labels)
    : paid(table, hash, Direction::backward), free(table, hash, Direction::backward) {
    paid.build(labels, [](const ProjectedLabel& label) { return label.cost > 0; });
    free.build(labels, [](const ProjectedLabel& label) { return label.cost == 0; });
}

std::optional<std::vector<AbstractState>> reachable_states(const PerfectHash& hash, const TransitionFinder& successors,
                                                           const std::vector<Rank>& initial, std::size_t most) {
    std::vector<AbstractState> reached(initial.begin(), initial.end());
    std::vector<bool> is_reached(hash.states());
    for (const AbstractState state : reached) is_reached[state] = true;
    const auto take = [&](Rank successor, std::uint32_t) {
        if (is_reached[successor]) return;
        is_reached[successor] = true;
        reached.push_back(static_cast<AbstractState>(successor));
    };
    std::vector<Value> digits(hash.digits());
    for (std::size_t i = 0; i < reached.size(); ++i) {
        if (i % states_between_polls == 0) poll();
        if (reached.size() > most) return std::nullopt;
        hash.unpack(reached[i], digits);
        successors.each_neighbour(reached[i], digits, take);
    }
    return reached;
}

void BackwardSearch::run(DistanceTable& table, std::vector<AbstractState> goal, std::span<const AbstractState> until) {
    auto& bytes = std::get<std::vector<std::uint8_t>>(table.entries_);
    for (const AbstractState state : goal) bytes[state] = 0;
    current_ = std::move(goal);
    while (std::visit([&](auto& entries) { return search(entries, until); }, table.entries_) == End::too_narrow)
        table.widen();
}

template <class Entry>
BackwardSearch::End BackwardSearch::search(std::vector<Entry>& entries, std::span<const AbstractState> until) {
    constexpr Entry unreached = DistanceTable::unreached<Entry>;
    std::vector<AbstractState> next;
    while (!current_.empty()) {
        if (layer_ + 1 >= DistanceTable::excluded<Entry>) return End::too_narrow;
        close(entries);
        if (std::ranges::any_of(until, [&](AbstractState state) { return entries[state] != unreached; }))
            return End::done;
        if (!expand(entries, next)) {
            is_cut_short_ = true;
            std::ranges::replace(entries, unreached, static_cast<Entry>(layer_ + 1));
            return End::done;
        }
        current_.swap(next);
        next.clear();
        if (!current_.empty()) ++layer_;
    }
    return End::done;
}

// Adds to the layer what leads to it and costs nothing.
template <class Entry>
void BackwardSearch::close(std::vector<Entry>& entries) {
    if (predecessors_.free.empty()) return;
    const auto take = [&](Rank predecessor, std::uint32_t) {
        if (entries[predecessor] != DistanceTable::unreached<Entry>) return;
        entries[predecessor] = static_cast<Entry>(layer_);
        current_.push_back(static_cast<AbstractState>(predecessor));
    };
    for (std::size_t i = 0; i < current_.size(); ++i) {
        if (i % states_between_polls == 0) poll();
        hash_.unpack(current_[i], digits_);
        predecessors_.free.each_neighbour(current_[i], digits_, take);
    }
}

// False: the effort is used up.
template <class Entry>
bool BackwardSearch::expand(std::vector<Entry>& entries, std::vector<AbstractState>& next) {
    const auto take = [&](Rank predecessor, std::uint32_t) {
        if (entries[predecessor] != DistanceTable::unreached<Entry>) return;
        entries[predecessor] = static_cast<Entry>(layer_ + 1);
        next.push_back(static_cast<AbstractState>(predecessor));
    };
    for (std::size_t i = 0; i < current_.size(); ++i) {
        if (i % states_between_polls == 0 && !may_go_on(entries.size() * sizeof(Entry), next.capacity())) return false;
        hash_.unpack(current_[i], digits_);
        predecessors_.paid.each_neighbour(current_[i], digits_, take);
    }
    return true;
}

bool BackwardSearch::may_go_on(std::size_t table_bytes, std::size_t waiting) const {
    poll();
    const std::size_t bytes = held_ + table_bytes + (current_.capacity() + waiting) * sizeof(AbstractState);
    effort_.tell(bytes);
    return !effort_.is_used_up(bytes);
}

}  // namespace crowfly::pdb
