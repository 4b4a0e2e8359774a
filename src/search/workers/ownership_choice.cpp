#include "search/workers/ownership_choice.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace crowfly {

// A kind of transition that might stay with one owner.
struct OwnershipChoice::Candidate {
    const Kind* kind;
    std::uint64_t count;
};

OwnershipChoice::OwnershipChoice(const Network& network, const Layout& layout, std::size_t workers)
    : processes_(network.processes.size()), words_(layout.words()), plain_(layout, workers),
      slots_of_(layout.key_words()) {
    for (std::uint32_t slot = 0; slot < network.slots.size(); ++slot) {
        places_.push_back(Ownership::place_of(layout, network.slots[slot], slot));
        if (places_.back().mask != 0) slots_of_[places_.back().word].push_back(slot);
    }
}

OwnershipChoice::Kind OwnershipChoice::kind_of(const std::vector<std::uint32_t>& from,
                                               const std::vector<std::uint32_t>& to) const {
    Kind kind;
    for (std::size_t word = 0; word < slots_of_.size(); ++word) {
        if (from[word] == to[word]) continue;
        for (const std::uint32_t slot : slots_of_[word]) {
            const std::uint32_t before = places_[slot].cell(from.data()), after = places_[slot].cell(to.data());
            if (before != after) kind.push_back(slot < processes_ ? Change{slot, before, after} : Change{slot, 0, 1});
        }
    }
    return kind;
}

void OwnershipChoice::add_state() {
    states_.insert(states_.end(), state_.begin(), state_.begin() + static_cast<std::ptrdiff_t>(words_));
}

// The most frequent ones.
std::vector<OwnershipChoice::Candidate> OwnershipChoice::candidates() const {
    constexpr std::size_t most = 64;
    std::vector<Candidate> all;
    for (const auto& [kind, count] : kinds_) {
        if (!kind.empty()) all.push_back({&kind, count});
    }
    std::ranges::stable_sort(all, std::greater(), &Candidate::count);
    if (all.size() > most) all.resize(most);
    return all;
}

void OwnershipChoice::keep(const Kind& kind, Ownership& ownership) const {
    for (const auto& [slot, from, to] : kind)
        slot < processes_ ? ownership.unite(places_[slot], from, to) : ownership.ignore(places_[slot]);
}

// How many transitions of the sample do not change the hash.
std::uint64_t OwnershipChoice::kept_by(const Ownership& ownership) const {
    std::uint64_t kept = 0;
    for (const auto& [kind, count] : kinds_) {
        const auto is_kept = [&](const Change& c) { return ownership.are_united(places_[c.slot], c.from, c.to); };
        if (std::ranges::all_of(kind, is_kept)) kept += count;
    }
    return kept;
}

// How many pairs of states of the sample have the same hash.
std::uint64_t OwnershipChoice::equal_pairs(const Ownership& ownership) const {
    std::vector<std::uint64_t> hashes;
    for (std::size_t at = 0; at < states_.size(); at += words_) hashes.push_back(ownership.hash_of(&states_[at]));
    std::ranges::sort(hashes);
    std::uint64_t equal = 0, before = 0;
    for (std::size_t i = 1; i < hashes.size(); ++i) {
        before = hashes[i] == hashes[i - 1] ? before + 1 : 0;
        equal += before;
    }
    return equal;
}

// Has one more kind of transition stay with one owner. False: there is none with which states are still divided evenly.
bool OwnershipChoice::improve(Ownership& ownership, std::vector<Candidate>& candidates) const {
    // If so many states were told apart per worker, with equal probabilities, shares would deviate by 1 / 16.
    constexpr std::uint64_t per_worker = 256;
    const std::uint64_t states = states_.size() / words_;
    const std::uint64_t most_equal = states * (states - 1) / 2 / (per_worker * ownership.workers());
    const std::uint64_t kept = kept_by(ownership), equal = equal_pairs(ownership);
    std::optional<Ownership> best;
    std::uint64_t best_saved = 0, best_cost = 1;
    const auto is_useless = [&](const Candidate& candidate) {
        Ownership coarser = ownership;
        keep(*candidate.kind, coarser);
        const std::uint64_t saved = kept_by(coarser) - kept;
        const std::uint64_t now_equal = saved == 0 ? 0 : equal_pairs(coarser);
        if (saved == 0 || now_equal > most_equal) return true;
        const std::uint64_t cost = now_equal - equal + states / 16;  // a few may be equal by chance
        if (saved * best_cost > best_saved * cost) {
            best = std::move(coarser);
            best_saved = saved;
            best_cost = cost;
        }
        return false;
    };
    std::erase_if(candidates, is_useless);
    if (best) ownership = std::move(*best);
    return best.has_value();
}

Ownership OwnershipChoice::choose() const {
    constexpr std::uint64_t least_share = 10;  // of transitions: one in so many
    constexpr std::size_t fewest_states = 64;
    if (states_.empty() || states_.size() < fewest_states * words_) return plain_;
    std::uint64_t all = 0;
    for (const auto& [kind, count] : kinds_) all += count;
    Ownership chosen = plain_;
    std::vector<Candidate> left = candidates();
    while (improve(chosen, left)) {
    }
    return kept_by(chosen) * least_share < all ? plain_ : chosen;
}

}  // namespace crowfly
