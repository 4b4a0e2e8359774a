// What a search on disk does with the states it expands, whether it has the directory for itself or shares it: tests
// the goal, adds successors to the table and to their buckets, and finds the path in the end.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/files/parts.hpp"
#include "search/disk/buckets.hpp"
#include "search/disk/path_back.hpp"
#include "search/guidance/estimates.hpp"
#include "search/kernels/ledger.hpp"
#include "search/settings/search_task.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

template <class Space>
class DiskExpansion {
public:
    using Path = std::vector<typename PathBack<Space>::Step>;  // the last state first

    DiskExpansion(Space& space, const SearchTask& task, DiskFolder& folder, const CheckpointKey& key, std::size_t small)
        : space_(space), task_(task), options_(task.options), folder_(folder), key_(key),
          ledger_(task.limits, task.observer, result_), is_blind_(options_.search == "bfs"),
          read_bytes_(std::clamp<std::size_t>(task.limits.bytes / 1024, least_read, most_read)),
          filter_bytes_(std::clamp<std::size_t>(task.limits.bytes / 16, least_filter, most_filter)),
          group_bytes_(std::clamp<std::size_t>(task.limits.bytes / 16, least_group, most_group)),
          table_(space, folder, !is_blind_ || DiskTable<Space>::has_zones),
          buckets_(space, folder, table_, options_.abstraction && is_simulation(*options_.abstraction),
                   {small, read_bytes_, filter_bytes_, group_bytes_}) {}
    DiskExpansion(const DiskExpansion&) = delete;
    DiskExpansion& operator=(const DiskExpansion&) = delete;

    // ---- For the Explorer

    bool visit() {
        if (is_blind_) return true;
        if (space_.satisfies(state_, task_.goal, options_.wanted)) {
            goal_ = FoundGoal{state_, buckets_.current().length, false};
            return false;
        }
        if (task_.goal.stop()) ledger_.end(task_.goal.stop());
        return !ledger_.has_ended();
    }
    bool expand() { return space_.expand(state_); }
    void generated() {
        poll();  // a state may have very many successors
        const Silence whole;
        ++turn_;
        const std::uint32_t length = has_started_ ? buckets_.current().length + 1 : 0;
        if (length > options_.longest) {
            result_.cut = true;
            return;
        }
        const NodeId node = table_.add_successor(length, mark_);
        if (node == no_node) return;
        const Estimate ahead = is_blind_ ? 0 : estimates_->of_successor(space_, node);
        if (!is_blind_ && estimates_->proves_dead_end(ahead)) return;
        buckets_.push({length, ahead}, node);
        const bool is_shortest = is_blind_ || (has_started_ && length <= buckets_.current().sum());
        if (is_shortest) test(length);
    }
    bool is_done() const { return goal_.has_value(); }
    std::size_t stored() const { return states_; }
    std::size_t bytes_soon() const { return fixed_bytes(); }
    void measure(Statistics& s) const {
        s.stored = states_;
        s.waiting = buckets_.waiting();
        s.bytes = bytes_of(table_) + known_bytes();
        s.disk = folder_.use();
        if (estimates_) estimates_->note(s);
    }

protected:
    bool build() {
        if (is_blind_) return true;
        estimates_.emplace(options_.guidance.heuristic);
        BuildBudget budget(ledger_.budget(), result_.statistics, ledger_.observer());
        if (!estimates_->build(task_.target, budget))
            ledger_.end(budget.exceeded());
        else if (!estimates_->heuristic().is_discrete())
            ledger_.end(
                "--disk needs a heuristic that gives every discrete state one estimate, and this one reads clocks");
        return !ledger_.has_ended();
    }

    // Until no state is left, or a limit is reached. An expansion that a limit ends has not taken place: what it added
    // to the table is generated again when the state is expanded.
    template <class Exploration>
    void expand_all(Exploration& exploration) {
        try {
            exploration.explore();
        } catch (const LimitReached& limit) {
            if (!is_expanding_) throw;
            ledger_.end(limit.what());
            buckets_.put_back();
            --result_.statistics.explored;
            result_.statistics.generated = generated_before_;
        }
        end_state();
    }

    // state_ is expanded next.
    void begin_state() {
        is_expanding_ = true;
        generated_before_ = result_.statistics.generated;
        turn_ = 0;
        mark_ = parent_mark(state_.data(), space_.layout().key_words());
    }

    void end_state() { is_expanding_ = false; }

