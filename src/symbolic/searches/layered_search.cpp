// Breadth first search over sets of states: forward, backward, and from both ends.
#include <algorithm>
#include <chrono>

#include "symbolic/searches/search.hpp"
#include "symbolic/systems/pieces.hpp"

namespace crowfly::symbolic {
namespace {

// One direction of the search, layer by layer.
class Side {
public:
    enum class Direction : std::uint8_t { forward, backward };

    Side(const SearchRun& run, Direction direction)
        : run_(run),
          direction_(direction), layers_{direction == Direction::forward ? system().initial
                                                                         : run.network.whole_goal() | system().faults},
          known_(layers_.front()) {
        run_.monitor.store(known_);
    }

    const Bdd& frontier() const { return layers_.back(); }
    const Bdd& known() const { return known_; }
    std::uint32_t depth() const { return static_cast<std::uint32_t>(layers_.size() - 1); }
    const std::vector<Bdd>& layers() const { return layers_; }
    double seconds() const { return seconds_; }  // that the last step took

    void step() {
        const auto start = std::chrono::steady_clock::now();
        run_.monitor.expand(frontier(), depth());
        const std::size_t most = run_.choice.split;
        Bdd next;
        for (const Bdd& piece : most == 0 ? std::vector{frontier()} : pieces_of(frontier(), most)) next |= step(piece);
        known_ |= next;
        layers_.push_back(std::move(next));
        run_.monitor.store(known_);
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    // The first of its layers that contains one of these states.
    std::size_t layer_with(const Bdd& states) const {
        std::size_t i = 0;
        while ((layers_[i] & states).is_false()) ++i;
        return i;
    }

private:
    const TransitionSystem& system() const { return run_.network.system(); }

    // What is new after a step from these states. A successor of a known state is known: any set between these states
    // and all known ones will do.
    Bdd step(const Bdd& states) const {
        if (direction_ == Direction::backward) return system().preimage(states) - known_;
        return system().image(simplified(states, states | !known_)) - known_;
    }

    const SearchRun& run_;
    Direction direction_;
    std::vector<Bdd> layers_;
    Bdd known_;
    double seconds_ = 0;
};

std::vector<Bdd> first_layers(const Side& side, std::size_t count) {
    return {side.layers().begin(), side.layers().begin() + static_cast<std::ptrdiff_t>(count)};
}

// From a state of a layer of the backward search on to the goal.
void lead_on(const SearchRun& run, const std::vector<Bdd>& layers, std::size_t from, FoundPath& path) {
    NetworkSystem& network = run.network;
    for (std::size_t i = from; i-- > 0;) {
        const Bdd from_there = network.system().delayed(path.last);
        FoundPath step = path_through(network, {from_there, layers[i]}, network.system().image(from_there) & layers[i]);
        path.states.push_back(std::move(step.states.back()));
        path.firings.insert(path.firings.end(), step.firings.begin(), step.firings.end());
        path.last = std::move(step.last);
    }
    if (path.firings.size() + 1 != path.states.size()) path.firings.clear();
}

// The end of the path says what was found.
SearchFound found(const SearchRun& run, FoundPath path) {
    SearchFound result;
    const bool is_goal = !run.network.system().goal_among(path.last, run.network.variables().now()).is_false();
    (is_goal ? result.path : result.to_fault) = std::move(path);
    return result;
}

}  // namespace

SearchFound search_forward(const SearchRun& run) {
    const TransitionSystem& system = run.network.system();
    Side side(run, Side::Direction::forward);
    while (!side.frontier().is_false()) {
        Bdd reached = system.goal_among(side.frontier(), run.network.variables().now());
        if (reached.is_false()) reached = side.frontier() & system.faults;
        if (!reached.is_false()) return found(run, path_through(run.network, side.layers(), reached));
        side.step();
    }
    return {};
}

SearchFound search_backward(const SearchRun& run) {
    Side side(run, Side::Direction::backward);
    while (!side.frontier().is_false()) {
        const Bdd reached = side.frontier() & run.network.system().initial;
        if (!reached.is_false()) {
            FoundPath path = path_through(run.network, {reached}, reached);
            lead_on(run, side.layers(), side.depth(), path);
            return found(run, std::move(path));
        }
        side.step();
    }
    return {};
}

// Whichever side ends first proves that the other will not be met.
SearchFound search_bidirectionally(const SearchRun& run) {
    Side ahead(run, Side::Direction::forward);
    Side back(run, Side::Direction::backward);
    while (!ahead.frontier().is_false() && !back.frontier().is_false()) {
        const Bdd met = ahead.known() & back.known();
        if (!met.is_false()) {
            const std::size_t depth = ahead.layer_with(met);
            const Bdd meeting = met & ahead.layers()[depth];
            FoundPath path = path_through(run.network, first_layers(ahead, depth + 1), meeting);
            lead_on(run, back.layers(), back.depth(), path);
            return found(run, std::move(path));
        }
        (ahead.seconds() <= back.seconds() ? ahead : back).step();
    }
    return {};
}

}  // namespace crowfly::symbolic
