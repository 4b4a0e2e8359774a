#include "engine/query_kinds.hpp"

#include <array>
#include <string_view>

#include "engine/engine.hpp"

namespace crowfly {
namespace {

struct Kind {
    QueryKind kind;
    std::string_view meaning;
};

constexpr std::array<Kind, 8> kinds{{
    {QueryKind::exists_eventually, "E<> p: some reachable state satisfies p"},
    {QueryKind::always_globally, "A[] p: every reachable state satisfies p"},
    {QueryKind::exists_globally, "E[] p: on some run p holds all the time"},
    {QueryKind::always_eventually, "A<> p: every run comes to a state that satisfies p"},
    {QueryKind::leads_to, "p --> q: whenever p holds, q will hold in the end"},
    {QueryKind::sup, "sup{p}: e, f: the largest values of clocks and integers where p holds"},
    {QueryKind::inf, "inf{p}: e, f: the smallest values of clocks and integers where p holds"},
    {QueryKind::bounds, "bounds{p}: e, f: both"},
}};

// A network and a query with nothing in them that could be in the way: what remains is whether the engine knows the
// kind.
std::vector<std::string> engines_for(QueryKind kind) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    Query query;
    query.kind = kind;
    std::vector<std::string> names;
    for (const Engine* engine : engines()) {
        if (!engine->cannot(network, query)) names.emplace_back(engine->name());
    }
    return names;
}

}  // namespace

std::vector<QueryKindInfo> query_kinds() {
    std::vector<QueryKindInfo> all;
    for (const Kind& kind : kinds) {
        all.push_back({{std::string(to_string(kind.kind)), std::string(kind.meaning), {}, {}}, engines_for(kind.kind)});
    }
    return all;
}

}  // namespace crowfly
