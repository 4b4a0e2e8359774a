// The abstract state space of a part: sets of literals, found breadth first by regression from the error condition,
// each with its distance (Sect. 2 and 3.2). A set that contains a stored one stands for fewer states than that, which
// are not farther from the error; it is not stored.
#pragma once

#include <vector>

#include "abstraction/predicates/regression.hpp"
#include "abstraction/predicates/trie.hpp"

namespace crowfly::predicates {

struct SpaceLimits {
    std::size_t states = 60'000;
    std::uint64_t regressions = 30'000'000;
};

class AbstractSpace {
public:
    static constexpr std::uint32_t unreachable = Trie::none;

    // `held`: the bytes that others hold, for Effort::tell.
    AbstractSpace(const System& system, const Predicates& predicates, const SpaceLimits& limits, std::size_t held);

    // All of it, or until a state with the literals of `until` is found. Where a limit ends it, the distances found so
    // far are right, and states that were not found are farther.
    void build(const LiteralSet* until = nullptr);

    std::uint32_t distance(const LiteralSet& possible) const {
        const Trie::Match match = trie_.find(possible);
        return match.distance == Trie::none ? unfound_ : match.distance;
    }
    std::uint32_t unfound() const { return unfound_; }  // of states that are in no stored set
    std::size_t states() const { return stored_.size(); }
    void parts(auto& each) {
        each.known(literal_bytes_);
        each.derived(trie_, stored_, cartesian_);
    }

    // The steps from a state to the error condition, and which of its disjuncts. Nothing: there are none.
    struct Path {
        std::vector<std::uint32_t> steps;
        std::uint32_t error = 0;
    };
    std::optional<Path> path_from(const LiteralSet& possible) const;

    // Drops what is needed to build it only.
    void finish();
    const std::vector<Literals>& stored_literals() const { return literals_; }

private:
    struct Stored {
        std::uint32_t distance = 0;
        std::uint32_t step = 0;       // the first step of a shortest path; of an error: which disjunct
        std::uint32_t successor = 0;  // where it leads; of an error: itself
    };

    bool store(Literals literals, const Stored& how);
    void regress(std::uint32_t state);
    bool is_over() const { return stored_.size() >= limits_.states || regressions_ >= limits_.regressions; }

    const System& system_;
    const Predicates& predicates_;
    SpaceLimits limits_;
    std::size_t held_;
    std::unique_ptr<Cartesian> cartesian_;
    Trie trie_;
    std::vector<Stored> stored_;
    std::vector<Literals> literals_;  // per stored state
    std::uint64_t regressions_ = 0;
    std::size_t literal_bytes_ = 0;
    std::uint32_t unfound_ = unreachable;
    LiteralSet possible_;
};

}  // namespace crowfly::predicates
