// Bytecode for guards, updates and state formulas: a stack machine over 32-bit integers.
// Memory has three regions. State cells are the slots of a discrete state; constants are the arrays and records whose
// values are known at compile time; locals hold select values, function frames and temporaries. The languages have no
// recursion, so every function has a fixed frame and a call is a jump that returns.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "base/messages/source.hpp"

namespace crowfly {

// A cell of memory: the region in the upper bits, the index within it in the lower ones.
using Address = std::int32_t;
enum class Region : std::uint8_t { state, constants, locals };
constexpr int region_shift = 28;
constexpr std::int32_t max_cells = (1 << region_shift) - 1;
constexpr Address address(Region region, std::int32_t cell) {
    return static_cast<Address>(static_cast<std::uint32_t>(region) << region_shift) + cell;
}
constexpr Region region_of(Address a) { return static_cast<Region>(static_cast<std::uint32_t>(a) >> region_shift); }
constexpr std::int32_t cell_of(Address a) { return a & max_cells; }

enum class OpCode : std::uint8_t {
    push,  // a: value
    pop,
    duplicate,
    load_state,     // a: cell
    load_local,     // a: cell
    load_at,        // address -> value
    load_indexed,   // a: address of the array, b: lowest index, c: number of elements; index -> value
    store_state,    // a: cell; value ->
    store_local,    // a: cell; value ->
    store_at,       // address, value ->
    store_at_keep,  // address, value -> value
    index,          // a: lowest index, b: number of elements, c: cells per element; address, index -> address
    offset,         // a: cells; address -> address
    copy_cells,     // a: count; target, source ->
    equal_cells,    // a: count; left, right -> truth
    clear_cells,    // a: local cell, b: value, c: count
    check_range,    // a: least, b: greatest; the top stays
    check_cells,    // a: least, b: greatest, c: count; address ->
    negate,
    logical_not,
    to_bool,
    absolute,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    power,
    shift_left,
    shift_right,
    minimum,
    maximum,
    less,
    less_equal,
    greater_equal,
    greater,
    equal,
    not_equal,
    bit_and,
    bit_xor,
    bit_or,
    jump,              // a: target
    jump_back,         // a: target; counts against the budget of loops that may not terminate
    next_round,        // a: target; the same in a loop that terminates, with a larger budget
    jump_if_zero,      // a: target; value ->
    jump_if_not_zero,  // a: target; value ->
    and_jump,          // a: target; zero on top: jump and keep it, else drop it
    or_jump,           // a: target; non-zero on top: jump and keep it, else drop it
    call,              // a: function
    set_clock,         // clock, value ->
    copy_clock,        // target, source ->
    shift_clock,       // target, source, amount ->; the target becomes the source plus the amount
    charge,            // amount ->; adds to what the transition costs
    fault,             // a: FaultKind
    stop,              // ends a program or returns from a function; the result, if any, is on top
};

struct Instruction {
    OpCode op{};
    std::int32_t a = 0;
    std::int32_t b = 0;
    std::int32_t c = 0;
};

// Run-time errors of a model. In UPPAAL each of these ends the whole verification.
enum class FaultKind : std::uint8_t {
    none,
    range,
    index,
    division,
    shift,
    overflow,
    negative_power,
    negative_clock,
    assertion,
    endless_loop,
    too_many_rounds,
    no_result,
    unsupported,
    clock_rate,
    negative_cost,
};
std::string_view to_string(FaultKind kind);

// The start of a piece of code. The absent program is the constant true.
struct Program {
    static constexpr std::uint32_t absent = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t entry = absent;
    explicit operator bool() const { return entry != absent; }
};

// The code of a network, or of a property. A property's code extends that of its network: it contains its own part
// only, and numbers instructions, functions and constants on from where its base ends, so that it can call functions of
// the network. A base never changes, and may be shared by any number of extensions.
struct Bytecode {
    std::vector<Instruction> instructions;
    std::vector<Span> spans;               // one per instruction, for messages about faults
    std::vector<std::uint32_t> functions;  // entry points
    std::vector<std::int32_t> constants;   // the cells of Region::constants
    std::uint32_t locals = 0;              // how many cells Region::locals needs, those of the base included
    std::shared_ptr<const Bytecode> base;  // null: it extends none

    // The number of the first element that is not the base's.
    std::uint32_t first_instruction() const { return base ? base->next_instruction() : 0; }
    std::uint32_t first_function() const { return base ? base->next_function() : 0; }
    std::uint32_t first_constant() const { return base ? base->next_constant() : 0; }
    // The number that the next element will have.
    std::uint32_t next_instruction() const { return first_instruction() + size_of(instructions); }
    std::uint32_t next_function() const { return first_function() + size_of(functions); }
    std::uint32_t next_constant() const { return first_constant() + size_of(constants); }

    const Instruction& instruction(std::uint32_t at) const {
        return at < first_instruction() ? base->instruction(at) : instructions[at - first_instruction()];
    }
    const Span& span(std::uint32_t at) const {
        return at < first_instruction() ? base->span(at) : spans[at - first_instruction()];
    }
    std::uint32_t function(std::uint32_t number) const {
        return number < first_function() ? base->function(number) : functions[number - first_function()];
    }
    const std::int32_t& constant(std::uint32_t cell) const {
        return cell < first_constant() ? base->constant(cell) : constants[cell - first_constant()];
    }

private:
    template <class Element>
    static std::uint32_t size_of(const std::vector<Element>& list) {
        return static_cast<std::uint32_t>(list.size());
    }
};

// The code of a property over a network with this code; nothing is in it yet.
inline Bytecode extension_of(std::shared_ptr<const Bytecode> base) {
    Bytecode code;
    code.locals = base->locals;
    code.base = std::move(base);
    return code;
}

}  // namespace crowfly
