// The type checker: from an UPPAAL document as written to a typed model. Names are resolved, types checked, and what
// the language forbids is reported with its place. Constants are not evaluated: that is the compiler's part, which
// knows the values of template parameters.
#pragma once

#include <memory>
#include <optional>

#include "base/diagnostic.hpp"
#include "model/model.hpp"
#include "model/uppaal/syntax.hpp"

namespace crowfly::uppaal {

struct Context;

// Keeps the scopes of the document, so that queries can be checked later. The document must outlive it.
class Checker {
public:
    // Checks everything; mistakes are in `diagnostics`. With `sources`, messages can name the line of an earlier
    // declaration.
    Checker(const Document& document, Diagnostics& diagnostics, const Sources* sources = nullptr);
    // For queries alone: about a model that another language's reader has typed.
    explicit Checker(std::unique_ptr<model::Model> typed, const Sources* sources = nullptr);
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    model::Model& model();  // complete if no errors were reported

    // Nothing if the query is wrong or of a kind that is not decided here: an error says so. (A query the parser has
    // complained about already gives nothing without another word.)
    std::optional<model::Query> check_query(const Query& query, Diagnostics& diagnostics);

private:
    std::unique_ptr<Context> context_;
};

}  // namespace crowfly::uppaal
