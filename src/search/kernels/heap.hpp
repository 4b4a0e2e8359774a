// A heap of open entries: the greatest is popped first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace crowfly {

template <class EntryType>
class Heap {
public:
    using Entry = EntryType;

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    const Entry& top() const { return entries_.front(); }

    void push(const Entry& entry) {
        entries_.push_back(entry);
        std::push_heap(entries_.begin(), entries_.end());
    }
    Entry pop() {
        std::pop_heap(entries_.begin(), entries_.end());
        const Entry entry = entries_.back();
        entries_.pop_back();
        return entry;
    }

    void parts(auto& each) { each(entries_); }

private:
    std::vector<Entry> entries_;
};

}  // namespace crowfly
