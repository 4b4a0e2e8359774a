// Saving, loading and counting bytes, derived from one description of the members of a type:
//
//     void parts(auto& each) { each(size_, entries_, best_); }
//
// names the members that matter, and `save`, `load` and `bytes_of` below do the rest. A member that can be computed
// from others is named by `each.derived(...)`: its bytes are counted, and it is not saved; the type computes it in
// `loaded()`, which is called after its members were read. A member that is owned by another part, or whose bytes are
// of no account, is named by `each.uncounted(...)`: it is saved, and its bytes are not counted. Bytes that the type
// counts itself, as they change, are named by `each.known(...)`.
//
// A type that is saved in a form of its own has `save` and `load`; one that knows its bytes without visiting its
// members has `bytes`. What `bytes_of` counts is the memory that an object has besides itself. `bytes_after_growth_of`
// counts what it will have after some thousand further elements, as far as types with `bytes_after_growth` know.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/chunked.hpp"
#include "base/files/archive.hpp"

namespace crowfly {

struct NoParts {
    void operator()(auto&&...) const {}
    void derived(auto&&...) const {}
    void uncounted(auto&&...) const {}
    void known(std::size_t) const {}
};

template <class T>
concept Described = requires(T& object, NoParts& each) {
    object.parts(each);
};

template <class T>
concept SavesItself = requires(T& object, ArchiveWriter& to, ArchiveReader& from) {
    object.save(to);
    object.load(from);
};

template <class T>
concept CountsItself = requires(const T& object) {
    { object.bytes() } -> std::convertible_to<std::size_t>;
};

template <class T>
concept CountsGrowth = requires(const T& object) {
    { object.bytes_after_growth() } -> std::convertible_to<std::size_t>;
};

template <class T>
concept Saved = Described<T> || SavesItself<T>;

namespace parts {

template <class T, template <class...> class Template>
constexpr bool is_a = false;
template <class... Arguments, template <class...> class Template>
constexpr bool is_a<Template<Arguments...>, Template> = true;

template <class T>
constexpr bool is_array = false;
template <class Element, std::size_t size>
constexpr bool is_array<std::array<Element, size>> = true;

template <class T>
constexpr bool is_map = is_a<T, std::map> || is_a<T, std::unordered_map>;
template <class T>
constexpr bool is_row = is_a<T, std::vector> || is_a<T, std::deque> || is_a<T, Chunked>;
template <class T>
constexpr bool is_pointer = is_a<T, std::unique_ptr>;

// Has no memory besides itself. A type that is copied as bytes can own none.
template <class T>
constexpr bool is_flat = std::is_trivially_copyable_v<T> && !CountsItself<T>;
template <class First, class Second>
constexpr bool is_flat<std::pair<First, Second>> = is_flat<First>&& is_flat<Second>;

template <class T>
constexpr bool is_unknown = false;

}  // namespace parts

template <class T>
void save(const T& object, ArchiveWriter& to);
template <class T>
void load(T& object, ArchiveReader& from);

enum class Moment : std::uint8_t { now, after_growth };
template <Moment when = Moment::now, class T>
std::size_t bytes_of(const T& object);
template <class T>
std::size_t bytes_after_growth_of(const T& object) {
    return bytes_of<Moment::after_growth>(object);
}

// ---- The three things that are done with the parts of an object

class SaveParts {
public:
    explicit SaveParts(ArchiveWriter& to) : to_(to) {}
    template <class... Parts>
    void operator()(const Parts&... parts) {
        (crowfly::save(parts, to_), ...);
    }
    void derived(const auto&...) {}
    void uncounted(const auto&... parts) { (*this)(parts...); }
    void known(std::size_t) {}

private:
    ArchiveWriter& to_;
};

class LoadParts {
public:
    explicit LoadParts(ArchiveReader& from) : from_(from) {}
    template <class... Parts>
    void operator()(Parts&... parts) {
        (crowfly::load(parts, from_), ...);
    }
    void derived(auto&...) {}
    void uncounted(auto&... parts) { (*this)(parts...); }
    void known(std::size_t) {}

private:
    ArchiveReader& from_;
};

template <Moment when = Moment::now>
class CountParts {
public:
    template <class... Parts>
    void operator()(const Parts&... parts) {
        bytes_ += (std::size_t{0} + ... + bytes_of<when>(parts));
    }
    void derived(const auto&... parts) { (*this)(parts...); }
    void uncounted(const auto&...) {}
    void known(std::size_t bytes) { bytes_ += bytes; }
    std::size_t bytes() const { return bytes_; }

private:
    std::size_t bytes_ = 0;
};

// The parts of an object, also of one that saves or counts itself otherwise. A description names members without
// changing them, so that it is used for constant objects, too.
template <Described T>
void save_parts(const T& object, ArchiveWriter& to) {
    SaveParts each(to);
    const_cast<T&>(object).parts(each);
}
template <Described T>
void load_parts(T& object, ArchiveReader& from) {
    LoadParts each(from);
    object.parts(each);
    if constexpr (requires { object.loaded(); }) object.loaded();
}
template <Moment when = Moment::now, Described T>
std::size_t bytes_of_parts(const T& object) {
    CountParts<when> each;
    const_cast<T&>(object).parts(each);
    return each.bytes();
}

// ---- Objects of any type

namespace parts {

template <class Row>
void save_row(const Row& row, ArchiveWriter& to) {
    to.number(std::uint64_t{row.size()});
    for (std::size_t i = 0; i < row.size(); ++i) save(row[i], to);
}
inline void save_row(const std::vector<bool>& row, ArchiveWriter& to) {
    to.number(std::uint64_t{row.size()});
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        word |= std::uint64_t{row[i]} << (i % 64);
        if (i % 64 < 63 && i + 1 < row.size()) continue;
        to.number(word);
        word = 0;
    }
}

template <class Row>
void load_row(Row& row, ArchiveReader& from) {
    using Element = typename Row::value_type;
    std::size_t size = from.count(1);
    if constexpr (std::is_copy_constructible_v<Element>) {
        for (row = {}; size > 0; --size) {
            Element element{};
            load(element, from);
            row.push_back(std::move(element));
        }
    } else {  // the owner has made the elements
        ArchiveReader::demand(size == row.size(), "has another number of parts");
        for (Element& element : row) load(element, from);
    }
}
inline void load_row(std::vector<bool>& row, ArchiveReader& from) {
    const auto size = from.number<std::uint64_t>();
    ArchiveReader::demand(size / 8 <= from.left(), "ends too early");
    row.assign(size, false);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (i % 64 == 0) word = from.number<std::uint64_t>();
        row[i] = ((word >> (i % 64)) & 1U) != 0;
    }
}

