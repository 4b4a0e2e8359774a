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

#include "base/archive.hpp"
#include "search/workers/origins.hpp"

namespace crowfly {

template <class Space, class Search>
void save_nodes(Space& space, const Search& search, const Origins& origins, std::size_t worker, ArchiveWriter& to) {
    const auto nodes = static_cast<NodeId>(space.nodes());
    to.number(nodes);
    std::vector<std::uint32_t> record;
    for (NodeId node = 0; node < nodes; ++node) {
        const bool is_covered = space.is_covered(node);
        to.number(is_covered);
        to.number(!is_covered && search.is_open(node));
        to.number(search.length_of(node));
        to.list(origins.names().names_of(worker, node));
        to.number(origins.name_of_parent(node, space.parent(node)));
        record.clear();
        is_covered ? space.write_link(node, record) : space.write_stored(node, record);
        to.list(record);
    }
}

// `owns(discrete part)`: whether this worker owns a state now.
template <class Space, class Search, class Owns>
void load_nodes(Space& space, Search& search, Origins& origins, std::size_t pass, const Owns& owns,
                ArchiveReader& from) {
    for (auto left = from.number<NodeId>(); left > 0; --left) {
        const bool is_covered = from.truth();
        const bool is_open = from.truth();
        const auto length = from.number<std::uint32_t>();
        const auto names = from.list<NodeNames::Name>();
        const auto parent = from.number<NodeNames::Name>();
        const auto record = from.list<std::uint32_t>();
        const std::size_t discrete_part = is_covered ? 1 : Space::discrete_part;
        ArchiveReader::demand(record.size() >= discrete_part + space.layout().words(), "has half a state");
        if (search.pass_of(is_open, length) != pass || !owns(record.data() + discrete_part)) continue;
        const NodeId node = is_covered ? space.adopt(record.data(), no_node) : space.restore(record.data(), no_node);
        ArchiveReader::demand(node != no_node, "has a state twice");
        ArchiveReader::demand(!names.empty(), "has a state without a name");
        origins.load(names, parent, is_open);
        search.restored(node, length, pass);
    }
}

}  // namespace crowfly
