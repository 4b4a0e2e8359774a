// Greedy search and A* by several workers that do not wait for one another: each expands the best of its own states
// (HDA*, Kishimoto, Fukunaga, Botea: Evaluation of a simple, scalable, parallel best-first search strategy, 2013).
//
// Greedy search ends with the first goal. Where lengths count, a goal that a worker reaches need not be nearest: it
// bounds what all others still expand, and the search ends when no state below the bound is left, and none is under
// way. A state reached by a shorter path than before is opened again.
#pragma once

#include <limits>

#include "search/guidance/estimates.hpp"
#include "search/guidance/open_list.hpp"
#include "search/kernels/zone_rounds.hpp"
#include "search/workers/worker.hpp"
#include "space/per_node.hpp"

namespace crowfly {

template <class Space>
class BestFirstWorker : public Worker<Space, BestFirstWorker<Space>> {
    using Base = Worker<Space, BestFirstWorker<Space>>;
    friend Base;
    using Base::ledger_, Base::node_, Base::nobody, Base::options_, Base::result_, Base::space_, Base::task_,
        Base::transport_;

public:
    static constexpr std::size_t batch_states = 32;

    // `built`: the heuristic; null: this worker builds one.
    BestFirstWorker(Space& space, const SearchTask& task, Transport& transport, const Ownership& ownership,
                    std::unique_ptr<Heuristic> built = nullptr)
        : Base(space, task, transport, ownership), guide_(task.options.guidance), estimates_(guide_.heuristic),
          open_(guide_.ties, options_.seed + transport.self()), rounds_(task.target.network, guide_.own == 0),
          lengths_(space.columns()), expanded_(space.columns()) {
        if (built) estimates_.take(std::move(built), task.target);
    }

    void parts(auto& each) { each.derived(open_, rounds_, estimates_); }

    // ---- For the Explorer

    bool pop() {
        while (!is_ended()) {
            this->store_own();
            this->receive_all();
            if (is_ended()) return false;
            if (this->is_leader()) this->pause_if_due();
            if (this->may_expand() && pop_best()) {
                this->note_work();
                return true;
            }
            this->send_batches();
            if (this->is_leader()) this->ask_whether_idle();
            if (!is_ended()) this->wait_for_message();
        }
        return false;
    }

    bool visit() {
        rounds_.note_expanded(space_, node_);
        if (!space_.satisfies(node_, task_.goal, options_.wanted)) {
            ledger_.end(task_.goal.stop());
            return !ledger_.has_ended();
        }
        bound_ = std::min(bound_, length_);
        if (this->files() != nullptr) expanded_[node_] = false;  // it is found again after a restart
        this->tell_found(node_, length_);
        return false;
    }

    // Estimates of others are the better the sooner they know of states.
    void counted() {
        Base::counted();
        if (result_.statistics.explored % sent_every == 0) this->send_batches();
    }

    void measure(Statistics& s) const {
        Base::measure(s);
        estimates_.note(s);
    }

    // ---- For checkpoints, see saved_nodes.hpp

    static constexpr std::size_t load_passes = 2;
    bool is_open(NodeId node) const { return !expanded_[node]; }
    std::uint32_t length_of(NodeId node) const { return lengths_[node]; }
    static std::size_t pass_of(bool is_open, std::uint32_t /*length*/) { return is_open ? 1 : 0; }
    void restored(NodeId node, std::uint32_t length, std::size_t pass) {
        note(node, length, pass == 0);
        if (pass > 0) open(node, length);
    }

private:
    static constexpr std::size_t sent_every = 16;  // expansions
    static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

    struct Entry {
        NodeId node;
        std::uint32_t length;
    };

