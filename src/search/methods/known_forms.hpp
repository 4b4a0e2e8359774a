// The normal forms of states (network/analyses/normal_forms.hpp) that a search knows: those that its order and its
// heuristics declare. A search on disk relies on consistent estimates, so these have to be consistent in a normal form,
// too. All other searches reopen states.
//
// A search does without a normal form that one of its parts does not know. It then stores more states, and its answer
// is right.
#pragma once

#include <optional>

#include "network/analyses/normal_forms.hpp"
#include "search/settings/search_options.hpp"

namespace crowfly {

NormalForms known_forms(const SearchOptions& options);

StateForm form_of(const SearchOptions& options);

// The options of a search, without the normal forms that it does not know.
class FittingOptions {
public:
    // `options` have to outlive it.
    explicit FittingOptions(const SearchOptions& options);
    FittingOptions(const FittingOptions&) = delete;
    FittingOptions& operator=(const FittingOptions&) = delete;

    const SearchOptions& options() const { return changed_ ? *changed_ : given_; }

private:
    const SearchOptions& given_;
    std::optional<SearchOptions> changed_;
    std::optional<Distinction> all_live_;  // without dead slots
};

}  // namespace crowfly
