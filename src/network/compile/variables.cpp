// Allocates a slot, a clock, a channel or a constant value for every variable.
#include <fmt/format.h>

#include "network/compile/build.hpp"
#include "network/compile/expressions.hpp"

namespace crowfly::compile {
namespace {

std::string qualified(const Context& context, const model::Symbol& symbol) {
    if (context.process == no_process) return symbol.name;
    return context.network.processes[context.process].name + "." + symbol.name;
}

bool within_memory(Context& context, const Shape& shape, const model::Symbol& symbol) {
    context.cells += shape.cells;
    if (context.cells <= Context::max_memory) return true;
    if (context.cells - shape.cells <= Context::max_memory) {
        context.report(Code::system_too_large, symbol.span,
                       fmt::format("`{}` makes the system larger than {} cells", symbol.name, Context::max_memory),
                       "smaller arrays or fewer processes will do");
    }
    return false;
}

Slot::Kind slot_kind(const Shape& shape) {
    switch (shape.kind) {
        case Shape::Kind::boolean: return Slot::Kind::boolean;
        case Shape::Kind::scalar: return Slot::Kind::scalar;
        default: return Slot::Kind::integer;
    }
}

Binding allocate_slots(Context& context, const model::Symbol& symbol, const Shape& shape) {
    std::vector<std::int32_t> initial;
    std::optional<Obstacle> obstacle;
    evaluate_cells(context, shape, symbol, initial, &obstacle);
    if (obstacle) context.add_obstacle(*obstacle);
    const auto first = static_cast<std::int32_t>(context.network.slots.size());
    for_each_cell(
        shape, qualified(context, symbol), 0, [&](const Shape& number, std::uint32_t cell, const std::string& name) {
            context.network.slots.push_back(
                {name, slot_kind(number), symbol.is_meta, number.least, number.greatest, initial[cell], symbol.span});
            context.network.features.scalars |= number.kind == Shape::Kind::scalar;
        });
    return {Binding::Kind::cells, address(Region::state, first), &shape};
}

Binding allocate_clocks(Context& context, const model::Symbol& symbol, const Shape& shape) {
    std::int32_t initial = 0;
    if (symbol.initialiser && symbol.initialiser->value != nullptr) {
        std::optional<Obstacle> obstacle;
        initial = evaluate(context, *symbol.initialiser->value, obstacle).value_or(0);
        if (obstacle) context.add_obstacle(*obstacle);
        if (initial < 0)
            context.report(Code::value_out_of_range, symbol.initialiser->span, "a clock cannot start below 0");
    }
    const auto first = static_cast<std::int32_t>(context.network.clocks.size());
    for_each_cell(shape, qualified(context, symbol), 0, [&](const Shape&, std::uint32_t, const std::string& name) {
        context.network.clocks.push_back({name, initial, symbol.span});
    });
    return {Binding::Kind::clocks, first, &shape};
}

Binding allocate_channels(Context& context, const model::Symbol& symbol, const Shape& shape) {
    const auto first = static_cast<std::int32_t>(context.network.channels.size());
    for_each_cell(
        shape, qualified(context, symbol), 0, [&](const Shape& channel, std::uint32_t, const std::string& name) {
            context.network.channels.push_back({name, channel.type->broadcast, channel.type->urgent, 0, symbol.span});
        });
    return {Binding::Kind::channels, first, &shape};
}

Binding constant_binding(Context& context, const model::Symbol& symbol, const Shape& shape) {
    std::vector<std::int32_t> cells;
    if (!evaluate_cells(context, shape, symbol, cells)) return {Binding::Kind::unavailable, 0, &shape};
    if (shape.is_number()) return {Binding::Kind::value, cells[0], &shape};
    return {Binding::Kind::cells, store_constants(context, cells), &shape};
}

Bindings& scope(Context& context) {
    return context.process == no_process ? context.globals : context.per_process[context.process];
}

void bind_constants(Context& context, const std::vector<const model::Symbol*>& symbols) {
    for (const model::Symbol* symbol : symbols) {
        if (!symbol->is_const) continue;
        const Shape* shape = shape_of(context, *symbol->type, true);
        if (shape == nullptr || shape->storage != Storage::cells) {
            scope(context)[symbol] = {Binding::Kind::unavailable, 0, shape};
        } else if (within_memory(context, *shape, *symbol)) {
            scope(context)[symbol] = constant_binding(context, *symbol, *shape);
        }
    }
}

void allocate(Context& context, const model::Symbol& symbol, const Shape& shape) {
    if (!within_memory(context, shape, symbol)) return;
    Binding binding{Binding::Kind::unavailable, 0, &shape};
    switch (shape.storage) {
        case Storage::cells: binding = allocate_slots(context, symbol, shape); break;
        case Storage::clocks: binding = allocate_clocks(context, symbol, shape); break;
        case Storage::channels: binding = allocate_channels(context, symbol, shape); break;
        case Storage::none: break;
    }
    scope(context)[&symbol] = binding;
}

// The cost is no clock: it constrains nothing.
bool is_cost(const Context& context, const model::Symbol& symbol) {
    return context.model.prices && context.model.prices->cost == &symbol;
}

void allocate_all(Context& context, const std::vector<const model::Symbol*>& symbols, bool meta) {
    for (const model::Symbol* symbol : symbols) {
        if (symbol->is_const || symbol->is_meta != meta || is_cost(context, *symbol)) continue;
        if (const Shape* shape = shape_of(context, *symbol->type)) allocate(context, *symbol, *shape);
    }
}

// A value parameter that the template changes is a variable of the process. Any other one is a constant, which UPPAAL's
// traces still list among the variables.
void allocate_parameter(Context& context, const model::Symbol& parameter) {
    Binding& binding = scope(context)[&parameter];
    std::vector<Parameter>& parameters = context.network.processes[context.process].parameters;
    const std::string name = qualified(context, parameter);
    if (binding.kind == Binding::Kind::value) {
        parameters.push_back({name, binding.at});
        if (!context.changed_parameters.contains(&parameter)) return;
        const auto slot = static_cast<std::uint32_t>(context.network.slots.size());
        parameters.back().slot = slot;
        context.network.slots.push_back({name, slot_kind(*binding.shape), false, binding.shape->least,
                                         binding.shape->greatest, binding.at, parameter.span});
        binding = {Binding::Kind::cells, address(Region::state, static_cast<std::int32_t>(slot)), binding.shape};
    } else if (binding.kind == Binding::Kind::cells && region_of(binding.at) == Region::constants) {
        for_each_cell(*binding.shape, name, 0, [&](const Shape&, std::uint32_t cell, const std::string& cell_name) {
            const auto at = static_cast<std::size_t>(cell_of(binding.at)) + cell;
            parameters.push_back({cell_name, context.network.code.constants[at]});
        });
    }
}

}  // namespace

void bind_global_constants(Context& context) { bind_constants(context, context.model.variables); }

void allocate_global_variables(Context& context) { allocate_all(context, context.model.variables, false); }

void bind_process_constants(Context& context, const model::Template& of) { bind_constants(context, of.variables); }

void allocate_process_variables(Context& context, const model::Template& of) {
    Run& variables = context.network.processes[context.process].variables;
    variables.first = static_cast<std::uint32_t>(context.network.slots.size());
    for (const model::Symbol* parameter : of.parameters) {
        if (!parameter->is_const && !parameter->by_reference) allocate_parameter(context, *parameter);
    }
    allocate_all(context, of.variables, false);
    variables.count = static_cast<std::uint32_t>(context.network.slots.size()) - variables.first;
}

void allocate_meta_variables(Context& context) {
    context.network.state_slots = static_cast<std::uint32_t>(context.network.slots.size());
    context.enter_process(no_process);
    allocate_all(context, context.model.variables, true);
    for (ProcessIndex p = 0; p < context.network.processes.size(); ++p) {
        context.enter_process(p);
        allocate_all(context, context.templates[p]->variables, true);
    }
    context.enter_process(no_process);
    context.network.features.meta_variables = context.network.slots.size() != context.network.state_slots;
}

}  // namespace crowfly::compile
