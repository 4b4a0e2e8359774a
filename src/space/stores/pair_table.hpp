// A set of pairs of numbers, numbered in the order of insertion.
#pragma once

#include <cstdint>
#include <optional>

#include "space/stores/bucket_index.hpp"
#include "space/stores/pair_array.hpp"
#include "space/stores/state_table.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

class PairTable {
public:
    StateTable::Inserted insert(NumberPair pair);
    std::optional<StateId> find(NumberPair pair) const;
    void prefetch(NumberPair pair) const { index_.prefetch(hash(pair)); }
    NumberPair at(StateId id) const { return pairs_.at(id); }

    std::size_t size() const { return pairs_.size(); }
    void parts(auto& each) { each.derived(pairs_, index_); }
    std::size_t bytes_after_growth() const { return pairs_.bytes_after_growth() + index_.bytes_after_growth(size()); }

private:
    static std::uint64_t hash(NumberPair pair) {
        WordHash hash;
        hash.add(std::uint64_t{pair.second} << 32 | pair.first);
        return hash.value();
    }

    PairArray pairs_;
    BucketIndex index_;
};

}  // namespace crowfly
