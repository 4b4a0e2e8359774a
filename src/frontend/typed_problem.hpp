// A problem whose model goes through the typed model (model/model.hpp) and the compiler, with queries in UPPAAL's
// language: UPPAAL's own models and TChecker's.
#pragma once

#include <memory>

#include "frontend/problem.hpp"
#include "model/uppaal/check/check.hpp"
#include "network/compile/compile.hpp"

namespace crowfly {

class TypedProblem : public Problem {
public:
    using Problem::Problem;

    const Network& network() const override { return compiler_->network(); }
    std::optional<Property> compile(const WrittenQuery& query, Diagnostics& diagnostics) override;
    std::optional<Premise> premise(const WrittenQuery& query) override;
    GanttChart gantt() override;
    void find_mistakes(const WrittenQuery& query, Diagnostics& diagnostics) override;
    std::optional<bool> expected(const WrittenQuery& query) override;
    WrittenQuery ask_labels(const std::string& labels, Span span) const override;

protected:
    // The typed model, with the scopes in which queries are checked.
    void compile_model(std::unique_ptr<uppaal::Checker> checker, Diagnostics& diagnostics);
    // Of a model with mistakes, for those of its queries.
    void keep(std::unique_ptr<uppaal::Checker> checker) { checker_ = std::move(checker); }

private:
    std::optional<model::Query> type(const WrittenQuery& query, Diagnostics& diagnostics);

    std::unique_ptr<uppaal::Checker> checker_;
    std::unique_ptr<Compiler> compiler_;
};

}  // namespace crowfly
