// What is asked about a network. Each kind of property is a struct of its own; Property is one of them, with what all
// have in common. A property owns its compiled code, an extension of its network's, so that asking changes no network.
//
// To add a kind: a struct here, an alternative of Property::Asks. Whoever has to handle it visits the variant without a
// default case, and does not compile until it does.
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

// E<> formula: some reachable state satisfies it. A[] formula: none violates it.
struct Reach {
    bool exists = true;  // the state that is looked for satisfies the formula, and shows the property; else it violates
                         // it, and refutes it
    Formula formula;
};

// E[] kept: on some maximal run it holds all along. A<> kept: on none it fails all along. trigger --> kept: on none it
// fails all along from a state on where the trigger holds.
struct Run {
    bool exists =
        true;  // as above: what is looked for is a run along which `kept` holds, else one along which it fails
    Formula kept;
    std::optional<Formula> trigger = {};
};

// An integer expression or a clock.
struct Measure {
    Span span;
    Program program;            // an integer, if present …
    ClockIndex clock = 0;       // … otherwise this clock, if not 0 …
    std::int32_t constant = 0;  // … otherwise this number
    Footprint footprint;
    std::shared_ptr<const Bytecode> code;  // of the program
};

// sup{condition}: measures, inf, bounds: their greatest or least values where the condition holds, or both.
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

// Functions of the kinds of properties as one, for std::visit.
template <class... Functions>
struct ForEachKind : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
ForEachKind(Functions...) -> ForEachKind<Functions...>;

// Who knows the kind.
inline const property::Reach& as_reach(const Property& p) { return std::get<property::Reach>(p.asks); }
inline const property::Run& as_run(const Property& p) { return std::get<property::Run>(p.asks); }
inline const property::Extremum& as_extremum(const Property& p) { return std::get<property::Extremum>(p.asks); }
// Who does not; null: it is another.
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
