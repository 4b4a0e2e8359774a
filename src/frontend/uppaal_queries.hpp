// UPPAAL's query language, which is also that of TChecker's models.
#pragma once

#include <memory>

#include "frontend/query_language.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly {

const QueryLanguage& uppaal_queries();

// A query of a document; the document must outlive it.
WrittenQuery written_query(const uppaal::Query& query);
// The syntax tree of such a query; null: it is of another language.
const uppaal::Query* syntax_of(const WrittenQuery& query);

}  // namespace crowfly
