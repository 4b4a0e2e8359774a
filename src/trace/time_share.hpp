// The time that computing one trace may take, from retracing its path to replaying it. Loops call is_over() in every
// iteration; it reads the clock in every 16th call.
#pragma once

#include <cstddef>

#include "search/settings/limits.hpp"

namespace crowfly {

class TimeShare {
public:
    // The observer is told every 0.1 seconds that a trace is being computed.
    explicit TimeShare(const Limits& limits, Observer* observer = nullptr)
        : limits_(limits), budget_(limits), observer_(observer) {
        used_.building = "the trace";
    }

    bool is_over() { return over_ || (++asked_ % 16 == 0 && look()); }

    // Like is_over(), but reads the clock in every call.
    bool look() {
        budget_.clock(used_);
        over_ = !budget_.exceeded(used_, 0).empty();
        if (observer_ != nullptr && used_.seconds >= due_) {
            observer_->progress(used_);
            due_ = used_.seconds + seconds_between_reports;
        }
        return over_;
    }

    double seconds_left() {
        budget_.clock(used_);
        return limits_.seconds - used_.seconds;
    }

    const Limits& limits() const { return limits_; }

private:
    static constexpr double seconds_between_reports = 0.1;

    Limits limits_;
    Budget budget_;
    Statistics used_;
    std::size_t asked_ = 0;
    bool over_ = false;
    Observer* observer_;
    double due_ = seconds_between_reports;
};

}  // namespace crowfly
