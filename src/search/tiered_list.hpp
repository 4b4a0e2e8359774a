// A queue of queues: what waits is divided into tiers, and nothing of a tier is taken while a lower one has anything
// left. Within a tier what is held to be helpful waits in a queue of its own besides, and the two take turns; whenever
// an estimate is better than all before, the helpful one has a number of turns more.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "search/open_list.hpp"

namespace crowfly {

// Where something waits.
struct Rank {
    std::uint32_t tier = 0;
    bool helpful = false;
};

struct QueueUse {
    std::size_t pushed = 0;
    std::size_t popped = 0;
};

class TieredList {
public:
    TieredList(Guidance::Ties ties, std::uint64_t seed, std::uint32_t boost)
        : ties_(ties), seed_(seed), boost_(boost) {}

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(OpenList::Entry); }

    void push(const Rank& rank, const OpenList::Key& key, OpenList::Entry entry) {
        if (key.estimate < best_ && best_ != dead_end) helpful_turns_ -= boost_;
        best_ = std::min(best_, key.estimate);
        Tier& tier = tiers_.try_emplace(rank.tier, ties_, seed_).first->second;
        push(tier.all, tier.all_use, key, entry);
        if (rank.helpful) push(tier.helpful, tier.helpful_use, key, entry);
    }

    OpenList::Entry pop() {
        auto tier = tiers_.begin();
        while (tier->second.is_empty()) ++tier;
        if (tier->first > last_tier_) ++switches_;
        last_tier_ = tier->first;
        Tier& from = tier->second;
        const bool helpful = !from.helpful.empty() && (from.all.empty() || helpful_turns_ <= turns_);
        // Both count from the same point again where one of them has been alone.
        if (!from.helpful.empty()) ++(helpful ? helpful_turns_ : turns_);
        return helpful ? pop(from.helpful, from.helpful_use) : pop(from.all, from.all_use);
    }

    std::uint32_t last_tier() const { return last_tier_; }  // that something was taken from
    std::size_t switches() const { return switches_; }      // how often that was a higher one than before

    template <class Function>  // of a tier, and the use of its two queues
    void for_each(const Function& function) const {
        for (const auto& [number, tier] : tiers_) function(number, tier.all_use, tier.helpful_use);
    }

private:
    struct Tier {
        Tier(Guidance::Ties ties, std::uint64_t seed) : all(ties, seed), helpful(ties, seed) {}
        bool is_empty() const { return all.empty() && helpful.empty(); }

        OpenList all, helpful;
        QueueUse all_use, helpful_use;
    };

    void push(OpenList& list, QueueUse& use, const OpenList::Key& key, OpenList::Entry entry) {
        list.push(key, entry);
        ++use.pushed;
        ++size_;
    }
    OpenList::Entry pop(OpenList& list, QueueUse& use) {
        ++use.popped;
        --size_;
        return list.pop();
    }

    Guidance::Ties ties_;
    std::uint64_t seed_;
    std::uint32_t boost_;
    std::map<std::uint32_t, Tier> tiers_;
    std::size_t size_ = 0;
    Estimate best_ = dead_end;                    // ever
    std::int64_t turns_ = 0, helpful_turns_ = 0;  // how many each kind of queue had
    std::uint32_t last_tier_ = 0;
    std::size_t switches_ = 0;
};

}  // namespace crowfly
