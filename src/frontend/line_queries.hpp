// Query languages in which a query is a line that begins with `E<>` or `A[]`: those about planning tasks and circuits.
#pragma once

#include "frontend/query_language.hpp"

namespace crowfly {

// The text without blanks around it, and its place.
WrittenQuery query_written_as(const Fragment& fragment, QueryKind kind, std::shared_ptr<const ParsedQuery> parsed);

class LineQueries : public QueryLanguage {
public:
    WrittenQuery parse(const Fragment& fragment, Sources& sources, Diagnostics& diagnostics) const override;
    // `//` starts a comment.
    std::vector<WrittenQuery> parse_file(const Fragment& fragment, Sources& sources,
                                         Diagnostics& diagnostics) const override;

    bool asks_for_reachability(const std::string& text) const override { return text.starts_with("E<>"); }
    std::string reachable(const std::string& condition) const override { return "E<> " + condition; }
    std::string greatest(const std::string& expression) const override { return "sup: " + expression; }

protected:
    // Of a text that begins with E<> or A[].
    virtual WrittenQuery parse_line(const Fragment& fragment) const = 0;
    virtual std::string hint() const = 0;  // what to ask instead
};

}  // namespace crowfly
