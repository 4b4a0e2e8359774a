#include "frontend/uppaal_queries.hpp"

#include <utility>

#include "model/uppaal/parse/parse.hpp"
#include "model/uppaal/parse/query_hint.hpp"

namespace crowfly {
namespace {

struct ParsedByUppaal final : ParsedQuery {
    explicit ParsedByUppaal(const uppaal::Query& query) : syntax(&query) {}
    explicit ParsedByUppaal(uppaal::Query&& query) : own(std::move(query)), syntax(&own) {}

    uppaal::Query own;
    const uppaal::Query* syntax;
};

WrittenQuery::Role role_of(const uppaal::Query& query) {
    if (query.kind == QueryKind::empty) return WrittenQuery::Role::empty;
    if (query.kind != QueryKind::not_a_query) return WrittenQuery::Role::query;
    return uppaal::is_heading(query.text) ? WrittenQuery::Role::heading : WrittenQuery::Role::unreadable;
}

WrittenQuery described(std::shared_ptr<const ParsedByUppaal> parsed) {
    const uppaal::Query& query = *parsed->syntax;
    WrittenQuery written;
    written.role = role_of(query);
    written.text = query.text;
    written.kind = query.kind;
    written.comment = query.comment;
    if (!written.is_query()) written.hint = uppaal::query_hint(query.text);
    written.span = query.span;
    for (const uppaal::Option& option : query.options) written.options.push_back({option.key, option.value});
    written.parsed = std::move(parsed);
    return written;
}

WrittenQuery owned(uppaal::Query query) { return described(std::make_shared<const ParsedByUppaal>(std::move(query))); }

class UppaalQueries final : public QueryLanguage {
public:
    WrittenQuery parse(const Fragment& fragment, Sources& sources, Diagnostics& diagnostics) const override {
        uppaal::ParseContext context{sources, diagnostics};
        return owned(uppaal::parse_query(fragment, context));
    }

    std::vector<WrittenQuery> parse_file(const Fragment& fragment, Sources& sources,
                                         Diagnostics& diagnostics) const override {
        uppaal::ParseContext context{sources, diagnostics};
        std::vector<WrittenQuery> all;
        for (uppaal::Query& query : uppaal::parse_query_file(fragment, context)) all.push_back(owned(std::move(query)));
        return all;
    }

    WrittenQuery parse_condition(const Fragment& fragment, Sources& sources, Diagnostics& diagnostics) const override {
        uppaal::ParseContext context{sources, diagnostics};
        uppaal::Query query;
        query.text = fragment.text;
        query.span = fragment.span(0, static_cast<std::uint32_t>(fragment.text.size()));
        query.first = uppaal::parse_condition(fragment, context);
        if (query.first) query.kind = QueryKind::exists_eventually;
        return owned(std::move(query));
    }

    bool asks_for_reachability(const std::string& text) const override { return text.starts_with("E<>"); }
    std::string reachable(const std::string& condition) const override { return "E<> " + condition; }
    std::string greatest(const std::string& expression) const override { return "sup: " + expression; }
};

}  // namespace

const QueryLanguage& uppaal_queries() {
    static const UppaalQueries language;
    return language;
}

WrittenQuery written_query(const uppaal::Query& query) {
    return described(std::make_shared<const ParsedByUppaal>(query));
}

const uppaal::Query* syntax_of(const WrittenQuery& query) {
    const auto* parsed = dynamic_cast<const ParsedByUppaal*>(query.parsed.get());
    return parsed == nullptr ? nullptr : parsed->syntax;
}

}  // namespace crowfly
