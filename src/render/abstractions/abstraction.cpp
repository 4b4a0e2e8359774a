#include "render/abstractions/abstraction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "abstraction/clock_variables.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_labels_drawn = 3;
constexpr std::size_t width_of_plot = 40;

std::string variable_name(const Network& network, const FactoredSystem& system, VariableIndex variable) {
    if (system.is_slot(variable)) return network.slots[variable].name;
    return system.clocks && system.clocks->has(variable) ? system.clocks->name(variable) : "goal met";
}

std::string label_name(const Network& network, const Label& label) {
    switch (label.kind) {
        case Label::Kind::transition: break;
        case Label::Kind::delay: return "delay";
        case Label::Kind::goal: return "goal";
        case Label::Kind::reset: return "dead variables reset";
    }
    return to_string(network, network.edges[network.transitions[label.transition].edge]);
}

std::string quoted(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return '"' + result + '"';
}

// Nothing: it is too large, or its transitions are not known any more.
std::optional<AbstractionGraph> graph_of(const Network& network, const FactoredSystem& system,
                                         const StateAbstraction& part) {
    if (part.states() > most_states_drawn) return std::nullopt;
    std::map<std::pair<AbstractState, AbstractState>, std::set<std::string>> arcs;
    const bool known = part.each_transition([&](const AbstractTransition& t) {
        std::set<std::string>& labels = arcs[{t.source, t.target}];
        for (const LabelIndex label : t.labels) {
            if (labels.size() > most_labels_drawn) break;
            labels.insert(label_name(network, system.labels[label]));
        }
    });
    if (!known) return std::nullopt;
    AbstractionGraph graph;
    std::vector<Value> initial;
    for (const Variable& variable : system.variables) initial.push_back(variable.initial.front());
    graph.initial = part.state_of(initial);
    std::vector<bool> is_drawn(part.states());
    for (const auto& [ends, labels] : arcs) {
        AbstractionGraph::Arc& arc = graph.arcs.emplace_back();
        std::tie(arc.source, arc.target) = ends;
        arc.labels.assign(labels.begin(), labels.end());
        arc.is_cut = labels.size() > most_labels_drawn;
        if (arc.is_cut) arc.labels.resize(most_labels_drawn);
        if (arc.source != arc.target) is_drawn[arc.source] = is_drawn[arc.target] = true;
    }
    for (AbstractState s = 0; s < part.states(); ++s) {
        graph.distances.push_back(part.distance(s));
        if (is_drawn[s] || s == graph.initial || graph.distances[s] == 0) graph.drawn.push_back(s);
    }
    return graph;
}

std::string plot(const std::vector<StateAbstraction::Size>& sizes) {
    std::size_t most = 1;
    for (const StateAbstraction::Size& size : sizes) most = std::max(most, size.states);
    std::string text;
    for (const StateAbstraction::Size& size : sizes) {
        const std::size_t bar = (size.states * width_of_plot + most - 1) / most;
        text += fmt::format("    {:>8}  {:<{}}  {}\n", size.states, std::string(bar, '#'), width_of_plot, size.phase);
    }
    return text;
}

}  // namespace

AbstractionReport describe_abstraction(const Network& network, const FactoredSystem& system,
                                       const AbstractionSet& set) {
    AbstractionReport report;
    report.adds_up = set.adds_up;
    report.has_groups = !set.groups.empty();
    report.has_partitions = set.partitions.count > 0;
    report.built = set.built;
    for (const std::unique_ptr<StateAbstraction>& part : set.parts) {
        AbstractionReport::Part& described = report.parts.emplace_back();
        described.states = part->states();
        described.sizes = part->sizes;
        described.graph = graph_of(network, system, *part);
        for (const VariableIndex v : part->variables())
            described.variables.push_back(variable_name(network, system, v));
    }
    return report;
}

std::string abstraction_text(const AbstractionReport& report) {
    std::string text;
    for (const AbstractionReport::Part& part : report.parts) {
        text += fmt::format("  {} of {}\n", counted(part.states, "abstract state"),
                            counted(part.variables.size(), "process or variable", "processes and variables"));
        text += plot(part.sizes);
    }
    if (report.parts.size() > 1) text += fmt::format("  {}\n", combination_text(report));
    return text;
}

std::string combination_text(const AbstractionReport& report) {
    if (report.adds_up) return "their distances are added up";
    if (report.has_partitions) return "costs are divided among them, so that their distances are added up";
    if (report.has_groups) return "their distances are added up if no transition changes two of them";
    return "the greatest of their distances counts";
}

std::string abstraction_dot(const AbstractionGraph& graph) {
    std::string text = "digraph abstraction {\n  rankdir=LR;\n  node [shape=circle];\n";
    for (const AbstractState s : graph.drawn) {
        const Estimate distance = graph.distances[s];
        const std::string name = distance == dead_end ? "no way" : fmt::format("{}", distance);
        text += fmt::format("  s{} [label={}{}{}];\n", s, quoted(name), distance == 0 ? ", shape=doublecircle" : "",
                            s == graph.initial ? ", style=bold" : "");
    }
    for (const AbstractionGraph::Arc& arc : graph.arcs) {
        std::vector<std::string> shown = arc.labels;
        if (arc.is_cut) shown.emplace_back("…");
        text += fmt::format("  s{} -> s{} [label={}];\n", arc.source, arc.target,
                            quoted(fmt::format("{}", fmt::join(shown, "\n"))));
    }
    return text + "}\n";
}

Json abstraction_json(const AbstractionReport& report) {
    Json parts = Json::array();
    for (const AbstractionReport::Part& part : report.parts) {
        Json sizes = Json::array();
        for (const StateAbstraction::Size& size : part.sizes)
            sizes.push_back({{"phase", size.phase}, {"states", size.states}});
        parts.push_back({{"states", part.states}, {"variables", part.variables}, {"sizes", std::move(sizes)}});
    }
    return {{"parts", std::move(parts)}, {"adds_up", report.adds_up}, {"built", report.built}};
}

}  // namespace crowfly
