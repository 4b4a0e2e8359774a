// What a checkpoint says of the nodes of one worker. Each node has its record, its names and that of its parent
// (node_names.hpp), and whether it is still to be expanded. A worker that loads a part keeps the nodes that it owns
// now, and skips the others.
//
// A search says of its nodes
//   is_open      it is still to be expanded
//   length_of    how long the path to it is, where the search needs to know that again
//   pass_of      in which pass over the parts it is loaded: expanded nodes come first, then open ones
//   restored     is told of each node that was loaded.
#pragma once

#include <vector>

#include "base/files/archive.hpp"
#include "search/workers/origins.hpp"

namespace crowfly {

template <class Space, class Search>
void save_nodes(Space& space, const Search& search, const Origins& origins, std::size_t worker, ArchiveWriter& to) {
    const auto nodes = static_cast<NodeId>(space.nodes());
    to.number(nodes);
    std::vector<std::uint32_t> record;
    for (NodeId node = 0; node < nodes; ++node) {
        to.number(!space.is_covered(node) && search.is_open(node));
        to.number(search.length_of(node));
        to.list(origins.names().names_of(worker, node));
        to.number(origins.name_of_parent(node, space.parent(node)));
        record.clear();
        space.write(node, record);
        to.number(space.turn(node));
        to.list(record);
    }
}

// `owns(discrete part)`: whether this worker owns a state now.
template <class Space, class Search, class Owns>
void load_nodes(Space& space, Search& search, Origins& origins, std::size_t pass, const Owns& owns,
                ArchiveReader& from) {
    for (auto left = from.number<NodeId>(); left > 0; --left) {
        const bool is_open = from.truth();
        const auto length = from.number<std::uint32_t>();
        const auto names = from.list<NodeNames::Name>();
        const auto parent = from.number<NodeNames::Name>();
        const auto turn = from.number<std::uint32_t>();
        const auto record = from.list<std::uint32_t>();
        ArchiveReader::demand(record.size() >= space.layout().words(), "has half a state");
        if (search.pass_of(is_open, length) != pass || !owns(record.data())) continue;
        const NodeId node = space.restore(record, no_node, turn);
        ArchiveReader::demand(node != no_node, "has a state twice");
        ArchiveReader::demand(!names.empty(), "has a state without a name");
        origins.load(names, parent, is_open);
        search.restored(node, length, pass);
    }
}

}  // namespace crowfly
