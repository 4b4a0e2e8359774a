// The law over combinations: whatever a user asks for besides, `crowfly check` answers what the reference answers, or
// refuses with a sentence, or says that it does not know. Networks, questions and combinations of options are drawn by
// seed. What breaks the law is shrunk, first the combination, then the network.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tiny/combination.hpp"
#include "tiny/combination_record.hpp"
#include "tiny/reference.hpp"

namespace crowfly::tiny {

struct CombinationLaw {
    std::uint64_t first_seed = 1;
    std::size_t networks = 150;
    std::size_t combinations = 12;  // per network, refused ones not counted
    // Of several processes that share the work this one takes every `parts`-th network, from `part` on.
    std::size_t part = 0, parts = 1;
    std::size_t most_failures = 1;     // different ones; then it ends
    std::string folder;                // each failure is saved there as soon as it is shrunk, as SEED.xta; "": nowhere
    std::vector<std::string> without;  // combinations whose text contains one of these are not tried
};

struct CombinationFailure {
    std::uint64_t seed = 0;
    std::size_t times = 1;  // combinations that contain this one and fail likewise
    std::string what;
    Case subject;
    Combination combination;
};

struct CombinationOutcome {
    std::size_t networks = 0;
    CombinationRecord record;
    std::vector<CombinationFailure> failures;
};

CombinationOutcome test(const CombinationLaw& law);

// The network as XTA, what is wrong, and the command that repeats it.
std::string to_text(const CombinationFailure& failure);

}  // namespace crowfly::tiny
