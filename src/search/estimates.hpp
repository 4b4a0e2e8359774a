// What a heuristic says of the states of a search: asked once per discrete state, unless it reads clocks, and timed.
#pragma once

#include <chrono>
#include <memory>

#include "base/chunked.hpp"
#include "heuristic/registry.hpp"
#include "search/limits.hpp"
#include "space/zone_store.hpp"

namespace crowfly {

class Estimates {
public:
    Estimates(const Goal& goal, const HeuristicSpec& spec) : safe_(reliance_of(spec).safe) {
        const auto start = Clock::now();
        heuristic_ = make_heuristic(goal, spec);
        seconds_ = since(start);
    }

    // Of the state that has just been reached …
    template <class Space>
    Estimate of_arrival(Space& space, NodeId node) {
        if (heuristic_->reads_clocks()) space.find_floor(floor_);
        return of(space.discrete(node), space.slots());
    }
    // … and of any.
    template <class Space>
    Estimate of_stored(Space& space, NodeId node) {
        space.read(node, slots_);
        if (heuristic_->reads_clocks()) space.find_floor(node, floor_);
        return of(space.discrete(node), slots_);
    }

    // Whether a state need not be looked at.
    bool proves_dead_end(Estimate estimate) const { return estimate == dead_end && safe_; }

    std::size_t asked() const { return asked_; }
    std::size_t bytes() const { return known_.bytes(); }
    void note(Statistics& statistics) const {
        statistics.heuristic_evaluations = asked_;
        statistics.heuristic_seconds = seconds_;
    }

private:
    using Clock = std::chrono::steady_clock;
    static double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

    Estimate of(StateId state, std::span<const std::int32_t> slots) {
        if (heuristic_->reads_clocks()) return ask(slots);
        while (known_.size() <= state) known_.push_back(unknown);
        if (known_[state] == unknown) known_[state] = ask(slots);
        return known_[state];
    }

    // The clock is read now and then, and what it says taken for all since.
    Estimate ask(std::span<const std::int32_t> slots) {
        if (asked_++ % sampled != 0) return heuristic_->estimate(slots, floor_);
        const auto start = Clock::now();
        const Estimate estimate = heuristic_->estimate(slots, floor_);
        seconds_ += since(start) * sampled;
        return estimate;
    }

    static constexpr Estimate unknown = dead_end - 1;
    static constexpr std::size_t sampled = 16;

    bool safe_;
    std::unique_ptr<Heuristic> heuristic_;
    Chunked<Estimate> known_;  // per discrete state
    std::vector<std::int32_t> slots_, floor_;
    std::size_t asked_ = 0;
    double seconds_ = 0;  // building it included
};

}  // namespace crowfly
