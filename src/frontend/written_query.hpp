// A query as written in a file or on the command line, before it is compiled. It has what all query languages have in
// common: text, place, kind. The property it is compiled to (property/property.hpp) belongs to no language.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/messages/source.hpp"
#include "model/query_kind.hpp"

namespace crowfly {

// An option that is stored with a model or a query: reported, never applied.
struct StoredOption {
    std::string key, value;
};

// The parse of a query. Only its frontend knows the type.
struct ParsedQuery {
    ParsedQuery() = default;
    ParsedQuery(const ParsedQuery&) = delete;
    ParsedQuery& operator=(const ParsedQuery&) = delete;
    virtual ~ParsedQuery() = default;
};

struct WrittenQuery {
    enum class Role : std::uint8_t {
        query,
        empty,       // blank, or a comment alone
        heading,     // decoration such as `=== Safety ===`
        unreadable,  // meant as a query, but not one; `hint` says what was probably meant
    };

    Role role = Role::empty;
    std::string text;
    QueryKind kind = QueryKind::empty;
    std::string comment;
    std::string hint;
    std::string place;  // its place in the file, as the format names it: "/nta/queries/query[1]/formula"; may be empty
    Span span;
    std::vector<StoredOption> options;
    std::shared_ptr<const ParsedQuery> parsed;

    bool is_query() const { return role == Role::query; }
};

}  // namespace crowfly
