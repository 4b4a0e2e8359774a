// Paths in checkpoints: the best one so far of a search that goes on, and that may have forgotten its states since.
#pragma once

#include <vector>

#include "base/archive_parts.hpp"
#include "search/path.hpp"

namespace crowfly {

inline void save_firing(const Firing& firing, ArchiveWriter& to) {
    to.number(firing.transition);
    to.number(firing.channel.has_value());
    if (firing.channel) to.number(*firing.channel);
    to.number(std::uint64_t{firing.participants.size()});
    for (const Participant& one : firing.participants) {
        to.number(one.edge);
        to.list(one.selects);
    }
}
inline Firing load_firing(ArchiveReader& from) {
    Firing firing;
    firing.transition = from.number<std::uint32_t>();
    if (from.truth()) firing.channel = from.number<ChannelIndex>();
    for (std::size_t left = from.count(sizeof(EdgeIndex)); left > 0; --left) {
        const auto edge = from.number<EdgeIndex>();
        firing.participants.push_back({edge, from.list<std::int32_t>()});
    }
    return firing;
}

inline void save_path(const Path& path, const std::vector<Firing>& firings, ArchiveWriter& to) {
    to.number(std::uint64_t{path.size()});
    for (const std::vector<std::int32_t>& slots : path) to.list(slots);
    to.number(std::uint64_t{firings.size()});
    for (const Firing& firing : firings) save_firing(firing, to);
}
inline void load_path(Path& path, std::vector<Firing>& firings, ArchiveReader& from) {
    path.clear();
    for (std::size_t left = from.count(sizeof(std::uint64_t)); left > 0; --left)
        path.push_back(from.list<std::int32_t>());
    firings.clear();
    for (std::size_t left = from.count(sizeof(std::uint32_t)); left > 0; --left) firings.push_back(load_firing(from));
}

}  // namespace crowfly
