#include "network/symmetry/automorphism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/sort_out.hpp"

namespace crowfly::symmetry {

constexpr std::uint64_t effort_per_form = 1'000;  // of an edge or a location after an exchange

Automorphisms::Automorphisms(Pieces& pieces, const Places& places, const Sorts& sorts, const Formulas& formulas)
    : pieces_(pieces), places_(places), sorts_(sorts), formulas_(formulas), commutation_(pieces),
      identity_(pieces.network(), places, sorts) {
    Forms forms(pieces_, places_, sorts_, identity_, table_);
    try {
        for (LocationIndex l = 0; l < pieces_.network().locations.size(); ++l)
            locations_.push_back(forms.of_location(l));
        for (EdgeIndex e = 0; e < pieces_.network().edges.size(); ++e) edges_.push_back(forms.of_any_edge(e));
        network_ = forms.of_network();
        for (const Formula* formula : formulas_) asked_.push_back(forms.of(*formula));
    } catch (const NotSymmetric& reason) {
        not_understood_ = reason.why;
    }
    sorted_edges_ = edges_;
    std::ranges::sort(sorted_edges_);
}

std::string Automorphisms::why_not(const Element& first, const Element& second) {
    if (!not_understood_.empty()) return not_understood_;
    const Network& network = pieces_.network();
    const std::string why = why_not(Exchange(network, places_, sorts_, first, second));
    if (why.empty()) return "";
    const bool computed =
        std::ranges::any_of(first.processes, [&](const auto& process) { return sorts_.computes_with(process.first); });
    return fmt::format("{} and {}: {}{}", first.name(network), second.name(network), why,
                       computed ? "; something they differ in is used as a number" : "");
}

std::string Automorphisms::why_not(const Exchange& exchange) {
    if (!exchange.is_possible()) return "an array has a cell for only one of them";
    Forms forms(pieces_, places_, sorts_, exchange, table_);
    try {
        check_cells(exchange);
        check_moved(exchange, forms);
        check_locations(exchange, forms);
        check_edges(exchange, forms);
        if (forms.of_network() != network_) return "the actions before or after updates distinguish them";
        check_order(exchange);
        for (std::size_t f = 0; f < formulas_.size(); ++f) {
            if (forms.of(*formulas_[f]) != asked_[f]) return "the query tells them apart";
        }
    } catch (const NotSymmetric& reason) {
        return reason.why;
    }
    return "";
}

void Automorphisms::check_cells(const Exchange& exchange) const {
    const Network& network = pieces_.network();
    for (std::uint32_t s = 0; s < network.slots.size(); ++s) {
        const Slot& slot = network.slots[s];
        const Slot& other = network.slots[exchange.slot(s)];
        const Sort sort = sorts_.of_values(places_.slots.cell(s).family);
        const auto is_inside = [&](std::int32_t v) { return v >= slot.least && v <= slot.greatest; };
        if (slot.least != other.least || slot.greatest != other.greatest || slot.meta != other.meta ||
            !exchange.is_alike(sort, is_inside))
            throw NotSymmetric{fmt::format("`{}` has a range that tells them apart", slot.name)};
    }
    for (std::uint32_t c = 0; c < network.channels.size(); ++c) {
        const Channel& channel = network.channels[c];
        const Channel& other = network.channels[exchange.channel(c)];
        if (channel.broadcast != other.broadcast || channel.urgent != other.urgent ||
            channel.priority != other.priority || channel.event != other.event)
            throw NotSymmetric{fmt::format("`{}` and `{}` are different channels", channel.name, other.name)};
    }
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        if (network.processes[p].priority != network.processes[exchange.process(p)].priority)
            throw NotSymmetric{"their priorities differ"};
    }
}

// Most processes that cannot change places differ themselves: looking at them first spares going through the network
// for each pair of a hundred processes.
void Automorphisms::check_moved(const Exchange& exchange, Forms& forms) {
    const Network& network = pieces_.network();
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) {
        if (exchange.process(p) == p) continue;
        check_locations(p, exchange, forms);
        const auto edges = network.processes[p].edges;
        for (EdgeIndex e = edges.first; e < edges.first + edges.count; ++e) changed_edge(e, exchange, forms);
    }
}

void Automorphisms::check_locations(const Exchange& exchange, Forms& forms) {
    for (ProcessIndex p = 0; p < pieces_.network().processes.size(); ++p) check_locations(p, exchange, forms);
}

void Automorphisms::check_locations(ProcessIndex p, const Exchange& exchange, Forms& forms) {
    poll();
    count_effort(effort_per_form * pieces_.network().processes[p].locations.count);
    const Network& network = pieces_.network();
    const Process& process = network.processes[p];
    const Process& other = network.processes[exchange.process(p)];
    if (process.locations.count != other.locations.count) throw NotSymmetric{"they have different locations"};
    for (std::uint32_t l = 0; l < process.locations.count; ++l) {
        if (forms.of_location(process.locations.first + l) != locations_[other.locations.first + l])
            throw NotSymmetric{
                fmt::format("location {} of {} tells them apart", network.location(p, l).name, process.name)};
    }
}

