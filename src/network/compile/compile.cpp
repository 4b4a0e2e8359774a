#include "network/compile/compile.hpp"

#include <fmt/format.h>

#include "base/alarm.hpp"
#include "network/compile/build.hpp"

namespace crowfly {

namespace {

// UPPAAL Cora knows two meta variables by their names.
void note_estimates(Network& network) {
    if (!network.prices) return;
    for (std::uint32_t i = network.state_slots; i < network.slots.size(); ++i) {
        if (network.slots[i].name == "remaining") network.prices->remaining = i;
        if (network.slots[i].name == "heur") network.prices->heur = i;
    }
}

void build(compile::Context& context) {
    const model::Model& model = context.model;
    Network& network = context.network;
    network.clocks.push_back({"0", 0, {}});
    network.faults_disable = model.faults_disable;
    if (model.prices) network.prices.emplace().otherwise = model.prices->rate;
    context.global_functions.insert(model.functions.begin(), model.functions.end());
    for (const model::Obstacle& o : model.obstacles) context.add_obstacle({o.code, o.reason, o.span});

    compile::bind_global_constants(context);
    // Arguments of processes may be variables, clocks and channels, which therefore need their places first. Location
    // slots still come first in the state, so the processes are counted before anything is placed.
    const std::uint64_t count = compile::count_processes(context);
    if (context.diagnostics->has_errors()) return;
    for (std::uint64_t p = 0; p < count; ++p) network.slots.push_back({"", Slot::Kind::location, false, 0, 0, 0, {}});
    compile::allocate_global_variables(context);
    compile::make_processes(context);
    context.select_cells.resize(network.processes.size());
    for (ProcessIndex p = 0; p < network.processes.size() && !context.diagnostics->has_errors(); ++p) {
        poll();
        context.enter_process(p);
        compile::bind_process_constants(context, *context.templates[p]);
        compile::allocate_process_variables(context, *context.templates[p]);
    }
    compile::allocate_meta_variables(context);
    for (ProcessIndex p = 0; p < network.processes.size() && !context.diagnostics->has_errors(); ++p) {
        compile::compile_process(context, p, *context.templates[p]);
    }
    if (context.diagnostics->has_errors()) return;
    compile::compile_global_updates(context);
    compile::compile_weights(context);
    compile::set_channel_priorities(context);
    compile::enumerate_transitions(context);
    compile::enumerate_vectors(context);
    compile::check_starts(context);
    compile::note_features(network);
    note_estimates(network);
    compile::tighten_bounds(network);
    compile::compute_clock_bounds(network);
}

}  // namespace

Compiler::Compiler(const model::Model& model, Diagnostics& diagnostics)
    : context_(std::make_shared<compile::Context>(model, diagnostics)) {
    build(*context_);
}

Compiler::~Compiler() = default;

const Network& Compiler::network() const { return context_->network; }

std::shared_ptr<const Network> Compiler::shared_network() const { return {context_, &context_->network}; }

void Footprint::add(const Footprint& other) {
    reads.add(other.reads);
    writes.add(other.writes);
    clock_reads.add(other.clock_reads);
    clock_writes.add(other.clock_writes);
    clock_resets.add(other.clock_resets);
    certain_writes.add(other.certain_writes);
}

std::string to_string(const Network& network, const Edge& edge) {
    if (!edge.name.empty()) return edge.name;
    return fmt::format("{}: {} -> {}", network.processes[edge.process].name,
                       network.location(edge.process, edge.source).name,
                       network.location(edge.process, edge.target).name);
}

}  // namespace crowfly
