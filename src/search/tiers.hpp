// Open lists in numbered tiers: no entry of a tier is popped while a lower tier has one. Within a tier all entries and
// the helpful ones alternate, see alternation.hpp.
#pragma once

#include <cstdint>
#include <map>

#include "search/alternation.hpp"

namespace crowfly {

// Where an entry is pushed.
struct Rank {
    std::uint32_t tier = 0;
    bool helpful = false;
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
        tiers_.try_emplace(rank.tier, ties_, seed_).first->second.push(rank.helpful, key, entry);
        size_ += rank.helpful ? 2 : 1;
    }

    // There must be an entry.
    Entry pop() {
        auto tier = tiers_.begin();
        while (tier->second.empty()) ++tier;
        if (tier->first > last_tier_) ++switches_;
        last_tier_ = tier->first;
        --size_;
        return tier->second.pop(turns_);
    }

    void save(ArchiveWriter& to) const {
        turns_.save(to);
        to.number(std::uint64_t{tiers_.size()});
        for (const auto& [number, tier] : tiers_) {
            to.number(number);
            tier.save(to);
        }
        to.number(std::uint64_t{size_});
        to.number(last_tier_);
        to.number(std::uint64_t{switches_});
    }
    void load(ArchiveReader& from) {
        turns_.load(from);
        for (std::size_t left = from.count(sizeof(std::uint32_t)); left > 0; --left)
            tiers_.try_emplace(from.number<std::uint32_t>(), ties_, seed_).first->second.load(from);
        size_ = from.number<std::uint64_t>();
        last_tier_ = from.number<std::uint32_t>();
        switches_ = from.number<std::uint64_t>();
    }

    std::uint32_t last_tier() const { return last_tier_; }  // that was popped from
    std::size_t switches() const { return switches_; }      // how often that was a higher one than before

    // `function` of the number of a tier, and of the use of its two lists.
    template <class Function>
    void for_each(const Function& function) const {
        for (const auto& [number, tier] : tiers_) function(number, tier.use_of_all(), tier.use_of_preferred());
    }

private:
    Guidance::Ties ties_;
    std::uint64_t seed_;
    Turnstile turns_;
    std::map<std::uint32_t, List> tiers_;
    std::size_t size_ = 0;
    std::uint32_t last_tier_ = 0;
    std::size_t switches_ = 0;
};

template <class Entry>
using TieredList = Tiers<Alternation<OpenList<Entry>>>;

}  // namespace crowfly
