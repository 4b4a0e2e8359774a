#include "tiny/interpreter.hpp"

#include <algorithm>

namespace crowfly::tiny {

namespace {

std::size_t index(int number) { return static_cast<std::size_t>(number); }

}  // namespace

// ---- Conditions -----------------------------------------------------------------------------------------------------

const Location& Interpreter::location(const State& state, std::size_t process) const {
    return net_.processes[process].locations[index(state.locations[process])];
}

bool Interpreter::satisfies(const State& state, const ClockTest& test) const {
    const int value = test.variable == -1 ? test.value : state.variables[index(test.variable)];
    return regions_.satisfies(state.region, test.left, test.right, test.relation, value);
}

// The variable that is meant where an array is accessed by an index.
int Interpreter::cell(const State& state, int variable, const Index& at, int selected) const {
    const Group* array = net_.array_of(variable);
    if (array == nullptr || at.kind == Index::Kind::none) return variable;
    return array->first +
           (at.kind == Index::Kind::selected ? selected : state.variables[index(at.variable)]) % array->size;
}

bool Interpreter::satisfies(const State& state, const IntTest& test, int selected) const {
    const int value = test.operand == Operand::selected ? selected : test.value;
    const auto holds_of = [&](int variable) { return compare(state.variables[index(variable)], test.relation, value); };
    const Group* array = net_.array_of(test.variable);
    if (array == nullptr || test.over == IntTest::Over::one)
        return holds_of(cell(state, test.variable, test.index, selected));
    int count = 0;
    for (int i = 0; i < array->size; ++i) count += holds_of(array->first + i) ? 1 : 0;
    return test.over == IntTest::Over::all ? count == array->size : count > 0;
}

bool Interpreter::satisfies(const State& state, const Condition& condition, int selected) const {
    for (const IntTest& test : condition.ints) {
        if (!satisfies(state, test, selected)) return false;
    }
    return std::all_of(condition.clocks.begin(), condition.clocks.end(),
                       [&](const ClockTest& test) { return satisfies(state, test); });
}

bool Interpreter::keeps_invariants(const State& state) const {
    for (std::size_t p = 0; p < net_.processes.size(); ++p) {
        if (!satisfies(state, location(state, p).invariant)) return false;
    }
    return true;
}

bool Interpreter::satisfies(const State& state, const Claim& claim) const {
    switch (claim.kind) {
        case Claim::Kind::truth: return claim.value;
        case Claim::Kind::location: return state.locations[index(claim.process)] == claim.location;
        case Claim::Kind::integer: return satisfies(state, claim.integer, 0);
        case Claim::Kind::clock: return satisfies(state, claim.clock);
        case Claim::Kind::deadlock: break;
        case Claim::Kind::negation: return !satisfies(state, claim.operands[0]);
        case Claim::Kind::conjunction:
            return satisfies(state, claim.operands[0]) && satisfies(state, claim.operands[1]);
        case Claim::Kind::disjunction:
            return satisfies(state, claim.operands[0]) || satisfies(state, claim.operands[1]);
    }
    return false;
}

// ---- Actions --------------------------------------------------------------------------------------------------------

std::vector<Interpreter::Part> Interpreter::enabled(const State& state, std::size_t process, Sync sync,
                                                    int channel) const {
    std::vector<Part> found;
    for (const Edge& edge : net_.processes[process].edges) {
        if (edge.source != state.locations[process] || edge.sync != sync) continue;
        if (sync != Sync::none && edge.channel != channel) continue;
        for (int selected = 0; selected < std::max(edge.select, 1); ++selected) {
            if (satisfies(state, edge.guard, selected)) found.push_back({process, &edge, selected});
        }
    }
    return found;
}

// Everything whose guards hold, whether commitment and invariants allow it or not.
std::vector<Interpreter::Firing> Interpreter::firings(const State& state) const {
    std::vector<Firing> found;
    for (std::size_t p = 0; p < net_.processes.size(); ++p) {
        for (const Part& alone : enabled(state, p, Sync::none, 0)) found.push_back({alone});
        for (std::size_t c = 0; c < net_.channels.size(); ++c) {
            for (const Part& sender : enabled(state, p, Sync::send, static_cast<int>(c))) {
                net_.channels[c].broadcast ? add_broadcasts(state, sender, found) : add_pairs(state, sender, found);
            }
        }
    }
    return found;
}

void Interpreter::add_pairs(const State& state, const Part& sender, std::vector<Firing>& into) const {
    for (std::size_t p = 0; p < net_.processes.size(); ++p) {
        if (p == sender.process) continue;
        for (const Part& receiver : enabled(state, p, Sync::receive, sender.edge->channel))
            into.push_back({sender, receiver});
    }
}

void Interpreter::add_broadcasts(const State& state, const Part& sender, std::vector<Firing>& into) const {
    std::vector<Firing> ways{{sender}};
    for (std::size_t p = 0; p < net_.processes.size(); ++p) {
        if (p == sender.process) continue;
        const std::vector<Part> choices = enabled(state, p, Sync::receive, sender.edge->channel);
        if (choices.empty()) continue;
        std::vector<Firing> longer;
        for (const Firing& way : ways) {
            for (const Part& choice : choices) {
                longer.push_back(way);
                longer.back().push_back(choice);
            }
        }
        ways = std::move(longer);
    }
    into.insert(into.end(), ways.begin(), ways.end());
}

bool Interpreter::obeys_commitment(const State& state, const Firing& firing) const {
    bool some = false;
    for (std::size_t p = 0; p < net_.processes.size(); ++p) some = some || location(state, p).committed;
    return !some || std::any_of(firing.begin(), firing.end(),
                                [&](const Part& part) { return location(state, part.process).committed; });
}

void Interpreter::change_variable(const Update& update, int selected, State& state) const {
    const auto assign = [&](int variable, int value) {
        state.variables[index(variable)] = static_cast<std::int8_t>(value % net_.variables[index(variable)]);
    };
    const int operand = update.operand == Operand::selected ? selected : update.value;
    const int target = cell(state, update.target, update.index, selected);
    const Group* array = net_.array_of(update.target);
    if (update.kind == Update::Kind::fill && array != nullptr) {
        for (int i = 0; i < array->size; ++i) assign(array->first + i, operand);
        return;
    }
    const auto holds_now = [&](const IntTest& test) { return satisfies(state, test, selected); };
    if (update.kind != Update::Kind::fill && !std::all_of(update.condition.begin(), update.condition.end(), holds_now))
        return;
    switch (update.kind) {
        case Update::Kind::add: assign(target, state.variables[index(target)] + operand); break;
        case Update::Kind::copy_variable:
            assign(target, state.variables[index(cell(state, update.value, update.source, selected))]);
            break;
        default: assign(target, operand); break;
    }
}

void Interpreter::run(const Update& update, int selected, State& state) const {
    switch (update.kind) {
        case Update::Kind::set_clock: regions_.set(state.region, update.target, update.value); break;
        case Update::Kind::copy_clock: regions_.copy(state.region, update.target, update.value); break;
        case Update::Kind::load_clock:
            regions_.set(state.region, update.target, state.variables[index(update.value)]);
            break;
        default: change_variable(update, selected, state); break;
    }
}

std::optional<State> Interpreter::fire(const State& state, const Firing& firing) const {
    State after = state;
    for (const Part& part : firing) {
        after.locations[part.process] = static_cast<std::int8_t>(part.edge->target);
        for (const Update& update : part.edge->updates) run(update, part.selected, after);
    }
    if (!keeps_invariants(after)) return std::nullopt;
    return after;
}

std::pair<int, int> Interpreter::priority(const Firing& firing) const {
    const Edge& first = *firing.front().edge;
    int highest = net_.processes[firing.front().process].priority;
    for (const Part& part : firing) highest = std::max(highest, net_.processes[part.process].priority);
    return {first.sync == Sync::none ? 0 : net_.channels[index(first.channel)].priority, highest};
}

std::vector<State> Interpreter::actions(const State& state) const {
    std::vector<State> reached;
    std::pair<int, int> highest;
    for (const Firing& firing : firings(state)) {
        if (!obeys_commitment(state, firing)) continue;
        const std::optional<State> after = fire(state, firing);
        if (!after || (!reached.empty() && priority(firing) < highest)) continue;
        if (!reached.empty() && priority(firing) > highest) reached.clear();
        highest = priority(firing);
        reached.push_back(*after);
    }
    return reached;
}

// ---- Time -----------------------------------------------------------------------------------------------------------

std::optional<State> Interpreter::initial() const {
    State state;
    state.locations.assign(net_.processes.size(), 0);
    for (int v = 0; v < static_cast<int>(net_.variables.size()); ++v)
        state.variables.push_back(static_cast<std::int8_t>(net_.initial(v)));
    state.region = regions_.zero();
    if (!keeps_invariants(state)) return std::nullopt;
    return state;
}

bool Interpreter::has_urgent_action(const State& state) const {
    const std::vector<Firing> all = firings(state);
    return std::any_of(all.begin(), all.end(), [&](const Firing& firing) {
        const Edge& sender = *firing.front().edge;
        return sender.sync != Sync::none && net_.channels[index(sender.channel)].urgent;
    });
}

std::optional<State> Interpreter::wait(const State& state) const {
    for (std::size_t p = 0; p < net_.processes.size(); ++p) {
        if (location(state, p).urgent || location(state, p).committed) return std::nullopt;
    }
    if (has_urgent_action(state)) return std::nullopt;
    State later = state;
    later.region = regions_.later(state.region);
    if (!keeps_invariants(later)) return std::nullopt;
    // A region that lasts is entered through moments of its own: if an urgent action is enabled in them time stops
    // before it.
    if (!regions_.is_instant(later.region) && has_urgent_action(later)) return std::nullopt;
    return later;
}

}  // namespace crowfly::tiny
