// The type checker: turns an UPPAAL syntax tree into a typed model. It resolves names, checks types, and reports
// violations of the rules of the language. Constants are evaluated later by the compiler, which knows the values of
// template parameters.
#pragma once

#include <memory>
#include <optional>

#include "base/messages/diagnostic.hpp"
#include "model/gantt.hpp"
#include "model/model.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

struct Context;

// Keeps the scopes of the document, so that queries can be checked later. The document must outlive it.
class Checker {
public:
    // Checks the document and reports mistakes in `diagnostics`. With `sources`, messages name the line of an earlier
    // declaration.
    Checker(const Document& document, Diagnostics& diagnostics, const Sources* sources = nullptr);
    // For queries alone, about a model that was typed by another language's reader.
    explicit Checker(std::unique_ptr<model::Model> typed, const Sources* sources = nullptr);
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    model::Model& model();  // complete if no errors were reported

    // Nothing: the query is wrong or of a kind that is not decided here, and an error was reported. (A query with
    // syntax errors gives no further message.)
    std::optional<model::Query> check_query(const Query& query, Diagnostics& diagnostics);
    // The Gantt chart of the document. Nothing: an error was reported.
    std::optional<model::Gantt> check_gantt(Diagnostics& diagnostics);

private:
    std::unique_ptr<Context> context_;
};

}  // namespace crowfly::uppaal
