// An open list: the states that are generated and not yet expanded, in buckets by a key. The bucket with the least key
// is popped first; within a bucket the newest, the oldest, or a random entry.
//
// Open lists are templates over their entry and compose: an Alternation holds two of them (alternation.hpp), Tiers hold
// one per number (tiers.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

// Smaller is better; the estimate decides where costs are equal.
struct OpenKey {
    std::uint64_t cost = 0;
    Estimate estimate = 0;
    friend auto operator<=>(const OpenKey&, const OpenKey&) = default;
    void parts(auto& each) { each(cost, estimate); }
};

// `EntryType` is what an algorithm needs to expand a state later. It is copied.
template <class EntryType>
class OpenList {
public:
    using Entry = EntryType;

    OpenList() = default;
    OpenList(Guidance::Ties ties, std::uint64_t seed) : ties_(ties), random_(seed) {}

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(Entry); }

    void push(const OpenKey& key, const Entry& entry) {
        buckets_[key].entries.push_back(entry);
        ++size_;
    }

    // The list must not be empty.
    Entry pop() {
        const auto best = buckets_.begin();
        Bucket& bucket = best->second;
        if (ties_ == Guidance::Ties::random)
            std::swap(bucket.entries[random_.below(bucket.entries.size())], bucket.entries.back());
        const bool oldest = ties_ == Guidance::Ties::oldest;
        const Entry entry = oldest ? bucket.entries[bucket.popped++] : bucket.entries.back();
        if (!oldest) bucket.entries.pop_back();
        if (bucket.popped == bucket.entries.size()) buckets_.erase(best);
        --size_;
        return entry;
    }

    const OpenKey& best() const { return buckets_.begin()->first; }  // of what is popped next

    void parts(auto& each) { each(ties_, random_, buckets_, size_); }

private:
    struct Bucket {
        std::vector<Entry> entries;
        std::size_t popped = 0;  // from the front
        void parts(auto& each) { each(entries, popped); }
    };

    Guidance::Ties ties_ = Guidance::Ties::newest;
    Rng random_{0};
    std::map<OpenKey, Bucket> buckets_;
    std::size_t size_ = 0;
};

}  // namespace crowfly
