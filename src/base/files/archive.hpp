// The byte format of what is kept in files: numbers little-endian with the width of their type, texts and lists with
// their length first. A reader believes nothing: it compares every length with the bytes that are left before it takes
// memory, and throws DamagedArchive at the first thing that cannot be.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crowfly {

class ArchiveWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    ArchiveWriter() = default;
    // Hands over what is written in pieces of about a megabyte, the last one by flush(), so that it never has all.
    explicit ArchiveWriter(Sink sink) : sink_(std::move(sink)), most_(std::size_t{1} << 20U) {}

    template <std::integral Number>
    void number(Number number) {
        if constexpr (std::endian::native == std::endian::little) {
            bytes_.append(reinterpret_cast<const char*>(&number), sizeof(Number));
        } else {
            auto rest = static_cast<std::uint64_t>(number);
            for (std::size_t i = 0; i < sizeof(Number); ++i, rest >>= 8U)
                bytes_.push_back(static_cast<char>(rest & 0xffU));
        }
        if (bytes_.size() >= most_) flush();
    }
    void text(std::string_view text) {
        number(std::uint64_t{text.size()});
        bytes_ += text;
    }
    template <std::integral Number>
    void list(const std::vector<Number>& all) {
        number(std::uint64_t{all.size()});
        numbers(all.data(), all.size());
    }
    void list(const std::vector<bool>&) = delete;
    // So many, which the reader has to know.
    template <std::integral Number>
    void numbers(const Number* first, std::size_t count) {
        if constexpr (std::endian::native == std::endian::little) {
            bytes_.append(reinterpret_cast<const char*>(first), count * sizeof(Number));
            if (bytes_.size() >= most_) flush();
        } else {
            for (std::size_t i = 0; i < count; ++i) number(first[i]);
        }
    }

    const std::string& bytes() const { return bytes_; }  // that were not handed over
    void flush() {
        sink_(bytes_);
        bytes_.clear();
    }

private:
    std::string bytes_;
    Sink sink_;
    std::size_t most_ = std::numeric_limits<std::size_t>::max();
};

// What is wrong, as the end of a sentence: "ends too early".
class DamagedArchive : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class ArchiveReader {
public:
    explicit ArchiveReader(std::string_view bytes) : left_(bytes) {}  // which must outlive it

    template <std::integral Number>
    Number number() {
        const std::string_view digits = take(sizeof(Number));
        std::uint64_t value = 0;
        for (std::size_t i = sizeof(Number); i-- > 0;) value = value << 8U | static_cast<unsigned char>(digits[i]);
        return static_cast<Number>(value);
    }
    bool truth() {
        const auto byte = number<std::uint8_t>();
        demand(byte <= 1, "has a truth value that is neither true nor false");
        return byte == 1;
    }
    std::string_view text() { return take(count(1)); }
    template <std::integral Number>
    std::vector<Number> list() {
        std::vector<Number> all(count(sizeof(Number)));
        numbers(all.data(), all.size());
        return all;
    }
    template <std::integral Number>
    void numbers(Number* first, std::size_t count) {
        if constexpr (std::endian::native == std::endian::little) {
            const std::string_view bytes = take(count * sizeof(Number));
            if (!bytes.empty()) std::memcpy(first, bytes.data(), bytes.size());
        } else {
            for (std::size_t i = 0; i < count; ++i) first[i] = number<Number>();
        }
    }
    // A number of things that take at least so many bytes each.
    std::size_t count(std::size_t least_bytes) {
        const auto many = number<std::uint64_t>();
        demand(many <= left_.size() / least_bytes, "ends too early");
        return many;
    }

    std::size_t left() const { return left_.size(); }
    void demand_end() const { demand(left_.empty(), "has bytes that belong to nothing"); }
    static void demand(bool holds, const char* otherwise) {
        if (!holds) throw DamagedArchive(otherwise);
    }

private:
    std::string_view take(std::size_t bytes) {
        demand(bytes <= left_.size(), "ends too early");
        const std::string_view taken = left_.substr(0, bytes);
        left_.remove_prefix(bytes);
        return taken;
    }

    std::string_view left_;
};

}  // namespace crowfly
