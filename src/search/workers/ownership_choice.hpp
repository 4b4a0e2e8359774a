// Chooses the hash by which ranks own states (space/ownership.hpp): one that as few transitions as possible change, so
// that few states are sent, and that still divides the states evenly.
//
// Random walks give a sample of states and transitions. So that a transition stays with one owner, the locations that
// it leads from and to are united, and the variables that it changes are ignored. That is done for one kind of
// transition after the other, as long as not too many states of the sample get equal: if two states have the same hash
// with probability c, the share of one of n workers deviates by about sqrt(n c) of it. The next kind is the one with
// which most transitions are saved per pair of states that gets equal.
//
// GRAZHDA* (Jinnai, Fukunaga: On hash-based work distribution methods for parallel best-first search, JAIR 2017) cuts
// the transition graph of each variable by itself, without a sample. That sees neither which transitions are frequent
// nor which combinations of classes are reachable: in a ring with one token hardly any are.
//
// Walks prefer discrete states that they have not met, and count each once, as an exhaustive search does. Walks that
// choose among all successors stay where a system returns to by itself, and give too few states; those that tell zones
// apart count many that a search would find covered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/rng.hpp"
#include "network/network.hpp"
#include "space/ownership.hpp"
#include "zone/bound.hpp"

namespace crowfly {

class OwnershipChoice {
public:
    OwnershipChoice(const Network& network, const Layout& layout, std::size_t workers);

    // In an empty space. The sample is the same in every process.
    template <class Space>
    void walk(Space& space) {
        try {
            for (std::size_t step = 0; step < steps && words_written_ < most_words; ++step) {
                poll();
                if (step % longest_walk == 0) state_.clear();
                const bool starts = state_.empty();
                const bool can_go_on = starts ? space.start() : space.expand(state_);
                if (!can_go_on || !move_on(space)) state_.clear();
                if (starts && state_.empty()) return;
            }
        } catch (const zone::OutOfRange&) {
            // The sample so far is good enough.
        }
    }

    Ownership choose() const;

private:
    static constexpr std::size_t steps = 4096;
    static constexpr std::size_t most_words = std::size_t{1} << 23U;  // of successors: then they are too large, or many
    static constexpr std::size_t longest_walk = 512;
    static constexpr std::size_t sampled_every = 8;  // new states

    // What a transition does to a slot: it leads from one location to another one, or changes a variable.
    struct Change {
        std::uint32_t slot, from, to;
        auto operator<=>(const Change&) const = default;
    };
    using Kind = std::vector<Change>;
    struct Candidate;

    // To a successor of the state, if there is one that was not met before to one of these.
    template <class Space>
    bool move_on(Space& space) {
        std::size_t fresh = 0, known = 0;
        while (words_written_ < most_words && space.next()) {
            poll();
            successor_.clear();
            space.write(successor_);
            words_written_ += successor_.size();
            if (is_new_ && !state_.empty()) ++kinds_[kind_of(state_, successor_)];
            const bool is_fresh = !met_.contains(plain_.hash_of(successor_.data()));
            if ((is_fresh || fresh == 0) && random_.below(++(is_fresh ? fresh : known)) == 0) next_ = successor_;
        }
        if (fresh + known == 0) return false;
        std::swap(state_, next_);
        is_new_ = met_.insert(plain_.hash_of(state_.data())).second;
        if (is_new_ && met_.size() % sampled_every == 0) add_state();
        return true;
    }
    Kind kind_of(const std::vector<std::uint32_t>& from, const std::vector<std::uint32_t>& to) const;
    void add_state();

    std::vector<Candidate> candidates() const;
    void keep(const Kind& kind, Ownership& ownership) const;
    std::uint64_t kept_by(const Ownership& ownership) const;
    std::uint64_t equal_pairs(const Ownership& ownership) const;
    bool improve(Ownership& ownership, std::vector<Candidate>& candidates) const;

    std::size_t processes_;
    std::size_t words_;  // of a state
    Ownership plain_;
    std::vector<Ownership::Place> places_;              // per slot
    std::vector<std::vector<std::uint32_t>> slots_of_;  // per word
    Rng random_{0};
    std::unordered_set<std::uint64_t> met_;  // hashes of their discrete parts
    bool is_new_ = false;                    // the state was not met before
    std::size_t words_written_ = 0;
    // Words of the state, of a successor, and of the one that is next. Nothing: a walk starts.
    std::vector<std::uint32_t> state_, successor_, next_;

    // The sample.
    std::vector<std::uint32_t> states_;
    std::map<Kind, std::uint64_t> kinds_;  // of transitions, and how many there are of each
};

}  // namespace crowfly
