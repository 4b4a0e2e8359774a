// Cost algebras (Edelkamp, Jabbar, Lluch Lafuente: Cost-algebraic heuristic search, 2005): what a path costs is
// combined from what its transitions cost, and costs are compared. `steps` counts transitions, `cost` adds up what each
// costs, `max` and `min` take the greatest or the least of them, `probability` multiplies, and a lexicographic pair
// compares by its first part, and among equals by its second.
//
// Every part is kept as a number of which less is better: of `min` and `probability`, where more is better, as the
// negative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "space/node.hpp"

namespace crowfly {

// What a transition costs before it is combined with others.
struct StepCost {
    std::int64_t cost = 1;   // of `cost`, `max` and `min`
    double probability = 1;  // greater than 0
};

class CostAlgebra {
public:
    enum class Part : std::uint8_t { steps, cost, max, min, probability };

    explicit CostAlgebra(Part only = Part::steps) : parts_{only} {}
    // Lexicographic.
    CostAlgebra(Part first, Part second) : parts_{first, second} {}

    // Nothing: `problem` says, in a sentence, what is wrong with the text: "lexicographic(cost,steps)".
    static std::optional<CostAlgebra> parse(const std::string& text, std::string& problem);

    Cost none() const;   // of the path without transitions, the best
    Cost worst() const;  // worse than that of any path
    // Of a path with one more transition. OutOfRange, if a sum does not fit.
    Cost after(const Cost& path, const StepCost& step) const;

    // No path becomes better by another transition. All parts are.
    bool is_positive() const { return true; }
    // Whether what is better before a transition is no worse after it …
    bool is_isotone() const;
    // … and is still better.
    bool is_strictly_isotone() const;

    bool uses(Part part) const;
    const std::vector<Part>& parts() const { return parts_; }
    std::string name() const;                       // "lexicographic(cost,steps)"
    std::string to_string(const Cost& cost) const;  // "12, 3"

private:
    std::vector<Part> parts_;  // one, or two
};

std::string_view to_string(CostAlgebra::Part part);  // "steps"

// A cost that does not fit into 64 bits.
struct CostOutOfRange {};

}  // namespace crowfly
