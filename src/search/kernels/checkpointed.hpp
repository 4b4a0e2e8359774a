// Runs an algorithm from the start, or from where a checkpoint was saved (search/settings/checkpoint.hpp).
#pragma once

#include "base/alarm.hpp"
#include "search/kernels/explorer.hpp"
#include "search/settings/checkpoint.hpp"
#include "search/settings/search_result.hpp"

namespace crowfly {

// While a search is saved now and then, nothing may end it in the middle of an expansion, when a state may be stored
// and not yet open: the alarm is kept from ringing, and the ledger looks at limits between expansions.
template <Expander E, class A>
void explore_from_checkpoint(E& expander, A& algorithm, Ledger& ledger) {
    Explorer explorer(expander, algorithm, ledger);
    Checkpoints* checkpoints = ledger.checkpoints();
    if constexpr (Resumable<A>) {
        if (checkpoints != nullptr) {
            const Silence between_expansions_only;
            if (checkpoints->resume([&](ArchiveReader& from) { load(algorithm, from); }))
                explorer.explore();
            else
                explorer.run();
            return;
        }
    }
    explorer.run();
}

}  // namespace crowfly
