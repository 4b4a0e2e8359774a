// Collects the links of a path from the goal back to the initial state. The nodes of the path are spread over the
// workers. Each adds the links of its own nodes until the parent is a node of another worker, and sends all links so
// far to that one.
//
// A node that was loaded from a checkpoint knows its parent by a name. Any worker may have loaded that one, so they are
// asked one after the other. Where the question comes back a worker has not loaded its states, and there is no path.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "search/workers/origins.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

// Passes on the question of another worker, or its own: the links so far, the name of the node to go on from, and who
// asks for it. No links: all were asked.
inline std::optional<std::vector<std::uint32_t>> ask_next_worker(Transport& transport,
                                                                 std::vector<std::uint32_t> words) {
    const std::size_t next = (transport.self() + 1) % transport.size();
    if (words.back() == next) return std::vector<std::uint32_t>();
    transport.send(next, {Message::Kind::locate, static_cast<std::uint32_t>(transport.self()), std::move(words)});
    return std::nullopt;
}

template <class Space>
class PathBackward {
public:
    using Words = std::vector<std::uint32_t>;

    PathBackward(Space& space, Origins& origins, Transport& transport)
        : space_(space), origins_(origins), transport_(transport) {}

    // `words`: the links so far, the goal first, and the node of this worker to go on from. The links of the whole path
    // where it begins at this worker, none where nobody has a node of it; nothing: others go on.
    std::optional<Words> go_on(Words words) {
        NodeId node = words.back();
        words.pop_back();
        while (node != no_node) {
            words.push_back(space_.turn(node));
            space_.write_discrete(node, words);
            if (const std::optional<NodeNames::Name> parent = origins_.names().parent_of_loaded(node)) {
                const std::optional<NodeId> loaded_here = origins_.names().find(*parent);
                if (!loaded_here) return ask_for(*parent, std::move(words));
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

    // `words`: the links so far, the name of the node to go on from, and the worker that asks for it.
    std::optional<Words> go_on_if_loaded(Words words) {
        const NodeNames::Name name = *(words.end() - 3) | NodeNames::Name{*(words.end() - 2)} << 32U;
        const std::optional<NodeId> node = origins_.names().find(name);
        if (!node) return ask_next_worker(transport_, std::move(words));
        words.resize(words.size() - 2);
        words.back() = *node;
        return go_on(std::move(words));
    }

private:
    std::uint32_t self() const { return static_cast<std::uint32_t>(transport_.self()); }

    std::optional<Words> ask_for(NodeNames::Name name, Words words) {
        words.insert(words.end(), {static_cast<std::uint32_t>(name), static_cast<std::uint32_t>(name >> 32U), self()});
        return ask_next_worker(transport_, std::move(words));
    }

    Space& space_;
    Origins& origins_;
    Transport& transport_;
};

}  // namespace crowfly
