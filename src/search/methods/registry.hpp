// The searches that can be asked for: `bfs`, `greedy(lazy,ties=oldest)`. Each registers itself from its own file in
// orders/. An open list is a search as well: `alt(best(hU),type(hU,g))`, see exploration_list.hpp.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/plugins/registry.hpp"
#include "base/plugins/spec.hpp"
#include "search/methods/search_method.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

// The normal forms of states that a search knows, see search/methods/known_forms.hpp. There is no default: whoever adds
// a search says which states it reasons about.
class KnownForms {
public:
    constexpr explicit KnownForms(NormalForms forms) : forms_(forms) {}
    constexpr NormalForms forms() const { return forms_; }

private:
    NormalForms forms_;
};

// Of a search that reasons about states which it has stored, and no others.
inline constexpr KnownForms of_stored_states{NormalForms::all()};

struct SearchPlugin : Declaration {
    SearchMethod method;
    KnownForms known;
    // With a heuristic: the weight of the path so far, in hundredths or 0 …
    std::uint32_t own = 0;
    // … and the weight of the estimate; 0 without a heuristic.
    std::uint32_t ahead = 0;
    // Without a heuristic: best first search with a constant estimate and these ties does the same. None: there are no
    // such ties.
    std::optional<Guidance::Ties> ties = {};
    // With a heuristic: transitions can be preferred, see search/guidance/ranking.hpp.
    bool prefers = false;
    // What is run where costs are asked for. None: the search itself knows them, or it does not look for a cheapest
    // trace.
    std::optional<SearchMethod> with_costs = {};

    bool is_guided() const { return ahead > 0; }
};

Registry<SearchPlugin>& searches();

// What expands the states that an open list pops.
const SearchPlugin& search_by_list();
// A search, or what searches by the open list of that name; null: there is neither.
const SearchPlugin* search_called(std::string_view name);
// All of them, the searches first.
std::vector<const Declaration*> searches_and_lists();

// Whether a search looks for a cheapest trace where costs are asked for.
bool knows_costs(const SearchPlugin& plugin);

// Whether a search without a heuristic finds a shortest trace where one is asked for.
bool knows_shortest(const SearchPlugin& plugin);

// Whether a search goes by a heuristic.
bool is_guided(const Settings& settings);

// Options that several searches have.
PluginOption lazy_option();
PluginOption ties_option();
PluginOption heuristic_option();  // --heuristic
Guidance::Ties ties_called(const std::string& name);
// A number with a default, and a sentence for what is none.
PluginOption count_option(std::string name, std::string text, std::uint64_t least, std::uint64_t otherwise);

// What a search was given, or the default of the option.
std::size_t count_given(const Guidance& guidance, const std::string& option);
double decimal_given(const Guidance& guidance, const std::string& option);
std::string choice_given(const Guidance& guidance, const std::string& option);

// Nothing: `problem` says, in a sentence, what is wrong with the text.
std::optional<Spec> parse_search(const std::string& text, std::string& problem);

// Puts the search of the spec into the settings. "": done; else which options do not go together.
std::string apply_search(const Spec& spec, Settings& settings);

// A search without a heuristic as best first search: the estimate is constant, and the ties decide.
void search_blindly(const SearchPlugin& blind, Guidance& guidance);

}  // namespace crowfly
