#include "property/property.hpp"

#include <algorithm>

#include "base/overloaded.hpp"

namespace crowfly {
namespace {

template <class AnyProperty, class... Functions>
void for_each_part(AnyProperty& property, Functions... functions) {
    std::visit(
        [&](auto& kind) {
            std::remove_cvref_t<decltype(kind)>::for_each_part(kind, Overloaded{std::move(functions)...});
        },
        property.asks);
}

bool any_formula(const Property& property, bool (*test)(const Formula&)) {
    return std::ranges::any_of(formulas_of(property), [&](const Formula* formula) { return test(*formula); });
}

}  // namespace

const property::Reach* decisive_state(const Property& property) {
    using Result = const property::Reach*;
    return std::visit(Overloaded{[](const property::Reach& reach) -> Result { return &reach; },
                                 [](const property::Run&) -> Result { return nullptr; },
                                 [](const property::Extremum&) -> Result { return nullptr; }},
                      property.asks);
}

const property::Run* decisive_run(const Property& property) {
    using Result = const property::Run*;
    return std::visit(Overloaded{[](const property::Reach&) -> Result { return nullptr; },
                                 [](const property::Run& run) -> Result { return &run; },
                                 [](const property::Extremum&) -> Result { return nullptr; }},
                      property.asks);
}

bool asks_for_values(const Property& property) {
    return std::visit(
        Overloaded{[](const property::Reach&) { return false; }, [](const property::Run&) { return false; },
                   [](const property::Extremum&) { return true; }},
        property.asks);
}

std::vector<const Formula*> formulas_of(const Property& property) {
    std::vector<const Formula*> formulas;
    for_each_part(
        property, [&](const Formula& formula) { formulas.push_back(&formula); }, [](const property::Measure&) {});
    return formulas;
}

SlotSet slots_read(const Property& property) {
    SlotSet reads;
    for_each_part(
        property, [&](const Formula& formula) { reads.add(slots_read(formula)); },
        [&](const property::Measure& measure) { reads.add(measure.footprint.reads); });
    return reads;
}

bool mentions_clocks(const Property& property) {
    bool mentions = false;
    for_each_part(
        property, [&](const Formula& formula) { mentions |= mentions_clocks(formula); },
        [&](const property::Measure& measure) { mentions |= !measure.program && measure.clock != 0; });
    return mentions;
}

bool mentions_deadlock(const Property& property) { return any_formula(property, mentions_deadlock); }

bool mentions_diagonals(const Property& property) { return any_formula(property, mentions_diagonals); }

std::string_view operator_of(const Property& property) {
    return std::visit([](const auto& kind) { return to_string(kind.query_kind()); }, property.asks);
}

bool is_shown_by_witness(const Property& property) {
    return std::visit([](const auto& kind) { return kind.is_shown_by_witness(); }, property.asks);
}

void set_code(Property& property, Bytecode code) {
    property.code = std::make_shared<const Bytecode>(std::move(code));
    for_each_part(
        property, [&](Formula& formula) { set_code(formula, property.code); },
        [&](property::Measure& measure) { measure.code = property.code; });
}

}  // namespace crowfly
