// Types, parameters and binders. Ranges and sizes stay expressions.
#include <fmt/format.h>

#include "model/uppaal/check/checking.hpp"
#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;

// Types are walked recursively later; the depth of nested typedefs is bounded here.
constexpr std::uint32_t deepest_type = 100;

std::uint32_t depth_of(const Context& c, const model::Type* type) {
    const auto at = c.type_depths.find(type);
    return at == c.type_depths.end() ? 0 : at->second;
}

// Null: the type would be too deep, and an error was reported.
const model::Type* with_depth(Context& c, const model::Type* type, std::uint32_t inner_depth) {
    if (inner_depth >= deepest_type) {
        c.report(Code::nested_too_deeply, type->span,
                 fmt::format("types can be nested {} levels deep, no more", deepest_type));
        return nullptr;
    }
    c.type_depths[type] = inner_depth + 1;
    return type;
}

Kind kind_of(TypeExpr::Kind kind) {
    switch (kind) {
        case TypeExpr::Kind::integer: return Kind::integer;
        case TypeExpr::Kind::boolean: return Kind::boolean;
        case TypeExpr::Kind::clock: return Kind::clock;
        case TypeExpr::Kind::channel: return Kind::channel;
        case TypeExpr::Kind::void_: return Kind::void_;
        case TypeExpr::Kind::real: return Kind::real;
        case TypeExpr::Kind::string: return Kind::string;
        case TypeExpr::Kind::scalar: return Kind::scalar;
        case TypeExpr::Kind::record: return Kind::record;
        case TypeExpr::Kind::named: break;
    }
    return Kind::void_;
}

const model::Expr* check_bound(Context& c, const ExprPtr& bound) {
    return bound == nullptr ? nullptr : check_integer(c, *bound);
}

bool is_legal_field(Context& c, const Field& field, const model::Type* type) {
    if (field.type->is_const || type->is_const) {
        c.report(Code::bad_declaration, field.declarator.span,
                 fmt::format("field `{}` cannot be constant", field.declarator.name),
                 "put the prefix before the variable of this struct type");
        return false;
    }
    const Kind kind = innermost(*type).kind;
    if (kind == Kind::clock || kind == Kind::void_ || is_inexact(*type)) {
        c.report(Code::bad_declaration, field.declarator.span,
                 fmt::format("a struct cannot hold {}, as field `{}` does", describe(innermost(*type)),
                             field.declarator.name),
                 kind == Kind::clock ? "declare the clock, or an array of clocks, outside the struct" : "");
        return false;
    }
    return true;
}

const model::Type* check_record(Context& c, const TypeExpr& written, model::Type record) {
    std::uint32_t depth = 0;
    bool has_channel = false;
    std::unordered_set<std::string> names;
    for (const Field& field : written.fields) {
        const model::Type* type = check_type(c, *field.type);
        if (type != nullptr) type = check_dimensions(c, type, field.declarator.dimensions);
        if (!names.insert(field.declarator.name).second) {
            c.report(Code::duplicate_name, field.declarator.span,
                     fmt::format("the struct already has a field `{}`", field.declarator.name),
                     "rename one of the two");
            continue;
        }
        if (type != nullptr && !is_legal_field(c, field, type)) type = nullptr;
        depth = std::max(depth, depth_of(c, type));
        has_channel = has_channel || (type != nullptr && c.holds_channel(*type));
        record.fields.push_back({field.declarator.name, type});
    }
    const model::Type* made = c.model.make(std::move(record));
    if (has_channel) c.records_with_channels.insert(made);
    return with_depth(c, made, depth);
}

const model::Type* plain_type(const Context& c, Kind kind) {
    switch (kind) {
        case Kind::integer: return c.integer_type;
        case Kind::boolean: return c.boolean_type;
        case Kind::clock: return c.clock_type;
        case Kind::channel: return c.channel_type;
        case Kind::real: return c.real_type;
        case Kind::string: return c.string_type;
        default: return c.void_type;
    }
}

