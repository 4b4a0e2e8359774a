// A planning task in the finite-domain representation of Fast Downward's translator (Helmert, The Fast Downward
// Planning System, JAIR 2006, section 5; the file format SAS, version 3).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/messages/source.hpp"

namespace crowfly::sas {

struct Fact {
    std::uint32_t variable = 0;
    std::int32_t value = 0;
};

struct Variable {
    std::string name;
    std::vector<std::string> values;  // "Atom at(truck1, depot1)"
    std::int32_t initial = 0;
    Span span;
};

// Assigns the value to the variable if the conditions hold in the state before the operator. Of several effects on one
// variable the last one whose conditions hold takes effect.
struct Effect {
    std::vector<Fact> conditions;
    Fact fact;
};

struct Operator {
    std::string name;
    std::vector<Fact> preconditions;
    std::vector<Effect> effects;
    std::int32_t cost = 1;  // 1 unless the task uses costs
    Span span;
};

struct Task {
    bool uses_costs = false;  // the metric is the sum of the costs of operators; otherwise the length of the plan
    std::vector<Variable> variables;
    std::vector<Fact> goal;
    Span goal_span;
    std::vector<Operator> operators;
};

}  // namespace crowfly::sas
