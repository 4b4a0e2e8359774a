// Makes the witnesses of one search in the time that the search has left; or in a moment, if it has used it up. The
// verdict stands although a limit is reached meanwhile: a witness then has a remark instead of a run.
#pragma once

#include "trace/witnesses/witnesses.hpp"

namespace crowfly {

class WitnessMaker {
public:
    // The limits are those of the whole question, of which the search has `used` a part. All must outlive the maker.
    WitnessMaker(const WitnessTask& task, const Statistics& used);
    WitnessMaker(const WitnessMaker&) = delete;
    WitnessMaker& operator=(const WitnessMaker&) = delete;

    Witness state(const Path& path, const std::vector<Firing>& firings = {});
    Witness fastest(const Soonest& found);
    Witness least_price(const LeastPrice& found);
    Witness run(const MaximalRun& found);

    // Adds what the witnesses used.
    void account(Statistics& all) const;

private:
    // Whoever interrupts gets the trace that is known by then, as it was found, unless its delays take long.
    Witness known_state(const Path& path, const std::vector<Firing>& firings);
    double spent_seconds() const;
    template <class Make>
    Witness in_time(const Path& path, const Make& make);

    double seconds_;
    Limits limits_;
    Budget budget_;
    SecondObserver observer_;
    WitnessTask task_;
};

}  // namespace crowfly
