// Properties of a network. Each kind of property is a struct of its own; Property holds one of them, and the members
// that all kinds have. A property owns its compiled code, an extension of its network's, so that the network never
// changes.
//
// To add a kind: a file in kinds/ with a struct that is a PropertyKind; its name in Property::Asks below; a file in
// engine/kinds/ that decides it. Where the kind matters, std::visit has a function for each, so that nothing compiles
// before the new one is handled. A language needs words for it besides.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/query_kind.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"
#include "property/kinds/extremum.hpp"
#include "property/kinds/reach.hpp"
#include "property/kinds/run.hpp"

namespace crowfly {

// What every kind says of itself.
template <class Kind>
concept PropertyKind = requires(const Kind kind, Kind changing) {
    // How it is written.
    { kind.query_kind() } -> std::same_as<QueryKind>;
    // Whether a witness shows that it holds; else a witness shows that it fails, or there is none.
    { kind.is_shown_by_witness() } -> std::same_as<bool>;
    // Calls a function for each formula and measure, from left to right.
    Kind::for_each_part(kind, [](const auto&) {});
    Kind::for_each_part(changing, [](auto&) {});
};

template <PropertyKind... Kinds>
using OneOf = std::variant<Kinds...>;

struct Property {
    using Asks = OneOf<property::Reach, property::Run, property::Extremum>;

    Asks asks;
    std::string text;
    std::optional<bool> expected;
    std::optional<Obstacle> obstacle;  // a formula uses something no engine handles
    Span span;
    std::shared_ptr<const Bytecode> code;  // of all its formulas and measures
};

// The kind is known, for example from the words of the query.
inline const property::Reach& as_reach(const Property& p) { return std::get<property::Reach>(p.asks); }
inline const property::Run& as_run(const Property& p) { return std::get<property::Run>(p.asks); }
inline const property::Extremum& as_extremum(const Property& p) { return std::get<property::Extremum>(p.asks); }

// What decides the property: a state, a maximal run, or all states with their values. Null: something else decides it.
const property::Reach* decisive_state(const Property& property);
const property::Run* decisive_run(const Property& property);
inline bool asks_for_states(const Property& property) { return decisive_state(property) != nullptr; }
inline bool asks_for_runs(const Property& property) { return decisive_run(property) != nullptr; }
bool asks_for_values(const Property& property);

std::vector<const Formula*> formulas_of(const Property& property);  // as they are written, from left to right
SlotSet slots_read(const Property& property);
bool mentions_clocks(const Property& property);  // in formulas or measures
bool mentions_deadlock(const Property& property);
bool mentions_diagonals(const Property& property);
std::string_view operator_of(const Property& property);  // "E<>"
bool is_shown_by_witness(const Property& property);      // else a witness refutes it, or there is none
void set_code(Property& property, Bytecode code);        // of all its formulas and measures

}  // namespace crowfly
