#include "space/stores/pair_table.hpp"

namespace crowfly {

StateTable::Inserted PairTable::insert(NumberPair pair) {
    if (index_.is_full(size())) index_.grow(size(), [&](StateId id) { return hash(at(id)); });
    const std::uint64_t h = hash(pair);
    const BucketIndex::Place place = index_.find(h, [&](StateId id) { return at(id) == pair; });
    if (place.id != BucketIndex::vacant) return {place.id, false};
    const StateId id = pairs_.append(pair);
    index_.put(place, h, id);
    return {id, true};
}

std::optional<StateId> PairTable::find(NumberPair pair) const {
    return index_.find(hash(pair), [&](StateId id) { return at(id) == pair; }).found();
}

}  // namespace crowfly