const model::Type* check_written_type(Context& c, const TypeExpr& written, const std::string& named) {
    model::Type type;
    type.kind = kind_of(written.kind);
    type.urgent = written.is_urgent;
    type.broadcast = written.is_broadcast;
    type.name = named;
    type.span = written.span;
    if (!named.empty()) {
        type.is_const = written.is_const;
        type.is_meta = written.is_meta;
    }
    if (type.kind == Kind::record) return check_record(c, written, std::move(type));
    type.lower = check_bound(c, written.lower);
    type.upper = check_bound(c, written.upper);
    const bool plain =
        named.empty() && type.lower == nullptr && type.upper == nullptr && !type.urgent && !type.broadcast;
    return plain ? plain_type(c, type.kind) : c.model.make(std::move(type));
}

const model::Type* check_named_type(Context& c, const TypeExpr& written, const std::string& named) {
    Entity* entity = c.use(written.name);
    if (entity == nullptr || entity->kind != Entity::Kind::type) {
        c.report(Code::unknown_type, written.span,
                 entity == nullptr ? fmt::format("there is no type `{}`", written.name)
                                   : fmt::format("`{}` is not a type", written.name),
                 c.suggest(written.name, {Entity::Kind::type}));
        return nullptr;
    }
    const model::Type* type = entity->type;
    // A scalar set is identified by its object, so it is never copied.
    const bool changed =
        written.is_urgent || written.is_broadcast || (!named.empty() && (written.is_const || written.is_meta));
    if (type == nullptr || !changed || type->kind == Kind::scalar) return type;
    model::Type copy = *type;
    copy.urgent |= written.is_urgent;
    copy.broadcast |= written.is_broadcast;
    copy.is_const |= written.is_const;
    copy.is_meta |= written.is_meta;
    if (!named.empty()) copy.name = named;
    const model::Type* made = c.model.make(std::move(copy));
    c.type_depths[made] = depth_of(c, type);
    if (c.records_with_channels.contains(type)) c.records_with_channels.insert(made);
    return made;
}

bool prefixes_fit(Context& c, const TypeExpr& written, const model::Type& type) {
    const Kind kind = innermost(type).kind;
    std::string problem;
    if ((written.is_urgent || written.is_broadcast) && kind != Kind::channel) {
        problem = fmt::format("`{}` applies to channels only", written.is_urgent ? "urgent" : "broadcast");
    } else if (written.is_hybrid && kind != Kind::clock) {
        problem = "`hybrid` applies to clocks only";
    } else if (written.is_const && (kind == Kind::clock || kind == Kind::channel)) {
        problem = fmt::format("{} cannot be constant", describe(innermost(type)));
    }
    if (problem.empty()) return true;
    c.report(Code::bad_declaration, written.span, problem, "remove the prefix");
    return false;
}

const model::Type* check_index_type(Context& c, const Dimension& dimension) {
    const model::Type* type = nullptr;
    if (dimension.type != nullptr) {
        type = check_type(c, *dimension.type);
    } else if (dimension.size == nullptr) {
        return nullptr;
    } else {
        const Expr& size = *dimension.size;
        Entity* entity = size.kind == Expr::Kind::name ? c.scope->find(size.text) : nullptr;
        if (entity == nullptr || entity->kind != Entity::Kind::type) {
            const model::Expr* count = check_integer(c, size);
            if (count == nullptr) return nullptr;
            model::Type index;
            index.kind = Kind::integer;
            index.span = size.span;
            index.lower = c.make_constant(0, size.span, c.integer_type);
            const model::Expr* one = c.make_constant(1, size.span, c.integer_type);
            index.upper = c.make_binary(Op::subtract, count, one, c.integer_type, size.span);
            return c.model.make(std::move(index));
        }
        entity->used = true;
        type = entity->type;
    }
    if (type == nullptr || type->kind == Kind::integer || type->kind == Kind::scalar) return type;
    c.report(Code::bad_declaration, dimension.span, fmt::format("an array cannot be indexed by {}", describe(*type)),
             "use a size, a range such as `int[0,3]`, or a scalar set");
    return nullptr;
}

