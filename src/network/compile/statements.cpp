// Compiles functions, once per process that uses them: parameters of the template are constants there.
#include <fmt/format.h>

#include "network/compile/expressions.hpp"
#include "network/compile/inert.hpp"

namespace crowfly::compile {
namespace {

using Kind = model::Statement::Kind;

class Statements {
public:
    Statements(Expressions& expressions, const FunctionCode& function)
        : expressions_(expressions), body_(expressions.body()), context_(expressions.context()), function_(function) {}

    void compile(const model::Statement& statement);

    std::vector<const model::Symbol*> declared;  // unbound when the function is done

private:
    void block(const model::Statement& statement);
    void declare(const model::Symbol& symbol);
    void initialise(const Shape& shape, const model::Initialiser& initialiser, std::uint32_t cell);
    void initialise_from(const Shape& shape, const model::Expr& value, std::uint32_t cell);
    void if_else(const model::Statement& statement);
    void while_loop(const model::Statement& statement);
    void do_while(const model::Statement& statement);
    void for_loop(const model::Statement& statement);
    void iterate(const model::Statement& statement);
    void give_back(const model::Statement& statement);
    void discard(const model::Initialiser& initialiser);

    Expressions& expressions_;
    Body& body_;
    Context& context_;
    const FunctionCode& function_;
};

void Statements::compile(const model::Statement& statement) {
    switch (statement.kind) {
        case Kind::block: return block(statement);
        case Kind::expression: return expressions_.effect(*statement.expression);
        case Kind::if_: return if_else(statement);
        case Kind::while_: return while_loop(statement);
        case Kind::do_while: return do_while(statement);
        case Kind::for_: return for_loop(statement);
        case Kind::iterate: return iterate(statement);
        case Kind::return_: return give_back(statement);
        case Kind::assert_: {
            expressions_.truth(*statement.expression);
            const std::size_t holds = body_.jump(OpCode::jump_if_not_zero, statement.span);
            body_.emit(OpCode::fault, statement.span, static_cast<std::int32_t>(FaultKind::assertion));
            return body_.bind_label(holds);
        }
        case Kind::unsupported:
            body_.block(Code::real_numbers, "this statement is not supported", statement.span);
            return body_.emit(OpCode::fault, statement.span, static_cast<std::int32_t>(FaultKind::unsupported));
    }
}

void Statements::block(const model::Statement& statement) {
    for (const model::Symbol* local : statement.locals) declare(*local);
    for (const model::Statement* inner : statement.statements) compile(*inner);
}

void Statements::declare(const model::Symbol& symbol) {
    const Shape* shape = shape_of(context_, *symbol.type);
    declared.push_back(&symbol);
    if (shape == nullptr || shape->storage != Storage::cells) {
        context_.locals[&symbol] = {Binding::Kind::unavailable, 0, shape};
        if (symbol.initialiser) discard(*symbol.initialiser);
        return;
    }
    const std::uint32_t cell = expressions_.take_local(shape->cells);
    // Bound before its initialiser is compiled: the checker has made sure that the initialiser does not use it.
    context_.locals[&symbol] = {Binding::Kind::cells, address(Region::locals, static_cast<std::int32_t>(cell)), shape};
    if (symbol.initialiser) return initialise(*shape, *symbol.initialiser, cell);
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int32_t value = 0;
    const auto flush = [&] {
        if (count == 0) return;
        body_.emit(OpCode::clear_cells, symbol.span, static_cast<std::int32_t>(cell + first), value,
                   static_cast<std::int32_t>(count));
    };
    for_each_cell(*shape, "", 0, [&](const Shape& number, std::uint32_t at, const std::string&) {
        if (count == 0 || number.initial() != value) {
            flush();
            first = at;
            count = 0;
            value = number.initial();
        }
        ++count;
    });
    flush();
}

void Statements::initialise_from(const Shape& shape, const model::Expr& value, std::uint32_t cell) {
    if (!shape.is_aggregate()) {
        expressions_.value(value);
        expressions_.convert(shape, value);
        return body_.emit(OpCode::store_local, value.span, static_cast<std::int32_t>(cell));
    }
    body_.push(address(Region::locals, static_cast<std::int32_t>(cell)), value.span);
    expressions_.aggregate(value);
    const Shape* source = expressions_.shape(value);
    if (source == nullptr || !same_layout(*source, shape)) {
        context_.report(Code::bad_initialiser, value.span, "the initialiser has another size than the variable");
    } else if (!fits(*source, shape)) {
        expressions_.check_cells(shape, value.span);
    }
    body_.emit(OpCode::copy_cells, value.span, static_cast<std::int32_t>(shape.cells));
}

void Statements::initialise(const Shape& shape, const model::Initialiser& initialiser, std::uint32_t cell) {
    if (initialiser.value != nullptr) return initialise_from(shape, *initialiser.value, cell);
    const bool is_array = shape.kind == Shape::Kind::array;
    const auto wanted = is_array ? static_cast<std::size_t>(shape.elements()) : shape.fields.size();
    if (!shape.is_aggregate() || initialiser.items.size() != wanted) {
        return context_.report(Code::bad_initialiser, initialiser.span,
                               "the initialiser has another size than the variable");
    }
    for (std::size_t i = 0; i < wanted; ++i) {
        const Shape& part = is_array ? *shape.element : *shape.fields[i];
        initialise(part, initialiser.items[i],
                   cell + (is_array ? static_cast<std::uint32_t>(i) * part.cells : shape.offsets[i]));
    }
}

void Statements::discard(const model::Initialiser& initialiser) {
    if (initialiser.value != nullptr) expressions_.discard(*initialiser.value);
    for (const model::Initialiser& item : initialiser.items) discard(item);
}

void Statements::if_else(const model::Statement& statement) {
    if (is_inert(context_, statement)) return;
    expressions_.truth(*statement.expression);
    const std::size_t otherwise = body_.jump(OpCode::jump_if_zero, statement.span);
    body_.begin_maybe();
    compile(*statement.statements[0]);
    if (statement.statements.size() > 1) {
        const std::size_t end = body_.jump(OpCode::jump, statement.span);
        body_.bind_label(otherwise);
        compile(*statement.statements[1]);
        body_.bind_label(end);
    } else {
        body_.bind_label(otherwise);
    }
    body_.end_maybe();
}

void Statements::while_loop(const model::Statement& statement) {
    const std::size_t again = body_.label();
    expressions_.truth(*statement.expression);
    const std::size_t end = body_.jump(OpCode::jump_if_zero, statement.span);
    body_.begin_maybe();
    compile(*statement.statements[0]);
    body_.jump_back(again, statement.span);
    body_.end_maybe();
    body_.bind_label(end);
}

void Statements::do_while(const model::Statement& statement) {
    const std::size_t again = body_.label();
    compile(*statement.statements[0]);
    expressions_.truth(*statement.expression);
    const std::size_t end = body_.jump(OpCode::jump_if_zero, statement.span);
    body_.jump_back(again, statement.span);
    body_.bind_label(end);
}

void Statements::for_loop(const model::Statement& statement) {
    for (const model::Expr* first : statement.first) expressions_.effect(*first);
    const std::size_t again = body_.label();
    std::optional<std::size_t> end;
    if (statement.expression != nullptr) {
        expressions_.truth(*statement.expression);
        end = body_.jump(OpCode::jump_if_zero, statement.span);
    }
    body_.begin_maybe();
    compile(*statement.statements[0]);
    for (const model::Expr* step : statement.step) expressions_.effect(*step);
    body_.jump_back(again, statement.span);
    body_.end_maybe();
    if (end) body_.bind_label(*end);
}

void Statements::iterate(const model::Statement& statement) {
    const Shape* range = shape_of(context_, *statement.binder->type);
    if (range == nullptr) return;
    const Span span = statement.span;
    const auto counter = static_cast<std::int32_t>(expressions_.take_local(1));
    ScopedBinding binder(context_, statement.binder, {Binding::Kind::cells, address(Region::locals, counter), range});
    body_.push(range->least, span);
    body_.emit(OpCode::store_local, span, counter);
    const std::size_t again = body_.label();
    body_.begin_maybe();
    compile(*statement.statements[0]);
    body_.end_maybe();
    body_.bind_label(body_.count_up(counter, range->greatest, again, span));
}

void Statements::give_back(const model::Statement& statement) {
    if (statement.expression != nullptr && function_.result != nullptr) {
        const model::Expr& value = *statement.expression;
        if (function_.result->is_aggregate()) {
            initialise_from(*function_.result, value, function_.result_cells_at);
            body_.push(address(Region::locals, static_cast<std::int32_t>(function_.result_cells_at)), statement.span);
        } else {
            expressions_.value(value);
            expressions_.convert(*function_.result, value);
        }
    } else if (statement.expression != nullptr) {
        expressions_.discard(*statement.expression);
    }
    body_.emit(OpCode::stop, statement.span);
    body_.begin_maybe();  // without an end: the statements that follow may not be reached
}

bool bind_parameters(Context& context, const model::Function& function, FunctionCode& code, Frame& frame) {
    for (const model::Symbol* parameter : function.parameters) {
        const Shape* shape = shape_of(context, *parameter->type);
        if (shape == nullptr) return false;
        if (shape->is_untracked()) {
            code.parameters.push_back({Binding::Kind::unavailable, 0, shape});
            context.locals[parameter] = code.parameters.back();
            continue;
        }
        const bool indirect = parameter->by_reference || shape->storage != Storage::cells;
        const auto cell =
            static_cast<std::int32_t>(frame.take(indirect ? 1 : shape->cells, context.network.code.locals));
        const Binding binding = indirect ? Binding{Binding::Kind::reference, cell, shape}
                                         : Binding{Binding::Kind::cells, address(Region::locals, cell), shape};
        code.parameters.push_back(binding);
        context.locals[parameter] = binding;
    }
    return true;
}

}  // namespace

namespace {

// Calls are compiled recursively where they occur: a chain of thousands would overflow our own stack.
constexpr int max_call_depth = 500;

struct CallDepth {
    explicit CallDepth(int& depth) : depth_(depth) { ++depth_; }
    ~CallDepth() { --depth_; }
    CallDepth(const CallDepth&) = delete;
    CallDepth& operator=(const CallDepth&) = delete;

private:
    int& depth_;
};

}  // namespace

const FunctionCode* compile_function(Context& context, const model::Function& function) {
    const ProcessIndex owner = context.is_global(function) ? no_process : context.process;
    const auto key = std::make_pair(&function, owner);
    if (const FunctionCode* known = context.find_function(key)) return known;

    const CallDepth depth(context.call_depth);
    if (context.call_depth > max_call_depth) {
        context.report(Code::nested_too_deeply, function.span,
                       fmt::format("functions call one another more than {} deep", max_call_depth));
        return nullptr;
    }
    context.network.features.functions = true;
    const std::size_t errors = context.diagnostics->errors();
    FunctionCode code;
    Frame& frame = context.frame_of(function);
    frame.restart();
    if (!bind_parameters(context, function, code, frame)) return nullptr;
    const bool has_result = function.result != nullptr && function.result->kind != model::Type::Kind::void_ &&
                            function.result->kind != model::Type::Kind::real;
    if (has_result) {
        code.result = shape_of(context, *function.result);
        if (code.result == nullptr) return nullptr;
        if (code.result->is_aggregate())
            code.result_cells_at = frame.take(code.result->cells, context.network.code.locals);
    }
    Body body;
    Expressions expressions(context, body, frame);
    Statements statements(expressions, code);
    statements.compile(*function.body);
    if (has_result) {
        body.emit(OpCode::fault, function.span, static_cast<std::int32_t>(FaultKind::no_result));
    } else {
        body.emit(OpCode::stop, function.span);
    }
    for (const model::Symbol* local : statements.declared) context.locals.erase(local);
    for (const model::Symbol* parameter : function.parameters) context.locals.erase(parameter);
    if (context.diagnostics->errors() != errors) return nullptr;

    Bytecode& bytecode = context.network.code;
    code.number = static_cast<std::int32_t>(bytecode.next_function());
    code.footprint = body.footprint;
    code.obstacle = body.obstacle();
    bytecode.functions.push_back(body.install(bytecode).entry);
    return &context.functions.emplace(key, std::move(code)).first->second;
}

}  // namespace crowfly::compile
