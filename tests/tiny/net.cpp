#include "tiny/net.hpp"

#include <algorithm>
#include <cstdlib>

namespace crowfly::tiny {

bool compare(int left, Relation relation, int right) {
    switch (relation) {
        case Relation::less: return left < right;
        case Relation::at_most: return left <= right;
        case Relation::equal: return left == right;
        case Relation::at_least: return left >= right;
        case Relation::greater: return left > right;
        case Relation::differs: return left != right;
    }
    return false;
}

// ---- Claims ---------------------------------------------------------------------------------------------------------

Claim truth(bool value) {
    Claim claim;
    claim.value = value;
    return claim;
}

Claim at(int process, int location) {
    Claim claim;
    claim.kind = Claim::Kind::location;
    claim.process = process;
    claim.location = location;
    return claim;
}

Claim holds(IntTest test) {
    Claim claim;
    claim.kind = Claim::Kind::integer;
    claim.integer = test;
    return claim;
}

Claim holds(ClockTest test) {
    Claim claim;
    claim.kind = Claim::Kind::clock;
    claim.clock = test;
    return claim;
}

Claim deadlock() {
    Claim claim;
    claim.kind = Claim::Kind::deadlock;
    return claim;
}

namespace {

Claim compound(Claim::Kind kind, std::vector<Claim> operands) {
    Claim claim;
    claim.kind = kind;
    claim.operands = std::move(operands);
    return claim;
}

}  // namespace

Claim negation(Claim claim) { return compound(Claim::Kind::negation, {std::move(claim)}); }
Claim both(Claim one, Claim other) { return compound(Claim::Kind::conjunction, {std::move(one), std::move(other)}); }
Claim either(Claim one, Claim other) { return compound(Claim::Kind::disjunction, {std::move(one), std::move(other)}); }

bool mentions(const Claim& claim, Claim::Kind kind) {
    return claim.kind == kind ||
           std::any_of(claim.operands.begin(), claim.operands.end(), [&](const Claim& c) { return mentions(c, kind); });
}

// ---- Facts ----------------------------------------------------------------------------------------------------------

namespace {

template <class Use>
void for_each_clock_test(const Net& net, const Use& use) {
    for (const Process& process : net.processes) {
        for (const Location& location : process.locations)
            std::for_each(location.invariant.clocks.begin(), location.invariant.clocks.end(), use);
        for (const Edge& edge : process.edges) std::for_each(edge.guard.clocks.begin(), edge.guard.clocks.end(), use);
    }
}

int largest_value(const Net& net, const ClockTest& test) {
    return test.variable == -1 ? std::abs(test.value) : net.variables[static_cast<std::size_t>(test.variable)] - 1;
}

template <class Matches>
bool some_guarded_edge(const Net& net, const Matches& matches) {
    for (const Process& process : net.processes) {
        for (const Edge& edge : process.edges) {
            if (edge.sync == Sync::none || edge.guard.clocks.empty()) continue;
            if (matches(edge, net.channels[static_cast<std::size_t>(edge.channel)])) return true;
        }
    }
    return false;
}

}  // namespace

int largest_constant(const Net& net) {
    int largest = 0;
    for_each_clock_test(net, [&](const ClockTest& test) { largest = std::max(largest, largest_value(net, test)); });
    for (const Process& process : net.processes) {
        for (const Edge& edge : process.edges) {
            for (const Update& update : edge.updates) {
                if (update.kind == Update::Kind::set_clock) largest = std::max(largest, update.value);
                if (update.kind == Update::Kind::load_clock)
                    largest = std::max(largest, net.variables[static_cast<std::size_t>(update.value)] - 1);
            }
        }
    }
    return largest;
}

int largest_constant(const Net& net, const Claim& claim) {
    int largest = claim.kind == Claim::Kind::clock ? largest_value(net, claim.clock) : 0;
    for (const Claim& operand : claim.operands) largest = std::max(largest, largest_constant(net, operand));
    return largest;
}

bool has_diagonals(const Net& net) {
    bool found = false;
    for_each_clock_test(net, [&](const ClockTest& test) { found = found || test.right != 0; });
    return found;
}

bool has_diagonals(const Claim& claim) {
    return (claim.kind == Claim::Kind::clock && claim.clock.right != 0) ||
           std::any_of(claim.operands.begin(), claim.operands.end(), [](const Claim& c) { return has_diagonals(c); });
}

bool has_urgent_clock_guards(const Net& net) {
    return some_guarded_edge(net, [](const Edge&, const Channel& channel) { return channel.urgent; });
}

bool has_broadcast_clock_guards(const Net& net) {
    return some_guarded_edge(
        net, [](const Edge& edge, const Channel& channel) { return channel.broadcast && edge.sync == Sync::receive; });
}

// ---- Copies ---------------------------------------------------------------------------------------------------------

const Group* Net::array_of(int variable) const {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const Group& group) { return group.array && group.holds(variable); });
    return found == groups.end() ? nullptr : &*found;
}

namespace {

// Puts the number of a copy in place of what depends on it.
class Copy {
public:
    Copy(const Net& net, const Process& process, int number) : net_(net), process_(process), number_(number) {}

    Process process() const {
        Process copy = process_;
        copy.copies = 1;
        copy.own_clock = 0;
        for (Location& location : copy.locations) settle(location.invariant);
        for (Edge& edge : copy.edges) {
            settle(edge.guard);
            for (Update& update : edge.updates) settle(update);
        }
        return copy;
    }

private:
    void settle(Index& index, int& variable) const {
        if (index.kind != Index::Kind::own) return;
        index = {};
        if (const Group* array = net_.array_of(variable)) variable = array->first + number_ % array->size;
    }
    void settle(Operand& operand, int& value) const {
        if (operand != Operand::own) return;
        operand = Operand::constant;
        value = number_;
    }
    void settle(IntTest& test) const {
        settle(test.index, test.variable);
        settle(test.operand, test.value);
    }
    void settle_clock(int& clock) const {
        if (clock != 0 && clock == process_.own_clock) clock += number_;
    }
    void settle(Condition& condition) const {
        for (IntTest& test : condition.ints) settle(test);
        for (ClockTest& test : condition.clocks) settle_clock(test.left), settle_clock(test.right);
    }
    void settle(Update& update) const {
        for (IntTest& test : update.condition) settle(test);
        switch (update.kind) {
            case Update::Kind::copy_clock: settle_clock(update.value); [[fallthrough]];
            case Update::Kind::set_clock:
            case Update::Kind::load_clock: settle_clock(update.target); return;
            case Update::Kind::copy_variable: settle(update.source, update.value); break;
            default: settle(update.operand, update.value); break;
        }
        settle(update.index, update.target);
    }

    const Net& net_;
    const Process& process_;
    int number_;
};

}  // namespace

Net flat(const Net& net) {
    Net result = net;
    result.processes.clear();
    for (const Process& process : net.processes) {
        for (int i = 0; i < process.copies; ++i) result.processes.push_back(Copy(net, process, i).process());
    }
    return result;
}

int first_copy(const Net& net, std::size_t process) {
    int first = 0;
    for (std::size_t p = 0; p < process; ++p) first += net.processes[p].copies;
    return first;
}

int count_copies(const Net& net) { return first_copy(net, net.processes.size()); }

}  // namespace crowfly::tiny
