// Expressions with side effects: assignments, ++ and --, function calls.
#include <algorithm>

#include <fmt/format.h>

#include "model/math.hpp"
#include "network/compile/expressions.hpp"

namespace crowfly::compile {

using Kind = model::Expr::Kind;

void Expressions::effect(const model::Expr& expr) {
    if (model::is_real(expr)) return discard(expr);
    switch (expr.kind) {
        case Kind::assign: return assign(expr, false);
        case Kind::step: return step(expr, false);
        case Kind::charge: value(*expr.operands[0]); return body_.emit(OpCode::charge, expr.span);
        case Kind::call: {
            call(expr);
            const bool is_void = expr.type == nullptr || expr.type->kind == model::Type::Kind::void_;
            if (!is_void) body_.emit(OpCode::pop, expr.span);
            return;
        }
        default: value(expr); body_.emit(OpCode::pop, expr.span);
    }
}

void Expressions::assign(const model::Expr& expr, bool keep) {
    const Shape* target = shape(*expr.operands[0]);
    if (target != nullptr && target->is_untracked() && !keep) {
        for (const model::Expr* operand : expr.operands) discard(*operand);
    } else if (target == nullptr || target->storage == Storage::none) {
        refuse(Code::real_numbers, "only integers and clocks can be assigned", expr.span);
        if (!keep) body_.emit(OpCode::pop, expr.span);
    } else if (target->kind == Shape::Kind::clock) {
        assign_clock(expr);
        if (keep) refuse(Code::clock_read, "an assignment to a clock has no value", expr.span);
    } else if (target->is_aggregate()) {
        assign_cells(expr);
        if (keep) aggregate(*expr.operands[0]);
    } else {
        assign_number(expr, keep);
    }
}

void Expressions::assign_clock(const model::Expr& expr) {
    const auto names_clock = [](const model::Expr& e) {
        return is_clock(e) && (e.kind == Kind::symbol || e.kind == Kind::index);
    };
    const model::Expr& source = *expr.operands[1];
    const Place clock = place(*expr.operands[0]);
    push_place(clock, expr.span);
    written(clock, expr.span);
    const bool is_shift = source.kind == Kind::binary && source.op == Op::add && names_clock(*source.operands[0]);
    if (is_shift || names_clock(source)) {
        const model::Expr& copied = is_shift ? *source.operands[0] : source;
        const Place from = place(copied);
        read(from, copied.span);
        push_place(from, copied.span);
        if (is_shift) value(*source.operands[1]);
        body_.emit(is_shift ? OpCode::shift_clock : OpCode::copy_clock, expr.span);
        context_.network.features.clock_copies = true;
    } else {
        std::int64_t& largest = context_.network.largest_clock_value;
        largest = std::max(largest, interval(source).greatest);
        value(source);
        body_.emit(OpCode::set_clock, expr.span);
    }
}

void Expressions::assign_number(const model::Expr& expr, bool keep) {
    const model::Expr& source = *expr.operands[1];
    const bool compound = expr.op != Op::assign;
    const Place target = place(*expr.operands[0]);
    if (target.shape == nullptr) {
        if (keep) body_.push(0, expr.span);
        return;
    }
    if (compound) {
        if (!target.fixed) body_.emit(OpCode::duplicate, expr.span);
        load(target, expr.span);
    }
    value(source);
    if (compound) body_.emit(opcode(expr.op), expr.span);
    if (compound) {
        body_.emit(OpCode::check_range, expr.span, target.shape->least, target.shape->greatest);
    } else {
        convert(*target.shape, source);
    }
    written(target, expr.span);
    if (!target.fixed) {
        body_.emit(keep ? OpCode::store_at_keep : OpCode::store_at, expr.span);
        return;
    }
    if (keep) body_.emit(OpCode::duplicate, expr.span);
    const bool in_state = region_of(target.at) == Region::state;
    body_.emit(in_state ? OpCode::store_state : OpCode::store_local, expr.span, cell_of(target.at));
}

void Expressions::convert(const Shape& shape, const model::Expr& source) {
    const Interval range = interval(source);
    if (range.least >= shape.least && range.greatest <= shape.greatest) return;
    if (shape.kind == Shape::Kind::boolean) {
        body_.emit(OpCode::to_bool, source.span);
    } else {
        body_.emit(OpCode::check_range, source.span, shape.least, shape.greatest);
    }
}

void Expressions::check_cells(const Shape& shape, Span span) {
    // One pass over runs of cells with the same range; an array of numbers is a single run.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int32_t least = 0;
    std::int32_t greatest = 0;
    const auto flush = [&] {
        if (count == 0) return;
        body_.emit(OpCode::duplicate, span);
        body_.emit(OpCode::offset, span, static_cast<std::int32_t>(first));
        body_.emit(OpCode::check_cells, span, least, greatest, static_cast<std::int32_t>(count));
    };
    for_each_cell(shape, "", 0, [&](const Shape& number, std::uint32_t cell, const std::string&) {
        if (count == 0 || number.least != least || number.greatest != greatest) {
            flush();
            first = cell;
            count = 0;
            least = number.least;
            greatest = number.greatest;
        }
        ++count;
    });
    flush();
}

void Expressions::assign_cells(const model::Expr& expr) {
    const model::Expr& source = *expr.operands[1];
    const Place target = place(*expr.operands[0]);
    if (target.shape == nullptr) return;
    push_place(target, expr.span);
    const Shape* from = shape(source);
    if (from == nullptr || !same_layout(*from, *target.shape)) {
        if (from != nullptr) {
            context_.report(Code::type_mismatch, expr.span, "only arrays and records of the same size can be assigned");
        }
        return body_.emit(OpCode::pop, expr.span);
    }
    aggregate(source);
    if (!fits(*from, *target.shape)) check_cells(*target.shape, source.span);
    written(target, expr.span);
    body_.emit(OpCode::copy_cells, expr.span, static_cast<std::int32_t>(from->cells));
}

void Expressions::step(const model::Expr& expr, bool keep) {
    const Place target = place(*expr.operands[0]);
    if (target.shape == nullptr) {
        if (keep) body_.push(0, expr.span);
        return;
    }
    if (!target.fixed) body_.emit(OpCode::duplicate, expr.span);
    load(target, expr.span);
    body_.push(1, expr.span);
    body_.emit(opcode(expr.op), expr.span);
    body_.emit(OpCode::check_range, expr.span, target.shape->least, target.shape->greatest);
    written(target, expr.span);
    if (!target.fixed) {
        body_.emit(keep ? OpCode::store_at_keep : OpCode::store_at, expr.span);
    } else {
        if (keep) body_.emit(OpCode::duplicate, expr.span);
        const bool in_state = region_of(target.at) == Region::state;
        body_.emit(in_state ? OpCode::store_state : OpCode::store_local, expr.span, cell_of(target.at));
    }
    if (keep && !expr.prefix) {  // the old value is computed back from the new one
        body_.push(1, expr.span);
        body_.emit(expr.op == Op::add ? OpCode::subtract : OpCode::add, expr.span);
    }
}

void Expressions::argument(const model::Expr& argument, const model::Symbol& parameter, const Binding& binding) {
    if (binding.kind == Binding::Kind::unavailable) {
        discard(argument);
    } else if (binding.kind == Binding::Kind::reference) {
        const Place passed = place(argument);
        read(passed, argument.span);
        if (!parameter.is_const) {
            body_.begin_maybe();  // whether the callee writes it is not known here
            written(passed, argument.span);
            body_.end_maybe();
        }
        push_place(passed, argument.span);
    } else if (binding.shape->is_aggregate()) {
        body_.push(binding.at, argument.span);
        aggregate(argument);
        const Shape* from = shape(argument);
        if (from != nullptr && !same_layout(*from, *binding.shape)) {
            context_.report(Code::type_mismatch, argument.span, "the argument has another size than the parameter");
        } else if (from != nullptr && !fits(*from, *binding.shape)) {
            check_cells(*binding.shape, argument.span);
        }
    } else {
        value(argument);
        convert(*binding.shape, argument);
    }
}

// In a query the function may belong to a process; it is compiled with that process's names.
const FunctionCode* Expressions::callee_of(const model::Expr& expr) {
    if (expr.instance == nullptr) return compile_function(context_, *expr.function);
    const auto owner = find_process(*this, expr);
    if (!owner) return nullptr;
    const ProcessIndex before = context_.process;
    context_.enter_process(*owner);
    const FunctionCode* callee = compile_function(context_, *expr.function);
    context_.enter_process(before);
    return callee;
}

void Expressions::call(const model::Expr& expr) {
    const model::Function& function = *expr.function;
    const bool has_result =
        expr.type != nullptr && expr.type->kind != model::Type::Kind::void_ && !model::is_real(expr);
    if (function.body == nullptr) {
        body_.block(Code::external_function, fmt::format("`{}` is an external function", function.name), expr.span);
        body_.emit(OpCode::fault, expr.span, static_cast<std::int32_t>(FaultKind::unsupported));
        if (has_result) body_.push(0, expr.span);
        return;
    }
    const FunctionCode* callee = callee_of(expr);
    if (callee == nullptr) {
        if (has_result) body_.push(0, expr.span);
        return;
    }
    // All arguments are computed before the first is stored: computing one may call the same function.
    // After the free parameters of a process.
    const std::size_t first = expr.operands.size() - function.parameters.size();
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        argument(*expr.operands[first + i], *function.parameters[i], callee->parameters[i]);
    }
    for (std::size_t i = function.parameters.size(); i-- > 0;) {
        const Binding& parameter = callee->parameters[i];
        if (parameter.kind == Binding::Kind::unavailable) continue;
        if (parameter.kind != Binding::Kind::reference && parameter.shape->is_aggregate()) {
            body_.emit(OpCode::copy_cells, expr.span, static_cast<std::int32_t>(parameter.shape->cells));
        } else {
            body_.emit(OpCode::store_local, expr.span, cell_of(parameter.at));
        }
    }
    body_.emit(OpCode::call, expr.span, callee->number);
    const bool touches_state = !callee->footprint.reads.empty() || !callee->footprint.writes.empty();
    if (body_.is_constant() && touches_state) {
        context_.report(
            Code::not_computable, expr.span,
            fmt::format("`{}` uses variables, so it cannot be called before the model runs", function.name));
    }
    Footprint touched = callee->footprint;
    if (!body_.certain()) touched.clock_resets = touched.certain_writes = {};
    body_.footprint.add(touched);
    if (callee->obstacle) body_.block(callee->obstacle->code, callee->obstacle->reason, callee->obstacle->span);
}

}  // namespace crowfly::compile
