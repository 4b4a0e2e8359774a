#include "family/netlist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "family/text.hpp"

namespace crowfly {
namespace {

using Kind = NetGate::Kind;
using Semantics = Netlist::Semantics;

// c1.g1 is the variable c1_g1, and its process C1_g1.
std::string variable_name(std::string gate) {
    std::replace(gate.begin(), gate.end(), '.', '_');
    return gate;
}

std::string process_name(const std::string& gate) {
    std::string name = variable_name(gate);
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return name;
}

// A template for all gates of a kind that have the same inputs negated: And, AndNot, Nor …
std::string template_name(const NetGate& gate) {
    using Names = std::array<const char*, 4>;
    static constexpr std::array<Names, 5> names{{{"And", "AndNot", "NotAnd", "Nor"},
                                                 {"Or", "OrNot", "NotOr", "Nand"},
                                                 {"C", "CNot", "NotC", "NotCNot"},
                                                 {"Mutex", "Mutex", "Mutex", "Mutex"},
                                                 {"Wire", "Wire", "Not", "Not"}}};
    const std::size_t polarity = (gate.left.negated ? 2U : 0U) + (gate.right.negated ? 1U : 0U);
    return names[static_cast<std::size_t>(gate.kind)][polarity];
}

// When the output rises, and when it falls.
struct Conditions {
    std::string rise, fall;
};

Conditions conditions(const NetGate& gate) {
    const std::string left = gate.left.negated ? "!left" : "left";
    const std::string right = gate.right.negated ? "!right" : "right";
    const std::string both = left + " && " + right, either = left + " || " + right;
    switch (gate.kind) {
        case Kind::conjunction:
        case Kind::mutex_half: return {both, fmt::format("!({})", both)};
        case Kind::disjunction: return {fmt::format("({})", either), fmt::format("!({})", either)};
        case Kind::c_element: return {both, fmt::format("!({})", either)};
        case Kind::wire: break;
    }
    return {left, gate.left.negated ? "left" : "!left"};
}

// Guards are tested before any update of a step, so that receivers of one broadcast all see the state before it.
// Updates follow one another in the order of the processes, so that of two halves of a mutex the second sees that the
// first rises.
std::string template_text(const NetGate& gate, Semantics semantics) {
    const auto [rise, fall] = conditions(gate);
    const std::string sync = semantics == Semantics::interleaving ? "" : " sync step?;";
    std::string text = fmt::format("process {}(bool& out, bool& left{}) {{\n    state s;\n    init s;\n    trans\n",
                                   template_name(gate), gate.kind == Kind::wire ? "" : ", bool& right");
    text += fmt::format("        s -> s {{ guard !out && {};{} assign out = {}; }},\n", rise, sync,
                        gate.kind == Kind::mutex_half ? "!right" : "true");
    text += fmt::format("        s -> s {{ guard out && {};{} assign out = false; }}", fall, sync);
    if (semantics == Semantics::asynchronous)
        text += fmt::format(",\n        s -> s {{ guard !out && {0};{2} }},\n        s -> s {{ guard out && {1};{2} }}",
                            rise, fall, sync);
    return text + ";\n}\n\n";
}

std::string process_text(const NetGate& gate) {
    std::string arguments = fmt::format("{}, {}", variable_name(gate.name), variable_name(gate.left.gate));
    if (gate.kind != Kind::wire) arguments += ", " + variable_name(gate.right.gate);
    return fmt::format("{}({})", template_name(gate), arguments);
}

std::string bad_states(const Netlist& netlist) {
    std::vector<std::string> disjuncts;
    for (const std::vector<std::string>& gates : netlist.bad) {
        std::vector<std::string> conjuncts;
        for (const std::string& gate : gates) conjuncts.push_back(variable_name(gate));
        disjuncts.push_back(fmt::format("{}", fmt::join(conjuncts, " && ")));
    }
    return disjuncts.size() == 1 ? disjuncts.front() : fmt::format("({})", fmt::join(disjuncts, " || "));
}

const char* spoken(Semantics semantics) {
    switch (semantics) {
        case Semantics::interleaving: return "one gate moves in each step";
        case Semantics::asynchronous: return "any gates move in each step";
        case Semantics::synchronous: break;
    }
    return "all gates move in each step";
}

}  // namespace

FamilyParameter semantics_parameter() {
    return {.name = "--semantics",
            .text = "which gates move in a step: one, any, or all that can",
            .kind = FamilyParameter::Kind::choice,
            .choices = {"interleaving", "asynchronous", "synchronous"},
            .otherwise = "interleaving"};
}

Netlist::Semantics semantics_of(const FamilyArguments& arguments) {
    const std::string& text = arguments.text("--semantics");
    if (text == "asynchronous") return Semantics::asynchronous;
    return text == "synchronous" ? Semantics::synchronous : Semantics::interleaving;
}

std::string network_text(const Netlist& netlist) {
    const bool has_steps = netlist.semantics != Semantics::interleaving;
    std::string text = fmt::format("// {}; {}.\n", netlist.comment, spoken(netlist.semantics));
    for (const NetGate& gate : netlist.gates)
        text += fmt::format("bool {}{};\n", variable_name(gate.name), gate.starts_high ? " = true" : "");
    text += has_steps ? "broadcast chan step;\n\n" : "\n";
    std::set<std::string> written;
    std::vector<Member> members;
    for (const NetGate& gate : netlist.gates) {
        if (written.insert(template_name(gate)).second) text += template_text(gate, netlist.semantics);
        members.push_back({process_name(gate.name), process_text(gate)});
    }
    if (has_steps) {
        text += "process Stepper() {\n    state s;\n    init s;\n    trans\n        s -> s { sync step!; };\n}\n";
        members.insert(members.begin(), {"Step", "Stepper()"});
    }
    return text + system_text(members) + query_text(netlist.error, {bad_states(netlist)}, netlist.reachable);
}

}  // namespace crowfly