template <class Map>
void load_map(Map& map, ArchiveReader& from) {
    map.clear();
    for (std::size_t left = from.count(1); left > 0; --left) {
        typename Map::key_type key{};
        load(key, from);
        load(map[std::move(key)], from);
    }
}

template <class Set>
void load_set(Set& set, ArchiveReader& from) {
    set.clear();
    for (std::size_t left = from.count(1); left > 0; --left) {
        typename Set::key_type key{};
        load(key, from);
        set.insert(set.end(), std::move(key));
    }
}

template <class Optional>
void load_optional(Optional& optional, ArchiveReader& from) {
    optional.reset();
    if (from.truth()) load(optional.emplace(), from);
}

template <Moment when, class Row>
std::size_t bytes_of_row(const Row& row) {
    using Element = typename Row::value_type;
    std::size_t bytes = 0;
    if constexpr (CountsItself<Row>)
        bytes = row.bytes();
    else if constexpr (requires { row.capacity(); })
        bytes = row.capacity() * sizeof(Element);
    else
        bytes = row.size() * sizeof(Element);
    if constexpr (!is_flat<Element>) {
        for (std::size_t i = 0; i < row.size(); ++i) bytes += bytes_of<when>(row[i]);
    }
    return bytes;
}

// A node of a tree or of a list in a table has about so many bytes besides its element.
constexpr std::size_t node_bytes = 32;

template <Moment when, class Nodes>
std::size_t bytes_of_nodes(const Nodes& nodes) {
    using Element = typename Nodes::value_type;
    std::size_t bytes = nodes.size() * (sizeof(Element) + node_bytes);
    if constexpr (!is_flat<Element>) {
        for (const Element& element : nodes) bytes += bytes_of<when>(element);
    }
    return bytes;
}

}  // namespace parts

