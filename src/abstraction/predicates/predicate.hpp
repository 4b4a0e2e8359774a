// Predicates over states of a network (Hoffmann, Smaus, Rybalchenko, Kupferschmid, Podelski: Using predicate
// abstraction to generate heuristic functions in UPPAAL, 2006): a process is at a location, a difference of two clocks
// is at most a constant, a term over integers holds.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "network/terms/terms.hpp"
#include "zone/bound.hpp"

namespace crowfly::predicates {

// A bound on the difference of two clocks: left - right ~ bound.
struct Difference {
    ClockIndex left = 0;
    ClockIndex right = 0;
    zone::WideBound bound = 0;

    Difference negated() const { return {right, left, zone::negate(bound)}; }
    friend auto operator<=>(const Difference&, const Difference&) = default;
};

// A term that holds, or fails.
struct TermLiteral {
    TermId term{};
    bool holds = true;
    friend auto operator<=>(const TermLiteral&, const TermLiteral&) = default;
};

struct Predicate {
    enum class Kind : std::uint8_t { location, integer, clock };

    Kind kind{};
    ProcessIndex process = 0;  // location
    std::uint32_t number = 0;
    TermId term{};          // integer
    Difference difference;  // clock: left > right
    friend auto operator<=>(const Predicate&, const Predicate&) = default;
};

// A predicate or its negation: twice the number of the predicate, plus 1 if it is negated.
using Literal = std::uint32_t;
using Literals = std::vector<Literal>;  // ascending; a conjunction
constexpr Literal literal_of(std::size_t predicate, bool holds) {
    return static_cast<Literal>(2 * predicate + (holds ? 0 : 1));
}
constexpr std::size_t predicate_of(Literal literal) { return literal / 2; }
constexpr bool is_positive(Literal literal) { return literal % 2 == 0; }

// A set of literals as bits.
class LiteralSet {
public:
    explicit LiteralSet(std::size_t predicates = 0) : words_((2 * predicates + 63) / 64) {}
    void clear() { std::fill(words_.begin(), words_.end(), 0); }
    void add(Literal literal) { words_[literal / 64] |= std::uint64_t{1} << (literal % 64); }
    bool contains(Literal literal) const { return (words_[literal / 64] >> (literal % 64) & 1U) != 0; }

private:
    std::vector<std::uint64_t> words_;
};

// Predicates in the order of their numbers: those of locations first, then those of integers, then those of clocks.
class Predicates {
public:
    Predicates() = default;
    explicit Predicates(std::vector<Predicate> all);  // in any order, some of them perhaps several times

    std::size_t size() const { return all_.size(); }
    const Predicate& operator[](std::size_t index) const { return all_[index]; }
    const std::vector<Predicate>& all() const { return all_; }
    std::size_t first_integer() const { return first_integer_; }
    std::size_t first_clock() const { return first_clock_; }

    std::optional<Literal> location(ProcessIndex process, std::uint32_t number) const;
    // The predicates of a process are consecutive.
    std::span<const std::size_t> of_process(ProcessIndex process) const;
    // What literals say of the location of a process besides those among them: where it is not if it is known to be
    // somewhere.
    void add_implied(std::span<const Literal> literals, LiteralSet& into) const;

private:
    std::vector<Predicate> all_;
    std::size_t first_integer_ = 0, first_clock_ = 0;
    std::vector<std::vector<std::size_t>> by_process_;
};

// As a predicate: the one with the larger clock on the left, which holds or fails where the difference does.
Predicate predicate_of(const Difference& difference, bool& holds);
Predicate predicate_of(ProcessIndex process, std::uint32_t number);
// `!a`, `a != b`, `a > b` and `a >= b` are negations of others.
Predicate predicate_of(TermGraph& graph, TermLiteral literal, bool& holds);

// A constraint of the model without its condition; a bound that is computed is as weak as it can be. Nothing: it says
// nothing, or applies under a condition.
std::optional<Difference> difference_of(const ClockConstraint& constraint);

}  // namespace crowfly::predicates
