#include "property/property.hpp"

#include <algorithm>

namespace crowfly {
namespace {

bool any_formula(const Property& property, bool (*test)(const Formula&)) {
    return std::ranges::any_of(formulas_of(property), [&](const Formula* formula) { return test(*formula); });
}

}  // namespace

std::vector<const Formula*> formulas_of(const Property& property) {
    using Formulas = std::vector<const Formula*>;
    return std::visit(ForEachKind{[](const property::Reach& reach) { return Formulas{&reach.formula}; },
                                  [](const property::Run& run) {
                                      return run.trigger ? Formulas{&*run.trigger, &run.kept} : Formulas{&run.kept};
                                  },
                                  [](const property::Extremum& extremum) { return Formulas{&extremum.condition}; }},
                      property.asks);
}

SlotSet slots_read(const Property& property) {
    SlotSet reads;
    for (const Formula* formula : formulas_of(property)) reads.add(slots_read(*formula));
    if (const property::Extremum* extremum = if_extremum(property)) {
        for (const property::Measure& measure : extremum->measures) reads.add(measure.footprint.reads);
    }
    return reads;
}

bool mentions_clocks(const Property& property) {
    if (any_formula(property, mentions_clocks)) return true;
    const property::Extremum* extremum = if_extremum(property);
    return extremum != nullptr && std::ranges::any_of(extremum->measures, [](const property::Measure& measure) {
               return !measure.program && measure.clock != 0;
           });
}

bool mentions_deadlock(const Property& property) { return any_formula(property, mentions_deadlock); }

bool mentions_diagonals(const Property& property) { return any_formula(property, mentions_diagonals); }

std::string_view operator_of(const Property& property) {
    return std::visit(
        ForEachKind{[](const property::Reach& reach) -> std::string_view { return reach.exists ? "E<>" : "A[]"; },
                    [](const property::Run& run) -> std::string_view {
                        return run.exists ? "E[]" : run.trigger ? "-->" : "A<>";
                    },
                    [](const property::Extremum& extremum) -> std::string_view {
                        return !extremum.least ? "sup" : !extremum.greatest ? "inf" : "bounds";
                    }},
        property.asks);
}

}  // namespace crowfly
