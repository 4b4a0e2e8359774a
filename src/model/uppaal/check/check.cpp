#include "model/uppaal/check/check.hpp"

#include "model/uppaal/check/checking.hpp"

namespace crowfly::uppaal {

Checker::Checker(const Document& document, Diagnostics& diagnostics, const Sources* sources)
    : context_(std::make_unique<Context>(document, diagnostics, sources)) {
    Context& c = *context_;
    Diagnostics warnings;
    c.warnings = &warnings;
    check_declarations(
        c, document.global.declarations,
        Destination{.variables = &c.model.variables, .functions = &c.model.functions, .is_global = true});
    find_declared_cost(c);
    for (const Template& t : document.templates) check_template(c, t);
    check_system(c);
    settle_cost(c);
    c.report_unused(c.global_scope);
    diagnostics.append(warnings);
}

Checker::Checker(std::unique_ptr<model::Model> typed, const Sources* sources) {
    static const Document no_document;
    Diagnostics nowhere;
    context_ = std::make_unique<Context>(no_document, nowhere, sources, std::move(typed));
    adopt(*context_);
}

Checker::~Checker() = default;

model::Model& Checker::model() { return context_->model; }

std::optional<model::Query> Checker::check_query(const Query& query, Diagnostics& diagnostics) {
    context_->errors = &diagnostics;
    context_->warnings = &diagnostics;
    return uppaal::check_query(*context_, query);
}

std::optional<model::Gantt> Checker::check_gantt(Diagnostics& diagnostics) {
    context_->errors = &diagnostics;
    context_->warnings = &diagnostics;
    return uppaal::check_gantt(*context_, context_->document.gantt);
}

}  // namespace crowfly::uppaal
