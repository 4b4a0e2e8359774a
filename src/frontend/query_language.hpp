// The language queries about a kind of models are written in. It reads text without knowing the model; what the names
// mean there is for Problem::compile() to say.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "frontend/written_query.hpp"

namespace crowfly {

class QueryLanguage {
public:
    QueryLanguage() = default;
    QueryLanguage(const QueryLanguage&) = delete;
    QueryLanguage& operator=(const QueryLanguage&) = delete;
    virtual ~QueryLanguage() = default;

    // One query. What is wrong with it is told to whoever compiles it.
    virtual WrittenQuery parse(const Fragment& fragment, Sources& sources, Diagnostics& diagnostics) const = 0;
    // A file of queries, decoration included.
    virtual std::vector<WrittenQuery> parse_file(const Fragment& fragment, Sources& sources,
                                                 Diagnostics& diagnostics) const = 0;
    // A condition on states alone, as a query whether such a state can be reached. Mistakes are reported at once.
    virtual WrittenQuery parse_condition(const Fragment& fragment, Sources& sources,
                                         Diagnostics& diagnostics) const = 0;

    virtual bool asks_for_reachability(const std::string& text) const = 0;
    virtual std::string reachable(const std::string& condition) const = 0;  // "E<> condition"
    virtual std::string greatest(const std::string& expression) const = 0;  // "sup: expression"
};

}  // namespace crowfly
