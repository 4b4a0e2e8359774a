// Milner's cyclic scheduler, searched by hand: the same system as families.py writes for N cells.
//
// A ring of cells hands on one token. The cell that has it starts its task, then passes the token to its neighbour as
// soon as that one's task has ended; meanwhile its own task may end at any time. Three bits hold a cell's location, so
// 21 cells fit into one word; the top bit keeps a state from being zero. There are 3 N 2^(N-1) states: one cell has the
// token, in one of three locations, and each of the others works or rests.
#include "reference.hpp"

namespace {

using State = std::uint64_t;

enum Location : State { idle = 0, called = 1, working = 2, leading = 3, finished = 4 };

constexpr State top_bit = State{1} << 63;
constexpr int bits = 3;

class Scheduler {
public:
    explicit Scheduler(int cells) : cells_(cells) {}

    static State initial() { return top_bit | called; }

    template <typename Emit>
    void successors(State state, const Emit& emit) const {
        for (int cell = 0; cell < cells_; ++cell) {
            switch (at(state, cell)) {
                case called: emit(moved(state, cell, called, leading)); break;
                case working: emit(moved(state, cell, working, idle)); break;
                case leading:
                    emit(moved(state, cell, leading, finished));
                    pass(state, cell, leading, working, emit);
                    break;
                case finished: pass(state, cell, finished, idle, emit); break;
                default: break;
            }
        }
    }

private:
    static State at(State state, int cell) { return state >> (bits * cell) & 7; }

    static State moved(State state, int cell, State from, State to) { return state ^ ((from ^ to) << (bits * cell)); }

    template <typename Emit>
    void pass(State state, int cell, State from, State to, const Emit& emit) const {
        const int next = cell + 1 == cells_ ? 0 : cell + 1;
        if (at(state, next) == idle) emit(moved(moved(state, cell, from, to), next, idle, called));
    }

    int cells_;
};

}  // namespace

int main(int argc, char** argv) {
    const int cells = reference::parameter(argc, argv, 1, 2, 21, "reference_scheduler CELLS (2 to 21)");
    const reference::Counts counts = reference::search<State>(Scheduler(cells));
    reference::print(counts, reference::cpu_seconds());
}
