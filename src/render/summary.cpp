#include "render/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_set>

namespace crowfly {
namespace {

// "Gate.list" for the cells "Gate.list[0]", "Gate.list[1].length" …: names of variables contain no dots and brackets,
// so the first one after the name of the process ends the name. A process may be called "Train(0)".
class DeclaredNames {
public:
    explicit DeclaredNames(const Network& network) {
        for (const Process& process : network.processes) processes_.insert(process.name);
    }

    std::string_view of(std::string_view cell) const {
        std::size_t start = cell.find('.');
        if (start == std::string_view::npos || !processes_.contains(cell.substr(0, start))) start = 0;
        return cell.substr(0, cell.find_first_of(".[", start + 1));
    }

private:
    std::unordered_set<std::string_view> processes_;
};

std::string_view kind_name(Slot::Kind kind) {
    switch (kind) {
        case Slot::Kind::location: return "location";
        case Slot::Kind::integer: return "integer";
        case Slot::Kind::boolean: return "boolean";
        case Slot::Kind::scalar: return "scalar";
    }
    return "";
}

void add_cell(Summary::Variable& variable, const Slot& slot) {
    const bool alike =
        variable.kind == kind_name(slot.kind) && variable.least == slot.least && variable.greatest == slot.greatest;
    if (!alike) variable.kind = "record";
    variable.least = std::min(variable.least, slot.least);
    variable.greatest = std::max(variable.greatest, slot.greatest);
    variable.initial.push_back(slot.initial);
    ++variable.cells;
}

void add_variables(const Network& network, const DeclaredNames& names, Summary& summary) {
    for (const Slot& slot : network.slots) {
        if (slot.kind == Slot::Kind::location) continue;
        ++summary.integers;
        const std::string_view name = names.of(slot.name);
        if (name != slot.name && !summary.variables.empty() && summary.variables.back().name == name) {
            add_cell(summary.variables.back(), slot);
        } else {
            summary.variables.push_back(
                {std::string(name), kind_name(slot.kind), 1, slot.least, slot.greatest, {slot.initial}, slot.meta});
        }
    }
}

void add_channels(const Network& network, const DeclaredNames& names, Summary& summary) {
    summary.channel_cells = network.channels.size();
    for (const Channel& channel : network.channels) {
        const std::string_view name = names.of(channel.name);
        if (name != channel.name && !summary.channels.empty() && summary.channels.back().name == name) {
            ++summary.channels.back().cells;
        } else {
            summary.channels.push_back({std::string(name), 1, channel.broadcast, channel.urgent, channel.event});
        }
    }
}

void add_transitions(const Network& network, Summary& summary) {
    for (const Transition& transition : network.transitions) {
        switch (transition.kind) {
            case Transition::Kind::internal: ++summary.internal; break;
            case Transition::Kind::binary: ++summary.binary; break;
            case Transition::Kind::broadcast: ++summary.broadcast; break;
            case Transition::Kind::vector: ++summary.vector; break;
        }
    }
}

void add_features(const Features& features, Summary& summary) {
    struct Named {
        bool Features::*used;
        std::string_view name;
    };
    static constexpr auto all = std::to_array<Named>({
        {&Features::clocks, "clocks"},
        {&Features::diagonals, "diagonals"},
        {&Features::stopwatches, "stopwatches"},
        {&Features::clock_copies, "clock-copies"},
        {&Features::clock_variable_bounds, "clock-variable-bounds"},
        {&Features::lower_bound_invariants, "lower-bound-invariants"},
        {&Features::broadcast, "broadcast"},
        {&Features::broadcast_clock_guards, "broadcast-clock-guards"},
        {&Features::urgent_channels, "urgent-channels"},
        {&Features::urgent_clock_guards, "urgent-clock-guards"},
        {&Features::urgent_locations, "urgent-locations"},
        {&Features::committed_locations, "committed-locations"},
        {&Features::priorities, "priorities"},
        {&Features::functions, "functions"},
        {&Features::selects, "selects"},
        {&Features::branchpoints, "branchpoints"},
        {&Features::meta_variables, "meta-variables"},
        {&Features::scalars, "scalars"},
        {&Features::progress_measures, "progress-measures"},
        {&Features::costs, "costs"},
        {&Features::prices, "prices"},
    });
    for (const Named& feature : all) {
        if (features.*feature.used) summary.features.push_back(feature.name);
    }
}

std::uint64_t state_bits(const Network& network) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < network.state_slots; ++i) {
        const Slot& slot = network.slots[i];
        bits += std::bit_width(static_cast<std::uint64_t>(std::int64_t{slot.greatest} - slot.least));
    }
    return bits;
}

}  // namespace

Summary summarise(const Network& network) {
    Summary summary;
    for (const Process& process : network.processes) {
        summary.processes.push_back(
            {process.name, process.template_name, process.locations.count, process.edges.count});
    }
    summary.locations = network.locations.size();
    summary.edges = network.edges.size();
    const DeclaredNames names(network);
    add_variables(network, names, summary);
    add_channels(network, names, summary);
    for (std::size_t i = 1; i < network.clocks.size(); ++i) summary.clocks.push_back(network.clocks[i].name);
    add_transitions(network, summary);
    add_features(network.features, summary);
    summary.state_bits = state_bits(network);
    return summary;
}

std::string name_with_cells(const std::string& name, std::size_t cells) {
    return cells == 1 ? name : fmt::format("{} ({} cells)", name, cells);
}

std::string initial_text(const Summary::Variable& variable) {
    constexpr std::ptrdiff_t most = 8;
    const std::vector<std::int32_t>& values = variable.initial;
    const bool same = std::all_of(values.begin(), values.end(), [&](std::int32_t v) { return v == values.front(); });
    const std::ptrdiff_t shown = same ? 1 : std::min(std::ssize(values), most);
    const bool cut = !same && shown < std::ssize(values);
    std::vector<std::string> texts;
    for (std::ptrdiff_t i = 0; i < shown; ++i) {
        const std::int32_t value = values[static_cast<std::size_t>(i)];
        texts.push_back(variable.kind != "boolean" ? std::to_string(value) : value != 0 ? "true" : "false");
    }
    return fmt::format("{}{}", fmt::join(texts, " "), cut ? " …" : "");
}

}  // namespace crowfly
