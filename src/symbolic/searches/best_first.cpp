// BDDA* (Reffel, Edelkamp: Error detection with directed symbolic model checking, 1999) and its relatives. The open
// list is a matrix of sets: the states reached by g transitions and estimated at h. BDDA* expands all states of the
// least f = g + h at once, SetA* (Jensen, Bryant, Veloso: SetA*: an efficient BDD-based heuristic search algorithm,
// 2002) those of one g and one h. Weights make f = own * g + ahead * h, and greedy search has own = 0.
//
// Expanded states are remembered with the number of transitions that led there, for the path. They are not expanded
// again, unless that is asked for: with a consistent heuristic the first path to an expanded state is a shortest one.
// Without a set of visited states, as SetA* is defined, expanded states stay in the sets that are expanded. A set is
// left out if each of its states was expanded after as few transitions: its successors were generated then, with f no
// greater. So a cycle is not followed again, and the search ends where no goal can be reached. Greedy search also
// leaves out a set whose states were expanded after more transitions: it would expand a cycle with small h for ever.
#include <algorithm>
#include <map>

#include "symbolic/searches/search.hpp"
#include "symbolic/systems/pieces.hpp"

namespace crowfly::symbolic {
namespace {

class BestFirst {
public:
    explicit BestFirst(const SearchRun& run) : run_(run) { push(system().initial, 0); }

    SearchFound search() {
        while (!open_.empty()) {
            const std::uint64_t least = open_.begin()->first;
            // The part that is nearest to the goal comes first among equals.
            std::vector<Bucket> popped = pop(least);
            for (Bucket& bucket : popped) {
                if (std::optional<SearchFound> found = expand(bucket)) return std::move(*found);
            }
        }
        return {};
    }

private:
    struct Bucket {
        std::uint32_t g = 0;
        std::uint32_t h = 0;
        Bdd states;
    };

    const TransitionSystem& system() const { return run_.network.system(); }

    std::uint64_t f(std::uint32_t g, std::uint32_t h) const {
        return std::uint64_t{run_.choice.own} * g + std::uint64_t{run_.choice.ahead} * h;
    }

    void push(const Bdd& states, std::uint32_t g) {
        Bdd rest = states;
        for (std::uint32_t h = 0; h < run_.estimates.size() && !rest.is_false(); ++h) {
            Bdd own = rest & run_.estimates[h];
            if (own.is_false()) continue;
            rest -= own;
            open_[f(g, h)][{h, g}] |= own;
        }
    }

    std::vector<Bucket> pop(std::uint64_t least) {
        auto& buckets = open_.begin()->second;
        std::vector<Bucket> popped;
        do {
            const auto first = buckets.begin();
            popped.push_back({first->first.second, first->first.first, std::move(first->second)});
            buckets.erase(first);
        } while (!buckets.empty() && run_.choice.kind != SearchKind::seta);
        if (buckets.empty()) open_.erase(least);
        return popped;
    }

    std::optional<SearchFound> expand(Bucket& bucket) {
        if (run_.choice.visited) bucket.states -= visited_;
        if (bucket.states.is_false() || is_known(bucket)) return std::nullopt;
        const Bdd reached = system().goal_among(bucket.states, run_.network.variables().now());
        if (!reached.is_false()) return found(reached, bucket.g, true);
        const Bdd faulty = bucket.states & system().faults;
        if (!faulty.is_false()) return found(faulty, bucket.g, false);
        run_.monitor.expand(bucket.states, bucket.g);
        if (expanded_.size() <= bucket.g) expanded_.resize(bucket.g + std::size_t{1});
        expanded_[bucket.g] |= bucket.states;
        visited_ |= bucket.states;
        run_.monitor.store(visited_);
        const std::size_t most = run_.choice.split;
        for (const Bdd& piece : most == 0 ? std::vector{bucket.states} : pieces_of(bucket.states, most)) {
            Bdd next = system().image(piece);
            if (run_.choice.visited) next -= visited_;
            push(next, bucket.g + 1);
        }
        return std::nullopt;
    }

    // Whether all of its states were expanded after as few transitions.
    bool is_known(const Bucket& bucket) const {
        if (run_.choice.visited || !(bucket.states - visited_).is_false()) return false;
        if (run_.choice.own == 0) return true;
        Bdd rest = bucket.states;
        for (std::size_t g = 0; g <= bucket.g && g < expanded_.size() && !rest.is_false(); ++g) rest -= expanded_[g];
        return rest.is_false();
    }

    // The states expanded after g transitions are the layers of the path.
    SearchFound found(const Bdd& reached, std::uint32_t g, bool is_goal) {
        std::vector<Bdd> layers(expanded_.begin(), expanded_.begin() + std::min<std::size_t>(g, expanded_.size()));
        layers.push_back(reached);
        SearchFound result;
        (is_goal ? result.path : result.to_fault) = path_through(run_.network, layers, reached);
        return result;
    }

    const SearchRun& run_;
    // By f, then by h and g.
    std::map<std::uint64_t, std::map<std::pair<std::uint32_t, std::uint32_t>, Bdd>> open_;
    std::vector<Bdd> expanded_;  // by g
    Bdd visited_;
};

}  // namespace

SearchFound search_best_first(const SearchRun& run) { return BestFirst(run).search(); }

}  // namespace crowfly::symbolic
