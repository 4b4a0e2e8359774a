#include "search/reachability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "base/rng.hpp"
#include "network/pruning/bystanders.hpp"
#include "search/best_first.hpp"
#include "search/context_bounding.hpp"
#include "search/end_at_limits.hpp"
#include "search/guide.hpp"
#include "search/width.hpp"
#include "space/discrete_space.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

// Depth first is tried when so many times as many states as before hulls have been looked at.
constexpr std::size_t later = 10;
// How many hulls may be looked at for each state that the search has looked at, and each zone that discrete states have
// on average.
constexpr std::size_t hulls_per_zone = 10;

struct FallbackStrategies {
    std::size_t hulls = 0;  // so many at most
    bool depth_first = false;
};
// Decides the question in another way with what is left of the limits, or does not.
using Fallback = std::function<std::optional<SearchResult>(const FallbackStrategies& ways, Limits left,
                                                           Observer& observer, Statistics& spent)>;

template <class Space>
class Exploration {
public:
    Exploration(Space& space, Predicate& goal, const Goal& target, const Reachability& how, const Limits& limits,
                Observer& observer)
        : space_(space), goal_(goal), target_(target), how_(how), limits_(limits), budget_(limits), observer_(observer),
          random_(how.seed) {}

    void fall_back_later(Fallback opinion) { fallback_ = std::move(opinion); }

    SearchResult run() {
        bool is_answered = false;
        end_at_limits(result_.unfinished, [&] {
            is_answered = explore();
            if (!is_answered && hit_ && how_.traces == 1) go_back();
        });
        if (is_answered) return std::move(result_);
        take_stock();
        count_spent();
        result_.ways = described();
        budget_.close(result_.statistics);
        return std::move(result_);
    }

private:
    // Whether the result is that of a search of another kind, which was asked meanwhile.
    bool explore() {
        if (!space_.start()) result_.stop = space_.stop();
        take_arrivals();
        while (!done() && next()) {
            ++result_.statistics.explored;
            guided_ += guides_ ? 1 : 0;
            if (!space_.expand(node_)) result_.stop = space_.stop();
            take_arrivals();
            if (result_.statistics.explored % 64 == 0 || space_.stored() > limits_.states) look_around();
            if (!done() && is_time_to_fall_back() && ask()) return true;
            if (how_.turns && result_.statistics.explored == how_.turns->starts && !done()) start_guide();
        }
        return false;
    }

    void go_back() {
        result_.found = how_.hull ? Path{} : path_back();  // no trace leads through hulls
        if (!how_.hull) result_.firings = firings_to(space_, found_);
    }

    bool done() const {
        return (hit_ && how_.traces == 1) || collected() >= how_.traces || result_.stop || !result_.unfinished.empty();
    }
    std::size_t collected() const { return result_.found ? 1 + result_.more.size() : 0; }

    // Breadth first the nodes themselves are the queue: they are numbered in order of arrival.
    bool next() {
        guides_ = guide_ && guide_->has_turn(result_.statistics.generated) && guide_->pop(cursor_, node_);
        while (!guides_) {
            if (how_.order == Order::breadth_first) {
                if (cursor_ == space_.nodes()) return guide_ && guide_->pop(cursor_, node_);
                if (cursor_ == layer_end_) {
                    layer_end_ = static_cast<NodeId>(space_.nodes());
                    layers_.push_back(cursor_);
                }
                node_ = cursor_++;
            } else {
                if (stack_.empty()) return false;
                node_ = stack_.back();
                stack_.pop_back();
            }
            const bool is_left_out = guide_ && guide_->owns(node_);
            if (!is_left_out && !space_.is_covered(node_) && !std::ranges::binary_search(hits_, node_)) return true;
        }
        return true;
    }

    void start_guide() {
        Turns turns = *how_.turns;
        if (!how_.abstraction) turns.every *= 2;  // an estimate takes as long as many states without zones
        guide_ = std::make_unique<Guide<Space>>(space_, turns);
        take_stock();
        BuildBudget budget(budget_, result_.statistics, observer_);
        const bool is_built = guide_->build(target_, budget);
        result_.unfinished = budget.exceeded();
        if (!is_built || !guide_->start(cursor_, static_cast<NodeId>(space_.nodes()))) guide_.reset();
    }

