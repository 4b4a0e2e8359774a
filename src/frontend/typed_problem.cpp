#include "frontend/typed_problem.hpp"

#include <algorithm>
#include <utility>

#include "frontend/uppaal_queries.hpp"
#include "model/labels.hpp"
#include "property/compile.hpp"
#include "property/premise.hpp"

namespace crowfly {
namespace {

struct ParsedLabels final : ParsedQuery {
    explicit ParsedLabels(std::string text) : labels(std::move(text)) {}

    std::string labels;
};

}  // namespace

void TypedProblem::compile_model(std::unique_ptr<uppaal::Checker> checker, Diagnostics& diagnostics) {
    checker_ = std::move(checker);
    if (!diagnostics.has_errors()) compiler_ = std::make_unique<Compiler>(checker_->model(), diagnostics);
}

std::optional<model::Query> TypedProblem::type(const WrittenQuery& query, Diagnostics& diagnostics) {
    if (const auto* asked = dynamic_cast<const ParsedLabels*>(query.parsed.get())) {
        if (asked->labels.empty()) return model::nowhere_query(checker_->model(), query.span);
        return model::reach_query(checker_->model(), asked->labels, query.span, diagnostics);
    }
    const uppaal::Query& syntax = *syntax_of(query);
    diagnostics.append(syntax.diagnostics);
    if (diagnostics.has_errors()) return std::nullopt;
    return checker_->check_query(syntax, diagnostics);
}

std::optional<Property> TypedProblem::compile(const WrittenQuery& query, Diagnostics& diagnostics) {
    const std::optional<model::Query> typed = type(query, diagnostics);
    return typed ? compile_property(*compiler_, *typed, diagnostics) : std::nullopt;
}

// Mistakes of syntax do not depend on the model.
void TypedProblem::find_mistakes(const WrittenQuery& query, Diagnostics& diagnostics) {
    const uppaal::Query* syntax = syntax_of(query);
    if (checker_)
        type(query, diagnostics);
    else if (syntax != nullptr)
        diagnostics.append(syntax->diagnostics);
}

std::optional<Premise> TypedProblem::premise(const WrittenQuery& query) {
    Diagnostics ignored;  // compile() reports the same
    const std::optional<model::Query> typed = type(query, ignored);
    return typed ? compile_premise(*compiler_, *typed) : std::nullopt;
}

GanttChart TypedProblem::gantt() {
    Diagnostics mistakes;
    GanttChart chart;
    if (const std::optional<model::Gantt> typed = checker_->check_gantt(mistakes))
        chart = compile_gantt(*compiler_, *typed, mistakes);
    if (!mistakes.has_errors()) return chart;
    const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
    return {{}, std::ranges::find_if(mistakes.all(), is_error)->message};
}

std::optional<bool> TypedProblem::expected(const WrittenQuery& query) {
    Diagnostics ignored;
    const std::optional<model::Query> typed = type(query, ignored);
    return typed ? typed->expected : std::nullopt;
}

WrittenQuery TypedProblem::ask_labels(const std::string& labels, Span span) const {
    WrittenQuery query;
    query.role = WrittenQuery::Role::query;
    query.text = labels.empty() ? "reach ''" : "reach " + labels;
    query.kind = QueryKind::exists_eventually;
    query.span = span;
    query.parsed = std::make_shared<const ParsedLabels>(labels);
    return query;
}

}  // namespace crowfly
