// What a heuristic says of the states of a search: asked once per discrete state, unless it reads clocks or zones, and
// timed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "base/alarm.hpp"
#include "base/chunked.hpp"
#include "base/effort_meter.hpp"
#include "base/profile.hpp"
#include "heuristic/registry.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/pacer.hpp"
#include "space/node.hpp"
#include "task/task_cache.hpp"

namespace crowfly {

// Compares what building a heuristic takes with what a search may use, on top of what it has used before.
class BuildBudget final : public BuildWatch, public EffortMeter {
public:
    BuildBudget(const Budget& budget, const Statistics& used, Observer& observer)
        : budget_(budget), used_(used), before_(used.bytes), observer_(observer) {}

    void call(std::string_view heuristic) {
        used_.building = heuristic;
        used_.stage = {};
    }
    void built(std::size_t bytes) override {
        budget_.clock(used_);
        used_.bytes = before_ + bytes;
        observer_.progress(used_);
        exceeded_ = budget_.exceeded(used_, used_.bytes);
        if (!exceeded_.empty()) throw BuildingEnded{};
    }
    void reached(const BuildStage& stage) override {
        used_.stage = stage;
        budget_.clock(used_);
        observer_.progress(used_);
    }
    void grown(std::size_t states) override { used_.stage.states = states; }
    // Of a search that takes turns: building waits in between where a turn is over. Null: it takes none.
    void take_turns(Pacer* pacer) { pacer_ = pacer; }
    bool takes_turns() const override { return pacer_ != nullptr; }
    void spent(std::uint64_t effort) override {
        spent_ += effort;
        if (pacer_ == nullptr || !pacer_->is_turn_over(spent_, 0)) return;
        budget_.clock(used_);
        pacer_->wait(spent_, used_.bytes, used_);
    }
    std::uint64_t effort() const { return spent_; }
    void end(std::string reason) { exceeded_ = std::move(reason); }
    const std::string& exceeded() const { return exceeded_; }  // the limit that was reached, or ""

private:
    const Budget& budget_;
    Statistics used_;
    std::size_t before_;
    Observer& observer_;
    Pacer* pacer_ = nullptr;
    std::uint64_t spent_ = 0;
    std::string exceeded_;
};

// Builds something for the goal, which gets the budget for its watch. False: that exceeds the limits.
template <class Part>
bool build_within(BuildBudget& budget, std::string_view name, Goal goal, const Part& part) {
    budget.call(name);
    goal.effort.watch = &budget;
    const Metered metered(budget);
    try {
        part(goal);
        return true;
    } catch (const BuildingEnded&) {
        return false;
    } catch (const LimitReached& limit) {
        budget.end(limit.what());
        return false;
    }
}

// Null: building it exceeds the limits.
inline std::unique_ptr<Heuristic> build_heuristic(const Goal& goal, const HeuristicSpec& spec, BuildBudget& budget) {
    std::unique_ptr<Heuristic> built;
    build_within(budget, spec.name, goal, [&](const Goal& watched) { built = make_heuristic(watched, spec); });
    return built;
}

class Estimates {
public:
    explicit Estimates(const HeuristicSpec& spec) : spec_(spec), safe_(guarantees_of(spec).safe) {}

    // Builds the heuristic; has to be called first, unless it is given one. False: that exceeds the limits.
    bool build(const Goal& goal, BuildBudget& budget) {
        const auto start = Clock::now();
        const std::uint64_t spent_before = budget.effort();
        begin_phase(Phase::heuristic);
        heuristic_ = build_heuristic(goal, spec_, budget);
        begin_phase(Phase::other);
        if (heuristic_) {
            measure(goal);
            build_effort_ += 5 * heuristic_->bytes();
        }
        build_effort_ += budget.effort() - spent_before;
        seconds_ += since(start);
        return heuristic_ != nullptr;
    }
    // … for this goal, built before.
    void take(std::unique_ptr<Heuristic> built, const Goal& goal) {
        heuristic_ = std::move(built);
        measure(goal);
    }

    // Of the successor that has just been generated and stored, or of what covers it …
    template <class Space>
    Estimate of_successor(Space& space, NodeId node) {
        meet(space);
        read_clocks_of_successor(space);
        return of(space.discrete(node), [&]() -> const std::vector<std::int32_t>& {
            space.read(node, successor_);  // a space of zones has the successor itself not in normal form
            return successor_;
        });
    }
    // … of a successor that need not be stored, …
    template <class Space>
    Estimate of_candidate(Space& space) {
        meet(space);
        read_clocks_of_successor(space);
        return ask(space.slots());
    }
    // … and of any.
    template <class Space>
    Estimate of_stored(Space& space, NodeId node) {
        meet(space);
        space.read(node, slots_);
        if (heuristic_->reads_zone())
            space.find_zone(node, zone_);
        else if (heuristic_->reads_clocks())
            space.find_floor(node, zone_.floor);
        return of(space.discrete(node), [&]() -> const std::vector<std::int32_t>& { return slots_; });
    }

