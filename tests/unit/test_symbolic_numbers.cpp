// Numbers as decision diagrams compute what the machine computes, digit by digit, for all operators.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "network/body.hpp"
#include "symbolic/diagrams/number.hpp"

using namespace crowfly;
using namespace crowfly::symbolic;

namespace {

constexpr std::size_t digits = 4;

// The values of a number of so many digits whose lowest variable is `first`.
Number free_number(VariableNumber first) {
    Number result;
    for (std::size_t i = 0; i < digits; ++i)
        result.digits.push_back(Diagrams::literal(first + static_cast<VariableNumber>(i)));
    return result;
}

std::int32_t value_of(std::uint32_t bits) {
    const auto value = static_cast<std::int32_t>(bits);
    return value >= 1 << (digits - 1) ? value - (1 << digits) : value;
}

Bdd state(std::uint32_t bits) {
    Bdd result = Diagrams::all();
    for (std::uint32_t i = 0; i < 2 * digits; ++i)
        result &= Diagrams::literal(static_cast<VariableNumber>(i), ((bits >> i) & 1U) != 0);
    return result;
}

std::int64_t value_in(const Number& number, const Bdd& state) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < number.digits.size(); ++i) {
        const std::int64_t weight = std::int64_t{1} << i;
        if (!(number.digits[i] & state).is_false()) value += i + 1 == number.digits.size() ? -weight : weight;
    }
    return value;
}

}  // namespace

TEST_CASE("operators on numbers of decision diagrams") {
    Diagrams diagrams(2 * digits, {});
    const Number left = free_number(0);
    const Number right = free_number(digits);
    std::size_t compared = 0;
    for (int op = static_cast<int>(OpCode::negate); op <= static_cast<int>(OpCode::bit_or); ++op) {
        const auto code = static_cast<OpCode>(op);
        if (!is_supported(code)) continue;
        const Operated result = operate(code, left, right);
        for (std::uint32_t bits = 0; bits < 1U << (2 * digits); ++bits) {
            const std::int32_t a = value_of(bits % (1U << digits));
            const std::int32_t b = value_of(bits >> digits);
            const std::optional<std::int32_t> truth = compile::compute(code, a, b);
            const std::string where = fmt::format("operator {} of {} and {}", op, a, b);
            CHECK_MESSAGE((state(bits) & result.faults).is_false() == truth.has_value(), where);
            if (truth) CHECK_MESSAGE(value_in(result.value, state(bits)) == *truth, where);
            ++compared;
        }
    }
    CHECK(compared == 22 * 256);
}

TEST_CASE("results that do not fit 32 bits are run-time errors") {
    Diagrams diagrams(1, {});
    const Bdd first = Diagrams::literal(0);
    const Number large = choice(first, number(2'147'483'647), number(5));
    CHECK(operate(OpCode::add, large, number(1)).faults == first);
    CHECK(operate(OpCode::multiply, large, number(3)).faults == first);
    CHECK(operate(OpCode::subtract, large, number(7)).faults.is_false());
    CHECK(operate(OpCode::shift_left, large, number(1)).faults == first);
    CHECK(operate(OpCode::negate, choice(first, number(-2'147'483'648LL), number(0)), number(0)).faults == first);
}

TEST_CASE("a table of nodes that is too small ends the operation") {
    Diagrams diagrams(40, {.nodes = 1});
    Bdd all = Diagrams::all();
    const auto conjoin = [&] {
        for (VariableNumber v = 0; v < 20; ++v) all &= Diagrams::literal(v) ^ Diagrams::literal(39 - v);
    };
    CHECK_THROWS_WITH(conjoin(), "node limit");
}
