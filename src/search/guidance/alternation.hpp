// Two open lists that are popped in turns: one has every entry, the other the preferred ones besides. Whenever an
// estimate is better than all before, the preferred list gets a number of turns in advance: boosted dual queues
// (Richter, Helmert: Preferred operators and deferred evaluation in satisficing planning, 2009).
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/guidance/open_list.hpp"

namespace crowfly {

struct QueueUse {
    std::size_t pushed = 0;
    std::size_t popped = 0;

    QueueUse& operator+=(const QueueUse& other) {
        pushed += other.pushed;
        popped += other.popped;
        return *this;
    }

    void parts(auto& each) { each(pushed, popped); }
};

// Which of two lists has the next turn. Several alternations share one count.
class Turnstile {
public:
    explicit Turnstile(std::uint32_t boost) : boost_(boost) {}

    void note(Estimate estimate) {
        if (estimate < best_ && best_ != dead_end) preferred_turns_ -= boost_;
        best_ = std::min(best_, estimate);
    }
    bool is_turn_of_preferred() const { return preferred_turns_ <= turns_; }
    void count(bool preferred) { ++(preferred ? preferred_turns_ : turns_); }

    void parts(auto& each) { each(best_, turns_, preferred_turns_); }

private:
    std::uint32_t boost_;
    Estimate best_ = dead_end;  // of all noted
    std::int64_t turns_ = 0, preferred_turns_ = 0;
};

template <class List>
class Alternation {
public:
    using Entry = typename List::Entry;

    Alternation() = default;
    Alternation(Guidance::Ties ties, std::uint64_t seed) : all_(ties, seed), preferred_(ties, seed) {}

    bool empty() const { return all_.empty() && preferred_.empty(); }
    std::size_t size() const { return all_.size() + preferred_.size(); }

    void push(bool preferred, const OpenKey& key, const Entry& entry) {
        all_.push(key, entry);
        ++all_use_.pushed;
        if (!preferred) return;
        preferred_.push(key, entry);
        ++preferred_use_.pushed;
    }

    // It must not be empty. A turn counts only where both kinds of list could be popped.
    Entry pop(Turnstile& turns) {
        const bool from_preferred = !preferred_.empty() && (all_.empty() || turns.is_turn_of_preferred());
        if (!preferred_.empty()) turns.count(from_preferred);
        ++(from_preferred ? preferred_use_ : all_use_).popped;
        return (from_preferred ? preferred_ : all_).pop();
    }

    void parts(auto& each) { each(all_, preferred_, all_use_, preferred_use_); }

    const QueueUse& use_of_all() const { return all_use_; }
    const QueueUse& use_of_preferred() const { return preferred_use_; }

private:
    List all_, preferred_;
    QueueUse all_use_, preferred_use_;
};

}  // namespace crowfly
