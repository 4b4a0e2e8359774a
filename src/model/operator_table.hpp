// The table of operators: how each is written and how tightly it binds. Lexers, parsers, printers and the documentation
// of all languages read it; a language uses the operators that it has.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/operators.hpp"

namespace crowfly {

// Loosest first. Operators of one precedence associate to the left, except assignments and conditionals.
enum class Precedence : std::uint8_t {
    none,  // no operator
    sequence,
    quantifier,
    assignment,
    conditional,
    logical_or,  // with xor and imply
    logical_and,
    bit_or,
    bit_xor,
    bit_and,
    equality,
    order,
    extremum,
    shift,
    sum,
    product,
    power,
    unary,
    postfix,
};

constexpr Precedence tighter(Precedence precedence) {
    return static_cast<Precedence>(static_cast<std::uint8_t>(precedence) + 1);
}

struct OperatorEntry {
    Op op{};
    Precedence precedence{};
    std::string_view symbol = {};       // empty: only a word
    std::string_view word = {};         // "and"; empty: only a symbol
    std::string_view compound = {};     // the assignment of its result: "+="; empty: none
    bool is_associative = false;        // operands can be grouped in any way, for the same value and run-time errors
    std::optional<Op> mirrored = {};    // of comparisons that change if their operands are exchanged
    std::optional<Op> complement = {};  // of comparisons
};

// In the order of Op.
inline constexpr std::array operator_table{
    OperatorEntry{.op = Op::negate, .precedence = Precedence::unary, .symbol = "-"},
    OperatorEntry{.op = Op::plus, .precedence = Precedence::unary, .symbol = "+"},
    OperatorEntry{.op = Op::logical_not, .precedence = Precedence::unary, .symbol = "!", .word = "not"},
    OperatorEntry{.op = Op::power, .precedence = Precedence::power, .symbol = "**"},
    OperatorEntry{.op = Op::multiply, .precedence = Precedence::product, .symbol = "*", .compound = "*="},
    OperatorEntry{.op = Op::divide, .precedence = Precedence::product, .symbol = "/", .compound = "/="},
    OperatorEntry{.op = Op::modulo, .precedence = Precedence::product, .symbol = "%", .compound = "%="},
    OperatorEntry{.op = Op::add, .precedence = Precedence::sum, .symbol = "+", .compound = "+="},
    OperatorEntry{.op = Op::subtract, .precedence = Precedence::sum, .symbol = "-", .compound = "-="},
    OperatorEntry{.op = Op::shift_left, .precedence = Precedence::shift, .symbol = "<<", .compound = "<<="},
    OperatorEntry{.op = Op::shift_right, .precedence = Precedence::shift, .symbol = ">>", .compound = ">>="},
    OperatorEntry{.op = Op::minimum, .precedence = Precedence::extremum, .symbol = "<?", .is_associative = true},
    OperatorEntry{.op = Op::maximum, .precedence = Precedence::extremum, .symbol = ">?", .is_associative = true},
    OperatorEntry{.op = Op::less,
                  .precedence = Precedence::order,
                  .symbol = "<",
                  .mirrored = Op::greater,
                  .complement = Op::greater_equal},
    OperatorEntry{.op = Op::less_equal,
                  .precedence = Precedence::order,
                  .symbol = "<=",
                  .mirrored = Op::greater_equal,
                  .complement = Op::greater},
    OperatorEntry{.op = Op::greater_equal,
                  .precedence = Precedence::order,
                  .symbol = ">=",
                  .mirrored = Op::less_equal,
                  .complement = Op::less},
    OperatorEntry{.op = Op::greater,
                  .precedence = Precedence::order,
                  .symbol = ">",
                  .mirrored = Op::less,
                  .complement = Op::less_equal},
    OperatorEntry{.op = Op::equal, .precedence = Precedence::equality, .symbol = "==", .complement = Op::not_equal},
    OperatorEntry{.op = Op::not_equal, .precedence = Precedence::equality, .symbol = "!=", .complement = Op::equal},
    OperatorEntry{
        .op = Op::bit_and, .precedence = Precedence::bit_and, .symbol = "&", .compound = "&=", .is_associative = true},
    OperatorEntry{
        .op = Op::bit_xor, .precedence = Precedence::bit_xor, .symbol = "^", .compound = "^=", .is_associative = true},
    OperatorEntry{
        .op = Op::bit_or, .precedence = Precedence::bit_or, .symbol = "|", .compound = "|=", .is_associative = true},
    OperatorEntry{.op = Op::logical_and,
                  .precedence = Precedence::logical_and,
                  .symbol = "&&",
                  .word = "and",
                  .is_associative = true},
    OperatorEntry{.op = Op::logical_or,
                  .precedence = Precedence::logical_or,
                  .symbol = "||",
                  .word = "or",
                  .is_associative = true},
    OperatorEntry{.op = Op::logical_xor, .precedence = Precedence::logical_or, .word = "xor", .is_associative = true},
    OperatorEntry{.op = Op::imply, .precedence = Precedence::logical_or, .word = "imply"},
    OperatorEntry{.op = Op::assign, .precedence = Precedence::assignment, .symbol = "="},
};

constexpr const OperatorEntry& entry_of(Op op) { return operator_table[static_cast<std::size_t>(op)]; }

static_assert(operator_table.back().op == Op::assign, "the last operator");
static_assert(std::ranges::all_of(operator_table,
                                  [](const OperatorEntry& one) { return entry_of(one.op).op == one.op; }) &&
              std::ranges::is_sorted(operator_table, {}, &OperatorEntry::op));

constexpr Precedence precedence_of(Op op) { return entry_of(op).precedence; }
constexpr std::string_view symbol_of(Op op) { return entry_of(op).symbol; }
constexpr std::string_view word_of(Op op) { return entry_of(op).word; }
constexpr std::string_view spelling(Op op) { return symbol_of(op).empty() ? word_of(op) : symbol_of(op); }

constexpr bool is_comparison(Op op) { return entry_of(op).complement.has_value(); }
constexpr bool is_logical(Op op) { return op >= Op::logical_and && op <= Op::imply; }
constexpr bool is_associative(Op op) { return entry_of(op).is_associative; }

// a < b is b > a.
constexpr Op mirrored(Op op) { return entry_of(op).mirrored.value_or(op); }
// not a < b is a >= b.
constexpr Op complement(Op comparison) { return *entry_of(comparison).complement; }

// The binary operator of that precedence that is written so.
constexpr std::optional<Op> operator_written(std::string_view symbol, Precedence precedence) {
    for (const OperatorEntry& one : operator_table) {
        if (one.precedence == precedence && one.symbol == symbol) return one.op;
    }
    return std::nullopt;
}

constexpr std::array<std::string_view, 3> quantifier_words{"forall", "exists", "sum"};  // in the order of Quantifier

constexpr std::string_view word_of(Quantifier quantifier) {
    return quantifier_words[static_cast<std::size_t>(quantifier)];
}

}  // namespace crowfly
