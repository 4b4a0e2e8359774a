// Forward search that does not expand all new states at once. Hints (Bloem, Ravi, Somenzi: Symbolic guided search for
// CTL model checking, 2000) say where to search first: as long as states wait that satisfy the first hint, others do
// not come to their turn. Of sets with many nodes only a dense part is expanded, and the rest waits.
//
// All states get their turn in the end, so that a search that finds nothing is a proof.
#include "symbolic/searches/known_sets.hpp"
#include "symbolic/systems/pieces.hpp"

namespace crowfly::symbolic {
namespace {

class PartialSearch {
public:
    explicit PartialSearch(const SearchRun& run) : run_(run), known_(run), waiting_(known_.all()) {}

    SearchFound search() {
        std::optional<SearchFound> found = known_.end_among(waiting_);
        while (!found && !waiting_.is_false()) {
            const Bdd part = next_part();
            run_.monitor.expand(part, known_.count());
            waiting_ -= part;
            const Bdd next = run_.network.system().image(part) - known_.all();
            if (next.is_false()) continue;
            known_.add(next);
            waiting_ |= next;
            found = known_.end_among(next);
        }
        return found.value_or(SearchFound{});
    }

private:
    Bdd next_part() const {
        Bdd part = waiting_;
        for (const Bdd& hint : run_.network.system().hints) {
            const Bdd hinted = waiting_ & hint;
            if (hinted.is_false()) continue;
            part = hinted;
            break;
        }
        return run_.choice.dense == 0 ? part : dense_part(part, run_.choice.dense, run_.network.variables().now());
    }

    const SearchRun& run_;
    KnownSets known_;
    Bdd waiting_;
};

}  // namespace

SearchFound search_partially(const SearchRun& run) { return PartialSearch(run).search(); }

}  // namespace crowfly::symbolic
