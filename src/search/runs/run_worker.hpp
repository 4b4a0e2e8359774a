// One of the threads of parallel_runs.hpp: a depth first search with a path of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/rng.hpp"
#include "search/runs/parallel_runs.hpp"
#include "search/runs/run_graph.hpp"

namespace crowfly {

template <class B>
class RunWorker {
public:
    RunWorker(ParallelRuns<B>& team, const Network& network, const ClockUse& use, std::size_t number);

    // Runs from all starts. It ends as soon as the team is stopped, and stops the team when it is through. `between` is
    // called before the first state and after every few.
    template <class Between>
    void run(Between&& between);

    // Read by other threads.
    std::size_t explored() const { return explored_.load(std::memory_order_relaxed); }
    std::size_t generated() const { return generated_.load(std::memory_order_relaxed); }
    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    void reset_counts();

private:
    struct Frame {
        std::uint32_t state;
        std::size_t first;  // its successors that are still to be visited lie in pending_ from here on
    };
    // The marks of states in the shared table. Of one that is unknown nobody can tell yet whether a run ends there.
    enum Mark : std::uint8_t { unknown, open, closed };

    void begin(std::size_t start);
    void generate(bool can_go_on);
    void visit_successor();
    bool is_settled(std::uint32_t state);
    std::uint32_t insert();
    void shuffle(std::size_t first);
    bool pop();
    void push(std::uint32_t state);
    void close(std::uint32_t state);
    void read(std::uint32_t state);
    void finish(std::optional<std::size_t> loop);
    void note_bytes();
    void may_yield();

    ParallelRuns<B>& team_;
    std::size_t number_;
    RunGraph<B> graph_;
    SharedTable::Writer writer_;
    Rng random_;
    std::size_t start_ = 0;  // the one that the path begins with
    std::vector<Frame> path_;
    std::unordered_map<std::uint32_t, std::size_t> on_path_;  // positions from 1
    std::vector<std::uint32_t> pending_;                      // the roots, then the successors of states on the path
    std::vector<std::uint32_t> packed_, vector_;
    std::vector<std::int32_t> slots_;
    ActiveClocks active_;
    std::vector<B> zone_;
    std::atomic<std::size_t> explored_ = 0, generated_ = 0, bytes_ = 0;
};

template <class B>
template <class Between>
void RunWorker<B>::run(Between&& between) {
    constexpr std::size_t few = 64;
    std::vector<std::size_t> order(team_.starts_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = order.size(); number_ > 0 && i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    std::size_t steps = 0;
    for (const std::size_t start : order) {
        begin(start);
        while (!team_.is_stopped() && pop()) {
            explored_.fetch_add(1, std::memory_order_relaxed);
            if (steps++ % few == 0) {
                note_bytes();
                between();
            }
            if (!team_.is_stopped()) generate(graph_.generator().expand(slots_, zone_.data()));
        }
        if (team_.is_stopped()) return;
    }
    team_.get_through();
}

}  // namespace crowfly
