// The `do` of an edge. Plain assignments are updates as they are; with local variables, branches or loops they become
// the body of a function that belongs to the template and is called once.
#include <fmt/format.h>

#include <algorithm>

#include "model/tck/building.hpp"

namespace crowfly::tck {
namespace {

constexpr std::uint32_t deepest_block = 250;

const model::Statement* build_list(Context& c, const std::vector<Statement>& list, std::size_t from);

const model::Expr* build_assignment(Context& c, const Statement& s) {
    const Typed target = build_expression(c, *s.target);
    if (target.sort == Sort::bad) {
        build_expression(c, *s.value);
        return nullptr;
    }
    const model::Expr* value = nullptr;
    if (target.sort == Sort::clock) {
        const Typed built = build_expression(c, *s.value);
        const bool fits = built.sort == Sort::number || built.sort == Sort::clock || built.sort == Sort::shifted;
        if (fits) value = built.expr;
        if (!fits && built.sort != Sort::bad) {
            c.report(Code::type_mismatch, s.value->span, "a clock cannot be set to this",
                     "a clock can be set to `n`, to `y` and to `y + n`");
        }
    } else {
        value = build_number(c, *s.value);
    }
    if (value == nullptr) return nullptr;
    model::Expr* made = c.make(model::Expr::Kind::assign, s.span, target.expr->type, {target.expr, value});
    made->op = Op::assign;
    return made;
}

// The size of a local array must be a number that can be told by reading.
std::optional<std::int64_t> fixed_value(const Expr& e) {
    if (e.kind == Expr::Kind::number) return e.number;
    if (e.kind != Expr::Kind::binary && e.kind != Expr::Kind::negation) return std::nullopt;
    const auto left = fixed_value(*e.operands[0]);
    if (!left || e.kind == Expr::Kind::negation) return left ? std::optional(-*left) : std::nullopt;
    const auto right = fixed_value(*e.operands[1]);
    constexpr std::int64_t huge = std::int64_t{1} << 31U;
    if (!right || std::abs(*left) > huge || std::abs(*right) > huge) return std::nullopt;
    switch (e.op) {
        case Op::add: return *left + *right;
        case Op::subtract: return *left - *right;
        case Op::multiply: return *left * *right;
        case Op::divide: return *right == 0 ? std::nullopt : std::optional(*left / *right);
        case Op::modulo: return *right == 0 ? std::nullopt : std::optional(*left % *right);
        default: return std::nullopt;
    }
}

const model::Type* local_array(Context& c, const Statement& s) {
    const auto size = fixed_value(*s.size);
    if (!size) {
        c.report(Code::not_computable, s.size->span, "the size of a local array must be a constant", "write a number");
        return nullptr;
    }
    const bool possible = *size >= 1 && *size <= static_cast<std::int64_t>(Context::most_local_cells);
    if (possible) c.local_cells += static_cast<std::size_t>(*size);
    if (!possible || c.local_cells > Context::most_local_cells) {
        c.report(Code::bad_array_size, s.size->span, fmt::format("a local array cannot have {} elements", *size),
                 fmt::format("all local arrays together can have {}", Context::most_local_cells));
        return nullptr;
    }
    return c.make_array(c.integer_type, c.make_constant(static_cast<std::int32_t>(*size), s.size->span), s.span);
}

// Null if it is wrong. The value is built before the name is known: `local i = i + 1` starts from the outer one.
const model::Symbol* declare_local(Context& c, const Statement& s) {
    model::Symbol symbol;
    symbol.kind = model::Symbol::Kind::variable;
    symbol.scope = model::Symbol::Scope::function;
    symbol.name = s.name.text;
    symbol.span = s.name.span;
    symbol.type = s.size ? local_array(c, s) : c.integer_type;
    if (s.value) symbol.initialiser = model::Initialiser{build_number(c, *s.value), {}, false, s.value->span};
    if (c.locals.back().contains(s.name.text)) {
        c.report(Code::duplicate_name, s.name.span, fmt::format("`{}` is already declared in this block", s.name.text),
                 "rename one of the two");
        return nullptr;
    }
    if (c.names.contains(s.name.text)) {
        c.report(Code::shadowed_name, s.name.span,
                 fmt::format("`{}` hides what is declared {}", s.name.text, c.on_line(c.names.at(s.name.text).span)));
    }
    const bool sound = symbol.type != nullptr && (!symbol.initialiser || symbol.initialiser->value != nullptr);
    if (symbol.type == nullptr) symbol.type = c.integer_type;
    const model::Symbol* made = c.model.make(std::move(symbol));
    c.locals.back().emplace(s.name.text, made);
    return sound ? made : nullptr;
}

// A list within braces of its own, so to speak.
const model::Statement* build_scope(Context& c, const std::vector<Statement>& list) {
    c.locals.emplace_back();
    const model::Statement* made = build_list(c, list, 0);
    c.locals.pop_back();
    return made;
}

const model::Statement* build_branch(Context& c, const Statement& s) {
    model::Statement made;
    made.kind = s.kind == Statement::Kind::if_ ? model::Statement::Kind::if_ : model::Statement::Kind::while_;
    made.span = s.span;
    made.expression = build_condition(c, *s.value, "statements");
    made.statements.push_back(build_scope(c, s.body));
    if (!s.otherwise.empty()) made.statements.push_back(build_scope(c, s.otherwise));
    return c.model.make(std::move(made));
}

const model::Statement* build_simple(Context& c, const Statement& s) {
    model::Statement made;
    made.kind = model::Statement::Kind::expression;
    made.span = s.span;
    made.expression = build_assignment(c, s);
    return made.expression == nullptr ? nullptr : c.model.make(std::move(made));
}

// A block has its variables first; one that is declared later opens a block for the rest of the list.
const model::Statement* build_list(Context& c, const std::vector<Statement>& list, std::size_t from) {
    model::Statement block;
    block.kind = model::Statement::Kind::block;
    if (++c.block_depth > deepest_block) {
        c.report(Code::nested_too_deeply, list[from].span, "there are too many local variables",
                 "declare them one after the other at the beginning");
        from = list.size();
    }
    for (; from < list.size() && list[from].kind == Statement::Kind::local; ++from) {
        if (const model::Symbol* local = declare_local(c, list[from])) block.locals.push_back(local);
    }
    for (; from < list.size(); ++from) {
        const Statement& s = list[from];
        if (s.kind == Statement::Kind::nothing) continue;
        const bool rest = s.kind == Statement::Kind::local;
        const model::Statement* made = rest                                ? build_list(c, list, from)
                                       : s.kind == Statement::Kind::assign ? build_simple(c, s)
                                                                           : build_branch(c, s);
        if (made != nullptr) block.statements.push_back(made);
        if (rest) break;
    }
    --c.block_depth;
    return c.model.make(std::move(block));
}

bool is_plain(const Statement& s) { return s.kind == Statement::Kind::assign || s.kind == Statement::Kind::nothing; }

}  // namespace

std::vector<const model::Expr*> build_updates(Context& c, model::Template& of, const std::vector<Statement>& statements,
                                              Span span) {
    std::vector<const model::Expr*> updates;
    if (std::all_of(statements.begin(), statements.end(), is_plain)) {
        for (const Statement& s : statements) {
            const model::Expr* update = s.kind == Statement::Kind::assign ? build_assignment(c, s) : nullptr;
            if (update != nullptr) updates.push_back(update);
        }
        return updates;
    }
    model::Function function;
    function.name = "do";
    function.result = c.void_type;
    function.has_side_effects = true;
    function.span = span;
    function.body = build_scope(c, statements);
    const model::Function* made = c.model.make(std::move(function));
    of.functions.push_back(made);
    model::Expr* call = c.make(model::Expr::Kind::call, span, c.void_type);
    call->function = made;
    updates.push_back(call);
    return updates;
}

}  // namespace crowfly::tck
