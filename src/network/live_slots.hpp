// Where a variable matters. One that nobody reads before it is written again is dead: states that differ in dead
// variables alone can do the same, and need not be told apart.
//
// What compilers do for the variables of a function is done here for each process: in each of its locations it needs
// the slots it may read, on some way on from there, before it has certainly written them. A slot is dead in a state
// where no process needs it. For then whoever reads it later has written it in between.
//
// Values are often handed over in a shared variable, and the one who receives would need it wherever it can receive.
// Two things help. What all who can send write, in the update that runs first, is not a read of what was there before.
// And whoever sends takes part as well: the slots that a receiving update reads are needed by the sender instead, if
// those who can send are processes that write them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"
#include "network/slot_set.hpp"

namespace crowfly {

class LiveSlots {
public:
    LiveSlots() = default;                                    // every slot matters everywhere
    LiveSlots(const Network& network, const SlotSet& asked);  // what the query reads does

    const std::vector<std::uint32_t>& mortal() const {
        return mortal_;
    }  // the slots that are dead somewhere, ascending
    // `which` of the mortal ones.
    bool needs(LocationIndex location, std::size_t which) const {
        return (needed_[location * words_ + which / 64] >> (which % 64) & 1) != 0;
    }
    bool is_dead(const Network& network, std::span<const std::int32_t> state, std::size_t which) const;

private:
    std::vector<std::uint32_t> mortal_;
    std::size_t words_ = 0;
    std::vector<std::uint64_t> needed_;  // per location, a bit per mortal slot
};

}  // namespace crowfly
