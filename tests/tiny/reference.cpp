#include "tiny/reference.hpp"

#include <algorithm>
#include <deque>
#include <set>

namespace crowfly::tiny {

namespace {

Regions regions_for(const Net& net, const Extent& extent) {
    const int largest = std::max(largest_constant(net), extent.constants);
    const bool diagonals = extent.diagonals || has_diagonals(net);
    // With differences: see regions.hpp for why twice.
    std::vector<int> caps(static_cast<std::size_t>(net.clocks), diagonals ? 2 * largest : largest);
    if (extent.horizon > 0) caps.push_back(extent.horizon);
    return {std::move(caps), diagonals};
}

std::string key(const State& state) {
    std::string out;
    out.append(state.locations.begin(), state.locations.end());
    out.append(state.variables.begin(), state.variables.end());
    out.append(state.region.begin(), state.region.end());
    return out;
}

Extreme extreme_of(int code, bool largest, bool beyond_cap) {
    if (code % 2 == 0) return {code / 2, true, false};
    return {code / 2 + (largest && !beyond_cap ? 1 : 0), false, beyond_cap};
}

}  // namespace

bool starts(const Net& net) { return Interpreter(net, regions_for(net, {})).initial().has_value(); }

// ---- The graph ------------------------------------------------------------------------------------------------------

Reference::Reference(const Net& net, const Extent& extent)
    : net_(net), extent_(extent), interpreter_(net, regions_for(net, extent)) {
    explore(extent.most_nodes);
    if (!complete_) return;
    find_deadlocks();
    discrete_states_ = discrete_states();
}

std::uint32_t Reference::node_of(const State& state) {
    const auto [at, is_new] = numbers_.try_emplace(key(state), static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back({state, {}, nowhere, false});
    return at->second;
}

void Reference::explore(std::size_t most_nodes) {
    if (const std::optional<State> initial = interpreter_.initial()) node_of(*initial);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
        if (nodes_.size() > most_nodes) return;
        const State state = nodes_[i].state;
        std::vector<std::uint32_t> actions;
        for (const State& next : interpreter_.actions(state)) actions.push_back(node_of(next));
        nodes_[i].actions = std::move(actions);
        const std::optional<State> later = interpreter_.wait(state);
        const std::uint32_t number = later ? node_of(*later) : nowhere;
        nodes_[i].later = number;
    }
    complete_ = true;
}

// No action, now or after any delay. Nodes linked by time form chains that end in a node without successor or with
// itself.
void Reference::find_deadlocks() {
    for (Node& node : nodes_) {
        const Node* last = &node;
        while (last->actions.empty() && last->later != nowhere && &nodes_[last->later] != last)
            last = &nodes_[last->later];
        node.deadlocked = last->actions.empty();
    }
}

bool Reference::satisfies(const Node& node, const Claim& claim) const {
    switch (claim.kind) {
        case Claim::Kind::deadlock: return node.deadlocked;
        case Claim::Kind::negation: return !satisfies(node, claim.operands[0]);
        case Claim::Kind::conjunction: return satisfies(node, claim.operands[0]) && satisfies(node, claim.operands[1]);
        case Claim::Kind::disjunction: return satisfies(node, claim.operands[0]) || satisfies(node, claim.operands[1]);
        default: return interpreter_.satisfies(node.state, claim);
    }
}

Reference::Set Reference::where(const Claim& claim) const {
    Set set;
    for (const Node& node : nodes_) set.push_back(satisfies(node, claim));
    return set;
}

// ---- Reachability ---------------------------------------------------------------------------------------------------

// Waiting costs nothing, an action one step: what waiting leads to is looked at first.
std::optional<std::size_t> Reference::steps_to(const Set& goal) const {
    if (nodes_.empty()) return std::nullopt;
    std::vector<std::optional<std::size_t>> steps(nodes_.size());
    std::deque<std::pair<std::uint32_t, std::size_t>> queue{{0, 0}};
    while (!queue.empty()) {
        const std::uint32_t at = queue.front().first;
        const std::size_t cost = queue.front().second;
        queue.pop_front();
        if (steps[at]) continue;
        steps[at] = cost;
        if (goal[at]) return cost;
        if (nodes_[at].later != nowhere) queue.emplace_front(nodes_[at].later, cost);
        for (const std::uint32_t next : nodes_[at].actions) queue.emplace_back(next, cost + 1);
    }
    return std::nullopt;
}

std::size_t Reference::discrete_states() const {
    std::set<std::string> seen;
    for (const Node& node : nodes_) {
        State without_clocks = node.state;
        without_clocks.region = {};
        seen.insert(key(without_clocks));
    }
    return seen.size();
}

// The bounds of what a path can reach are whole numbers, so of a region that lasts the end of its interval is come
// close to.
std::optional<Extreme> Reference::extreme(const Set& among, int clock, int variable, bool largest) const {
    std::optional<int> best;
    bool beyond = false;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!among[i]) continue;
        const State& state = nodes_[i].state;
        const int code = clock != 0 ? interpreter_.regions().code(state.region, clock)
                                    : 2 * state.variables[static_cast<std::size_t>(variable)];
        if (best && (largest ? code <= *best : code >= *best)) continue;
        best = code;
        beyond = clock != 0 && interpreter_.regions().is_beyond_cap(state.region, clock);
    }
    if (!best) return std::nullopt;
    return extreme_of(*best, largest, beyond);
}

std::optional<Extreme> Reference::least_time(const Set& goal) const {
    return extreme(goal, net_.clocks + 1, -1, false);
}

