// How a search went: its numbers now and then, few enough to draw however long it takes.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "search/settings/limits.hpp"

namespace crowfly {

struct Sample {
    double seconds = 0;
    std::size_t explored = 0;
    std::size_t waiting = 0;
    std::optional<std::uint32_t> best_estimate;  // so far
    std::optional<std::uint32_t> depth;          // of the state expanded

    static Sample of(const Statistics& s) { return {s.seconds, s.explored, s.waiting, s.best_estimate, s.depth}; }
};

// Passes on what it is told, and keeps some of it.
class SampleRecorder final : public Observer {
public:
    explicit SampleRecorder(Observer& next) : next_(next) {}

    void progress(const Statistics& statistics) override {
        next_.progress(statistics);
        if (told_++ % stride_ != 0) return;
        samples_.push_back(Sample::of(statistics));
        if (samples_.size() == most) thin_out();
    }

    // With the numbers at the end. Begins anew.
    std::vector<Sample> take(const Statistics& last) {
        samples_.push_back(Sample::of(last));
        told_ = 0;
        stride_ = 1;
        return std::exchange(samples_, {});
    }

    static constexpr std::size_t most = 512;

private:
    // From now on half as many are kept; so is every second of those that there are.
    void thin_out() {
        for (std::size_t i = 0; i < most / 2; ++i) samples_[i] = samples_[2 * i];
        samples_.resize(most / 2);
        stride_ *= 2;
    }

    Observer& next_;
    std::size_t told_ = 0;
    std::size_t stride_ = 1;
    std::vector<Sample> samples_;
};

}  // namespace crowfly
