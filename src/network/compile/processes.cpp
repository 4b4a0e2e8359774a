// Makes the processes of the system line: one per combination of values of free parameters, with arguments passed down
// to the template.
#include <utility>

#include <fmt/format.h>

#include "base/alarm.hpp"
#include "network/compile/build.hpp"
#include "network/compile/expressions.hpp"

namespace crowfly::compile {
namespace {

constexpr std::size_t max_processes = 100'000;

// A reference parameter is bound to the variable, clock or channel that is the argument.
std::optional<Binding> reference_binding(Context& context, const model::Symbol& parameter,
                                         const model::Expr& argument) {
    Body body;
    Frame frame;
    Expressions expressions(context, body, frame);
    const std::size_t errors = context.diagnostics->errors();
    if (argument.kind == model::Expr::Kind::symbol) {
        const Binding* passed = context.find(argument.symbol);
        if (passed != nullptr && (parameter.is_const || passed->kind != Binding::Kind::value)) return *passed;
    }
    const Place place = expressions.place(argument);
    if (context.diagnostics->errors() != errors) return std::nullopt;
    if (place.shape == nullptr || !place.fixed) {
        context.report(Code::not_computable, argument.span,
                       "which variable this is must be known before the model runs",
                       "index it with a constant or a value parameter");
        return std::nullopt;
    }
    switch (place.storage()) {
        case Storage::clocks: return Binding{Binding::Kind::clocks, place.at, place.shape};
        case Storage::channels: return Binding{Binding::Kind::channels, place.at, place.shape};
        default: return Binding{Binding::Kind::cells, place.at, place.shape};
    }
}

// An argument that cannot be computed for this process (`data[i]` with i out of range) is no error of the model, but an
// obstacle to queries about it.
std::optional<Binding> value_binding(Context& context, const Shape& shape, const model::Expr& argument) {
    std::vector<std::int32_t> cells;
    Diagnostics attempt;
    Diagnostics* outer = std::exchange(context.diagnostics, &attempt);
    const bool fine = evaluate_argument(context, shape, argument, cells);
    context.diagnostics = outer;
    if (!fine) {
        const Diagnostic& why = attempt.all().front();
        if (why.code == Code::not_computable) {
            outer->append(attempt);
            return std::nullopt;
        }
        const std::string process = context.network.processes[context.process].name;
        context.report(Code::argument_fault, why.span,
                       fmt::format("an argument of `{}` cannot be computed: {}", process, why.message));
        context.add_obstacle({Code::constant_fault,
                              fmt::format("an argument of `{}` cannot be computed: {}", process, why.message),
                              why.span});
        return Binding{Binding::Kind::unavailable, 0, &shape};
    }
    if (shape.is_number()) return Binding{Binding::Kind::value, cells[0], &shape};
    return Binding{Binding::Kind::cells, store_constants(context, cells), &shape};
}

// Binds the parameters of all partial instances, down to the template. Shapes are computed anew at each level, because
// the type of a parameter may depend on the parameters before it.
bool bind_arguments(Context& context, const model::Instance& instance) {
    if (instance.base == nullptr) return true;
    for (std::size_t i = 0; i < instance.arguments.size(); ++i) {
        const model::Symbol& parameter = *instance.base->parameters[i];
        const model::Expr& argument = *instance.arguments[i];
        const Shape* shape = shape_of(context, *parameter.type, parameter.is_const);
        if (shape == nullptr) return false;
        std::optional<Binding> binding;
        if (shape->storage == Storage::none) {
            binding = Binding{Binding::Kind::unavailable, 0, shape};
        } else if (parameter.by_reference || shape->storage != Storage::cells) {
            binding = reference_binding(context, parameter, argument);
            if (binding && binding->shape != nullptr && !same_layout(*binding->shape, *shape)) {
                context.report(Code::type_mismatch, argument.span,
                               fmt::format("the argument has another size than the parameter `{}`", parameter.name));
                return false;
            }
        } else {
            binding = value_binding(context, *shape, argument);
        }
        if (!binding) return false;
        context.per_process[context.process][&parameter] = *binding;
    }
    return bind_arguments(context, *instance.base);
}

std::string process_name(const model::Instance& instance, const std::vector<std::int32_t>& arguments) {
    return arguments.empty() ? instance.name : fmt::format("{}({})", instance.name, fmt::join(arguments, ","));
}

// Makes one process: its name, its parameters, its locations. Its variables follow once all processes are known.
void make_process(Context& context, const model::SystemEntry& entry, const std::vector<const Shape*>& shapes,
                  const std::vector<std::int32_t>& arguments) {
    Network& network = context.network;
    const model::Instance& instance = *entry.instance;
    const auto index = static_cast<ProcessIndex>(network.processes.size());
    Process process;
    process.name = process_name(instance, arguments);
    process.template_name = instance.of->name;
    process.arguments = arguments;
    process.slot = index;
    process.initial = instance.of->initial;
    process.also_initial = instance.of->also_initial;
    process.priority = entry.priority;
    process.span = entry.span;
    network.slots[index] = {process.name,
                            Slot::Kind::location,
                            false,
                            0,
                            static_cast<std::int32_t>(instance.of->locations.size()) - 1,
                            static_cast<std::int32_t>(instance.of->initial),
                            entry.span};
    network.processes.push_back(std::move(process));
    context.per_process.emplace_back();
    context.templates.push_back(instance.of);
    context.process_of[{&instance, arguments}] = index;
    context.enter_process(index);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        context.per_process[index][instance.parameters[i]] = {Binding::Kind::value, arguments[i], shapes[i]};
    }
    bind_arguments(context, instance);
    context.enter_process(no_process);
}

std::uint64_t combinations(const std::vector<const Shape*>& shapes) {
    std::uint64_t count = 1;
    for (const Shape* shape : shapes) {
        count *= static_cast<std::uint64_t>(shape->elements());
        if (count > max_processes) return max_processes + 1;
    }
    return count;
}

bool free_ranges(Context& context, const model::Instance& instance, std::vector<const Shape*>& shapes) {
    for (const model::Symbol* parameter : instance.parameters) {
        const Shape* shape = shape_of(context, *parameter->type);
        if (shape == nullptr) return false;
        shapes.push_back(shape);
    }
    return true;
}

// Every combination of values of the free parameters, the last one changing fastest.
void make_all(Context& context, const model::SystemEntry& entry) {
    std::vector<const Shape*> shapes;
    if (!free_ranges(context, *entry.instance, shapes)) return;
    std::vector<std::int32_t> arguments;
    for (const Shape* shape : shapes) arguments.push_back(shape->least);
    for (std::uint64_t n = combinations(shapes); n > 0; --n) {
        poll();
        make_process(context, entry, shapes, arguments);
        for (std::size_t i = arguments.size(); i-- > 0;) {
            if (arguments[i]++ < shapes[i]->greatest) break;
            arguments[i] = shapes[i]->least;
        }
    }
}

void note_changed(Context& context, const model::Expr& expr) {
    const auto root = [](const model::Expr* e) {
        while (!e->operands.empty() && (e->kind == model::Expr::Kind::index || e->kind == model::Expr::Kind::field))
            e = e->operands[0];
        return e->symbol;
    };
    if (expr.kind == model::Expr::Kind::assign || expr.kind == model::Expr::Kind::step) {
        context.changed_parameters.insert(root(expr.operands[0]));
    }
    if (expr.kind == model::Expr::Kind::call) {
        for (std::size_t i = 0; i < expr.operands.size() && i < expr.function->parameters.size(); ++i) {
            if (expr.function->parameters[i]->by_reference) context.changed_parameters.insert(root(expr.operands[i]));
        }
    }
    for (const model::Expr* operand : expr.operands) note_changed(context, *operand);
}

void note_changed(Context& context, const model::Statement& statement) {
    if (statement.expression != nullptr) note_changed(context, *statement.expression);
    for (const model::Expr* e : statement.first) note_changed(context, *e);
    for (const model::Expr* e : statement.step) note_changed(context, *e);
    for (const model::Statement* inner : statement.statements) note_changed(context, *inner);
}

}  // namespace

std::uint64_t count_processes(Context& context) {
    std::uint64_t count = 0;
    for (const model::SystemEntry& entry : context.model.system) {
        std::vector<const Shape*> shapes;
        if (!free_ranges(context, *entry.instance, shapes)) return 0;
        count += combinations(shapes);
        if (count <= max_processes) continue;
        context.report(Code::system_too_large, entry.span,
                       fmt::format("the system would have more than {} processes", max_processes));
        return 0;
    }
    return count;
}

void make_processes(Context& context) {
    for (const model::Template* t : context.model.templates) {
        for (const model::Edge& edge : t->edges) {
            for (const model::Expr* update : edge.updates) note_changed(context, *update);
        }
        for (const model::Function* f : t->functions) {
            if (f->body != nullptr) note_changed(context, *f->body);
        }
    }
    for (const model::SystemEntry& entry : context.model.system) make_all(context, entry);
}

}  // namespace crowfly::compile
