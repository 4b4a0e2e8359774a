// Runs bytecode. Each thread has a Machine of its own, which owns the scratch memory and is bound to the state that
// programs read and write.
#pragma once

#include <span>
#include <vector>

#include "network/program.hpp"

namespace crowfly {

struct Fault {
    FaultKind kind = FaultKind::none;
    std::int32_t value = 0;  // the offending value: out of range, bad index, …
    std::int32_t least = 0;  // the range it violates, if there is one
    std::int32_t greatest = 0;
    Span span;

    explicit operator bool() const { return kind != FaultKind::none; }
};

// An assignment to a clock made by an update: `clock = value`, or `clock = source + value` when source is not 0.
struct ClockUpdate {
    std::uint32_t clock;
    std::uint32_t source;
    std::int32_t value;
};

// Observes a program while it runs: every cell of the state or of the locals that it is about to read, or has written.
class Watch {
public:
    virtual ~Watch() = default;
    // May still set the cells. False: stops the run.
    virtual bool reading(Region region, std::int32_t first, std::int32_t count) = 0;
    virtual void written(Region region, std::int32_t first, std::int32_t count) = 0;
};

// How many loop iterations a run may make before it is stopped. Loops over a range and calls terminate, so their limit
// is larger; `while` and `for` with a condition may not terminate.
struct LoopBudget {
    static constexpr std::uint32_t open = 50'000'000;
    static constexpr std::uint32_t finite = 200'000'000;

    std::uint32_t open_left = open;      // iterations of `while`, `do` and `for` with a condition
    std::uint32_t finite_left = finite;  // iterations of quantifiers and loops over a range, and calls

    bool used_up() const { return open_left == 0 || finite_left == 0; }
};

class Machine {
public:
    explicit Machine(const Bytecode& code);

    // Makes a machine run other code during its lifetime: the conditions of a property between those of the network.
    class WithCode {
    public:
        WithCode(Machine& machine, const Bytecode& code) : machine_(machine), before_(machine.code_) {
            machine.code_ = &code;
        }
        ~WithCode() { machine_.code_ = before_; }
        WithCode(const WithCode&) = delete;
        WithCode& operator=(const WithCode&) = delete;

    private:
        Machine& machine_;
        const Bytecode* before_;
    };

    // The state that programs read and write from now on. It must outlive the runs.
    void bind(std::span<std::int32_t> state) { state_ = state.data(); }

    // Runs a program to its end. False: a fault stopped it, see fault(); the state may then be half changed.
    bool run(Program program) {
        LoopBudget budget;
        return run(program, budget);
    }
    // The same with the caller's budget, which is used up.
    bool run(Program program, LoopBudget& budget);
    // The same with an observer; a run that it stops ends in the fault `unsupported`.
    bool run(Program program, Watch& watch);
    std::int32_t result() const { return result_; }  // of the last run, if the program has one
    const Fault& fault() const { return fault_; }

    // run() for conditions. An absent program is true. A fault counts as false; fault() tells it from false.
    bool holds(Program program) { return !program || (run(program) && result_ != 0); }

    std::int32_t& local(std::uint32_t cell) { return locals_[cell]; }
    std::vector<ClockUpdate>& clock_updates() { return clock_updates_; }  // in order; the caller clears it
    std::int64_t& charged() { return charged_; }  // the sum of all amounts; the caller clears it

private:
    template <class Watching>
    bool loop(Program program, LoopBudget& budget, Watching watching);
    std::int32_t* cell(Address a);
    bool fail(FaultKind kind, std::uint32_t pc, std::int32_t value, std::int32_t least = 0, std::int32_t greatest = 0);

    const Bytecode* code_;
    std::int32_t* state_ = nullptr;
    std::vector<std::int32_t> locals_;
    std::vector<std::int32_t> stack_;
    std::vector<std::uint32_t> returns_;
    std::vector<ClockUpdate> clock_updates_;
    std::int64_t charged_ = 0;
    std::int32_t result_ = 0;
    Fault fault_;
};

}  // namespace crowfly
