// A preparation that searches share while they take turns. It runs in a thread of its own, and only while a search asks
// for a step of it: no search waits for one whose turn is over, and nothing is built twice.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/thread.hpp"
#include "task/goal.hpp"

namespace crowfly {

class SteppedBuild {
public:
    // `build` tells the watch what it holds and spends.
    explicit SteppedBuild(std::function<void(BuildWatch&)> build);
    ~SteppedBuild();  // gives up what is not finished
    SteppedBuild(const SteppedBuild&) = delete;
    SteppedBuild& operator=(const SteppedBuild&) = delete;

    // Goes on until about so much effort is spent, on behalf of a search: its watch is told bytes and stages, and its
    // alarm counts. Returns the effort. What the build throws, at a limit of that search for example, passes and ends
    // the build.
    std::uint64_t step(BuildWatch& watch, std::uint64_t effort);
    bool is_done() const;

private:
    // What the build tells goes to the search that asked for the step.
    class Relay final : public BuildWatch, public EffortMeter {
    public:
        explicit Relay(SteppedBuild& build) : build_(build) {}
        void built(std::size_t bytes) override { build_.watch_->built(bytes); }
        void spent(std::uint64_t effort) override { build_.spend(effort); }
        void reached(const BuildStage& stage) override { build_.watch_->reached(stage); }
        void grown(std::size_t states) override { build_.watch_->grown(states); }

    private:
        SteppedBuild& build_;
    };

    void run();
    void spend(std::uint64_t effort);
    void wait_for_step();
    void go_on(std::unique_lock<std::mutex>& lock);

    std::function<void(BuildWatch&)> build_;
    std::mutex steps_;  // one search at a time asks for a step
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool is_running_ = false;
    bool is_done_ = false;
    bool is_given_up_ = false;
    std::exception_ptr failure_;
    BuildWatch* watch_ = nullptr;  // of the step
    const Alarm* alarm_ = nullptr;
    std::uint64_t allowed_ = 0;
    std::uint64_t spent_ = 0;
    double seconds_ = 0;  // of processor time
    std::optional<Thread> thread_;
};

}  // namespace crowfly
