// What waits to be looked at, by how good it is: a bucket per key. Among equals the newest, the oldest, or a random one
// comes first.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/rng.hpp"
#include "search/settings.hpp"
#include "space/zone_store.hpp"

namespace crowfly {

class OpenList {
public:
    // Smaller is better; the estimate decides where the first part does not.
    struct Key {
        std::uint64_t cost = 0;
        Estimate estimate = 0;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Entry {
        NodeId node;
        std::uint32_t length;  // of the way by which it was reached when it was put here
    };

    OpenList(Guidance::Ties ties, std::uint64_t seed) : ties_(ties), random_(seed) {}

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(Entry); }

    void push(const Key& key, Entry entry) {
        buckets_[key].entries.push_back(entry);
        ++size_;
    }

    Entry pop() {
        const auto best = buckets_.begin();
        Bucket& bucket = best->second;
        if (ties_ == Guidance::Ties::random)
            std::swap(bucket.entries[random_.below(bucket.entries.size())], bucket.entries.back());
        const bool oldest = ties_ == Guidance::Ties::oldest;
        const Entry entry = oldest ? bucket.entries[bucket.taken++] : bucket.entries.back();
        if (!oldest) bucket.entries.pop_back();
        if (bucket.taken == bucket.entries.size()) buckets_.erase(best);
        --size_;
        return entry;
    }

private:
    struct Bucket {
        std::vector<Entry> entries;
        std::size_t taken = 0;  // from the front
    };

    Guidance::Ties ties_;
    Rng random_;
    std::map<Key, Bucket> buckets_;
    std::size_t size_ = 0;
};

}  // namespace crowfly