    bool prepare() {
        if (!estimates_.is_built()) build();
        if (!ledger_.has_ended() && this->resumes()) this->load_parts();
        return !ledger_.has_ended();
    }
    void build() {
        BuildBudget budget(ledger_.budget(), result_.statistics, ledger_.observer());
        if (!estimates_.build(task_.target, budget)) ledger_.end(budget.exceeded());
    }
    bool is_ended() const { return this->is_over() || ledger_.has_ended(); }
    std::uint32_t length() const { return length_; }
    bool counts_lengths() const { return guide_.own > 0 || options_.longest < no_bound; }

    bool pop_best() {
        while (!open_.empty()) {
            const bool is_below = open_.best().cost < most();
            const Entry entry = open_.pop();
            if (!is_below || space_.is_covered(entry.node) || lengths_[entry.node] < entry.length) continue;
            node_ = entry.node;
            length_ = entry.length;
            if (this->files() != nullptr) expanded_[node_] = true;
            result_.statistics.depth = length_;
            return true;
        }
        return false;
    }

    // What costs that much cannot lead to a shorter path than is known.
    std::uint64_t most() const {
        if (bound_ == unbounded || guide_.own == 0) return std::numeric_limits<std::uint64_t>::max();
        return std::uint64_t{guide_.own} * bound_;
    }

    Spared spared(std::uint32_t length) const {
        Spared spared;
        if (counts_lengths()) spared.lengths = &lengths_.values();
        spared.length = length;
        return spared;
    }

    void added(NodeId node, std::uint32_t length) {
        note(node, length, false);
        open(node, length);
    }

    void note(NodeId node, std::uint32_t length, bool is_expanded) {
        lengths_.set(node, length);
        if (this->files() == nullptr) return;
        expanded_.set(node, is_expanded);
    }

    void open(NodeId node, std::uint32_t length) {
        const Estimate estimate = estimates_.of_stored(space_, node);
        if (estimates_.proves_dead_end(estimate)) return;
        if (length > options_.longest) {
            result_.cut = true;
            return;
        }
        const OpenKey key = key_of(length, estimate, rounds_.round_of(space_, node));
        if (key.cost < most()) open_.push(key, {node, length});
    }

    // Inadmissible heuristics may see dead ends where there are none: these come last.
    OpenKey key_of(std::uint32_t length, Estimate estimate, std::uint32_t round) const {
        if (estimate == dead_end) return {std::numeric_limits<std::uint64_t>::max() - 1, dead_end};
        return {std::uint64_t{guide_.own} * length + std::uint64_t{guide_.ahead} * estimate + round, estimate};
    }

    // ---- Messages

    void receive_states(Message& message) { this->store_all(message.words, message.from); }
    void handle(const Message& message) { bound_ = std::min(bound_, message.words[0]); }

    void hear_found(std::uint32_t holder, NodeId node, std::uint32_t length) {
        if (holder_ != nobody && length >= *result_.length) return;
        holder_ = holder;
        goal_ = node;
        result_.length = length;
        if (guide_.own == 0) {
            this->end_with(holder, node, Base::Ending::decided);
            return;
        }
        bound_ = std::min(bound_, length);
        this->send_to_others(Message::Kind::bound, {length});
    }
    void all_are_idle() { this->end_with(holder_, goal_, Base::Ending::decided); }
    void give_up() { this->end_with(holder_, goal_, Base::Ending::given_up); }

    static std::uint32_t layer() { return 0; }
    bool is_idle() const { return this->is_paused() || open_.empty(); }
    std::size_t waiting() const { return open_.size(); }
    std::size_t shared_bytes() const { return this->is_leader() ? 0 : estimates_.shared_bytes(); }

    const Guidance& guide_;
    Estimates estimates_;
    OpenList<Entry> open_;
    ZoneRounds rounds_;
    PerNode<std::uint32_t> lengths_;
    std::uint32_t length_ = 0;         // of the path to the state being expanded
    std::uint32_t bound_ = unbounded;  // the length of the shortest path that is known

    PerNode<bool> expanded_;  // where checkpoints are written

    // Of the leader: the nearest goal so far.
    std::uint32_t holder_ = nobody;
    NodeId goal_ = no_node;
};

}  // namespace crowfly
