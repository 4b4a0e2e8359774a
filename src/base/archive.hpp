// The byte format of what is kept in files: numbers little-endian with the width of their type, texts and lists with
// their length first. A reader believes nothing: it compares every length with the bytes that are left before it takes
// memory, and throws DamagedArchive at the first thing that cannot be.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crowfly {

class ArchiveWriter {
public:
    template <std::integral Number>
    void number(Number number) {
        auto rest = static_cast<std::uint64_t>(number);
        for (std::size_t i = 0; i < sizeof(Number); ++i, rest >>= 8U) bytes_.push_back(static_cast<char>(rest & 0xffU));
    }
    void text(std::string_view text) {
        number(std::uint64_t{text.size()});
        bytes_ += text;
    }
    template <std::integral Number>
    void list(const std::vector<Number>& numbers) {
        number(std::uint64_t{numbers.size()});
        if constexpr (std::endian::native == std::endian::little) {
            bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
        } else {
            for (const Number each : numbers) number(each);
        }
    }
    void list(const std::vector<bool>&) = delete;

    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
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
        std::vector<Number> numbers(count(sizeof(Number)));
        if constexpr (std::endian::native == std::endian::little) {
            const std::string_view bytes = take(numbers.size() * sizeof(Number));
            if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
        } else {
            for (Number& each : numbers) each = number<Number>();
        }
        return numbers;
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
