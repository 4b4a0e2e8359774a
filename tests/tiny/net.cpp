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

// ---- Text -----------------------------------------------------------------------------------------------------------

namespace {

std::string name(char kind, int number) { return kind + std::to_string(number); }

const char* to_text(Relation relation) {
    switch (relation) {
        case Relation::less: return " < ";
        case Relation::at_most: return " <= ";
        case Relation::equal: return " == ";
        case Relation::at_least: return " >= ";
        case Relation::greater: return " > ";
    }
    return "";
}

std::string to_text(const IntTest& test) {
    return name('v', test.variable) + to_text(test.relation) + std::to_string(test.value);
}

std::string times(int factor, const std::string& name) {
    return (factor == 1 ? "" : std::to_string(factor) + " * ") + name;
}

std::string to_text(const ClockTest& test, int factor) {
    return name('x', test.left) + (test.right == 0 ? "" : " - " + name('x', test.right)) + to_text(test.relation) +
           (test.variable == -1 ? std::to_string(test.value * factor) : times(factor, name('v', test.variable)));
}

std::string to_text(const Condition& condition, int factor) {
    std::string out;
    for (const IntTest& test : condition.ints) out += (out.empty() ? "" : " && ") + to_text(test);
    for (const ClockTest& test : condition.clocks) out += (out.empty() ? "" : " && ") + to_text(test, factor);
    return out;
}

std::string to_text(const Net& net, const Update& update) {
    const std::string number = std::to_string(update.value);
    switch (update.kind) {
        case Update::Kind::set_variable: return name('v', update.target) + " = " + number;
        case Update::Kind::add:
            return name('v', update.target) + " = (" + name('v', update.target) + " + " + number + ") % " +
                   std::to_string(net.variables[static_cast<std::size_t>(update.target)]);
        case Update::Kind::copy_variable:
            return name('v', update.target) + " = " + name('v', update.value) + " % " +
                   std::to_string(net.variables[static_cast<std::size_t>(update.target)]);
        case Update::Kind::set_clock:
            return name('x', update.target) + " = " + std::to_string(update.value * net.factor);
        case Update::Kind::copy_clock: return name('x', update.target) + " = " + name('x', update.value);
        case Update::Kind::load_clock:
            return name('x', update.target) + " = " + times(net.factor, name('v', update.value));
    }
    return "";
}

std::string to_xta(const Net& net, const Edge& edge) {
    std::string out = name('L', edge.source) + " -> " + name('L', edge.target) + " {";
    const std::string guard = to_text(edge.guard, net.factor);
    if (!guard.empty()) out += " guard " + guard + ";";
    if (edge.sync != Sync::none) out += " sync " + name('c', edge.channel) + (edge.sync == Sync::send ? "!;" : "?;");
    for (std::size_t i = 0; i < edge.updates.size(); ++i)
        out += (i == 0 ? " assign " : ", ") + to_text(net, edge.updates[i]);
    return out + (edge.updates.empty() ? " }" : "; }");
}

// "\n    urgent L0, L2;", or nothing.
template <class Has>
std::string flagged(const Process& process, const std::string& keyword, const Has& has) {
    std::string out;
    for (std::size_t i = 0; i < process.locations.size(); ++i) {
        if (has(process.locations[i]))
            out += (out.empty() ? "\n    " + keyword + " " : ", ") + name('L', static_cast<int>(i));
    }
    return out.empty() ? out : out + ";";
}

std::string to_xta(const Net& net, const Process& process, int number) {
    std::string out = "process " + name('P', number) + "() {\n    state ";
    for (std::size_t i = 0; i < process.locations.size(); ++i) {
        const std::string invariant = to_text(process.locations[i].invariant, net.factor);
        out +=
            (i == 0 ? "" : ", ") + name('L', static_cast<int>(i)) + (invariant.empty() ? "" : " { " + invariant + " }");
    }
    out += ";" + flagged(process, "commit", [](const Location& l) { return l.committed; });
    out += flagged(process, "urgent", [](const Location& l) { return l.urgent; }) + "\n    init L0;";
    for (std::size_t i = 0; i < process.edges.size(); ++i) {
        out += (i == 0 ? "\n    trans\n        " : ",\n        ") + to_xta(net, process.edges[i]);
    }
    return out + (process.edges.empty() ? "" : ";") + "\n}\n";
}

}  // namespace

std::string to_xta(const Net& net) {
    std::string out;
    for (int c = 1; c <= net.clocks; ++c) out += "clock " + name('x', c) + ";\n";
    for (std::size_t v = 0; v < net.variables.size(); ++v) {
        out += "int[0, " + std::to_string(net.variables[v] - 1) + "] " + name('v', static_cast<int>(v)) + ";\n";
    }
    for (std::size_t c = 0; c < net.channels.size(); ++c) {
        out += std::string(net.channels[c].urgent ? "urgent " : "") + (net.channels[c].broadcast ? "broadcast " : "") +
               "chan " + name('c', static_cast<int>(c)) + ";\n";
    }
    std::string system;
    for (std::size_t p = 0; p < net.processes.size(); ++p) {
        out += to_xta(net, net.processes[p], static_cast<int>(p));
        system += (p == 0 ? "system " : ", ") + name('P', static_cast<int>(p));
    }
    return out + system + ";\n";
}

std::string to_text(const Claim& claim, int factor) {
    switch (claim.kind) {
        case Claim::Kind::truth: return claim.value ? "true" : "false";
        case Claim::Kind::location: return name('P', claim.process) + "." + name('L', claim.location);
        case Claim::Kind::integer: return to_text(claim.integer);
        case Claim::Kind::clock: return to_text(claim.clock, factor);
        case Claim::Kind::deadlock: return "deadlock";
        case Claim::Kind::negation: return "!(" + to_text(claim.operands[0], factor) + ")";
        case Claim::Kind::conjunction:
            return "(" + to_text(claim.operands[0], factor) + " && " + to_text(claim.operands[1], factor) + ")";
        case Claim::Kind::disjunction:
            return "(" + to_text(claim.operands[0], factor) + " || " + to_text(claim.operands[1], factor) + ")";
    }
    return "";
}

std::string to_text(const Question& question, int factor) {
    const std::string first = to_text(question.first, factor);
    const std::string measure = question.clock != 0 ? name('x', question.clock) : name('v', question.variable);
    switch (question.kind) {
        case Question::Kind::exists_eventually: return "E<> " + first;
        case Question::Kind::always_globally: return "A[] " + first;
        case Question::Kind::exists_globally: return "E[] " + first;
        case Question::Kind::always_eventually: return "A<> " + first;
        case Question::Kind::leads_to: return first + " --> " + to_text(question.second, factor);
        case Question::Kind::sup: return "sup{" + first + "}: " + measure;
        case Question::Kind::inf: return "inf{" + first + "}: " + measure;
    }
    return "";
}

}  // namespace crowfly::tiny
