// Locations and edges of one process.
#include <fmt/format.h>
#include <algorithm>

#include "base/alarm.hpp"
#include "network/compile/build.hpp"
#include "network/compile/conditions.hpp"

namespace crowfly::compile {
namespace {

constexpr std::size_t max_edges = 20'000'000;

void compile_location(Context& context, const model::Location& source) {
    poll();
    Location location;
    location.name = source.name;
    location.urgent = source.urgent;
    location.committed = source.committed;
    location.labels = source.labels;
    location.span = source.span;
    const Condition invariant = compile_condition(context, source.invariant);
    location.invariant = {invariant.discrete, invariant.constraints, invariant.rates, invariant.footprint};
    location.invariant.prices = invariant.prices;
    if (source.invariant != nullptr) location.invariant.span = source.invariant->span;
    if (invariant.obstacle) location.obstacle = context.add_obstacle(*invariant.obstacle);
    context.network.locations.push_back(std::move(location));
}

void note_obstacle(Context& context, Edge& edge, const std::optional<Obstacle>& obstacle) {
    if (obstacle && edge.obstacle < 0) edge.obstacle = context.add_obstacle(*obstacle);
}

// Select values are stored in local cells per process, since several processes can fire together.
bool compile_selects(Context& context, const std::vector<const model::Symbol*>& selects, Edge& edge) {
    Network& network = context.network;
    edge.selects.first = static_cast<std::uint32_t>(network.selects.size());
    std::vector<std::uint32_t>& cells = context.select_cells[edge.process];
    for (std::size_t i = 0; i < selects.size(); ++i) {
        const model::Symbol& symbol = *selects[i];
        const Shape* range = shape_of(context, *symbol.type);
        if (range == nullptr) return false;
        if (cells.size() <= i) cells.push_back(network.code.locals++);
        network.selects.push_back({symbol.name, cells[i], range->least, range->greatest});
        ++edge.selects.count;
        context.locals[&symbol] = {Binding::Kind::cells, address(Region::locals, static_cast<std::int32_t>(cells[i])),
                                   range};
    }
    return true;
}

void compile_guard(Context& context, const model::Edge& source, Edge& edge) {
    const Condition guard = compile_condition(context, source.guard);
    edge.guard = guard.discrete;
    edge.constraints = guard.constraints;
    edge.footprint.add(guard.footprint);
    note_obstacle(context, edge, guard.obstacle);
    edge.guard_clauses.first = static_cast<std::uint32_t>(context.network.clauses.size());
    if (source.guard != nullptr && !guard.obstacle) compile_clauses(context, *source.guard, guard);
    edge.guard_clauses.count = static_cast<std::uint32_t>(context.network.clauses.size()) - edge.guard_clauses.first;
}

void compile_sync(Context& context, const model::Edge& source, Edge& edge) {
    if (source.sync == model::Sync::none) return;
    edge.sync = source.sync == model::Sync::send   ? Sync::send
                : source.sync == model::Sync::join ? Sync::join
                                                   : Sync::receive;
    Body body;
    context.scratch.restart();
    Expressions expressions(context, body, context.scratch);
    const Place channel = expressions.place(*source.channel);
    note_obstacle(context, edge, body.obstacle());
    if (channel.shape == nullptr || channel.storage() != Storage::channels) {
        edge.sync = Sync::none;  // reported before, or an obstacle: there is no channel
        return;
    }
    edge.channel = static_cast<ChannelIndex>(channel.fixed ? channel.at : channel.base);
    edge.channels = channel.fixed ? 1 : channel.extent;
    edge.footprint.add(body.footprint);
    edge.channel_reads = body.footprint.reads;
    if (!channel.fixed) edge.channel_program = body.install(context.network.code);
}

using Updates = std::vector<const model::Expr*>;

Program compile_updates(Context& context, const Updates& updates, Footprint& footprint,
                        std::optional<Obstacle>& obstacle) {
    Body body;
    context.scratch.restart();
    Expressions expressions(context, body, context.scratch);
    for (const model::Expr* update : updates) expressions.effect(*update);
    obstacle = body.obstacle();
    footprint = body.footprint;
    return body.install(context.network.code);
}

// The update as one program, and one clause per assignment.
void compile_update(Context& context, const Updates& updates, Edge& edge) {
    std::vector<Clause>& clauses = context.network.clauses;
    std::optional<Obstacle> obstacle;
    Footprint whole;
    edge.update = compile_updates(context, updates, whole, obstacle);
    note_obstacle(context, edge, obstacle);
    edge.footprint.add(whole);
    edge.update_clauses = {static_cast<std::uint32_t>(clauses.size()), static_cast<std::uint32_t>(updates.size())};
    if (updates.size() == 1) {
        clauses.push_back({edge.update, whole});
        return;
    }
    for (const model::Expr* update : updates) {
        Clause clause;
        clause.program = compile_updates(context, {update}, clause.footprint, obstacle);
        clauses.push_back(std::move(clause));
    }
}

// An arrow into a branchpoint and one out of it make one edge; any other arrow is an edge of its own.
void compile_edge(Context& context, ProcessIndex process, const model::Edge& source, const model::Edge* branch,
                  std::int32_t branch_number) {
    poll();
    Edge edge;
    edge.process = process;
    edge.source = source.source;
    edge.target = branch != nullptr ? branch->target : source.target;
    edge.branch = branch_number;
    edge.controllable = source.controllable;
    edge.span = source.span;
    edge.guard_span = source.guard_span;
    // The synchronisation may be on either arrow.
    const bool synchronises_later = branch != nullptr && source.sync == model::Sync::none;
    edge.sync_span = synchronises_later ? branch->sync_span : source.sync_span;
    edge.update_span = source.update_span;
    if (branch != nullptr) edge.branch_spans.push_back(branch->span);
    std::vector<const model::Symbol*> selects = source.selects;
    if (branch != nullptr) selects.insert(selects.end(), branch->selects.begin(), branch->selects.end());
    if (compile_selects(context, selects, edge)) {
        compile_guard(context, source, edge);
        compile_sync(context, synchronises_later ? *branch : source, edge);
        edge.enabling = edge.footprint;
        Updates updates = source.updates;
        if (branch != nullptr) updates.insert(updates.end(), branch->updates.begin(), branch->updates.end());
        compile_update(context, updates, edge);
    }
    for (const model::Symbol* symbol : selects) context.locals.erase(symbol);
    edge.footprint.reads.add(process);
    if (edge.target != edge.source) edge.footprint.writes.add(process);
    context.network.edges.push_back(std::move(edge));
}

// The arrows from each branchpoint to a location. Branchpoints are numbered after the locations.
std::vector<std::vector<const model::Edge*>> by_branchpoint(const model::Template& of) {
    std::vector<std::vector<const model::Edge*>> branches;
    const std::size_t locations = of.locations.size();
    for (const model::Edge& edge : of.edges) {
        const std::size_t needed = std::max(edge.source, edge.target) + std::size_t{1};
        if (needed > locations && branches.size() < needed - locations) branches.resize(needed - locations);
        if (edge.source >= locations && edge.target < locations) branches[edge.source - locations].push_back(&edge);
    }
    return branches;
}

void compile_edges(Context& context, ProcessIndex process, const model::Template& of) {
    const auto locations = static_cast<std::uint32_t>(of.locations.size());
    const auto number = [&](const model::Edge& edge) { return static_cast<std::uint32_t>(&edge - of.edges.data()); };
    const std::vector<std::vector<const model::Edge*>> branches = by_branchpoint(of);
    std::int32_t branch_number = 0;
    for (const model::Edge& edge : of.edges) {
        if (edge.source >= locations) continue;  // from a branchpoint: compiled with the arrows that lead there
        if (edge.target < locations) {
            compile_edge(context, process, edge, nullptr, -1);
            context.network.edges.back().arrow = number(edge);
            continue;
        }
        context.network.features.branchpoints = true;
        for (const model::Edge* branch : branches[edge.target - locations]) {
            compile_edge(context, process, edge, branch, branch_number);
            context.network.edges.back().arrow = number(edge);
            context.network.edges.back().branch_arrow = static_cast<std::int32_t>(number(*branch));
        }
        ++branch_number;
    }
}

}  // namespace

// Sorts the edges by source location, keeping the order in which they were written.
void index_by_source(Network& network, const Process& process) {
    const auto begin = network.edges.begin() + process.edges.first;
    std::stable_sort(begin, network.edges.end(), [](const Edge& a, const Edge& b) { return a.source < b.source; });
    for (std::uint32_t e = process.edges.first; e < network.edges.size(); ++e) {
        Run& leaving = network.locations[process.locations.first + network.edges[e].source].edges;
        if (leaving.count == 0) leaving.first = e;
        ++leaving.count;
    }
}

void compile_process(Context& context, ProcessIndex index, const model::Template& of) {
    Network& network = context.network;
    context.enter_process(index);
    Process& process = network.processes[index];
    process.locations.first = static_cast<std::uint32_t>(network.locations.size());
    process.locations.count = static_cast<std::uint32_t>(of.locations.size());
    for (const model::Location& location : of.locations) compile_location(context, location);
    process.edges.first = static_cast<std::uint32_t>(network.edges.size());
    if (network.edges.size() + of.edges.size() > max_edges) {
        context.report(Code::system_too_large, of.span,
                       fmt::format("the system would have more than {} edges", max_edges));
        return;
    }
    compile_edges(context, index, of);
    process.edges.count = static_cast<std::uint32_t>(network.edges.size()) - process.edges.first;
    index_by_source(network, process);
    context.enter_process(no_process);
}

void compile_global_updates(Context& context) {
    Network& network = context.network;
    const auto compile = [&](const Updates& updates) {
        std::optional<Obstacle> obstacle;
        Footprint footprint;
        const Program program = compile_updates(context, updates, footprint, obstacle);
        if (obstacle) context.add_obstacle(*obstacle);
        network.update_footprint.add(footprint);
        return program;
    };
    network.before_update = compile(context.model.before_update);
    network.after_update = compile(context.model.after_update);
    for (const model::ProgressMeasure& progress : context.model.progress) {
        if (progress.measure == nullptr) continue;
        Body body;
        Expressions expressions(context, body, context.scratch);
        expressions.value(*progress.measure);
        const Interval range = expressions.interval(*progress.measure);
        network.progress.push_back({body.install(network.code), static_cast<std::int32_t>(range.least),
                                    static_cast<std::int32_t>(range.greatest)});
    }
    network.features.progress_measures = !network.progress.empty();
}

}  // namespace crowfly::compile
