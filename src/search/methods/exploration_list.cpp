#include "search/methods/exploration_list.hpp"

#include <algorithm>

namespace crowfly {
namespace {

std::size_t place_of(const HeuristicSpec& heuristic, std::vector<HeuristicSpec>& all) {
    const std::string text = to_string(heuristic);
    const auto known = std::ranges::find_if(all, [&](const HeuristicSpec& h) { return to_string(h) == text; });
    const auto place = static_cast<std::size_t>(known - all.begin());
    if (known == all.end()) all.push_back(heuristic);
    return place;
}

void collect_heuristics(const Spec& list, std::vector<HeuristicSpec>& all) {
    const bool of_lists = open_lists().find(list.name)->parts.vocabulary == lists_as_parts;
    for (const Spec& part : list.parts) {
        if (of_lists)
            collect_heuristics(part, all);
        else
            place_of(part, all);
    }
}

}  // namespace

Registry<ListPlugin>& open_lists() {
    static Registry<ListPlugin> registry;
    return registry;
}

std::unique_ptr<ExplorationList> ListMaker::make(const Spec& list) {
    return open_lists().find(list.name)->make(list, *this);
}

std::size_t ListMaker::heuristic(const HeuristicSpec& heuristic) { return place_of(heuristic, heuristics_); }

Vocabulary heuristics_as_parts() { return vocabulary_of(heuristics(), "there is no heuristic `{}`"); }

Vocabulary lists_as_parts() { return vocabulary_of(open_lists(), "there is no open list `{}`"); }

std::vector<HeuristicSpec> heuristics_of(const Spec& list) {
    std::vector<HeuristicSpec> all;
    collect_heuristics(list, all);
    return all;
}

}  // namespace crowfly
