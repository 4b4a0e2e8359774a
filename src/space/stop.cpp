#include "space/stop.hpp"

#include <fmt/format.h>

namespace crowfly {
namespace {

// "the update of `Train(0): Safe -> Appr`"
std::string place(const Network& network, const Stop& stop) {
    const auto of_edge = [&](std::string_view part) {
        return fmt::format("the {} of `{}`", part, to_string(network, network.edges[stop.edge]));
    };
    switch (stop.part) {
        case Stop::Part::edge: return fmt::format("`{}`", to_string(network, network.edges[stop.edge]));
        case Stop::Part::guard: return of_edge("guard");
        case Stop::Part::synchronisation: return of_edge("synchronisation");
        case Stop::Part::update: return of_edge("update");
        case Stop::Part::invariant:
            return fmt::format("the invariant of `{}.{}`", network.processes[stop.process].name,
                               network.location(stop.process, stop.location).name);
        case Stop::Part::before_update: return "`before_update`";
        case Stop::Part::after_update: return "`after_update`";
        case Stop::Part::query: return "the query";
    }
    return "";
}

Span span_of(const Network& network, const Stop& stop) {
    if (!stop.fault.span.empty()) return stop.fault.span;
    if (stop.part == Stop::Part::invariant) return network.location(stop.process, stop.location).span;
    if (stop.part >= Stop::Part::before_update) return {};
    return network.edges[stop.edge].span;
}

std::string details_of(const Fault& fault) {
    switch (fault.kind) {
        case FaultKind::range:
            return fmt::format("{} is outside the range [{}, {}]", fault.value, fault.least, fault.greatest);
        case FaultKind::index:
            return fmt::format("there is no element {}, only [{}, {}]", fault.value, fault.least, fault.greatest);
        case FaultKind::shift:
        case FaultKind::negative_power:
        case FaultKind::negative_clock:
        case FaultKind::negative_cost:
        case FaultKind::clock_rate: return fmt::format("{} ({})", to_string(fault.kind), fault.value);
        default: return std::string{to_string(fault.kind)};
    }
}

// Why something is not supported: the edge or location has an obstacle, or the expression that failed is listed as one.
const Obstacle* find_obstacle(const Network& network, const Stop& stop) {
    if (stop.obstacle >= 0) return &network.obstacles[static_cast<std::size_t>(stop.obstacle)];
    for (const Obstacle& obstacle : network.obstacles) {
        if (!stop.fault.span.empty() && obstacle.span == stop.fault.span) return &obstacle;
    }
    return nullptr;
}

// "taken together: `A: a -> b`, `B: c -> d`", if several edges take part.
std::string companions(const Network& network, const Stop& stop) {
    if (stop.edges.size() < 2) return {};
    std::string text = "taken together: ";
    for (std::size_t i = 0; i < stop.edges.size(); ++i) {
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", to_string(network, network.edges[stop.edges[i]]));
    }
    return text;
}

}  // namespace

Diagnostic to_diagnostic(const Network& network, const Stop& stop) {
    Diagnostic diagnostic{Code::run_time_error, Severity::error, span_of(network, stop), {}, companions(network, stop)};
    if (stop.is_run_time_error()) {
        diagnostic.message = fmt::format("run-time error in {}: {}", place(network, stop), details_of(stop.fault));
    } else if (stop.kind == Stop::Kind::too_many_selects) {
        diagnostic.code = Code::system_too_large;
        diagnostic.message = fmt::format("the selects of `{}` have too many values to try them all",
                                         to_string(network, network.edges[stop.edge]));
        diagnostic.hint = "select from a smaller range";
    } else if (const Obstacle* obstacle = find_obstacle(network, stop)) {
        diagnostic.code = obstacle->code;
        diagnostic.message = fmt::format("{} cannot be handled: {}", place(network, stop), obstacle->reason);
        if (!obstacle->span.empty()) diagnostic.span = obstacle->span;
    } else {
        diagnostic.code = stop.fault.kind == FaultKind::clock_rate ? Code::clock_rate : Code::run_time_error;
        diagnostic.message = fmt::format("{} cannot be handled: {}", place(network, stop), details_of(stop.fault));
    }
    return diagnostic;
}

}  // namespace crowfly
