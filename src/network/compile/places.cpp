// Places of variables, elements, fields and members of processes. Every access is added to the footprint here.
#include <fmt/format.h>

#include "network/compile/expressions.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

namespace {

Place at_binding(const Binding& binding) { return {binding.shape, true, binding.at, binding.at, binding.shape->cells}; }

std::string why_unavailable(const Binding& binding, const std::string& name) {
    if (binding.shape != nullptr && binding.shape->is_aggregate()) {
        return fmt::format("`{}` mixes channels with values or holds floating-point numbers, which is not supported",
                           name);
    }
    return fmt::format("`{}` is not an integer; only integers, clocks and channels are supported", name);
}

bool in_state(const Place& place) {
    return place.storage() == Storage::cells && region_of(place.base) == Region::state;
}

}  // namespace

void Expressions::read(const Place& place, Span span) {
    if (place.shape == nullptr || place.extent == 0) return;
    const std::int32_t first = place.fixed ? place.at : place.base;
    const std::uint32_t count = place.fixed ? place.shape->cells : place.extent;
    if (place.storage() == Storage::clocks) {
        body_.footprint.clock_reads.add(static_cast<std::uint32_t>(first), count);
    } else if (in_state(place)) {
        if (body_.is_constant()) {
            context_.report(Code::not_computable, span, "this value must be computable before the model runs",
                            "only constants and value parameters can be used here");
        }
        body_.footprint.reads.add(static_cast<std::uint32_t>(cell_of(first)), count);
    }
}

void Expressions::written(const Place& place, Span span) {
    if (place.shape == nullptr || place.extent == 0) return;
    const std::int32_t first = place.fixed ? place.at : place.base;
    const std::uint32_t count = place.fixed ? place.shape->cells : place.extent;
    if (place.storage() == Storage::clocks) {
        body_.footprint.clock_writes.add(static_cast<std::uint32_t>(first), count);
        if (place.fixed && body_.certain()) body_.footprint.clock_resets.add(static_cast<std::uint32_t>(first), count);
    } else if (in_state(place)) {
        if (body_.is_constant()) {
            context_.report(Code::not_computable, span, "a variable cannot be changed before the model runs");
        }
        body_.footprint.writes.add(static_cast<std::uint32_t>(cell_of(first)), count);
        if (place.fixed && body_.certain())
            body_.footprint.certain_writes.add(static_cast<std::uint32_t>(cell_of(first)), count);
    }
}

Place Expressions::symbol_place(const model::Expr& expr, const Binding* binding) {
    if (binding == nullptr) {
        context_.report(Code::not_computable, expr.span,
                        fmt::format("`{}` has no value before the model runs", expr.symbol->name));
        return {};
    }
    switch (binding->kind) {
        case Binding::Kind::cells:
        case Binding::Kind::clocks:
        case Binding::Kind::channels: return at_binding(*binding);
        case Binding::Kind::reference:
            body_.emit(OpCode::load_local, expr.span, binding->at);
            return {binding->shape, false, 0, 0, 0};
        case Binding::Kind::unavailable:
            body_.block(Code::real_numbers, why_unavailable(*binding, expr.symbol->name), expr.span);
            return {};
        case Binding::Kind::value: break;
    }
    context_.report(Code::not_assignable, expr.span, fmt::format("`{}` is a value, not a variable", expr.symbol->name));
    return {};
}

Place Expressions::index_place(const model::Expr& expr) {
    const model::Expr& index = *expr.operands[1];
    Place array = place(*expr.operands[0]);
    if (array.shape == nullptr) return {};
    const Shape& shape = *array.shape;
    if (const auto known = constant(index)) {
        // A constant index outside the array is a fault when it is evaluated, not an error of compilation.
        if (*known >= shape.least && *known <= shape.greatest) {
            const std::int32_t offset = (*known - shape.least) * static_cast<std::int32_t>(shape.element->cells);
            if (array.fixed) {
                const std::int32_t at = array.at + offset;
                return {shape.element, true, at, at, shape.element->cells};
            }
            body_.emit(OpCode::offset, expr.span, offset);
            return {shape.element, false, 0, array.base, array.extent};
        }
    }
    push_place(array, expr.span);
    value(index);
    body_.emit(OpCode::index, index.span, shape.least, static_cast<std::int32_t>(shape.elements()),
               static_cast<std::int32_t>(shape.element->cells));
    return {shape.element, false, 0, array.base, array.extent};
}

