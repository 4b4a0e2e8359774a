#include "engine/query_kinds.hpp"

#include <string_view>

#include "engine/engine.hpp"

namespace crowfly {
namespace {

struct Kind {
    Property property;
    std::string_view meaning;
};

Property asking(Property::Asks asks) {
    Property property;
    property.asks = std::move(asks);
    return property;
}

// One property of every kind, and whatever else is written differently.
std::vector<Kind> kinds() {
    using property::Extremum;
    using property::Reach;
    using property::Run;
    return {
        {asking(Reach{true, {}}), "E<> p: some reachable state satisfies p"},
        {asking(Reach{false, {}}), "A[] p: every reachable state satisfies p"},
        {asking(Run{true, {}}), "E[] p: on some run p holds all the time"},
        {asking(Run{false, {}}), "A<> p: every run comes to a state that satisfies p"},
        {asking(Run{false, {}, Formula{}}), "p --> q: whenever p holds, q will hold in the end"},
        {asking(Extremum{false, true, {}, {}}),
         "sup{p}: e, f: the largest values of clocks and integers where p holds"},
        {asking(Extremum{true, false, {}, {}}),
         "inf{p}: e, f: the smallest values of clocks and integers where p holds"},
        {asking(Extremum{true, true, {}, {}}), "bounds{p}: e, f: both"},
    };
}

// A network with nothing in it that could be in the way: what remains is whether the engine knows the kind.
std::vector<std::string> engines_for(const Property& property) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    std::vector<std::string> names;
    for (const EnginePlugin* plugin : engines()) {
        if (!plugin->engine->cannot(network, property)) names.push_back(plugin->name);
    }
    return names;
}

}  // namespace

std::vector<QueryKindInfo> query_kinds() {
    std::vector<QueryKindInfo> all;
    for (const Kind& kind : kinds()) {
        all.push_back(
            {{std::string(operator_of(kind.property)), std::string(kind.meaning), {}, {}}, engines_for(kind.property)});
    }
    return all;
}

}  // namespace crowfly