Reference::Set Reference::goal_of(const Question& question) const {
    Set goal = where(question.first);
    if (question.kind != Question::Kind::exists_eventually) goal.flip();
    return goal;
}

// Dijkstra's algorithm; waiting costs nothing.
std::optional<std::int64_t> Reference::least_cost(const Question& question, const Cost& cost) const {
    const Set goal = goal_of(question);
    Set known(nodes_.size());
    std::set<std::pair<std::int64_t, std::uint32_t>> open;
    if (!nodes_.empty()) open.emplace(0, 0);
    while (!open.empty()) {
        const auto [so_far, at] = *open.begin();
        open.erase(open.begin());
        if (known[at]) continue;
        known[at] = true;
        if (goal[at]) return so_far;
        if (nodes_[at].later != nowhere) open.emplace(so_far, nodes_[at].later);
        for (const std::uint32_t next : nodes_[at].actions) open.emplace(so_far + cost(nodes_[next].state), next);
    }
    return std::nullopt;
}

Answer Reference::reachability(const Question& question) const {
    const bool exists = question.kind == Question::Kind::exists_eventually;
    Answer answer;
    answer.steps = steps_to(goal_of(question));
    answer.holds = answer.steps.has_value() == exists;
    answer.discrete_states = discrete_states_;
    if (question.fastest && extent_.horizon > 0) answer.least_time = least_time(goal_of(question));
    return answer;
}

// ---- Liveness -------------------------------------------------------------------------------------------------------

// Removes nodes that have to leave the set until none is left. A node may stay if it waits for ever, if it is the end
// of everything, or if an action leads to a node that may stay, or waiting does so with one of these to follow. The
// latter has to be well-founded, but it always is: waiting alone either ends or comes to a node that follows itself.
Reference::Set Reference::can_stay_within(const Set& set) const {
    Set stays = set;
    const auto may_stay = [&](std::uint32_t i) {
        const Node& node = nodes_[i];
        if (node.later == i) return true;
        if (node.later == nowhere && node.actions.empty()) return true;
        if (node.later != nowhere && stays[node.later]) return true;
        return std::any_of(node.actions.begin(), node.actions.end(),
                           [&](std::uint32_t next) { return bool(stays[next]); });
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t i = static_cast<std::uint32_t>(nodes_.size()); i-- > 0;) {
            if (!stays[i] || may_stay(i)) continue;
            stays[i] = false;
            changed = true;
        }
    }
    return stays;
}

Answer Reference::liveness(const Question& question) const {
    Answer answer;
    Set avoid = where(question.kind == Question::Kind::leads_to ? question.second : question.first);
    if (question.kind != Question::Kind::exists_globally) avoid.flip();
    const Set stays = can_stay_within(avoid);
    if (question.kind == Question::Kind::leads_to) {
        const Set triggers = where(question.first);
        bool holds = true;
        for (std::size_t i = 0; i < nodes_.size(); ++i) holds = holds && !(triggers[i] && stays[i]);
        answer.holds = holds;
        return answer;
    }
    const bool stays_from_start = !stays.empty() && stays[0];
    answer.holds = stays_from_start == (question.kind == Question::Kind::exists_globally);
    return answer;
}

// ---- Answers --------------------------------------------------------------------------------------------------------

Answer Reference::answer(const Question& question) const {
    switch (question.kind) {
        case Question::Kind::exists_eventually:
        case Question::Kind::always_globally: return reachability(question);
        case Question::Kind::exists_globally:
        case Question::Kind::always_eventually:
        case Question::Kind::leads_to: return liveness(question);
        case Question::Kind::sup:
        case Question::Kind::inf: break;
    }
    Answer answer;
    answer.extreme =
        extreme(where(question.first), question.clock, question.variable, question.kind == Question::Kind::sup);
    answer.holds = answer.extreme.has_value();
    return answer;
}

namespace {

// Beyond the reference's cap any larger value will do.
bool agrees(const std::optional<Extreme>& truth, const std::optional<Extreme>& claimed) {
    if (!claimed || claimed == truth) return true;
    if (!truth || !truth->beyond_cap) return false;
    return claimed->beyond_cap || claimed->value > truth->value ||
           (claimed->value == truth->value && !claimed->attained);
}

std::string to_text(const Extreme& extreme) {
    return (extreme.beyond_cap ? "beyond " : extreme.attained ? "" : "close to ") + std::to_string(extreme.value);
}

}  // namespace

std::string to_text(const Answer& answer) {
    std::string out = !answer.holds ? "" : *answer.holds ? "holds" : "does not hold";
    if (answer.steps) out += ", " + std::to_string(*answer.steps) + " steps";
    if (answer.least_time) out += ", least time " + to_text(*answer.least_time);
    if (answer.extreme) out += ", value " + to_text(*answer.extreme);
    if (answer.discrete_states) out += ", " + std::to_string(*answer.discrete_states) + " discrete states";
    return out;
}

Answer times(const Answer& answer, int factor) {
    Answer larger = answer;
    if (larger.least_time) larger.least_time->value *= factor;
    if (larger.extreme) larger.extreme->value *= factor;
    return larger;
}

std::string contradiction(const Answer& truth, const Answer& claimed) {
    const bool agreed = (!claimed.holds || claimed.holds == truth.holds) &&
                        (!claimed.steps || claimed.steps == truth.steps) &&
                        agrees(truth.least_time, claimed.least_time) && agrees(truth.extreme, claimed.extreme) &&
                        (!claimed.discrete_states || claimed.discrete_states == truth.discrete_states);
    return agreed ? "" : "claimed: " + to_text(claimed) + "; true: " + to_text(truth);
}

}  // namespace crowfly::tiny
