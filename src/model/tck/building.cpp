#include "model/tck/building.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/alarm.hpp"

namespace crowfly::tck {
namespace {

const model::Type* make_type(model::Model& model, model::Type::Kind kind) {
    model::Type type;
    type.kind = kind;
    return model.make(std::move(type));
}

}  // namespace

std::string_view what_it_is(Entity::Kind kind) {
    switch (kind) {
        case Entity::Kind::clock: return "a clock";
        case Entity::Kind::integer: return "a variable";
        case Entity::Kind::process: return "a process";
        case Entity::Kind::event: return "an event";
    }
    return "";
}

Context::Context(const Sources& sources, Diagnostics& diagnostics, model::Model& model)
    : sources(sources), diagnostics(diagnostics), model(model), integer_type(nullptr),
      boolean_type(make_type(model, model::Type::Kind::boolean)),
      clock_type(make_type(model, model::Type::Kind::clock)),
      channel_type(make_type(model, model::Type::Kind::channel)),
      void_type(make_type(model, model::Type::Kind::void_)) {
    integer_type = make_range(make_constant(std::numeric_limits<std::int32_t>::min(), {}),
                              make_constant(std::numeric_limits<std::int32_t>::max(), {}), {});
}

std::string Context::on_line(Span span) const {
    return fmt::format("on line {}", sources.position(span.file, span.begin).line);
}

std::string Context::about(const std::string& name, const std::string& full_name,
                           const std::vector<std::string>& candidates) const {
    if (declared_somewhere.contains(full_name)) return "it is declared below; declare it before it is used";
    // Comparing with every name is slow; beyond the limit the hint would not be shown anyway.
    return diagnostics.errors() >= Diagnostics::limit ? "" : did_you_mean(name, candidates);
}

model::Expr* Context::make(model::Expr::Kind kind, Span span, const model::Type* type,
                           std::vector<const model::Expr*> operands) {
    poll();
    if (++nodes == most_nodes + 1)
        report(Code::system_too_large, span, "the guards, invariants and statements of the model are too large");
    model::Expr made;
    made.kind = kind;
    made.span = span;
    made.type = type;
    made.operands = std::move(operands);
    return model.make(std::move(made));
}

const model::Expr* Context::make_constant(std::int32_t value, Span span) {
    model::Expr* made = make(model::Expr::Kind::constant, span, integer_type);
    made->value = value;
    return made;
}

const model::Expr* Context::make_binary(Op op, const model::Expr* left, const model::Expr* right,
                                        const model::Type* type, Span span) {
    model::Expr* made = make(model::Expr::Kind::binary, span, type, {left, right});
    made->op = op;
    return made;
}

const model::Type* Context::make_range(const model::Expr* least, const model::Expr* greatest, Span span) {
    model::Type type;
    type.kind = model::Type::Kind::integer;
    type.lower = least;
    type.upper = greatest;
    type.span = span;
    return model.make(std::move(type));
}

const model::Type* Context::make_array(const model::Type* element, const model::Expr* size, Span span) {
    model::Type type;
    type.kind = model::Type::Kind::array;
    type.element = element;
    type.index = make_range(make_constant(0, span),
                            make_binary(Op::subtract, size, make_constant(1, span), integer_type, span), span);
    type.span = span;
    return model.make(std::move(type));
}

}  // namespace crowfly::tck
