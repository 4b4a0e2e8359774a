// Collects the links of a path from the goal back to the initial state. The nodes of the path are spread over the
// workers. Each adds the links of its own nodes until the parent is a node of another worker, and sends all links so
// far to that one.
//
// A node that was loaded from a checkpoint knows its parent by a name. Any worker may have loaded that one, so all are
// asked.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "search/workers/origins.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

template <class Space>
class PathBackward {
public:
    using Words = std::vector<std::uint32_t>;

    PathBackward(Space& space, Origins& origins, Transport& transport)
        : space_(space), origins_(origins), transport_(transport) {}

    // `words`: the links so far, the goal first, and the node of this worker to go on from. The links of the whole path
    // where it begins at this worker; nothing: others go on.
    std::optional<Words> go_on(Words words) {
        NodeId node = words.back();
        words.pop_back();
        while (node != no_node) {
            space_.write_link(node, words);
            if (const std::optional<NodeNames::Name> parent = origins_.names().parent_of_loaded(node)) {
                const std::optional<NodeId> loaded_here = origins_.names().find(*parent);
                if (!loaded_here) {
                    ask_for(*parent, std::move(words));
                    return std::nullopt;
                }
                node = *loaded_here;
                continue;
            }
            const std::size_t holder = origins_.worker_of_parent(node);
            node = space_.parent(node);
            if (node != no_node && holder != transport_.self()) {
                words.push_back(node);
                transport_.send(holder, {Message::Kind::path, self(), std::move(words)});
                return std::nullopt;
            }
        }
        return words;
    }

    // `words`: the links so far, and the name of the node to go on from, which another worker has asked for.
    std::optional<Words> go_on_if_loaded(Words words) {
        const NodeNames::Name name = *(words.end() - 2) | NodeNames::Name{words.back()} << 32U;
        const std::optional<NodeId> node = origins_.names().find(name);
        if (!node) return std::nullopt;
        words.pop_back();
        words.back() = *node;
        return go_on(std::move(words));
    }

private:
    std::uint32_t self() const { return static_cast<std::uint32_t>(transport_.self()); }

    void ask_for(NodeNames::Name name, Words words) {
        words.push_back(static_cast<std::uint32_t>(name));
        words.push_back(static_cast<std::uint32_t>(name >> 32U));
        for (std::size_t to = 0; to < transport_.size(); ++to) {
            if (to != transport_.self()) transport_.send(to, {Message::Kind::locate, self(), words});
        }
    }

    Space& space_;
    Origins& origins_;
    Transport& transport_;
};

}  // namespace crowfly
