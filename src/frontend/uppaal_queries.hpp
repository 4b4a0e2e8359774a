// UPPAAL's query language, which is also that of models in languages without one.
#pragma once

#include <memory>

#include "frontend/query_language.hpp"
#include "model/uppaal/syntax.hpp"

namespace crowfly {

const QueryLanguage& uppaal_queries();

// A query of a document, which must outlive it.
WrittenQuery written_query(const uppaal::Query& query);
// The syntax of one of these queries; null if it is none.
const uppaal::Query* syntax_of(const WrittenQuery& query);

}  // namespace crowfly
