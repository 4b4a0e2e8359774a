#include "search/methods/known_forms.hpp"

#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {

NormalForms known_forms(const SearchOptions& options) {
    const SearchPlugin* plugin = search_called(options.search);
    if (plugin == nullptr) return NormalForms::all();  // strategies are searches of their own
    NormalForms known = plugin->known.forms();
    if (!plugin->is_guided()) return known;
    const Guidance& guidance = options.guidance;
    const std::vector<HeuristicSpec> asked =
        guidance.list.name.empty() ? std::vector{guidance.heuristic} : heuristics_of(guidance.list);
    for (const HeuristicSpec& heuristic : asked) {
        const Guarantees guarantees = guarantees_of(heuristic);
        known = known & guarantees.forms;
        if (options.disk) known = known & guarantees.consistent_forms;
    }
    return known;
}

StateForm form_of(const SearchOptions& options) { return {options.compared, options.symmetry, options.hull}; }

FittingOptions::FittingOptions(const SearchOptions& options) : given_(options) {
    const NormalForms known = known_forms(options);
    if (known.covers(form_of(options).forms())) return;
    changed_ = options;
    if (!known.contains(NormalForm::representatives)) changed_->symmetry = nullptr;
    if (!known.contains(NormalForm::hulls)) changed_->hull = false;
    if (!known.contains(NormalForm::dead_slots) && options.compared != nullptr) {
        all_live_ = *options.compared;
        all_live_->live = {};
        changed_->compared = &*all_live_;
    }
}

}  // namespace crowfly