    void take_arrivals() {
        const std::size_t before = stack_.size();
        while (!done() && space_.next()) arrive();
        if (!done() && space_.stop()) result_.stop = space_.stop();
        arrange(before);
    }

    void arrive() {
        ++result_.statistics.generated;
        // Of the layer being expanded, what still waits may only be replaced by states just as near.
        const NodeId added = space_.add(node_, how_.shortest ? Spared{cursor_, layer_end_} : Spared{});
        if (added == no_node && how_.traces == 1) return;
        if (added != no_node && how_.order != Order::breadth_first) stack_.push_back(added);
        if (added != no_node && guides_) guide_->add(added);
        if (how_.hull && !goal_.is_discrete()) return;  // see look_at_hulls()
        const bool hit = space_.satisfies(goal_, how_.wanted);
        if (goal_.stop()) {
            result_.stop = goal_.stop();
        } else if (hit && how_.traces > 1) {
            collect(added);
        } else if (hit) {
            hit_ = true;
            found_ = added;
        }
    }

    // One of several. What is known already may still have been reached in another way; nobody needs to know what
    // happens behind it.
    void collect(NodeId added) {
        if (added != no_node) hits_.push_back(added);
        Path path;
        if (node_ != no_node) path = path_to(space_, node_);
        path.emplace_back(space_.slots().begin(), space_.slots().end());
        if (!signatures_.insert(signature_of(path)).second) return;
        if (result_.found)
            result_.more.push_back(std::move(path));
        else
            result_.found = std::move(path);
    }

    // Where it ends, and the moves of processes it is made of.
    static std::vector<std::int32_t> signature_of(const Path& path) {
        std::set<std::vector<std::int32_t>> moves;
        for (std::size_t i = 1; i < path.size(); ++i) {
            std::vector<std::int32_t> move;
            for (std::size_t slot = 0; slot < path[i].size(); ++slot) {
                if (path[i][slot] != path[i - 1][slot])
                    move.insert(move.end(), {static_cast<std::int32_t>(slot), path[i - 1][slot], path[i][slot]});
            }
            moves.insert(std::move(move));
        }
        std::vector<std::int32_t> signature = path.back();
        for (const std::vector<std::int32_t>& move : moves) signature.insert(signature.end(), move.begin(), move.end());
        return signature;
    }

    // The first successor is to be on top of the stack, or a random one.
    void arrange(std::size_t from) {
        if (how_.order == Order::depth_first)
            std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
        if (how_.order != Order::random_depth_first) return;
        for (std::size_t i = stack_.size(); i > from + 1; --i)
            std::swap(stack_[i - 1], stack_[from + random_.below(i - from)]);
    }

    // Breadth first a parent that was not kept is a node of the layer before.
    Path path_back() {
        if constexpr (requires { space_.find_parent(found_, found_, found_); }) {
            if (!space_.keeps_parents()) {
                std::size_t layer = layers_.size();
                return path_to(space_, found_, [&](NodeId node) {
                    if (layer-- == 0) return no_node;
                    const NodeId end = layer + 1 < layers_.size() ? layers_[layer + 1] : layer_end_;
                    return space_.find_parent(node, layers_[layer], end);
                });
            }
        }
        return path_to(space_, found_);
    }

    void take_stock() {
        Statistics& s = result_.statistics;
        s.stored = space_.stored();
        s.waiting = how_.order == Order::breadth_first ? space_.nodes() - cursor_ : stack_.size();
        if (how_.order == Order::breadth_first && !layers_.empty())
            s.depth = static_cast<std::uint32_t>(layers_.size() - 1);
        s.bytes = space_.bytes() + stack_.capacity() * sizeof(NodeId) + (guide_ ? guide_->bytes() : 0);
        if (guide_) guide_->note(s);
        budget_.clock(s);
    }

