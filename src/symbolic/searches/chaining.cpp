// Chaining, as saturation does it (Ciardo, Lüttgen, Siminiceanu: Saturation: an efficient iteration strategy for
// symbolic state-space generation, 2001): a relation is applied to all known states until it adds none, those at the
// end of the variable order first, before one that touches earlier variables is applied. Layers play no role, so the
// paths found need not be short; but the diagrams are small where processes are independent.
#include <algorithm>

#include "symbolic/searches/known_sets.hpp"

namespace crowfly::symbolic {
namespace {

class Chaining {
public:
    explicit Chaining(const SearchRun& run) : run_(run), known_(run) {
        for (const Relation& relation : system().relations) relations_.push_back(&relation);
        std::ranges::stable_sort(relations_, std::greater{}, [](const Relation* r) { return r->first_changed(); });
    }

    SearchFound search() {
        std::optional<SearchFound> found = known_.end_among(known_.all());
        std::size_t next = 0;
        while (!found && next < relations_.size()) {
            const bool grew = saturate(*relations_[next]);
            if (grew) found = known_.end_among(known_.all());
            // What it added may let those before it go on.
            next = grew && next > 0 ? 0 : next + 1;
        }
        return found.value_or(SearchFound{});
    }

private:
    const TransitionSystem& system() const { return run_.network.system(); }

    bool saturate(const Relation& relation) {
        bool grew = false;
        for (Bdd frontier = known_.all(); !frontier.is_false();) {
            run_.monitor.expand(frontier, known_.count());
            frontier = system().image(relation, frontier) - known_.all();
            if (frontier.is_false()) break;
            grew = true;
            known_.add(frontier);
        }
        return grew;
    }

    const SearchRun& run_;
    KnownSets known_;
    std::vector<const Relation*> relations_;
};

}  // namespace

SearchFound search_by_chaining(const SearchRun& run) { return Chaining(run).search(); }

}  // namespace crowfly::symbolic
