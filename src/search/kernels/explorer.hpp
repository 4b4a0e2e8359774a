// The one loop of all searches: pops a state, expands it, hands over each successor, and checks limits now and then. An
// algorithm says which state is popped, and what becomes of a successor.
//
// Everything is a template, so that neither a virtual call nor an allocation is made per successor.
#pragma once

#include <concepts>
#include <cstddef>

#include "base/profile.hpp"
#include "search/kernels/ledger.hpp"
#include "space/expander.hpp"

namespace crowfly {

// An algorithm has
//   pop          chooses the state that is expanded next. False: no state is open.
//   expand       has the expander begin with the successors of that state. False: the model cannot go on.
//   generated    is called once for each successor, while the expander stands at it.
//   is_done      the algorithm has what it searches for; then nothing is popped or generated any more.
//   stored       the number of states kept, to be compared with a limit after each expansion.
//   measure      fills in what the statistics say of it, now and then.
//   bytes_soon   the most memory that it holds until the next check.
// It may also have
//   visit        is called between pop and expand. False: the state is not expanded; it is a goal, or a dead end.
//   counted      is called after each expansion and its check of limits; after the check alone where limits are checked
//                first.
//   checks_first limits are checked before the expansion, not after it.
template <class A>
concept Algorithm = requires(A& algorithm, const A& constant, Statistics& statistics) {
    { algorithm.pop() } -> std::same_as<bool>;
    { algorithm.expand() } -> std::same_as<bool>;
    algorithm.generated();
    { constant.is_done() } -> std::same_as<bool>;
    { constant.stored() } -> std::same_as<std::size_t>;
    constant.measure(statistics);
    { constant.bytes_soon() } -> std::same_as<std::size_t>;
};

template <Expander E, Algorithm A>
class Explorer {
public:
    Explorer(E& expander, A& algorithm, Ledger& ledger) : expander_(expander), algorithm_(algorithm), ledger_(ledger) {}

    // Everything from the start on.
    void run() {
        start();
        explore();
    }

    void start() {
        begin_phase(Phase::successors);
        generate(expander_.start());
    }
    // As if this state had just been entered.
    template <class... State>
    void resume(const State&... state) {
        generate(expander_.resume(state...));
    }

    // Until no state is open.
    void explore() {
        while (!is_over() && algorithm_.pop()) {
            if constexpr (checks_first) {
                count_and_check();
                if (!is_over()) expand();
            } else {
                expand_and_count();
                check();
            }
        }
    }

private:
    static constexpr bool checks_first = requires { A::checks_first; };

    // A state counts although a limit is reached while it is expanded.
    struct CountAtEnd {
        std::size_t& count;
        explicit CountAtEnd(std::size_t& c) : count(c) {}
        CountAtEnd(const CountAtEnd&) = delete;
        CountAtEnd& operator=(const CountAtEnd&) = delete;
        ~CountAtEnd() { ++count; }
    };

    bool is_over() const { return ledger_.has_ended() || algorithm_.is_done(); }

    void expand_and_count() {
        const CountAtEnd count(ledger_.statistics().explored);
        expand();
    }

    void count_and_check() {
        ++ledger_.statistics().explored;
        check();
    }

    void check() {
        ledger_.check(algorithm_);
        if constexpr (requires { algorithm_.counted(); }) algorithm_.counted();
    }

    void expand() {
        if constexpr (requires { algorithm_.visit(); }) {
            if (!algorithm_.visit()) return;
        }
        begin_phase(Phase::successors);
        generate(algorithm_.expand());
    }

    void generate(bool can_go_on) {
        if (!can_go_on) ledger_.end(expander_.stop());
        while (!is_over() && expander_.next()) {
            ++ledger_.statistics().generated;
            algorithm_.generated();
            begin_phase(Phase::successors);
        }
        begin_phase(Phase::other);
        if (!is_over() && expander_.stop()) ledger_.end(expander_.stop());
    }

    E& expander_;
    A& algorithm_;
    Ledger& ledger_;
};

}  // namespace crowfly
