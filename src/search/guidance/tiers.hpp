// Open lists in numbered tiers: no entry of a tier is popped while a lower tier has one. Within a tier all entries and
// the helpful ones alternate, see alternation.hpp. An entry of a later round (zone_rounds.hpp) waits as if its tier
// were higher by the round, so that no tier is popped for ever.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "search/guidance/alternation.hpp"

namespace crowfly {

// Where an entry is pushed.
struct Rank {
    std::uint32_t tier = 0;
    bool helpful = false;
    std::uint32_t round = 0;
};

// `List` is made from its arguments when the first entry of its tier is pushed.
template <class List>
class Tiers {
public:
    using Entry = typename List::Entry;

    Tiers(Guidance::Ties ties, std::uint64_t seed, std::uint32_t boost) : ties_(ties), seed_(seed), turns_(boost) {}

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(Entry); }

    void push(const Rank& rank, const OpenKey& key, const Entry& entry) {
        turns_.note(key.estimate);
        tiers_.try_emplace({std::uint64_t{rank.tier} + rank.round, rank.tier}, ties_, seed_)
            .first->second.push(rank.helpful, key, entry);
        size_ += rank.helpful ? 2 : 1;
    }

    // There must be an entry.
    Entry pop() {
        auto tier = tiers_.begin();
        while (tier->second.empty()) tier = leave(tier);
        if (tier->first.tier > last_tier_) ++switches_;
        last_tier_ = tier->first.tier;
        --size_;
        return tier->second.pop(turns_);
    }

    void parts(auto& each) { each(turns_, tiers_, left_, size_, last_tier_, switches_); }

    std::uint32_t last_tier() const { return last_tier_; }  // that was popped from
    std::size_t switches() const { return switches_; }      // how often that was a higher one than before

    // `function` of the number of a tier, and of the use of its two lists.
    template <class Function>
    void for_each(const Function& function) const {
        Uses uses = left_;
        for (const auto& [place, tier] : tiers_) {
            uses[place.tier].first += tier.use_of_all();
            uses[place.tier].second += tier.use_of_preferred();
        }
        for (const auto& [number, use] : uses) function(number, use.first, use.second);
    }

private:
    struct Place {
        std::uint64_t order = 0;  // the tier and the round, added
        std::uint32_t tier = 0;
        friend auto operator<=>(const Place&, const Place&) = default;
        void parts(auto& each) { each(order, tier); }
    };
    using Uses = std::map<std::uint32_t, std::pair<QueueUse, QueueUse>>;  // by number, all rounds together

    // The place after an empty tier. Those of later rounds are many, and are not kept.
    auto leave(typename std::map<Place, List>::iterator tier) {
        const Place place = tier->first;
        if (place.order == place.tier) return std::next(tier);
        left_[place.tier].first += tier->second.use_of_all();
        left_[place.tier].second += tier->second.use_of_preferred();
        return tiers_.erase(tier);
    }

    Guidance::Ties ties_;
    std::uint64_t seed_;
    Turnstile turns_;
    std::map<Place, List> tiers_;
    Uses left_;  // of tiers that are not kept
    std::size_t size_ = 0;
    std::uint32_t last_tier_ = 0;
    std::size_t switches_ = 0;
};

template <class Entry>
using TieredList = Tiers<Alternation<OpenList<Entry>>>;

}  // namespace crowfly
