// Lamport's bakery with a bounded number of tickets, searched by hand: the same system as families.py writes.
//
// A process that wants to enter looks for the highest ticket, writes one more as its own, then waits for each process
// in turn: first until that one is not choosing, then until it does not come first. Reading and writing are separate
// steps. Nobody looks for a ticket while the last one is out. Each process takes 16 bits: location, whom it looks at,
// the ticket it has read and the one it has; `choosing` follows from the location. The top bit keeps a state from being
// zero.
#include <algorithm>

#include "reference.hpp"

namespace {

using State = reference::TwoWords;

enum Location : unsigned { idle, choosing, writing, looking, waiting, critical };

struct Process {
    unsigned location;
    unsigned other;
    unsigned seen;
    unsigned ticket;
};

unsigned bits_of(const State& state, unsigned process) {
    const std::uint64_t word = process < 4 ? state.low : state.high;
    return static_cast<unsigned>(word >> (16 * (process & 3)) & 0xffff);
}

State with_bits(State state, unsigned process, unsigned bits) {
    const std::uint64_t change = static_cast<std::uint64_t>(bits ^ bits_of(state, process)) << (16 * (process & 3));
    (process < 4 ? state.low : state.high) ^= change;
    return state;
}

Process unpack(unsigned bits) { return {bits & 7, bits >> 3 & 7, bits >> 6 & 31, bits >> 11}; }

unsigned pack(const Process& process) {
    return process.location | process.other << 3 | process.seen << 6 | process.ticket << 11;
}

unsigned ticket(const State& state, unsigned process) { return bits_of(state, process) >> 11; }

bool chooses(const State& state, unsigned process) {
    const unsigned location = bits_of(state, process) & 7;
    return location == choosing || location == writing;
}

class Bakery {
public:
    Bakery(int processes, int tickets)
        : processes_(static_cast<unsigned>(processes)), tickets_(static_cast<unsigned>(tickets)) {}

    static State initial() { return {0, std::uint64_t{1} << 63}; }

    template <typename Emit>
    void successors(const State& state, const Emit& emit) const {
        for (unsigned me = 0; me < processes_; ++me) {
            Process process = unpack(bits_of(state, me));
            if (step(state, me, process)) emit(with_bits(state, me, pack(process)));
        }
    }

private:
    // A process never has a choice: at most one step is possible, and nobody else changes with it.
    bool step(const State& state, unsigned me, Process& process) const {
        switch (process.location) {
            case idle: process.location = choosing; return true;
            case choosing:
                process.location = writing;
                process.seen = highest(state);
                return process.seen < tickets_;
            case writing: process = {looking, 0, 0, process.seen + 1}; return true;
            case looking: return look(state, process);
            case waiting:
                if (comes_first(state, process.other, me)) return false;
                process.location = looking;
                ++process.other;
                return true;
            default: process = {idle, 0, 0, 0}; return true;
        }
    }

    bool look(const State& state, Process& process) const {
        if (process.other == processes_) {
            process.location = critical;
            process.other = 0;
            return true;
        }
        process.location = waiting;
        return !chooses(state, process.other);
    }

    static bool comes_first(const State& state, unsigned other, unsigned me) {
        const unsigned theirs = ticket(state, other);
        const unsigned mine = ticket(state, me);
        return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
    }

    unsigned highest(const State& state) const {
        unsigned found = 0;
        for (unsigned other = 0; other < processes_; ++other) {
            found = std::max(found, ticket(state, other));
        }
        return found;
    }

    unsigned processes_;
    unsigned tickets_;
};

}  // namespace

int main(int argc, char** argv) {
    constexpr const char* usage = "reference_bakery PROCESSES TICKETS (2 to 7, 1 to 31)";
    const int processes = reference::parameter(argc, argv, 1, 2, 7, usage);
    const int tickets = reference::parameter(argc, argv, 2, 1, 31, usage);
    const reference::Counts counts = reference::search<State>(Bakery(processes, tickets));
    reference::print(counts, reference::cpu_seconds());
}