Place Expressions::field_place(const model::Expr& expr) {
    Place record = place(*expr.operands[0]);
    if (record.shape == nullptr) return {};
    const Shape* field = record.shape->fields[expr.number];
    const auto offset = static_cast<std::int32_t>(record.shape->offsets[expr.number]);
    if (record.fixed) return {field, true, record.at + offset, record.at + offset, field->cells};
    if (offset != 0) body_.emit(OpCode::offset, expr.span, offset);
    return {field, false, 0, record.base, record.extent};
}

Place Expressions::place(const model::Expr& expr) {
    switch (expr.kind) {
        case Kind::symbol: return symbol_place(expr, context_.find(expr.symbol));
        case Kind::member: {
            const auto process = find_process(*this, expr);
            if (!process) return {};
            return symbol_place(expr, context_.find_in(*process, expr.symbol));
        }
        case Kind::index: return index_place(expr);
        case Kind::field: return field_place(expr);
        case Kind::unsupported:
            unsupported(expr);
            body_.emit(OpCode::pop, expr.span);
            return {};
        case Kind::assign: effect(expr); return place(*expr.operands[0]);
        case Kind::step:
            if (expr.prefix) {
                effect(expr);
                return place(*expr.operands[0]);
            }
            break;
        case Kind::conditional:
        case Kind::call: {
            const Shape* result = shape(expr);
            if (result == nullptr) return {};
            if (result->is_aggregate()) {
                aggregate(expr);
            } else {
                conditional(expr, true);  // `(p ? i : j) = 3`: the branches leave places
            }
            return {result, false, 0, 0, 0};
        }
        default: break;
    }
    context_.report(Code::not_assignable, expr.span, "this is not a variable");
    return {};
}

void Expressions::push_place(const Place& place, Span span) {
    if (place.fixed || place.shape == nullptr) body_.push(place.at, span);
}

const Shape* Expressions::shape(const model::Expr& expr) {
    switch (expr.kind) {
        case Kind::symbol:
            if (const Binding* binding = context_.find(expr.symbol)) return binding->shape;
            break;
        case Kind::member:
            if (const auto process = find_process(*this, expr)) {
                if (const Binding* binding = context_.find_in(*process, expr.symbol)) return binding->shape;
            }
            return nullptr;
        case Kind::index:
            if (const Shape* array = shape(*expr.operands[0])) return array->element;
            return nullptr;
        case Kind::field:
            if (const Shape* record = shape(*expr.operands[0])) return record->fields[expr.number];
            return nullptr;
        case Kind::conditional: return shape(*expr.operands[1]);
        case Kind::assign:
        case Kind::step: return shape(*expr.operands[0]);
        default: break;
    }
    return expr.type == nullptr ? nullptr : shape_of(context_, *expr.type);
}

std::optional<ProcessIndex> find_process(Expressions& expressions, const model::Expr& expr) {
    Context& context = expressions.context();
    std::vector<std::int32_t> arguments;
    for (std::size_t i = 0; i < expr.instance->parameters.size(); ++i) {
        const model::Expr* argument = expr.operands[i];
        const auto value = expressions.constant(*argument);
        if (!value) {
            context.report(Code::not_computable, argument->span,
                           "which process this is must be known before the search",
                           "use a constant or the variable of a quantifier");
            return std::nullopt;
        }
        arguments.push_back(*value);
    }
    if (const auto found = context.find_process(expr.instance, arguments)) return found;
    // As with arrays: a member that does not exist is a fault when it is evaluated.
    context.report(Code::no_such_process, expr.span,
                   fmt::format("there is no process `{}({})`", expr.instance->name, fmt::join(arguments, ",")),
                   "evaluating this will end in a run-time error");
    expressions.body().emit(OpCode::fault, expr.span, static_cast<std::int32_t>(FaultKind::index));
    return std::nullopt;
}

ScopedBinding::ScopedBinding(Context& context, const model::Symbol* symbol, Binding binding)
    : context_(context), symbol_(symbol) {
    if (const auto found = context.locals.find(symbol); found != context.locals.end()) before_ = found->second;
    context.locals[symbol] = binding;
}

ScopedBinding::~ScopedBinding() {
    if (before_) {
        context_.locals[symbol_] = *before_;
    } else {
        context_.locals.erase(symbol_);
    }
}

}  // namespace crowfly::compile