    // Whether the table must be emptied. Now and then it looks how much memory there is.
    bool look_whether_full() {
        if (table_.size() >= options_.disk->table) return true;
        looked_at_ = std::min(looked_at_, table_.size());  // it may have been emptied
        const bool is_time = result_.statistics.explored % between_looks == 0 || table_.size() > looked_at_ + many;
        if (table_.size() < fewest_in_table || !is_time) return false;
        looked_at_ = table_.size();
        return table_.bytes_soon() + bytes_per_node * table_.size() + fixed_bytes() > task_.limits.bytes;
    }

    Path path_back(const std::vector<RecordFile>& logs) {
        PathBack<Space> back(space_, folder_, table_.log_shape(), logs, read_bytes_);
        Path path = back.find(goal_->state, goal_->length, goal_->is_successor ? &state_ : nullptr, turn_);
        if (path.empty()) throw DiskTrouble("the path to the goal is not in the log; remove the directory");
        return path;
    }
    void answer_with(const Path& path) {
        constexpr std::size_t latest_turn = 0xFFFF;
        space_.keep_only({});
        NodeId node = no_node;
        for (auto step = path.rbegin(); step != path.rend(); ++step) {
            const auto turn = static_cast<std::uint32_t>(std::min<std::size_t>(step->turn, latest_turn));
            node = space_.restore(std::span(step->state).first(space_.layout().words()), node, turn);
        }
        result_.is_short = true;
        result_.found = path_to(space_, node);
        result_.firings = firings_to(space_, node);
    }

    void describe() {
        const std::string order = is_blind_ ? "breadth first" : name_of_search(options_.guidance);
        result_.strategies = {fmt::format("{}, on disk: {} states", order, result_.statistics.explored)};
    }
    void end_in_trouble(const DiskTrouble& trouble) {
        ledger_.end(fmt::format("{}; {} states are known", trouble.what(), states_));
    }
    static constexpr bool is_wide() {
        if constexpr (DiskTable<Space>::has_zones)
            return sizeof(typename Space::Bound) > sizeof(zone::Bound);
        else
            return false;
    }

    static constexpr std::size_t between_looks = 64;  // expansions

    struct FoundGoal {
        Record state;
        std::uint32_t length = 0;
        bool is_successor = false;  // of the state that was expanded last
    };

    Space& space_;
    const SearchTask& task_;
    const SearchOptions& options_;
    DiskFolder& folder_;
    CheckpointKey key_;
    SearchResult result_;
    Ledger ledger_;
    bool is_blind_;
    std::size_t read_bytes_, filter_bytes_, group_bytes_;
    std::optional<Estimates> estimates_;
    DiskTable<Space> table_;
    Buckets<Space> buckets_;
    std::uint64_t states_ = 0;  // different ones, of buckets that were opened
    bool has_started_ = false;  // initial states were generated
    Record state_;              // the one being expanded
    std::optional<FoundGoal> goal_;

private:
    static constexpr std::size_t least_read = std::size_t{1} << 14U, most_read = std::size_t{1} << 20U;
    static constexpr std::size_t least_filter = std::size_t{1} << 12U, most_filter = std::size_t{1} << 26U;
    static constexpr std::size_t least_group = std::size_t{1} << 16U, most_group = std::size_t{1} << 26U;
    static constexpr std::size_t files_at_once = 48;
    static constexpr std::size_t fewest_in_table = 256;
    static constexpr std::size_t many = 4096;  // states in the table
    // Beside what the table knows: the bucket in which it is, and a number when it is sorted.
    static constexpr std::size_t bytes_per_node = 4 * sizeof(NodeId) + sizeof(std::uint64_t);

    void test(std::uint32_t length) {
        if (space_.satisfies(task_.goal, options_.wanted)) {
            goal_.emplace();
            space_.write(goal_->state);
            goal_->length = length;
            goal_->is_successor = has_started_;
        }
        if (task_.goal.stop()) {
            goal_.reset();
            ledger_.end(task_.goal.stop());
        }
    }

    std::size_t known_bytes() const { return bytes_of(buckets_) + bytes_of(estimates_); }
    // With what a filter may need, files that are merged, and zones that are compared.
    std::size_t fixed_bytes() const {
        constexpr std::size_t for_groups = DiskTable<Space>::has_zones ? 2 : 0;  // they grow by doubling
        return known_bytes() + filter_bytes_ + files_at_once * read_bytes_ + for_groups * group_bytes_;
    }

    bool is_expanding_ = false;
    std::size_t generated_before_ = 0;  // the state that is being expanded
    std::size_t looked_at_ = 0;         // the size of the table when it was last asked how much memory it takes
    std::uint8_t mark_ = 0;             // of the state being expanded, as a parent
    std::size_t turn_ = 0;              // position of the successor in its enumeration, from 1
};

}  // namespace crowfly
