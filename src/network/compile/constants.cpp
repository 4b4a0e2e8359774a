// Evaluates expressions that must be known at compile time: constants, bounds, sizes, initial values, arguments of
// processes. They are compiled like all expressions and run at once.
#include <fmt/format.h>

#include "network/compile/expressions.hpp"
#include "network/machine.hpp"

namespace crowfly::compile {

std::string explain(const Fault& fault) {
    switch (fault.kind) {
        case FaultKind::range:
            return fmt::format("{} is outside the range [{},{}]", fault.value, fault.least, fault.greatest);
        case FaultKind::index:
            return fmt::format("index {} is outside [{},{}]", fault.value, fault.least, fault.greatest);
        default: return std::string(to_string(fault.kind));
    }
}

namespace {

// Runs the code that `emit` emits and returns its result. The code is discarded; functions it needed are kept.
template <class Emit>
std::optional<std::int32_t> run_now(Context& context, const Emit& emit, std::optional<Obstacle>* obstacle = nullptr) {
    if (context.rounds.used_up()) return std::nullopt;  // reported before
    const std::size_t errors = context.diagnostics->errors();
    Body body(true);
    Frame frame;
    Expressions expressions(context, body, frame);
    emit(expressions);
    if (context.diagnostics->errors() != errors) return std::nullopt;
    if (body.obstacle()) {
        if (obstacle != nullptr) {
            if (!*obstacle) *obstacle = body.obstacle();
            return std::nullopt;
        }
        context.report(Code::not_computable, body.obstacle()->span,
                       fmt::format("this value must be computable before the model runs: {}", body.obstacle()->reason));
        return std::nullopt;
    }
    if (const auto known = body.constant()) return known;
    Bytecode& code = context.network.code;
    const std::size_t mark = code.instructions.size();
    const Program program = body.install(code);
    Machine machine(code);
    const bool fine = machine.run(program, context.rounds);
    const std::int32_t result = machine.result();
    code.instructions.resize(mark);
    code.spans.resize(mark);
    if (fine) return result;
    const Fault& fault = machine.fault();
    context.report(Code::constant_fault, fault.span, fmt::format("{} while computing a constant", explain(fault)));
    return std::nullopt;
}

bool store_number(Context& context, const Shape& shape, std::int32_t value, Span span, std::int32_t& cell) {
    if (shape.kind == Shape::Kind::boolean) value = value != 0 ? 1 : 0;
    if (value < shape.least || value > shape.greatest) {
        context.report(Code::value_out_of_range, span,
                       fmt::format("{} is outside the range [{},{}]", value, shape.least, shape.greatest));
        return false;
    }
    cell = value;
    return true;
}

// The cells to be filled. Without an obstacle, a value that cannot be computed is an error.
struct Cells {
    std::vector<std::int32_t>& numbers;
    std::optional<Obstacle>* obstacle = nullptr;
};

std::optional<std::int32_t> number_for(Context& context, const model::Expr& expr, const Cells& cells) {
    return run_now(
        context, [&](Expressions& e) { e.value(expr); }, cells.obstacle);
}

bool fill(Context& context, const Shape& shape, const model::Initialiser& initialiser, const Cells& cells,
          std::uint32_t at);

// An initialiser that is one expression: a number, or the name of another constant array or record.
bool fill_value(Context& context, const Shape& shape, const model::Expr& expr, const Cells& cells, std::uint32_t at) {
    if (!shape.is_aggregate()) {
        const auto value = number_for(context, expr, cells);
        return value && store_number(context, shape, *value, expr.span, cells.numbers[at]);
    }
    const Shape* source = nullptr;
    const auto where = run_now(
        context,
        [&](Expressions& e) {
            source = e.shape(expr);
            e.aggregate(expr);
        },
        cells.obstacle);
    if (!where || source == nullptr) return false;
    const bool constant = region_of(*where) == Region::constants;
    if (!constant || !same_layout(*source, shape)) {
        context.report(Code::bad_initialiser, expr.span,
                       constant ? "the initialiser has another size than the variable"
                                : "only constant arrays and records can be used here");
        return false;
    }
    bool fine = true;
    for_each_cell(shape, "", 0, [&](const Shape& number, std::uint32_t cell, const std::string&) {
        const std::uint32_t from = static_cast<std::uint32_t>(cell_of(*where)) + cell;
        fine = fine &&
               store_number(context, number, context.network.code.constant(from), expr.span, cells.numbers[at + cell]);
    });
    return fine;
}

// Fills all cells with the same number.
bool fill_all(Context& context, const Shape& shape, const model::Expr& expr, const Cells& cells, std::uint32_t at) {
    const auto value = number_for(context, expr, cells);
    bool fine = value.has_value();
    for_each_cell(shape, "", 0, [&](const Shape& number, std::uint32_t cell, const std::string&) {
        fine = fine && store_number(context, number, *value, expr.span, cells.numbers[at + cell]);
    });
    return fine;
}

bool fill_items(Context& context, const Shape& shape, const model::Initialiser& initialiser, const Cells& cells,
                std::uint32_t at) {
    const bool is_array = shape.kind == Shape::Kind::array;
    const auto wanted = is_array ? static_cast<std::size_t>(shape.elements()) : shape.fields.size();
    if (!shape.is_aggregate() || initialiser.items.size() != wanted) {
        context.report(
            Code::bad_initialiser, initialiser.span,
            fmt::format("the initialiser has {} values where {} are needed", initialiser.items.size(), wanted));
        return false;
    }
    bool fine = true;
    for (std::size_t i = 0; i < wanted; ++i) {
        const Shape& part = is_array ? *shape.element : *shape.fields[i];
        const std::uint32_t offset = is_array ? static_cast<std::uint32_t>(i) * part.cells : shape.offsets[i];
        fine = fill(context, part, initialiser.items[i], cells, at + offset) && fine;
    }
    return fine;
}

bool fill(Context& context, const Shape& shape, const model::Initialiser& initialiser, const Cells& cells,
          std::uint32_t at) {
    if (initialiser.for_all) return fill_all(context, shape, *initialiser.value, cells, at);
    if (initialiser.value != nullptr) return fill_value(context, shape, *initialiser.value, cells, at);
    return fill_items(context, shape, initialiser, cells, at);
}

}  // namespace

std::optional<std::int32_t> evaluate(Context& context, const model::Expr& expr) {
    return run_now(context, [&](Expressions& e) { e.value(expr); });
}

std::optional<std::int32_t> evaluate(Context& context, const model::Expr& expr, std::optional<Obstacle>& obstacle) {
    return run_now(
        context, [&](Expressions& e) { e.value(expr); }, &obstacle);
}

bool evaluate_cells(Context& context, const Shape& shape, const model::Symbol& symbol, std::vector<std::int32_t>& cells,
                    std::optional<Obstacle>* obstacle) {
    cells.assign(shape.cells, 0);
    for_each_cell(shape, "", 0,
                  [&](const Shape& number, std::uint32_t cell, const std::string&) { cells[cell] = number.initial(); });
    return !symbol.initialiser || fill(context, shape, *symbol.initialiser, {cells, obstacle}, 0);
}

bool evaluate_argument(Context& context, const Shape& shape, const model::Expr& expr,
                       std::vector<std::int32_t>& cells) {
    cells.assign(shape.cells, 0);
    return fill_value(context, shape, expr, {cells}, 0);
}

Address store_constants(Context& context, const std::vector<std::int32_t>& cells) {
    Bytecode& code = context.network.code;
    const Address at = address(Region::constants, static_cast<std::int32_t>(code.next_constant()));
    code.constants.insert(code.constants.end(), cells.begin(), cells.end());
    return at;
}

}  // namespace crowfly::compile
