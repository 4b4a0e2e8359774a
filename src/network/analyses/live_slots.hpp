// Live variable analysis. A slot is dead in a state if it is written before it is read on every path from there. States
// that differ in dead slots alone are equivalent.
//
// The analysis is done per process, as compilers do it per function. In each location a process needs the slots that it
// may read on some path before it has certainly written them. A slot is dead in a state if no process needs it there:
// every process that reads it later writes it first.
//
// Values are often passed in a shared variable, which the receiver would need in every location where it can receive.
// Two refinements avoid that. A slot that all possible senders write, in the update that runs first, is not read by the
// receiver. And a slot that a receiving update reads is needed by the sender instead, if all possible senders are
// processes that write it.
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
    LiveSlots() = default;                                    // every slot is live everywhere
    LiveSlots(const Network& network, const SlotSet& asked);  // the slots that the query reads are live everywhere

    const std::vector<std::uint32_t>& mortal() const {
        return mortal_;
    }  // the slots that are dead in some location, ascending
    // Whether the slot mortal()[which] is needed in the location.
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
