// A query as a file or a person has written it, before anybody knows what it means in a model. Every language has its
// own queries; what they have in common is what is listed, shown and reported. The property a query ends in belongs to
// no language (property/property.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"

namespace crowfly {

// An option that is stored with a model or a query: reported, never obeyed.
struct StoredOption {
    std::string key, value;
};

// What a query language made of the text. Only the frontend it belongs to looks inside.
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
        unreadable,  // somebody meant it, but it is no query; `hint` says what was probably meant
    };

    Role role = Role::empty;
    std::string text;
    std::string kind;  // "E<>", "A[]", "statistical": what lists call it
    std::string comment;
    std::string hint;
    std::string place;  // what the file's format calls its place: "/nta/queries/query[1]/formula"; may be empty
    Span span;
    std::vector<StoredOption> options;
    std::shared_ptr<const ParsedQuery> parsed;

    bool is_query() const { return role == Role::query; }
    bool asks_for_states() const { return kind == "E<>" || kind == "A[]"; }
    bool is_for_all() const { return kind == "A[]" || kind == "A<>" || kind == "-->"; }
};

}  // namespace crowfly
