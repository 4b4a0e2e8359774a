// The kinds of queries of all languages here.
#pragma once

#include <cstdint>
#include <string_view>

namespace crowfly {

enum class QueryKind : std::uint8_t {
    exists_eventually,  // E<> p
    always_globally,    // A[] p
    exists_globally,    // E[] p
    always_eventually,  // A<> p
    leads_to,           // p --> q
    sup,                // sup{p}: values
    inf,
    bounds,
    // recognised, not decided
    statistical,  // Pr, E[<=…], simulate, value estimation
    game,         // control:, strategy, under, minE, maxE, saveStrategy, A[p U q]
    scenario,     // sat: (live sequence charts)
    justice,      // of circuits
    // no queries
    empty,        // blank or comment only
    not_a_query,  // decoration such as `=== Section ===`: cannot be read as a query
};

std::string_view to_string(QueryKind kind);  // "E<>", "statistical": its name in lists

inline bool asks_for_states(QueryKind kind) {
    return kind == QueryKind::exists_eventually || kind == QueryKind::always_globally;
}
inline bool measures_values(QueryKind kind) {
    return kind == QueryKind::sup || kind == QueryKind::inf || kind == QueryKind::bounds;
}
// A witness refutes such a query.
inline bool is_for_all(QueryKind kind) {
    return kind == QueryKind::always_globally || kind == QueryKind::always_eventually || kind == QueryKind::leads_to;
}

}  // namespace crowfly
