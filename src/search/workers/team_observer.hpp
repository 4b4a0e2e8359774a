// Tells the observer of the leader what all workers do.
#pragma once

#include "search/settings/limits.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

class TeamObserver final : public Observer {
public:
    TeamObserver(Observer& observer, const Transport& transport) : observer_(observer), transport_(transport) {}

    // `leader` has the sums but for these: they are counts of its own search.
    void progress(const Statistics& leader) override {
        Statistics all = leader;
        const Tally others = transport_.others();
        all.explored += others.explored;
        all.generated += others.generated;
        observer_.progress(all);
    }

private:
    Observer& observer_;
    const Transport& transport_;
};

}  // namespace crowfly
