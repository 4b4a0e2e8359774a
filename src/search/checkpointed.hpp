// Runs an algorithm from the start, or from where a checkpoint was saved (search/checkpoint.hpp).
#pragma once

#include "base/alarm.hpp"
#include "search/checkpoint.hpp"
#include "search/explorer.hpp"
#include "search/search_result.hpp"

namespace crowfly {

template <class Part>
concept Saved = requires(Part& part, ArchiveWriter& to, ArchiveReader& from) {
    part.save(to);
    part.load(from);
};

// What is counted on …
inline void save_counts(const Statistics& statistics, ArchiveWriter& to) {
    for (const std::size_t count : {statistics.explored, statistics.generated, statistics.deferred_explored})
        to.number(std::uint64_t{count});
}
inline void load_counts(Statistics& statistics, ArchiveReader& from) {
    for (std::size_t* count : {&statistics.explored, &statistics.generated, &statistics.deferred_explored})
        *count = from.number<std::uint64_t>();
}
// … and whether paths were left out.
inline void save_counts(const SearchResult& result, ArchiveWriter& to) {
    save_counts(result.statistics, to);
    to.number(result.cut);
}
inline void load_counts(SearchResult& result, ArchiveReader& from) {
    load_counts(result.statistics, from);
    result.cut = from.truth();
}

// While a search is saved now and then, nothing may end it in the middle of an expansion, when a state may be stored
// and not yet open: the alarm is kept from ringing, and the ledger looks at limits between expansions.
template <Expander E, class A>
void explore_from_checkpoint(E& expander, A& algorithm, Ledger& ledger) {
    Explorer explorer(expander, algorithm, ledger);
    Checkpoints* checkpoints = ledger.checkpoints();
    if constexpr (requires(ArchiveReader & from) { algorithm.load(from); }) {
        if (checkpoints != nullptr) {
            const Silence between_expansions_only;
            if (checkpoints->resume([&](ArchiveReader& from) { algorithm.load(from); }))
                explorer.explore();
            else
                explorer.run();
            return;
        }
    }
    explorer.run();
}

}  // namespace crowfly
