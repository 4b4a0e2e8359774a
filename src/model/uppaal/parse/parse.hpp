// Parses every fragment of the UPPAAL language that can occur alone, in an XML label, an XTA file or on the command
// line. Each function parses one whole Fragment, reports mistakes and returns what could be parsed, so that one run
// shows all mistakes.
#pragma once

#include <cstddef>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

struct ParseContext {
    Sources& sources;
    Diagnostics& diagnostics;
    Dialect dialect = Dialect::current;
    std::size_t tree_bytes = 0;       // of all syntax built so far; bounded, as a small file can mean a huge tree
    std::vector<Span> unparsed = {};  // skipped after mistakes, or parsed in part
};

void parse_declarations(const Fragment& fragment, ParseContext& context, Section& into);
std::vector<Parameter> parse_parameters(const Fragment& fragment, ParseContext& context);

// A guard or an invariant; null if blank. In the old dialect commas are conjunctions.
ExprPtr parse_condition(const Fragment& fragment, ParseContext& context);
// An exponential rate or a probability weight; null if blank.
ExprPtr parse_expression(const Fragment& fragment, ParseContext& context);
std::vector<ExprPtr> parse_updates(const Fragment& fragment, ParseContext& context);
std::vector<Select> parse_selects(const Fragment& fragment, ParseContext& context);
void parse_synchronisation(const Fragment& fragment, ParseContext& context, Edge& into);

// The <instantiation> and <system> elements; a second call adds to the first.
void parse_system(const Fragment& fragment, ParseContext& context, Document& into);
void parse_xta(const Fragment& fragment, ParseContext& context, Document& into);

// The inside of a `gantt` block; a second call adds to the first. Its mistakes are stored with it.
void parse_gantt(const Fragment& fragment, ParseContext& context, Gantt& into);

// One formula; its mistakes are stored in Query::diagnostics and reported when it is asked. Text that cannot be a query
// is no error here: the caller decides whether it was meant as one.
Query parse_query(const Fragment& fragment, ParseContext& context);
// A .q file: one formula per line, `\` continues it, comments belong to the formula that follows.
std::vector<Query> parse_query_file(const Fragment& fragment, ParseContext& context);

}  // namespace crowfly::uppaal
