#include "tiny/moments.hpp"

#include <algorithm>

namespace crowfly::tiny {
namespace {

using Number = __int128;

// `left - right` is at most, or less than, a number.
struct Weight {
    Number value = 0;
    bool strict = false;

    friend Weight operator+(const Weight& a, const Weight& b) { return {a.value + b.value, a.strict || b.strict}; }
    friend bool operator<(const Weight& a, const Weight& b) {
        return a.value < b.value || (a.value == b.value && a.strict && !b.strict);
    }
};

// Moment 0 is the start, the next ones are those of the transitions, the last one is when it is looked.
class Schedule {
public:
    Schedule(const Process& process, const std::vector<const Edge*>& path, const std::vector<ClockTest>& tests,
             int clocks)
        : size_(path.size() + 2), bounds_(size_ * size_), set_(static_cast<std::size_t>(clocks) + 1) {
        int location = 0;
        for (std::size_t i = 0; i <= path.size(); ++i) {
            bound(i, i + 1, {});  // nothing happens before what happened before
            ask(process.locations[static_cast<std::size_t>(location)].invariant.clocks, i + 1);
            if (i == path.size()) break;
            ask(path[i]->guard.clocks, i + 1);
            for (const Update& update : path[i]->updates)
                set_[static_cast<std::size_t>(update.target)] = {i + 1, update.value};
            location = path[i]->target;
            ask(process.locations[static_cast<std::size_t>(location)].invariant.clocks, i + 1);
        }
        ask(tests, size_ - 1);
        close();
    }

    bool is_possible() const { return possible_; }
    Extreme least_time() const { return extreme({0, 0}, false); }
    Extreme extreme(int clock, bool largest) const { return extreme(set_[static_cast<std::size_t>(clock)], largest); }

private:
    // The moment at which a clock was set, and to what.
    struct Set {
        std::size_t moment = 0;
        Number value = 0;
    };

    void bound(std::size_t left, std::size_t right, const Weight& weight) {
        std::optional<Weight>& known = bounds_[left * size_ + right];
        if (!known || weight < *known) known = weight;
    }

    void ask(const std::vector<ClockTest>& tests, std::size_t now) {
        for (const ClockTest& test : tests) {
            const Set& set = set_[static_cast<std::size_t>(test.left)];
            const Number bounded = Number{test.value} - set.value;
            const bool strict = test.relation == Relation::less || test.relation == Relation::greater;
            if (test.relation != Relation::at_least && test.relation != Relation::greater)
                bound(now, set.moment, {bounded, strict});
            if (test.relation != Relation::at_most && test.relation != Relation::less)
                bound(set.moment, now, {-bounded, strict});
        }
    }

    void close() {
        for (std::size_t i = 0; i < size_; ++i) bound(i, i, {});
        for (std::size_t k = 0; k < size_; ++k) {
            for (std::size_t i = 0; i < size_; ++i) {
                for (std::size_t j = 0; j < size_; ++j) {
                    const auto& first = bounds_[i * size_ + k];
                    const auto& second = bounds_[k * size_ + j];
                    if (first && second) bound(i, j, *first + *second);
                }
            }
            for (std::size_t i = 0; i < size_; ++i) possible_ = possible_ && !(*bounds_[i * size_ + i] < Weight{});
            if (!possible_) return;
        }
    }

    Extreme extreme(const Set& set, bool largest) const {
        const std::size_t now = size_ - 1;
        const std::optional<Weight>& found = bounds_[largest ? now * size_ + set.moment : set.moment * size_ + now];
        if (!found) return {0, false, true};
        return {static_cast<std::int64_t>((largest ? found->value : -found->value) + set.value), !found->strict, false};
    }

    std::size_t size_;
    std::vector<std::optional<Weight>> bounds_;
    std::vector<Set> set_;
    bool possible_ = true;
};

bool is_further(const Extreme& a, const Extreme& b, bool largest) {
    if (a.beyond_cap || b.beyond_cap) return a.beyond_cap && !b.beyond_cap;
    return a.value == b.value ? a.attained && !b.attained : (a.value > b.value) == largest;
}

}  // namespace

Moments::Moments(const Process& process, int clocks) : process_(process), clocks_(clocks) {}

std::vector<std::vector<const Edge*>> Moments::paths_to(int location) const {
    std::vector<std::vector<const Edge*>> all{{}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const int at = all[i].empty() ? 0 : all[i].back()->target;
        for (const Edge& edge : process_.edges) {
            if (edge.source != at) continue;
            all.push_back(all[i]);
            all.back().push_back(&edge);
        }
    }
    std::erase_if(all, [&](const auto& path) { return (path.empty() ? 0 : path.back()->target) != location; });
    return all;
}

bool Moments::reaches(int location, const std::vector<ClockTest>& tests) const {
    return std::ranges::any_of(
        paths_to(location), [&](const auto& path) { return Schedule(process_, path, tests, clocks_).is_possible(); });
}

std::optional<Extreme> Moments::least_time(int location, const std::vector<ClockTest>& tests) const {
    return extreme(location, tests, 0, false);
}

std::optional<Extreme> Moments::extreme(int location, const std::vector<ClockTest>& tests, int clock,
                                        bool largest) const {
    std::optional<Extreme> best;
    for (const auto& path : paths_to(location)) {
        const Schedule schedule(process_, path, tests, clocks_);
        if (!schedule.is_possible()) continue;
        const Extreme found = clock == 0 ? schedule.least_time() : schedule.extreme(clock, largest);
        if (!best || is_further(found, *best, largest)) best = found;
    }
    return best;
}

}  // namespace crowfly::tiny