template <class T>
void save(const T& object, ArchiveWriter& to) {
    if constexpr (SavesItself<T>) {
        const_cast<T&>(object).save(to);
    } else if constexpr (Described<T>) {
        save_parts(object, to);
    } else if constexpr (std::is_enum_v<T>) {
        to.number(static_cast<std::underlying_type_t<T>>(object));
    } else if constexpr (std::is_integral_v<T>) {
        to.number(object);
    } else if constexpr (std::is_same_v<T, double>) {
        to.number(std::bit_cast<std::uint64_t>(object));
    } else if constexpr (std::is_same_v<T, std::string>) {
        to.text(object);
    } else if constexpr (parts::is_a<T, std::optional>) {
        to.number(object.has_value());
        if (object) save(*object, to);
    } else if constexpr (parts::is_pointer<T>) {
        if (object) save(*object, to);
    } else if constexpr (parts::is_array<T>) {
        for (const auto& element : object) save(element, to);
    } else if constexpr (parts::is_a<T, std::pair>) {
        save(object.first, to);
        save(object.second, to);
    } else if constexpr (parts::is_row<T>) {
        if constexpr (requires { to.list(object); })
            to.list(object);
        else
            parts::save_row(object, to);
    } else if constexpr (parts::is_map<T> || parts::is_a<T, std::set>) {
        to.number(std::uint64_t{object.size()});
        for (const auto& element : object) save(element, to);
    } else {
        static_assert(parts::is_unknown<T>, "the type says by `parts` which members are saved");
    }
}

// An object behind a pointer is made by its owner.
template <class T>
void load(T& object, ArchiveReader& from) {
    if constexpr (SavesItself<T>) {
        object.load(from);
    } else if constexpr (Described<T>) {
        load_parts(object, from);
    } else if constexpr (std::is_enum_v<T>) {
        object = static_cast<T>(from.number<std::underlying_type_t<T>>());
    } else if constexpr (std::is_same_v<T, bool>) {
        object = from.truth();
    } else if constexpr (std::is_integral_v<T>) {
        object = from.number<T>();
    } else if constexpr (std::is_same_v<T, double>) {
        object = std::bit_cast<double>(from.number<std::uint64_t>());
    } else if constexpr (std::is_same_v<T, std::string>) {
        object = from.text();
    } else if constexpr (parts::is_a<T, std::optional>) {
        parts::load_optional(object, from);
    } else if constexpr (parts::is_pointer<T>) {
        if (object) load(*object, from);
    } else if constexpr (parts::is_array<T>) {
        for (auto& element : object) load(element, from);
    } else if constexpr (parts::is_a<T, std::pair>) {
        load(object.first, from);
        load(object.second, from);
    } else if constexpr (parts::is_row<T>) {
        if constexpr (requires(ArchiveWriter & to) { to.list(object); })
            object = from.list<typename T::value_type>();
        else
            parts::load_row(object, from);
    } else if constexpr (parts::is_map<T>) {
        parts::load_map(object, from);
    } else if constexpr (parts::is_a<T, std::set>) {
        parts::load_set(object, from);
    } else {
        static_assert(parts::is_unknown<T>, "the type says by `parts` which members are saved");
    }
}

// A raw pointer owns nothing.
template <Moment when, class T>
std::size_t bytes_of(const T& object) {
    if constexpr (std::is_same_v<T, std::vector<bool>>) {
        return object.capacity() / 8;
    } else if constexpr (parts::is_row<T>) {
        return parts::bytes_of_row<when>(object);
    } else if constexpr (when == Moment::after_growth && CountsGrowth<T>) {
        return object.bytes_after_growth();
    } else if constexpr (CountsItself<T>) {
        return object.bytes();
    } else if constexpr (Described<T>) {
        return bytes_of_parts<when>(object);
    } else if constexpr (parts::is_flat<T>) {
        return 0;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return object.capacity();
    } else if constexpr (parts::is_a<T, std::optional>) {
        return object ? bytes_of<when>(*object) : 0;
    } else if constexpr (parts::is_a<T, std::variant>) {
        return std::visit([](const auto& held) { return bytes_of<when>(held); }, object);
    } else if constexpr (parts::is_pointer<T>) {
        return object ? sizeof(*object) + bytes_of<when>(*object) : 0;
    } else if constexpr (parts::is_array<T>) {
        std::size_t bytes = 0;
        for (const auto& element : object) bytes += bytes_of<when>(element);
        return bytes;
    } else if constexpr (parts::is_a<T, std::pair>) {
        return bytes_of<when>(object.first) + bytes_of<when>(object.second);
    } else if constexpr (parts::is_map<T> || parts::is_a<T, std::set>) {
        return parts::bytes_of_nodes<when>(object);
    } else {
        static_assert(parts::is_unknown<T>, "the type says by `parts` which members are counted");
    }
}

}  // namespace crowfly
