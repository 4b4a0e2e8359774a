// Local exploration of plateaus (Xie, Müller, Holte: Adding local exploration to greedy best-first search, 2014). When
// so many states were popped and no estimate was better than all before, as many are expanded breadth first from the
// best state on: what is generated there waits in a queue of its own, and is open like all else afterwards.
#pragma once

#include <deque>
#include <limits>

#include "search/guidance/open_list.hpp"

namespace crowfly {

template <class Entry>
class LocalExploration {
public:
    // 0: there is none.
    explicit LocalExploration(std::size_t after) : after_(after) {}

    bool is_on() const { return after_ > 0; }
    bool is_active() const { return is_active_; }
    bool has_next() const { return !queue_.empty(); }
    void parts(auto& each) { each(count_, best_, is_active_, is_ending_, queue_); }

    void push(const OpenKey& key, const Entry& entry) { queue_.push_back({key, entry}); }
    Entry pop() {
        const Entry entry = queue_.front().entry;
        queue_.pop_front();
        return entry;
    }

    // A state was generated.
    void note(Estimate estimate) {
        if (estimate >= best_) return;
        best_ = estimate;
        count_ = 0;
        is_ending_ = is_active_;
    }

    // Before each state that is popped. `release` opens what is left in the queue.
    template <class Release>
    void step(const Release& release) {
        if (is_ending_ || (is_active_ && count_ >= after_)) {
            for (const Waiting& waiting : queue_) release(waiting.key, waiting.entry);
            queue_.clear();
            is_active_ = is_ending_ = false;
            count_ = 0;
        } else if (!is_active_ && count_ >= after_) {
            is_active_ = true;
            count_ = 0;
        }
        ++count_;
    }

private:
    struct Waiting {
        OpenKey key;
        Entry entry;
        void parts(auto& each) { each(key, entry); }
    };

    std::size_t after_;
    std::size_t count_ = 0;  // states popped since the best estimate, or since a change
    Estimate best_ = std::numeric_limits<Estimate>::max();
    bool is_active_ = false;
    bool is_ending_ = false;
    std::deque<Waiting> queue_;
};

}  // namespace crowfly
