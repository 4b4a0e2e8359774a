// How parts of a search are written to an archive (archive.hpp) and read from it: numbers as such, others by their own
// `save` and `load`.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>

#include "base/archive.hpp"
#include "base/chunked.hpp"
#include "base/rng.hpp"

namespace crowfly {

template <class Part>
void save_part(const Part& part, ArchiveWriter& to) {
    if constexpr (std::integral<Part>)
        to.number(part);
    else
        part.save(to);
}

template <class Part>
Part load_part(ArchiveReader& from) {
    if constexpr (std::integral<Part>) {
        return from.number<Part>();
    } else {
        Part part{};
        part.load(from);
        return part;
    }
}

template <class Element>
void save_all(const Chunked<Element>& elements, ArchiveWriter& to) {
    to.number(std::uint64_t{elements.size()});
    for (std::size_t i = 0; i < elements.size(); ++i) save_part(elements[i], to);
}

template <class Element>
void load_all(Chunked<Element>& elements, ArchiveReader& from) {
    elements = {};
    for (std::size_t left = from.count(1); left > 0; --left) elements.push_back(load_part<Element>(from));
}

// Without those that were popped from the front.
template <class Element>
void save_from(const std::vector<Element>& elements, std::size_t first, ArchiveWriter& to) {
    to.number(std::uint64_t{elements.size() - first});
    for (std::size_t i = first; i < elements.size(); ++i) save_part(elements[i], to);
}

template <class Element>
void load_all(std::vector<Element>& elements, ArchiveReader& from) {
    elements.clear();
    for (std::size_t left = from.count(1); left > 0; --left) elements.push_back(load_part<Element>(from));
}

template <class Part>
void save_if_any(const std::optional<Part>& part, ArchiveWriter& to) {
    to.number(part.has_value());
    if (part) save_part(*part, to);
}

template <class Part>
void load_if_any(std::optional<Part>& part, ArchiveReader& from) {
    part.reset();
    if (from.truth()) part = load_part<Part>(from);
}

inline void save_random(const Rng& random, ArchiveWriter& to) { to.numbers(random.state().data(), 4); }

inline void load_random(Rng& random, ArchiveReader& from) {
    std::array<std::uint64_t, 4> state{};
    from.numbers(state.data(), state.size());
    random.go_on_from(state);
}

}  // namespace crowfly
