#include "model/uppaal/check/type_rules.hpp"

#include <set>
#include <utility>

namespace crowfly::uppaal {

namespace {

using model::Type;
using Kind = model::Type::Kind;

// Nested records form a graph with exponentially many paths, so each pair of types is compared once.
using Pairs = std::set<std::pair<const Type*, const Type*>>;

bool same_type(const Type& a, const Type& b, Pairs& entered);

bool same_array(const Type& a, const Type& b, Pairs& entered) {
    if (a.element == nullptr || b.element == nullptr || a.index == nullptr || b.index == nullptr) return true;
    const auto size_a = literal_size(a);
    const auto size_b = literal_size(b);
    if (size_a && size_b && *size_a != *size_b) return false;
    return same_type(*a.index, *b.index, entered) && same_type(*a.element, *b.element, entered);
}

bool same_record(const Type& a, const Type& b, Pairs& entered) {
    if (a.fields.size() != b.fields.size()) return false;
    for (std::size_t i = 0; i < a.fields.size(); ++i) {
        const model::Field& f = a.fields[i];
        const model::Field& g = b.fields[i];
        if (f.name != g.name) return false;
        if (f.type != nullptr && g.type != nullptr && !same_type(*f.type, *g.type, entered)) return false;
    }
    return true;
}

bool same_type(const Type& a, const Type& b, Pairs& entered) {
    if (&a == &b) return true;
    if (a.kind != b.kind || a.kind == Kind::scalar) return false;
    if (!is_composite(a) || !entered.emplace(&a, &b).second) return true;
    return a.kind == Kind::array ? same_array(a, b, entered) : same_record(a, b, entered);
}

std::optional<std::int64_t> literal(const model::Expr* e) {
    if (e == nullptr) return std::nullopt;
    if (e->kind == model::Expr::Kind::constant) return e->value;
    const bool difference = e->kind == model::Expr::Kind::binary && e->op == Op::subtract &&
                            e->operands[0]->kind == model::Expr::Kind::constant &&
                            e->operands[1]->kind == model::Expr::Kind::constant;
    if (!difference) return std::nullopt;
    return std::int64_t{e->operands[0]->value} - e->operands[1]->value;
}

std::string plural(const Type& type) {
    switch (type.kind) {
        case Kind::integer: return "integers";
        case Kind::boolean: return "Booleans";
        case Kind::clock: return "clocks";
        case Kind::channel: return "channels";
        case Kind::scalar: return "scalars";
        case Kind::array: return "arrays";
        case Kind::record: return "structs";
        case Kind::real: return "floating-point numbers";
        case Kind::string: return "strings";
        case Kind::void_: break;
    }
    return "nothing";
}

std::string singular(const Type& type) {
    switch (type.kind) {
        case Kind::integer: return "an integer";
        case Kind::boolean: return "a Boolean";
        case Kind::clock: return "a clock";
        case Kind::channel: return "a channel";
        case Kind::scalar: return "a scalar";
        case Kind::array: return "an array of " + plural(innermost(type));
        case Kind::record: return "a struct";
        case Kind::real: return "a floating-point number";
        case Kind::string: return "a string";
        case Kind::void_: break;
    }
    return "nothing (`void`)";
}

}  // namespace

const Type& innermost(const Type& type) {
    const Type* inner = &type;
    while (inner->kind == Kind::array && inner->element != nullptr) inner = inner->element;
    return *inner;
}

bool same_type(const Type& a, const Type& b) {
    Pairs entered;
    return same_type(a, b, entered);
}

std::optional<std::int64_t> literal_size(const Type& array) {
    if (array.index == nullptr || array.index->kind != Kind::integer) return std::nullopt;
    const auto lower = literal(array.index->lower);
    const auto upper = literal(array.index->upper);
    if (!lower || !upper) return std::nullopt;
    return *upper - *lower + 1;
}

std::string describe(const Type& type) {
    if (type.name.empty()) return singular(type);
    return singular(type) + " (`" + type.name + "`)";
}

}  // namespace crowfly::uppaal
