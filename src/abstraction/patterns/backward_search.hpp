// The distances of the abstract states of a projection to the goal, by breadth-first search from the goal backwards.
// Labels that cost nothing are applied within a layer. Where only a part of the abstract states can be reached from the
// initial ones, the search stays among these.
//
// A table has one byte per abstract state while distances are below 254, and grows to two or four where they are not.
// If the effort is used up, the search ends with what every state of later layers has at least: the number of the next
// layer. These distances are still admissible and consistent.
#pragma once

#include <optional>
#include <variant>

#include "abstraction/patterns/transition_finder.hpp"

namespace crowfly::pdb {

class DistanceTable {
public:
    DistanceTable() = default;
    explicit DistanceTable(std::size_t states) : entries_(std::vector<std::uint8_t>(states, unreached<std::uint8_t>)) {}
    // Only these states count.
    DistanceTable(std::size_t states, const std::vector<AbstractState>& among);

    Estimate operator[](AbstractState state) const {
        return std::visit([state](const auto& entries) { return distance_of(entries[state]); }, entries_);
    }
    bool is_excluded(AbstractState state) const {
        return std::visit([state](const auto& entries) { return is_excluded_entry(entries[state]); }, entries_);
    }
    std::size_t bytes_per_state() const {
        return std::visit([](const auto& entries) { return sizeof(entries[0]); }, entries_);
    }
    std::size_t states() const {
        return std::visit([](const auto& entries) { return entries.size(); }, entries_);
    }

    void parts(auto& each) { each.derived(entries_); }
    void save(ArchiveWriter& to) const;
    void load(ArchiveReader& from);

private:
    friend class BackwardSearch;

    // The greatest number stands for a state from which the goal cannot be reached, the one before for a state that
    // does not count.
    template <class Entry>
    static constexpr Entry unreached = std::numeric_limits<Entry>::max();
    template <class Entry>
    static constexpr Entry excluded = unreached<Entry> - 1;

    template <class Entry>
    static bool is_excluded_entry(Entry entry) {
        return entry == excluded<Entry>;
    }
    template <class Entry>
    static Estimate distance_of(Entry entry) {
        return entry >= excluded<Entry> ? dead_end : entry;
    }
    template <class Wide, class Narrow>
    static std::vector<Wide> widened(const std::vector<Narrow>& entries);

    void widen();

    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> entries_;
};

// What leads to an abstract state, by what it costs.
struct Predecessors {
    Predecessors(const LabelTable& table, const PerfectHash& hash, const std::vector<ProjectedLabel>& labels);

    void parts(auto& each) { each.derived(paid, free); }

    TransitionFinder paid, free;
};

// The abstract states that can be reached from these. Nothing: they are more than `most`.
std::optional<std::vector<AbstractState>> reachable_states(const PerfectHash& hash, const TransitionFinder& successors,
                                                           const std::vector<Rank>& initial, std::size_t most);

// In a table of all abstract states of a pattern.
class BackwardSearch {
public:
    // `held`: bytes that are held besides.
    BackwardSearch(const PerfectHash& hash, const Predecessors& predecessors, const Effort& effort, std::size_t held)
        : hash_(hash), predecessors_(predecessors), effort_(effort), held_(held), digits_(hash.digits()) {}

    // Fills the table from the goal states on. The search ends at the first layer that has one of the states in
    // `until`.
    void run(DistanceTable& table, std::vector<AbstractState> goal, std::span<const AbstractState> until = {});

    std::uint32_t layers() const { return layer_; }
    bool is_cut_short() const { return is_cut_short_; }  // by the effort

private:
    enum class End : std::uint8_t { done, too_narrow };

    template <class Entry>
    End search(std::vector<Entry>& entries, std::span<const AbstractState> until);
    template <class Entry>
    void close(std::vector<Entry>& entries);
    template <class Entry>
    bool expand(std::vector<Entry>& entries, std::vector<AbstractState>& next);
    bool may_go_on(std::size_t table_bytes, std::size_t waiting) const;

    const PerfectHash& hash_;
    const Predecessors& predecessors_;
    const Effort& effort_;
    std::size_t held_;
    std::vector<Value> digits_;
    std::vector<AbstractState> current_;
    std::uint32_t layer_ = 0;
    bool is_cut_short_ = false;
};

}  // namespace crowfly::pdb
