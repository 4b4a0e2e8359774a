// Properties of a network. Each kind of property is a struct of its own; Property holds one of them, and the members
// that all kinds have. A property owns its compiled code, an extension of its network's, so that the network never
// changes.
//
// To add a kind: a struct here, an alternative of Property::Asks. Code that handles properties visits the variant
// without a default case, and does not compile before it handles the new kind.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

namespace property {

// E<> formula: some reachable state satisfies it. A[] formula: no reachable state violates it.
struct Reach {
    bool exists = true;  // the state that is looked for satisfies the formula, and shows the property; else it violates
                         // it, and refutes it
    Formula formula;
};

// E[] kept: some maximal run satisfies it in all states. A<> kept: no maximal run violates it in all states. trigger
// --> kept: no maximal run violates it in all states from one on that satisfies the trigger.
struct Run {
    // As above: a search looks for a run along which `kept` holds; else for one along which it fails.
    bool exists = true;
    Formula kept;
    std::optional<Formula> trigger = {};
};

// An integer expression or a clock.
struct Measure {
    Span span;
    Program program;            // an integer expression, if present
    ClockIndex clock = 0;       // otherwise a clock, if not 0
    std::int32_t constant = 0;  // otherwise a number
    Footprint footprint;
    std::shared_ptr<const Bytecode> code;  // of the program
};

// sup{condition}: measures, inf, bounds: their greatest values, least values or both, in states that satisfy the
// condition.
struct Extremum {
    bool least = false;
    bool greatest = false;
    Formula condition;
    std::vector<Measure> measures;
};

}  // namespace property

struct Property {
    using Asks = std::variant<property::Reach, property::Run, property::Extremum>;

    Asks asks;
    std::string text;
    std::optional<bool> expected;
    std::optional<Obstacle> obstacle;  // a formula uses something no engine handles
    Span span;
    std::shared_ptr<const Bytecode> code;  // of all its formulas and measures
};

// Overloads std::visit: the functions for each kind in one object.
template <class... Functions>
struct ForEachKind : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
ForEachKind(Functions...) -> ForEachKind<Functions...>;

// These require the kind.
inline const property::Reach& as_reach(const Property& p) { return std::get<property::Reach>(p.asks); }
inline const property::Run& as_run(const Property& p) { return std::get<property::Run>(p.asks); }
inline const property::Extremum& as_extremum(const Property& p) { return std::get<property::Extremum>(p.asks); }
// These return null if the property is of another kind.
inline const property::Reach* if_reach(const Property& p) { return std::get_if<property::Reach>(&p.asks); }
inline const property::Run* if_run(const Property& p) { return std::get_if<property::Run>(&p.asks); }
inline const property::Extremum* if_extremum(const Property& p) { return std::get_if<property::Extremum>(&p.asks); }

std::vector<const Formula*> formulas_of(const Property& property);  // as they are written, from left to right
SlotSet slots_read(const Property& property);
bool mentions_clocks(const Property& property);  // in formulas or measures
bool mentions_deadlock(const Property& property);
bool mentions_diagonals(const Property& property);
std::string_view operator_of(const Property& property);  // "E<>"

}  // namespace crowfly
