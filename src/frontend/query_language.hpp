// The language of queries about a kind of models. It parses text without a model; Problem::compile() resolves the
// names.
#pragma once

#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "frontend/written_query.hpp"

namespace crowfly {

class QueryLanguage {
public:
    QueryLanguage() = default;
    QueryLanguage(const QueryLanguage&) = delete;
    QueryLanguage& operator=(const QueryLanguage&) = delete;
    virtual ~QueryLanguage() = default;

    // Parses one query. Its mistakes are reported when it is compiled.
    virtual WrittenQuery parse(const Fragment& fragment, Sources& sources, Diagnostics& diagnostics) const = 0;
    // Parses a file of queries, headings included.
    virtual std::vector<WrittenQuery> parse_file(const Fragment& fragment, Sources& sources,
                                                 Diagnostics& diagnostics) const = 0;
    // Parses a condition on states as the query whether it is reachable. Mistakes are reported at once.
    virtual WrittenQuery parse_condition(const Fragment& fragment, Sources& sources,
                                         Diagnostics& diagnostics) const = 0;

    virtual bool asks_for_reachability(const std::string& text) const = 0;
    virtual std::string reachable(const std::string& condition) const = 0;  // "E<> condition"
    virtual std::string greatest(const std::string& expression) const = 0;  // "sup: expression"
};

}  // namespace crowfly
