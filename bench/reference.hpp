// What the hand-written searches share: a flat hash set of packed states, and a breadth-first search that stores them
// all.
//
// They answer how fast a person would be who writes a C++ program for one system and throws it away: states packed by
// hand into 8 or 16 bytes, successors compiled, no model to interpret. They are meant to be good and plain: one probe
// sequence per state in memory that grows as needed, and no trick that depends on knowing the number of states
// beforehand. They keep no predecessors, so they could not print a trace.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace reference {

inline std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 33)) * 0xff51afd7ed558ccdU;
    return (word ^ (word >> 29)) * 0xc4ceb9fe1a85ec53U;
}

inline std::uint64_t hash(std::uint64_t state) { return mix(state); }

// Sixteen bytes. An array of smaller integers would be handier, but GCC 12 compares it by calling memcmp.
struct TwoWords {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    bool operator==(const TwoWords&) const = default;
};

inline std::uint64_t hash(const TwoWords& state) { return mix(state.low ^ mix(state.high)); }

// Open addressing with linear probing; the state itself stands in the slot, and a slot of zeros is empty. So no state
// may consist of zeros: the systems set a bit of their own.
template <typename State>
class FlatSet {
public:
    FlatSet() : slots_(1024), shift_(64 - 10) {}

    // True if the state is new.
    bool insert(const State& state) {
        if (size_ * 4 >= slots_.size() * 3) grow();
        State& slot = slots_[find(state)];
        if (slot == state) return false;
        slot = state;
        ++size_;
        return true;
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return slots_.capacity() * sizeof(State); }

private:
    // Where the state is, or the empty slot where it belongs. The high bits of the hash are its best.
    std::size_t find(const State& state) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = hash(state) >> shift_;
        while (slots_[at] != State{} && slots_[at] != state) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        std::vector<State> old(slots_.size() * 2);
        old.swap(slots_);
        --shift_;
        for (const State& state : old) {
            if (state != State{}) slots_[find(state)] = state;
        }
    }

    std::vector<State> slots_;
    std::size_t size_ = 0;
    int shift_;
};

struct Counts {
    std::size_t states = 0;
    std::size_t transitions = 0;
    std::size_t layers = 0;
    std::size_t bytes = 0;  // of the set and the two layers at the end
};

// System: `initial()`, and `successors(state, emit)`, which calls `emit` for each transition with the state it leads
// to.
template <typename State, typename System>
Counts search(const System& system) {
    Counts counts;
    FlatSet<State> seen;
    std::vector<State> layer{system.initial()};
    std::vector<State> next;
    seen.insert(layer.front());
    while (!layer.empty()) {
        for (const State& state : layer) {
            system.successors(state, [&](const State& successor) {
                ++counts.transitions;
                if (seen.insert(successor)) next.push_back(successor);
            });
        }
        ++counts.layers;
        layer.swap(next);
        next.clear();
    }
    counts.states = seen.size();
    counts.bytes = seen.bytes() + (layer.capacity() + next.capacity()) * sizeof(State);
    return counts;
}

inline double cpu_seconds() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// One JSON document on one line.
inline void print(const Counts& counts, double seconds) {
    const auto states = static_cast<double>(counts.states);
    std::printf(
        "{\"states\": %zu, \"transitions\": %zu, \"layers\": %zu, \"cpu_seconds\": %.6f, "
        "\"states_per_second\": %.0f, \"bytes_per_state\": %.2f}\n",
        counts.states, counts.transitions, counts.layers, seconds, seconds > 0 ? states / seconds : 0.0,
        static_cast<double>(counts.bytes) / states);
}

// The number at `argv[index]`, which must lie between the two; ends the program otherwise.
inline int parameter(int argc, char** argv, int index, int least, int most, const char* usage) {
    const int value = index < argc ? std::atoi(argv[index]) : least - 1;
    if (value >= least && value <= most) return value;
    std::fprintf(stderr, "usage: %s\n", usage);
    std::exit(2);
}

}  // namespace reference