    void look_around() {
        take_stock();
        Statistics told = result_.statistics;
        told.explored += spent_.explored;
        observer_.progress(told);
        if (!done())
            result_.unfinished = budget_.exceeded(result_.statistics, space_.bytes_after_growth() +
                                                                          2 * stack_.capacity() * sizeof(NodeId) +
                                                                          (guide_ ? 2 * guide_->bytes() : 0));
    }

    std::vector<std::string> described() const {
        std::string own = how_.order == Order::breadth_first ? "breadth first"
                          : how_.order == Order::depth_first ? "depth first"
                                                             : "depth first, successors at random";
        if (how_.hull) own += ", one zone around all that reach a discrete state";
        std::vector<std::string> ways{own + fmt::format(": {} states", result_.statistics.explored - guided_)};
        if (guide_)
            ways.push_back(fmt::format("in turns with it, {}: {} states", Guide<Space>::description(), guided_));
        return ways;
    }

    // Whether hulls would be fewer than zones.
    // Hulls are cheap, and to look at many of them again is what it takes until they no longer grow. They are worth the
    // more zones they stand for.
    std::size_t promising_hulls() const {
        const bool crowded = how_.abstraction && space_.stored() >= how_.zones_per_state * space_.states();
        return crowded
                   ? hulls_per_zone * how_.fallback_after * space_.stored() / std::max<std::size_t>(space_.states(), 1)
                   : 0;
    }

    // What was looked at in other ways counts, although nothing came of it.
    void count_spent() {
        result_.statistics.explored += spent_.explored;
        result_.statistics.generated += spent_.generated;
    }

    bool is_time_to_fall_back() const {
        const std::size_t explored = result_.statistics.explored;
        return how_.fallback_after != no_fallback &&
               (explored == how_.fallback_after || explored == later * how_.fallback_after);
    }

    // Hulls first. Much later depth first, but where a heuristic leads the way there is no need to go deep by chance.
    bool ask() {
        const bool soon = result_.statistics.explored == how_.fallback_after;
        const FallbackStrategies ways{.hulls = soon ? promising_hulls() : 0,
                                      .depth_first = !soon && !how_.shortest && !guide_};
        take_stock();
        SecondObserver observer(observer_, result_.statistics);
        std::optional<SearchResult> other = fallback_(ways, left_of(limits_, result_.statistics), observer, spent_);
        if (!other) return false;
        count_spent();
        other->statistics = result_.statistics + other->statistics;
        std::vector<std::string> all = described();
        all.insert(all.end(), other->ways.begin(), other->ways.end());
        other->ways = std::move(all);
        result_ = std::move(*other);
        budget_.close(result_.statistics);
        return true;
    }

    Space& space_;
    Predicate& goal_;
    Goal target_;
    Reachability how_;
    Limits limits_;
    Budget budget_;
    Observer& observer_;
    Rng random_;
    NodeId node_ = no_node;
    NodeId cursor_ = 0;
    NodeId layer_end_ = 0;        // breadth first: where the nodes of the next depth start …
    std::vector<NodeId> layers_;  // … and where those of the depths before did
    bool hit_ = false;
    NodeId found_ = no_node;                          // where
    std::vector<NodeId> hits_;                        // with several traces: not to be looked into, ascending
    std::set<std::vector<std::int32_t>> signatures_;  // of those found
    std::vector<NodeId> stack_;
    std::unique_ptr<Guide<Space>> guide_;
    bool guides_ = false;     // the state that is looked at was its choice …
    std::size_t guided_ = 0;  // … as so many were
    Fallback fallback_;
    Statistics spent_;  // by it
    SearchResult result_;
};

// A hull holds clock values that were in no arrival, and later ones that lie in it were not looked at. So hulls are
// looked at in the end, when they no longer grow.
template <class Space>
void look_at_hulls(Space& space, Predicate& goal, bool wanted, SearchResult& result) {
    for (NodeId node = 0; node < space.nodes() && !result.found && !result.stop; ++node) {
        if (space.is_covered(node)) continue;
        if (space.satisfies(node, goal, wanted)) result.found = Path{};
        result.stop = goal.stop();
    }
}

