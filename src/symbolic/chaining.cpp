// Chaining, as saturation does it (Ciardo, Lüttgen, Siminiceanu: Saturation: an efficient iteration strategy for
// symbolic state-space generation, 2001): a relation is applied to all known states until it adds none, those at the
// end of the variable order first, before one that touches earlier variables is applied. Layers play no role, so the
// paths found need not be short; but the diagrams are small where processes are independent.
#include <algorithm>

#include "symbolic/search.hpp"

namespace crowfly::symbolic {
namespace {

class Chaining {
public:
    explicit Chaining(const SearchRun& run) : run_(run), known_{run.network.system().initial} {
        for (const Relation& relation : system().relations) relations_.push_back(&relation);
        std::ranges::stable_sort(relations_, std::greater{}, [](const Relation* r) { return r->first_changed(); });
    }

    SearchFound search() {
        std::optional<SearchFound> found = end();
        std::size_t next = 0;
        while (!found && next < relations_.size()) {
            const bool grew = saturate(*relations_[next]);
            if (grew) found = end();
            // What it added may let those before it go on.
            next = grew && next > 0 ? 0 : next + 1;
        }
        return found.value_or(SearchFound{});
    }

private:
    const TransitionSystem& system() const { return run_.network.system(); }

    bool saturate(const Relation& relation) {
        bool grew = false;
        for (Bdd frontier = known_.back(); !frontier.is_false();) {
            run_.monitor.expand(frontier, static_cast<std::uint32_t>(known_.size() - 1));
            frontier = system().image(relation, frontier) - known_.back();
            if (frontier.is_false()) break;
            grew = true;
            known_.push_back(known_.back() | frontier);
            run_.monitor.store(known_.back());
        }
        return grew;
    }

    std::optional<SearchFound> end() {
        SearchFound result;
        const Bdd reached = system().goal_among(known_.back(), run_.network.variables().now());
        if (!reached.is_false()) {
            result.path = path_to(reached);
            return result;
        }
        const Bdd faulty = known_.back() & system().faults;
        if (faulty.is_false()) return std::nullopt;
        result.to_fault = path_to(faulty);
        return result;
    }

    // Before a state was known, one of its predecessors was.
    FoundPath path_to(const Bdd& reached) const {
        const Bdd now = run_.network.variables().now();
        std::vector<Bdd> states{one_of(reached, now)};
        for (std::size_t first = first_with(states.back()); first > 0; first = first_with(states.back()))
            states.push_back(one_of(system().preimage(states.back()) & known_[first - 1], now));
        std::ranges::reverse(states);
        const Bdd last = states.back();
        for (Bdd& state : states) state = system().delayed(state);
        return path_through(run_.network, states, last);
    }

    std::size_t first_with(const Bdd& states) const {
        const auto found =
            std::ranges::partition_point(known_, [&](const Bdd& set) { return (set & states).is_false(); });
        return static_cast<std::size_t>(found - known_.begin());
    }

    const SearchRun& run_;
    std::vector<Bdd> known_;  // all known states, each time some were added
    std::vector<const Relation*> relations_;
};

}  // namespace

SearchFound search_by_chaining(const SearchRun& run) { return Chaining(run).search(); }

}  // namespace crowfly::symbolic