    // The states of another space are asked about from now on.
    void begin_space() {
        known_ = {};
        has_met_ = false;
    }

    bool is_built() const { return heuristic_ != nullptr; }
    Heuristic& heuristic() { return *heuristic_; }
    // Of the state that of_stored() was asked of last.
    std::span<const std::int32_t> slots() const { return slots_; }
    ClockFloor floor() const { return zone_.floor; }

    // Whether a state need not be expanded.
    bool proves_dead_end(Estimate estimate) const { return estimate == dead_end && safe_; }

    // In checkpoints there are only counts: the heuristic is built anew, and asked again.
    void parts(auto& each) { each(best_, asked_, pruned_); }

    std::size_t asked() const { return asked_; }
    // See search/settings/pacer.hpp.
    std::uint64_t effort(std::size_t asked_besides) const {
        return build_effort_ + 100 * (asked_ + asked_besides) + (heuristic_ ? heuristic_->steps() : 0);
    }
    std::size_t bytes() const { return known_.bytes() + built_bytes_; }
    // Of these, what other threads that estimate for the same goal look up as well.
    std::size_t shared_bytes() const { return shared_bytes_; }
    void note(Statistics& statistics) const {
        statistics.heuristic_evaluations = asked_;
        statistics.pruned = pruned_;
        statistics.heuristic_seconds = seconds_;
        if (best_ != dead_end) statistics.best_estimate = best_;
    }

private:
    using Clock = std::chrono::steady_clock;
    static double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

    void measure(const Goal& goal) {
        const std::size_t of_tasks = heuristic_->uses_task() ? goal.tasks->bytes() : 0;
        built_bytes_ = heuristic_->bytes() + of_tasks;
        shared_bytes_ = std::min(built_bytes_, of_tasks + goal.tasks->table_bytes());
    }

    template <class Space>
    void read_clocks_of_successor(Space& space) {
        if (heuristic_->reads_zone())
            space.find_zone(zone_);
        else if (heuristic_->reads_clocks())
            space.find_floor(zone_.floor);
    }

    // A heuristic that does not know how a space normalises states would prove what is not so.
    template <class Space>
    void meet(const Space& space) {
        if (has_met_) return;
        has_met_ = true;
        const NormalForms forms = space.normal_forms();
        if (!heuristic_->forms().covers(forms))
            throw std::logic_error(fmt::format("{} is asked about states with {}, which it was not built for",
                                               to_string(spec_), to_string(forms)));
    }

    template <class Slots>
    Estimate of(StateId state, const Slots& slots) {
        if (!heuristic_->is_discrete()) return ask(slots());
        while (known_.size() <= state) known_.push_back(unknown);
        if (known_[state] == unknown) known_[state] = ask(slots());
        return known_[state];
    }

    Estimate ask(std::span<const std::int32_t> slots) {
        poll();
        begin_phase(Phase::heuristic);
        const Estimate estimate = ask_in_time(slots);
        begin_phase(Phase::other);
        best_ = std::min(best_, estimate);
        if (proves_dead_end(estimate)) ++pruned_;
        return estimate;
    }

    // The clock is read now and then, and what it says taken for all since.
    Estimate ask_in_time(std::span<const std::int32_t> slots) {
        if (asked_++ % sampled != 0) return heuristic_->estimate(slots, view_of(zone_));
        const auto start = Clock::now();
        const Estimate estimate = heuristic_->estimate(slots, view_of(zone_));
        seconds_ += since(start) * sampled;
        return estimate;
    }

    static constexpr Estimate unknown = dead_end - 1;
    static constexpr std::size_t sampled = 16;

    HeuristicSpec spec_;
    bool safe_;
    std::unique_ptr<Heuristic> heuristic_;
    Chunked<Estimate> known_;  // per discrete state
    std::vector<std::int32_t> slots_, successor_;
    bool has_met_ = false;  // the space
    ZoneCopy zone_;
    Estimate best_ = dead_end;
    std::size_t asked_ = 0;
    std::size_t pruned_ = 0;
    std::size_t built_bytes_ = 0;
    std::size_t shared_bytes_ = 0;
    std::uint64_t build_effort_ = 0;  // without what had been built for another search
    double seconds_ = 0;              // building it included
};

}  // namespace crowfly