bool is_legal_parameter(Context& c, const Parameter& parameter, const model::Type& type) {
    const Kind kind = innermost(type).kind;
    if (kind == Kind::void_) {
        c.report(Code::bad_declaration, parameter.type->span,
                 fmt::format("parameter `{}` cannot be `void`", parameter.name));
        return false;
    }
    const bool needs_reference = kind == Kind::clock || c.holds_channel(type);
    if (!needs_reference || parameter.by_reference) return true;
    c.report(Code::bad_declaration, parameter.span,
             fmt::format("parameter `{}` is {} and must be passed by reference", parameter.name, describe(type)),
             fmt::format("write `&{}`", parameter.name));
    return false;
}

}  // namespace

const model::Type* check_type(Context& c, const TypeExpr& written, const std::string& named) {
    const Within<Place> within(c.place, Place{.pure = "a type", .query = c.place.query});
    const model::Type* type = written.kind == TypeExpr::Kind::named ? check_named_type(c, written, named)
                                                                    : check_written_type(c, written, named);
    return type != nullptr && prefixes_fit(c, written, *type) ? type : nullptr;
}

const model::Type* check_dimensions(Context& c, const model::Type* base, const std::vector<Dimension>& dimensions) {
    const Within<Place> within(c.place, Place{.pure = "an array size"});
    const model::Type* type = base;
    for (auto at = dimensions.rbegin(); at != dimensions.rend(); ++at) {
        const model::Type* index = check_index_type(c, *at);
        if (index == nullptr || type == nullptr) {
            type = nullptr;
            continue;
        }
        model::Type array;
        array.kind = Kind::array;
        array.is_const = type->is_const;
        array.is_meta = type->is_meta;
        array.element = type;
        array.index = index;
        array.span = at->span;
        const std::uint32_t depth = depth_of(c, type);
        type = with_depth(c, c.model.make(std::move(array)), depth);
    }
    return type;
}

const model::Symbol* check_binder(Context& c, const std::string& name, Span span, const TypeExpr& written,
                                  std::string_view of) {
    const model::Type* type = check_type(c, written);
    if (type != nullptr && type->kind != Kind::integer && type->kind != Kind::scalar) {
        c.report(Code::bad_range, written.span, fmt::format("{} cannot range over {}", of, describe(*type)),
                 "use a range such as `int[0,3]` or a scalar set");
        type = nullptr;
    }
    model::Symbol binder;
    binder.kind = model::Symbol::Kind::binder;
    binder.scope = c.symbol_scope();
    binder.name = name;
    binder.type = type;
    binder.is_const = true;
    binder.span = span;
    const model::Symbol* made = c.model.make(std::move(binder));
    c.declare_symbol(*made);
    return made;
}

std::vector<const model::Symbol*> check_parameters(Context& c, const std::vector<Parameter>& parameters,
                                                   ParametersOf of) {
    std::vector<const model::Symbol*> symbols;
    symbols.reserve(parameters.size());
    for (const Parameter& parameter : parameters) {
        const model::Type* type = check_type(c, *parameter.type);
        if (type != nullptr) type = check_dimensions(c, type, parameter.dimensions);
        if (type != nullptr && !is_legal_parameter(c, parameter, *type)) type = nullptr;
        model::Symbol symbol;
        symbol.kind = model::Symbol::Kind::parameter;
        symbol.scope = of == ParametersOf::function ? model::Symbol::Scope::function : model::Symbol::Scope::process;
        symbol.name = parameter.name;
        symbol.type = type;
        symbol.is_const = parameter.type->is_const || (type != nullptr && type->is_const);
        // Strings are immutable, so that a reference is equivalent to the value.
        symbol.by_reference = parameter.by_reference && (symbol.type == nullptr || symbol.type->kind != Kind::string);
        symbol.span = parameter.span;
        symbols.push_back(c.model.make(std::move(symbol)));
        c.declare_symbol(*symbols.back());
    }
    return symbols;
}

}  // namespace crowfly::uppaal
