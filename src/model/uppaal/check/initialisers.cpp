#include "model/uppaal/check/initialisers.hpp"

#include <fmt/format.h>

#include "model/uppaal/check/type_rules.hpp"

namespace crowfly::uppaal {

namespace {

using Kind = model::Type::Kind;
using Result = std::optional<model::Initialiser>;

Result reject(Context& c, Span span, std::string message, std::string hint = {}) {
    c.report(Code::bad_initialiser, span, std::move(message), std::move(hint));
    return std::nullopt;
}

Result check_elements(Context& c, const Initialiser& written, const model::Type& array) {
    const auto size = literal_size(array);
    if (size && *size != static_cast<std::int64_t>(written.items.size())) {
        return reject(c, written.span,
                      fmt::format("the array has {} elements, but {} are given", *size, written.items.size()));
    }
    model::Initialiser result;
    result.span = written.span;
    for (const Initialiser& item : written.items) {
        if (!item.field.empty()) return reject(c, item.span, fmt::format("an array has no field `{}`", item.field));
        auto checked = check_initialiser(c, item, array.element);
        if (!checked) return std::nullopt;
        result.items.push_back(std::move(*checked));
    }
    return result;
}

// The field of an item of a struct: by its name, or the one after the previous item's.
std::optional<std::size_t> place_of(Context& c, const Initialiser& item, const model::Type& record, std::size_t next) {
    if (item.field.empty()) return next;
    const auto number = c.find_field(record, item.field);
    if (!number) c.report_unknown_field(record, item.field, item.span);
    return number;
}

Result check_fields(Context& c, const Initialiser& written, const model::Type& record) {
    const std::size_t count = record.fields.size();
    if (count != written.items.size()) {
        return reject(c, written.span,
                      fmt::format("the struct has {} fields, but {} are given", count, written.items.size()));
    }
    model::Initialiser result;
    result.span = written.span;
    result.items.resize(count);
    std::vector<bool> filled(count);
    std::size_t next = 0;
    for (const Initialiser& item : written.items) {
        const auto at = place_of(c, item, record, next);
        if (!at) return std::nullopt;
        if (*at >= count || filled[*at]) return reject(c, item.span, "this field has a value already");
        auto checked = check_initialiser(c, item, record.fields[*at].type);
        if (!checked) return std::nullopt;
        result.items[*at] = std::move(*checked);
        filled[*at] = true;
        next = *at + 1;
    }
    return result;
}

Result check_value(Context& c, const Initialiser& written, const model::Type* type) {
    const model::Expr* value = check_expression(c, *written.value);
    if (type != nullptr && type->kind == Kind::channel)
        return reject(c, written.span, "a channel cannot have an initial value");
    if (type != nullptr && is_composite(*type) && value->type != nullptr && !same_type(*type, *value->type)) {
        return reject(c, written.span, fmt::format("{} cannot start as {}", describe(*type), describe(*value->type)),
                      "list the values: `{ …, … }`");
    }
    model::Initialiser result;
    result.span = written.span;
    result.value = fit(c, value, type);
    return result.value == nullptr ? std::nullopt : Result(std::move(result));
}

}  // namespace

Result check_initialiser(Context& c, const Initialiser& written, const model::Type* type) {
    if (!written.is_list) return written.value == nullptr ? std::nullopt : check_value(c, written, type);
    if (type == nullptr) return std::nullopt;
    if (type->kind == Kind::array) return check_elements(c, written, *type);
    if (type->kind == Kind::record) return check_fields(c, written, *type);
    return reject(c, written.span, fmt::format("a list of values cannot initialise {}", describe(*type)),
                  "write one value, without braces");
}

}  // namespace crowfly::uppaal