// The form of an edge after the exchange, which is that of some edge before it.
Form Automorphisms::changed_edge(EdgeIndex e, const Exchange& exchange, Forms& forms) {
    poll();
    count_effort(effort_per_form);
    const Network& network = pieces_.network();
    const Edge& edge = network.edges[e];
    Form changed = 0;
    try {
        changed = forms.of_any_edge(e);
    } catch (const NotSymmetric& reason) {
        throw NotSymmetric{fmt::format("{} (edge {})", reason.why, to_string(network, edge))};
    }
    const bool is_moved = exchange.process(edge.process) != edge.process;
    if (!std::ranges::binary_search(sorted_edges_, changed))
        throw NotSymmetric{
            fmt::format("edge {} {}", to_string(network, edge), is_moved ? "has no counterpart" : "tells them apart")};
    return changed;
}

void Automorphisms::check_edges(const Exchange& exchange, Forms& forms) {
    std::vector<Form> changed;
    for (EdgeIndex e = 0; e < pieces_.network().edges.size(); ++e) changed.push_back(changed_edge(e, exchange, forms));
    std::ranges::sort(changed);
    if (changed != sorted_edges_) throw NotSymmetric{"they have different edges"};
}

namespace {

bool interfere(const Footprint& a, const Footprint& b) {
    const auto disturbs = [](const Footprint& x, const Footprint& y) {
        return x.writes.intersects(y.reads) || x.writes.intersects(y.writes) ||
               x.clock_writes.intersects(y.clock_reads) || x.clock_writes.intersects(y.clock_writes);
    };
    return disturbs(a, b) || disturbs(b, a);
}

// The processes and what they may do together.
using Together = std::map<ProcessIndex, Footprint>;

// `commute`: whether two that touch the same variables may nevertheless act in either order.
template <class Commute>
void check_pairs(const Network& network, const Together& together, const Exchange& exchange, const Commute& commute) {
    for (auto a = together.begin(); a != together.end(); ++a) {
        for (auto b = std::next(a); b != together.end(); ++b) {
            const bool moves = exchange.process(a->first) != a->first || exchange.process(b->first) != b->first;
            if (moves && interfere(a->second, b->second) && !commute(a->first, b->first))
                throw NotSymmetric{fmt::format("when {} and {} act together their order matters",
                                               network.processes[a->first].name, network.processes[b->first].name)};
        }
    }
}

}  // namespace

// Receivers of a broadcast, and the parts of a vector, act one after the other in the order of the system.
void Automorphisms::check_order(const Exchange& exchange) {
    if (pieces_.network().features.broadcast) check_broadcasts(exchange);
    check_vectors(exchange);
}

void Automorphisms::check_broadcasts(const Exchange& exchange) {
    const Network& network = pieces_.network();
    std::map<ChannelIndex, Together> receivers;
    for (const Edge& edge : network.edges) {
        if (edge.sync != Sync::receive || !network.channels[edge.channel].broadcast) continue;
        for (std::uint32_t c = 0; c < edge.channels; ++c) receivers[edge.channel + c][edge.process].add(edge.footprint);
    }
    for (const auto& entry : receivers) {
        check_pairs(network, entry.second, exchange, [&](ProcessIndex first, ProcessIndex second) {
            return commutation_.commute(entry.first, first, second);
        });
    }
}

// Of a vector whose parts are all required the order of writing does not matter, if that of acting does not.
std::vector<std::int32_t> Automorphisms::parts_of(const Transition& transition, const Exchange& exchange) const {
    const Network& network = pieces_.network();
    std::vector<std::array<std::int32_t, 3>> parts;
    const auto add = [&](ProcessIndex process, ChannelIndex event, VectorPart::Role role) {
        parts.push_back({static_cast<std::int32_t>(exchange.process(process)),
                         static_cast<std::int32_t>(exchange.channel(event)), static_cast<std::int32_t>(role)});
    };
    const Edge& edge = network.edges[transition.edge];
    add(edge.process, edge.channel, VectorPart::Role::required);
    for (const VectorPart& part : transition.parts.of(network.parts)) add(part.process, part.event, part.role);
    std::ranges::sort(parts);
    std::vector<std::int32_t> flat;
    for (const auto& part : parts) flat.insert(flat.end(), part.begin(), part.end());
    return flat;
}

void Automorphisms::check_vectors(const Exchange& exchange) const {
    const Network& network = pieces_.network();
    std::vector<std::vector<std::int32_t>> before, after;
    for (const Transition& transition : network.transitions) {
        if (transition.kind != Transition::Kind::vector) continue;
        poll();
        before.push_back(parts_of(transition, identity_));
        after.push_back(parts_of(transition, exchange));
        if (before.back() == after.back() && transition.parts.count == 0) continue;
        Together together;
        const Edge& first = network.edges[transition.edge];
        bool is_moved = exchange.process(first.process) != first.process;
        together[first.process].add(first.footprint);
        bool all_required = true;
        for (const VectorPart& part : transition.parts.of(network.parts)) {
            is_moved |= exchange.process(part.process) != part.process;
            all_required &= part.role == VectorPart::Role::required;
            for (const Edge& edge : network.processes[part.process].edges.of(network.edges)) {
                if (edge.sync == Sync::join && edge.channel == part.event) together[part.process].add(edge.footprint);
            }
        }
        if (!is_moved) continue;
        if (!all_required) throw NotSymmetric{"they may but need not take part in a synchronisation"};
        check_pairs(network, together, exchange, [](ProcessIndex, ProcessIndex) { return false; });
    }
    const auto is_there = [](std::vector<std::vector<std::int32_t>>& list) { sort_out(list); };
    is_there(before);
    is_there(after);
    if (before != after) throw NotSymmetric{"a synchronisation tells them apart"};
}

}  // namespace crowfly::symmetry
