#include "network/machine.hpp"

#include <algorithm>
#include <cassert>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr std::uint32_t rounds_between_polls = 0xffff;  // loop iterations and calls between two polls; a mask

constexpr std::int64_t least_value = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t greatest_value = std::numeric_limits<std::int32_t>::max();

// Stops at the first value that is too large, so that it is fast for any exponent.
std::int64_t power(std::int64_t base, std::int64_t exponent) {
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    std::int64_t result = 1;
    for (; exponent > 0 && result >= least_value && result <= greatest_value; --exponent) result *= base;
    return result;
}

// Computes in 64 bits and returns whether the result is a legal integer of the model.
FaultKind compute(OpCode op, std::int64_t left, std::int64_t right, std::int64_t& result) {
    switch (op) {
        case OpCode::add: result = left + right; break;
        case OpCode::subtract: result = left - right; break;
        case OpCode::multiply: result = left * right; break;
        case OpCode::divide:
            if (right == 0) return FaultKind::division;
            result = left / right;
            break;
        case OpCode::modulo:
            if (right == 0) return FaultKind::division;
            result = left % right;
            break;
        case OpCode::shift_left:
            if (right < 0 || right > 31) return FaultKind::shift;
            result = left * (std::int64_t{1} << right);
            break;
        case OpCode::shift_right:
            if (right < 0 || right > 31) return FaultKind::shift;
            result = left >> right;
            break;
        case OpCode::power:
            if (right < 0) return FaultKind::negative_power;
            result = power(left, right);
            break;
        default: assert(false);
    }
    return result < least_value || result > greatest_value ? FaultKind::overflow : FaultKind::none;
}

// The most by which the updates of one transition may move a clock.
constexpr std::int64_t largest_shift = std::int64_t{1} << 40;

// No observer: the variant that searches use.
struct Unwatched {
    static constexpr bool reads(Address, std::int32_t = 1) { return true; }
    static constexpr void wrote(Address, std::int32_t = 1) {}
};

struct Watched {
    Watch& watch;

    bool reads(Address at, std::int32_t count = 1) const {
        return region_of(at) == Region::constants || watch.reading(region_of(at), cell_of(at), count);
    }
    void wrote(Address at, std::int32_t count = 1) const { watch.written(region_of(at), cell_of(at), count); }
};

std::int64_t total_shift(const std::vector<ClockUpdate>& updates) {
    std::int64_t total = 0;
    for (const ClockUpdate& update : updates) total += update.value;
    return total;
}

}  // namespace

std::string_view to_string(FaultKind kind) {
    switch (kind) {
        case FaultKind::none: return "no fault";
        case FaultKind::range: return "value out of range";
        case FaultKind::index: return "array index out of range";
        case FaultKind::division: return "division by zero";
        case FaultKind::shift: return "shift by a negative or too large amount";
        case FaultKind::overflow: return "integer overflow";
        case FaultKind::negative_power: return "negative exponent";
        case FaultKind::negative_clock: return "a clock cannot be negative";
        case FaultKind::assertion: return "assertion failed";
        case FaultKind::endless_loop: return "a loop has not ended after 50 000 000 rounds";
        case FaultKind::too_many_rounds: return "loops and calls have taken more than 200 000 000 rounds";
        case FaultKind::no_result: return "a function ended without returning a value";
        case FaultKind::unsupported: return "not supported";
        case FaultKind::clock_rate: return "a clock can only run at rate 0 or 1";
        case FaultKind::negative_cost: return "`cost` cannot decrease";
    }
    return "";
}

Machine::Machine(const Bytecode& code) : code_(&code), locals_(code.locals), stack_(256) {}

std::int32_t* Machine::cell(Address a) {
    switch (region_of(a)) {
        case Region::state: return state_ + cell_of(a);
        case Region::constants:
            return const_cast<std::int32_t*>(
                &code_->constant(static_cast<std::uint32_t>(cell_of(a))));  // constants are never written
        case Region::locals: return locals_.data() + cell_of(a);
    }
    return nullptr;
}

bool Machine::fail(FaultKind kind, std::uint32_t pc, std::int32_t value, std::int32_t least, std::int32_t greatest) {
    fault_ = {kind, value, least, greatest, code_->span(pc)};
    return false;
}

bool Machine::run(Program program, LoopBudget& budget) { return loop(program, budget, Unwatched{}); }

bool Machine::run(Program program, Watch& watch) {
    LoopBudget budget;
    return loop(program, budget, Watched{watch});
}

