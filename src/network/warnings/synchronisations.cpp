// Edges that synchronise but have no partner in another process. A sender on a broadcast channel needs no partner; a
// receiver does. One warning is reported per channel, at the first edge.
#include <fmt/format.h>

#include "network/warnings/texts.hpp"
#include "network/warnings/warnings.hpp"

namespace crowfly {
namespace {

std::vector<bool> edges_with_partner(const Network& network) {
    std::vector<bool> found(network.edges.size());
    for (const Transition& transition : network.transitions) {
        found[transition.edge] = true;
        if (transition.kind == Transition::Kind::binary) found[transition.partner] = true;
        for (std::uint32_t r = 0; r < transition.receivers.count; ++r)
            found[network.receivers[transition.receivers.first + r]] = true;
    }
    return found;
}

struct Lonely {
    EdgeIndex edge;
    bool one_channel;  // the same in all processes
    std::size_t others = 0;
};

// By the declaration of the channel and whether it is sent or received on.
std::vector<Lonely> by_channel(const Network& network, const BadTexts<Lonely>& texts) {
    std::vector<Lonely> result;
    std::unordered_map<Text, std::size_t, TextHash> number;
    texts.for_each([&](const Lonely& lonely) {
        const Edge& edge = network.edges[lonely.edge];
        const Text channel{network.channels[edge.channel].span, edge.sync == Sync::send ? 1U : 0U};
        const auto [at, added] = number.try_emplace(channel, result.size());
        if (added)
            result.push_back(lonely);
        else
            ++result[at->second].others;
    });
    return result;
}

// `c`, `c[2]`, or `c[…]` where the index is not always the same.
std::string name_of(const Network& network, const Lonely& lonely) {
    const std::string& name = network.channels[network.edges[lonely.edge].channel].name;
    return lonely.one_channel || declared_name(name) == local_name(name) ? local_name(name)
                                                                         : declared_name(name) + "[…]";
}

std::string hint_for(const std::string& name, bool sends, std::size_t others) {
    std::string hint =
        sends ? fmt::format(
                    "have another process receive (`{}?`), or make the channel a broadcast, which needs no receiver",
                    name)
              : fmt::format("have another process send: `{}!`", name);
    if (others > 0) hint += fmt::format("; the same goes for {} other edge{}", others, others == 1 ? "" : "s");
    return hint;
}

}  // namespace

void warn_about_synchronisations(const Network& network, Diagnostics& diagnostics) {
    const std::vector<bool> has_partner = edges_with_partner(network);
    BadTexts<Lonely> texts;
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        const Edge& edge = network.edges[e];
        if (edge.sync != Sync::send && edge.sync != Sync::receive) continue;
        Lonely& told = texts.add(text_of(edge), !has_partner[e], {e, edge.channels == 1});
        told.one_channel &= edge.channels == 1 && edge.channel == network.edges[told.edge].channel;
    }
    for (const Lonely& lonely : by_channel(network, texts)) {
        const Edge& edge = network.edges[lonely.edge];
        const bool sends = edge.sync == Sync::send;
        const std::string name = name_of(network, lonely);
        diagnostics.add(
            sends ? Code::no_receiver : Code::no_sender, edge.sync_span.empty() ? edge.span : edge.sync_span,
            fmt::format("no other process {} on `{}`: this edge can never fire", sends ? "receives" : "sends", name),
            hint_for(name, sends, lonely.others));
    }
}

}  // namespace crowfly
