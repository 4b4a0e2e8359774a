#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "render/page/page.hpp"
#include "render/steps/moves.hpp"

namespace crowfly {
namespace {

using model::Drawing;

Json point_json(const std::optional<Drawing::Point>& at) {
    return at ? Json{{"x", at->x}, {"y", at->y}} : Json{{"x", nullptr}, {"y", nullptr}};
}

Json label_json(const Drawing::Label& label) {
    Json json{{"kind", label.kind}, {"text", label.text}};
    json.update(point_json(label.at));
    return json;
}

Json labels_json(const std::vector<Drawing::Label>& labels) {
    Json list = Json::array();
    for (const Drawing::Label& label : labels) list.push_back(label_json(label));
    return list;
}

Json location_json(const Drawing::Location& location) {
    Json json{{"name", location.name},
              {"named", location.named},
              {"kind", location.committed ? "committed"
                       : location.urgent  ? "urgent"
                                          : "normal"},
              {"initial", location.initial}};
    json.update(point_json(location.at));
    Json labels = labels_json(location.labels);
    if (location.named) labels.insert(labels.begin(), label_json({"name", location.name, location.name_at}));
    const auto invariant = std::ranges::find(location.labels, "invariant", &Drawing::Label::kind);
    json["invariant"] = invariant == location.labels.end() ? "" : invariant->text;
    json["labels"] = std::move(labels);
    json["color"] = text_or_null(location.color);
    return json;
}

Json arrow_json(const Drawing::Arrow& arrow) {
    Json nails = Json::array();
    for (const Drawing::Point& nail : arrow.nails) nails.push_back({nail.x, nail.y});
    Json json{{"from", arrow.from},
              {"to", arrow.to},
              {"nails", std::move(nails)},
              {"controllable", arrow.controllable},
              {"labels", labels_json(arrow.labels)},
              {"color", text_or_null(arrow.color)}};
    if (!arrow.name.empty()) json["name"] = arrow.name;
    return json;
}

Json template_json(const Drawing::Template& of) {
    Json locations = Json::array(), branchpoints = Json::array(), arrows = Json::array();
    for (const Drawing::Location& location : of.locations) locations.push_back(location_json(location));
    for (const std::optional<Drawing::Point>& branchpoint : of.branchpoints)
        branchpoints.push_back(point_json(branchpoint));
    for (const Drawing::Arrow& arrow : of.arrows) arrows.push_back(arrow_json(arrow));
    return {{"name", of.name},
            {"drawn", of.is_drawn()},
            {"locations", std::move(locations)},
            {"branchpoints", std::move(branchpoints)},
            {"edges", std::move(arrows)}};
}

const std::string& template_of(const Process& process) {
    return process.template_name.empty() ? process.name : process.template_name;
}

// In languages without drawings: locations and edges of the network. Arrows are numbered within their process there,
// too.
Drawing::Template sketch(const Network& network, const Process& process) {
    Drawing::Template drawn;
    drawn.name = template_of(process);
    for (std::uint32_t l = 0; l < process.locations.count; ++l) {
        const Location& location = network.location(process.slot, l);
        const bool initial = l == process.initial;
        drawn.locations.push_back({location.name, true, initial, location.urgent, location.committed, {}, {}, "", {}});
    }
    for (const std::uint32_t e : process.edges) {
        const Edge& edge = network.edges[e];
        if (drawn.arrows.size() <= edge.arrow) drawn.arrows.resize(edge.arrow + 1);
        Drawing::Arrow& arrow = drawn.arrows[edge.arrow];
        arrow.from = edge.source;
        arrow.to = edge.target;
        arrow.name = edge.name;
        if (edge.sync != Sync::none) arrow.labels = {{"synchronisation", network.channels[edge.channel].name, {}}};
    }
    return drawn;
}

std::vector<Drawing::Template> templates_for(const Network& network, const Drawing* drawing) {
    std::vector<Drawing::Template> templates;
    if (drawing != nullptr) templates = drawing->templates;
    for (const Process& process : network.processes) {
        if (std::ranges::find(templates, template_of(process), &Drawing::Template::name) == templates.end())
            templates.push_back(sketch(network, process));
    }
    return templates;
}

bool is_bit(const Slot& slot) { return slot.least == 0 && slot.greatest == 1; }

// Circuits are read as one process `circuit` with one location and one edge, whose variables are signals.
bool is_circuit(const Network& network) {
    const std::span variables = std::span(network.slots).subspan(network.processes.size());
    return network.processes.size() == 1 && network.processes[0].name == "circuit" && network.locations.size() == 1 &&
           network.edges.size() == 1 && network.clocks.size() == 1 && !variables.empty() &&
           std::ranges::all_of(variables, is_bit);
}

// The edge chooses the next values of the inputs, which are the last variables.
Json signals_json(const Network& network) {
    Json list = Json::array();
    const std::size_t inputs = network.edges[0].selects.count;
    for (std::size_t slot = network.processes.size(); slot < network.slots.size(); ++slot) {
        const bool is_latch = slot + inputs < network.slots.size();
        list.push_back({{"name", network.slots[slot].name}, {"kind", is_latch ? "latch" : "input"}});
        if (is_latch && network.slots[slot].any_initial) list.back()["free"] = true;
    }
    return list;
}

Json variables_json(const Network& network) {
    Json list = Json::array();
    for (std::size_t slot = network.processes.size(); slot < network.slots.size(); ++slot) {
        list.push_back({{"name", network.slots[slot].name}});
        const std::vector<std::string> names = value_names(network, slot);
        if (!names.empty()) list.back()["values"] = Json{{"least", network.slots[slot].least}, {"names", names}};
    }
    return list;
}

}  // namespace

Json page_model_json(const Network& network, const Drawing* drawing, const std::string& path,
                     const std::string& sha256) {
    const std::vector<Drawing::Template> shown = templates_for(network, drawing);
    const bool circuit = is_circuit(network);
    Json templates = Json::array(), processes = Json::array(), clocks = Json::array();
    for (const Drawing::Template& of : shown) templates.push_back(template_json(of));
    for (const Process& process : network.processes) {
        const auto found = std::ranges::find(shown, template_of(process), &Drawing::Template::name);
        processes.push_back({{"name", process.name}, {"template", found - shown.begin()}});
    }
    for (std::size_t clock = 1; clock < network.clocks.size(); ++clock)
        clocks.push_back({{"name", network.clocks[clock].name}});
    return {{"path", path},
            {"sha256", text_or_null(sha256)},
            {"templates", std::move(templates)},
            {"processes", std::move(processes)},
            {"circuit", circuit},
            {"task", is_planning_task(network)},
            {"variables", circuit ? signals_json(network) : variables_json(network)},
            {"clocks", std::move(clocks)}};
}

}  // namespace crowfly
