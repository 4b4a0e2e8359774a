// Turns vectors of events into transitions: one per edge that can be the first to fire. If weak parts are written
// first, each of them may be the first, and those before it are absent. So the parts of a transition are always in the
// order of writing, and a vector of weak parts alone needs at least one of them.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "network/compile/build.hpp"

namespace crowfly::compile {
namespace {

constexpr std::size_t max_entries = 20'000'000;

using EdgesByEvent = std::map<std::pair<ProcessIndex, ChannelIndex>, std::vector<EdgeIndex>>;

EdgesByEvent edges_by_event(const Network& network) {
    EdgesByEvent edges;
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        const Edge& edge = network.edges[e];
        if (edge.sync == Sync::join) edges[{edge.process, edge.channel}].push_back(e);
    }
    return edges;
}

std::vector<VectorPart> resolve(const Context& context, const model::Vector& vector) {
    std::vector<VectorPart> parts;
    for (const model::Vector::Part& part : vector.parts) {
        const ProcessIndex process = context.process_of.at({part.instance, {}});
        const auto event = static_cast<ChannelIndex>(context.find(part.channel)->at);
        parts.push_back({process, event, part.weak ? VectorPart::Role::optional : VectorPart::Role::required});
    }
    return parts;
}

// Whether a required part has no edge with the event: generated models contain hundreds of such vectors.
bool never_happens(const EdgesByEvent& edges, const std::vector<VectorPart>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const VectorPart& part) {
        return part.role == VectorPart::Role::required && !edges.contains({part.process, part.event});
    });
}

// All parts but `first`; those before it are absent.
Run add_parts(Network& network, const std::vector<VectorPart>& parts, std::size_t first) {
    const Run run{static_cast<std::uint32_t>(network.parts.size()), static_cast<std::uint32_t>(parts.size() - 1)};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i == first) continue;
        network.parts.push_back(parts[i]);
        if (i < first) network.parts.back().role = VectorPart::Role::absent;
    }
    return run;
}

}  // namespace

void enumerate_vectors(Context& context) {
    Network& network = context.network;
    const EdgesByEvent edges = edges_by_event(network);
    for (const model::Vector& vector : context.model.vectors) {
        const std::vector<VectorPart> parts = resolve(context, vector);
        for (const VectorPart& part : parts) network.channels[part.event].event = true;
        if (never_happens(edges, parts)) continue;
        for (std::size_t first = 0; first < parts.size(); ++first) {
            const auto starting = edges.find({parts[first].process, parts[first].event});
            const std::size_t count = starting == edges.end() ? 0 : starting->second.size();
            if (network.parts.size() + parts.size() + network.transitions.size() + count > max_entries) {
                context.report(Code::system_too_large, vector.span,
                               fmt::format("the vectors have more than {} parts", max_entries));
                return;
            }
            if (count != 0) {
                const Run others = add_parts(network, parts, first);
                for (const EdgeIndex e : starting->second)
                    network.transitions.push_back({Transition::Kind::vector, e, e, {}, others});
            }
            if (parts[first].role == VectorPart::Role::required) break;
        }
    }
}

// Every combination of initial locations is an initial state, and all of them are enumerated before the search begins.
void check_starts(Context& context) {
    constexpr std::uint64_t max_starts = 1'000'000;
    std::uint64_t starts = 1;
    for (const Process& process : context.network.processes) {
        starts *= process.also_initial.size() + 1;
        if (starts <= max_starts) continue;
        context.report(Code::system_too_large, process.span,
                       fmt::format("the system has more than {} initial states", max_starts),
                       "give fewer processes several initial locations");
        return;
    }
}

}  // namespace crowfly::compile