// A state found among hulls may be one that cannot be reached. A run-time error may come after what is searched for:
// whether it ends the search is not for another way to say.
bool is_sure(const SearchResult& result, bool hull) {
    return result.unfinished.empty() && !result.stop && !(hull && result.found);
}

// Widening keeps the number of hulls finite; what the comparison by simulation forgets has to be forgotten by it.
Abstraction widening_for(Abstraction abstraction) {
    if (abstraction == Abstraction::a_lu) return Abstraction::lu_plus;
    return abstraction == Abstraction::a_m ? Abstraction::m_plus : abstraction;
}

std::vector<Reachability> strategies_of(const FallbackStrategies& which, const Reachability& how) {
    std::vector<Reachability> ways;
    Reachability other = how;
    other.fallback_after = no_fallback;
    other.turns.reset();
    if (which.hulls > 0) {
        ways.push_back(other);
        ways.back().hull = true;
        ways.back().abstraction = widening_for(*how.abstraction);
    }
    if (which.depth_first) {
        ways.push_back(other);
        ways.back().order = Order::depth_first;
    }
    return ways;
}

// All that can be reached can be reached without bystanders as well. What they do wrong themselves is not met, so it is
// told that they are missing.
SearchResult search_without_bystanders(const Network& network, const Formula& formula, const Reachability& way,
                                       const Limits& limits, Observer& observer) {
    const std::vector<bool> left_out = find_bystanders(network, std::array{&formula}, Bystanders::any);
    SearchResult result = search(without_processes(network, left_out), formula, way, limits, observer);
    const auto missing = std::ranges::count(left_out, true);
    if (missing > 0 && !result.ways.empty())
        result.ways.back() +=
            fmt::format(", without {} process{} that nothing depends on", missing, missing == 1 ? "" : "es");
    return result;
}

Fallback fallback_of(const Network& network, const Formula& formula, const Reachability& how) {
    return [&network, &formula, how](const FallbackStrategies& which, Limits left, Observer& observer,
                                     Statistics& spent) -> std::optional<SearchResult> {
        for (const Reachability& way : strategies_of(which, how)) {
            left.explored = way.hull ? which.hulls : how.fallback_after;
            SearchResult result = way.hull ? search_without_bystanders(network, formula, way, left, observer)
                                           : search(network, formula, way, left, observer);
            if (is_sure(result, way.hull)) return result;
            left.seconds -= result.statistics.seconds;
            spent = spent + result.statistics;
        }
        return std::nullopt;
    };
}

}  // namespace

SearchResult search(const Network& network, const Formula& formula, const Reachability& how, const Limits& limits,
                    Observer& observer) {
    Predicate goal(network, formula);
    const Layout layout(network, how.compared);
    const auto explore = [&](auto& space, const Limits& given, Observer& watching) {
        const Goal target{network, formula, how.wanted};
        if (how.order == Order::best_first) return BestFirst(space, goal, target, how, given, watching).run();
        if (how.order == Order::context_bounding)
            return ContextBounding(space, goal, target, how, given, watching).run();
        Exploration exploration(space, goal, target, how, given, watching);
        if (how.fallback_after != no_fallback) exploration.fall_back_later(fallback_of(network, formula, how));
        return exploration.run();
    };
    if (!how.abstraction) {
        DiscreteSpace space(network, layout, how.order != Order::breadth_first || !how.compress || how.traces > 1,
                            how.compress);
        return explore(space, limits, observer);
    }
    return search_in_width(calls_for_wide_zones(network, {&formula}), limits, observer,
                           [&]<class B>(const Limits& given, Observer& watching) {
                               BasicZoneSpace<B> space(network, layout, use_of(formula), *how.abstraction, how.compress,
                                                       how.hull);
                               SearchResult result = explore(space, given, watching);
                               if (how.hull && result.unfinished.empty())
                                   look_at_hulls(space, goal, how.wanted, result);
                               return result;
                           });
}

}  // namespace crowfly