template <class Watching>
bool Machine::loop(Program program, LoopBudget& budget, Watching watching) {
    const auto state_cell = [](std::int32_t cell) { return address(Region::state, cell); };
    const auto local_cell = [](std::int32_t cell) { return address(Region::locals, cell); };
    fault_ = {};
    returns_.clear();
    if (locals_.size() < code_->locals) locals_.resize(code_->locals);
    // The part of the code being run, the base or its extension, and the number of its first instruction, from which
    // `pc` counts.
    const std::uint32_t base_end = code_->first_instruction();
    const Instruction* part = nullptr;
    std::size_t first = 0;
    std::size_t pc = 0;
    const auto enter = [&](std::uint32_t at) {
        const bool in_base = at < base_end;
        part = (in_base ? *code_->base : *code_).instructions.data();
        first = in_base ? 0 : base_end;
        pc = at - first;
    };
    const auto fail = [&](FaultKind kind, std::size_t at, std::int32_t value, std::int32_t least = 0,
                          std::int32_t greatest = 0) {
        return this->fail(kind, static_cast<std::uint32_t>(first + at), value, least, greatest);
    };
    enter(program.entry);
    std::int32_t* top = stack_.data();  // points at the topmost value; stack_[0] stays unused
    const std::int32_t* limit = stack_.data() + stack_.size() - 8;

    for (;; ++pc) {
        const Instruction& in = part[pc];
        if (top >= limit) {  // grown here, so that instructions need not check
            const std::ptrdiff_t height = top - stack_.data();
            stack_.resize(stack_.size() * 2);
            top = stack_.data() + height;
            limit = stack_.data() + stack_.size() - 8;
        }
        switch (in.op) {
            case OpCode::push: *++top = in.a; break;
            case OpCode::pop: --top; break;
            case OpCode::duplicate:
                top[1] = top[0];
                ++top;
                break;
            case OpCode::load_state:
                if (!watching.reads(state_cell(in.a))) return fail(FaultKind::unsupported, pc, 0);
                *++top = state_[in.a];
                break;
            case OpCode::load_local:
                if (!watching.reads(local_cell(in.a))) return fail(FaultKind::unsupported, pc, 0);
                *++top = locals_[in.a];
                break;
            case OpCode::load_at:
                if (!watching.reads(*top)) return fail(FaultKind::unsupported, pc, 0);
                *top = *cell(*top);
                break;
            case OpCode::load_indexed: {
                const std::uint32_t element = static_cast<std::uint32_t>(*top) - static_cast<std::uint32_t>(in.b);
                if (element >= static_cast<std::uint32_t>(in.c))
                    return fail(FaultKind::index, pc, *top, in.b, in.b + in.c - 1);
                const Address at = in.a + static_cast<std::int32_t>(element);
                if (!watching.reads(at)) return fail(FaultKind::unsupported, pc, 0);
                *top = *cell(at);
                break;
            }
            case OpCode::store_state:
                state_[in.a] = *top--;
                watching.wrote(state_cell(in.a));
                break;
            case OpCode::store_local:
                locals_[in.a] = *top--;
                watching.wrote(local_cell(in.a));
                break;
            case OpCode::store_at:
                *cell(top[-1]) = top[0];
                watching.wrote(top[-1]);
                top -= 2;
                break;
            case OpCode::store_at_keep:
                *cell(top[-1]) = top[0];
                watching.wrote(top[-1]);
                top[-1] = top[0];
                --top;
                break;
            case OpCode::index: {
                const std::uint32_t element = static_cast<std::uint32_t>(*top) - static_cast<std::uint32_t>(in.a);
                if (element >= static_cast<std::uint32_t>(in.b))
                    return fail(FaultKind::index, pc, *top, in.a, in.a + in.b - 1);
                --top;
                *top += static_cast<std::int32_t>(element) * in.c;
                break;
            }
            case OpCode::offset: *top += in.a; break;
            case OpCode::copy_cells:
                if (!watching.reads(top[0], in.a)) return fail(FaultKind::unsupported, pc, 0);
                std::copy_n(cell(top[0]), in.a, cell(top[-1]));
                watching.wrote(top[-1], in.a);
                top -= 2;
                break;
            case OpCode::equal_cells: {
                if (!watching.reads(top[-1], in.a) || !watching.reads(top[0], in.a))
                    return fail(FaultKind::unsupported, pc, 0);
                const std::int32_t* left = cell(top[-1]);
                const bool same = std::equal(left, left + in.a, cell(top[0]));
                *--top = same ? 1 : 0;
                break;
            }
            case OpCode::clear_cells:
                std::fill_n(locals_.data() + in.a, in.c, in.b);
                watching.wrote(local_cell(in.a), in.c);
                break;
            case OpCode::check_range:
                if (*top < in.a || *top > in.b) return fail(FaultKind::range, pc, *top, in.a, in.b);
                break;
            case OpCode::check_cells: {
                if (!watching.reads(*top, in.c)) return fail(FaultKind::unsupported, pc, 0);
                const std::int32_t* first = cell(*top--);
                const auto outside = [&](std::int32_t v) { return v < in.a || v > in.b; };
                const std::int32_t* found = std::find_if(first, first + in.c, outside);
                if (found != first + in.c) return fail(FaultKind::range, pc, *found, in.a, in.b);
                break;
            }
            case OpCode::negate:
                if (*top == least_value) return fail(FaultKind::overflow, pc, *top);
                *top = -*top;
                break;
            case OpCode::logical_not: *top = *top == 0; break;
            case OpCode::to_bool: *top = *top != 0; break;
            case OpCode::absolute:
                if (*top == least_value) return fail(FaultKind::overflow, pc, *top);
                if (*top < 0) *top = -*top;
                break;
            case OpCode::add:
            case OpCode::subtract:
            case OpCode::multiply:
            case OpCode::divide:
            case OpCode::modulo:
            case OpCode::power:
            case OpCode::shift_left:
            case OpCode::shift_right: {
                std::int64_t result = 0;
                const FaultKind kind = compute(in.op, top[-1], top[0], result);
                if (kind != FaultKind::none) return fail(kind, pc, *top);
                *--top = static_cast<std::int32_t>(result);
                break;
            }
            case OpCode::minimum:
                --top;
                *top = std::min(top[0], top[1]);
                break;
            case OpCode::maximum:
                --top;
                *top = std::max(top[0], top[1]);
                break;
            case OpCode::less:
                --top;
                *top = top[0] < top[1];
                break;
            case OpCode::less_equal:
                --top;
                *top = top[0] <= top[1];
                break;
            case OpCode::greater_equal:
                --top;
                *top = top[0] >= top[1];
                break;
            case OpCode::greater:
                --top;
                *top = top[0] > top[1];
                break;
            case OpCode::equal:
                --top;
                *top = top[0] == top[1];
                break;
            case OpCode::not_equal:
                --top;
                *top = top[0] != top[1];
                break;
            case OpCode::bit_and:
                --top;
                *top &= top[1];
                break;
            case OpCode::bit_xor:
                --top;
                *top ^= top[1];
                break;
            case OpCode::bit_or:
                --top;
                *top |= top[1];
                break;
            case OpCode::jump: pc = static_cast<std::size_t>(in.a) - first - 1; break;
            case OpCode::jump_back:
                if ((--budget.open_left & rounds_between_polls) == 0) {
                    if (budget.open_left == 0) return fail(FaultKind::endless_loop, pc, 0);
                    poll();
                }
                pc = static_cast<std::size_t>(in.a) - first - 1;
                break;
            case OpCode::next_round:
                if ((--budget.finite_left & rounds_between_polls) == 0) {
                    if (budget.finite_left == 0) return fail(FaultKind::too_many_rounds, pc, 0);
                    poll();
                }
                pc = static_cast<std::size_t>(in.a) - first - 1;
                break;
            case OpCode::jump_if_zero:
                if (*top-- == 0) pc = static_cast<std::size_t>(in.a) - first - 1;
                break;
            case OpCode::jump_if_not_zero:
                if (*top-- != 0) pc = static_cast<std::size_t>(in.a) - first - 1;
                break;
            case OpCode::and_jump:
                if (*top == 0)
                    pc = static_cast<std::size_t>(in.a) - first - 1;
                else
                    --top;
                break;
            case OpCode::or_jump:
                if (*top != 0)
                    pc = static_cast<std::size_t>(in.a) - first - 1;
                else
                    --top;
                break;
            case OpCode::call:
                if ((--budget.finite_left & rounds_between_polls) == 0) {
                    if (budget.finite_left == 0) return fail(FaultKind::too_many_rounds, pc, 0);
                    poll();
                }
                returns_.push_back(static_cast<std::uint32_t>(first + pc));
                enter(code_->function(static_cast<std::uint32_t>(in.a)));
                --pc;
                break;
            case OpCode::set_clock:
                if (*top < 0) return fail(FaultKind::negative_clock, pc, *top);
                clock_updates_.push_back({static_cast<std::uint32_t>(top[-1]), 0, top[0]});
                top -= 2;
                break;
            case OpCode::copy_clock:
                clock_updates_.push_back({static_cast<std::uint32_t>(top[-1]), static_cast<std::uint32_t>(top[0]), 0});
                top -= 2;
                break;
            case OpCode::shift_clock: {
                if (*top < 0) return fail(FaultKind::negative_clock, pc, *top);
                if (total_shift(clock_updates_) + *top > largest_shift) return fail(FaultKind::overflow, pc, *top);
                clock_updates_.push_back(
                    {static_cast<std::uint32_t>(top[-2]), static_cast<std::uint32_t>(top[-1]), top[0]});
                top -= 3;
                break;
            }
            case OpCode::charge:
                if (*top < 0) return fail(FaultKind::negative_cost, pc, *top);
                charged_ += *top--;  // loops end long before 64 bits overflow
                break;
            case OpCode::fault: return fail(static_cast<FaultKind>(in.a), pc, 0);
            case OpCode::stop:
                if (returns_.empty()) {
                    result_ = top == stack_.data() ? 0 : *top;
                    return true;
                }
                enter(returns_.back());
                returns_.pop_back();
                break;
        }
    }
}

}  // namespace crowfly
