#include "model/query_kind.hpp"

namespace crowfly {

std::string_view to_string(QueryKind kind) {
    switch (kind) {
        case QueryKind::exists_eventually: return "E<>";
        case QueryKind::always_globally: return "A[]";
        case QueryKind::exists_globally: return "E[]";
        case QueryKind::always_eventually: return "A<>";
        case QueryKind::leads_to: return "-->";
        case QueryKind::sup: return "sup";
        case QueryKind::inf: return "inf";
        case QueryKind::bounds: return "bounds";
        case QueryKind::statistical: return "statistical";
        case QueryKind::game: return "game";
        case QueryKind::scenario: return "scenario";
        case QueryKind::justice: return "justice";
        case QueryKind::empty: return "empty";
        case QueryKind::not_a_query: return "not a query";
    }
    return "";
}

}  // namespace crowfly
