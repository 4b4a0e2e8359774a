#include "cli/options/store_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/interface/declaration.hpp"
#include "cli/interface/quantities.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t fewest_bits = 64, most_bits = std::uint64_t{1} << 50U;
constexpr std::uint64_t most_hashes = 16;
constexpr std::uint64_t shortest_hash = 16, longest_hash = 64;

[[noreturn]] void refuse_store(const std::string& why) { throw UsageError("--store", why); }

// A number of bits, as such or as a power of two; or the memory they take.
std::optional<std::uint64_t> parse_bits(const std::string& text) {
    if (text.starts_with("2^")) {
        const std::optional<std::uint64_t> exponent = parse_count(text.substr(2));
        if (!exponent || *exponent > 63) return std::nullopt;
        return std::uint64_t{1} << *exponent;
    }
    if (const std::optional<std::uint64_t> count = parse_count(text)) return count;
    const std::optional<std::uint64_t> bytes = parse_size(text);
    if (!bytes) return std::nullopt;
    return 8 * std::min(*bytes, most_bits);
}

LossyStore parse_bit_store(const std::string& value, const std::string& rest) {
    const std::optional<std::uint64_t> bits = parse_bits(value);
    if (!bits || *bits < fewest_bits || *bits > most_bits)
        refuse_store(
            fmt::format("`{}` is not a number of bits from {} to 2^50; write for example bits=2^33, or bits=1G "
                        "for those of a gibibyte",
                        value, fewest_bits));
    LossyStore store{LossyStore::Kind::bits, *bits};
    if (rest.empty()) return store;
    const std::optional<std::uint64_t> hashes =
        rest.starts_with("hashes=") ? parse_count(rest.substr(7)) : std::nullopt;
    if (!hashes || *hashes < 1 || *hashes > most_hashes)
        refuse_store(fmt::format("`{}` is not how many bits each state sets; write for example hashes=2, from 1 to {}",
                                 rest, most_hashes));
    store.hashes = static_cast<std::uint32_t>(*hashes);
    return store;
}

LossyStore parse_compact_store(const std::string& value) {
    const std::optional<std::uint64_t> bits = parse_count(value);
    if (!bits || *bits < shortest_hash || *bits > longest_hash)
        refuse_store(
            fmt::format("`{}` is not a number of bits for each state; write for example compact=40, from {} to {}",
                        value, shortest_hash, longest_hash));
    return {LossyStore::Kind::compact, *bits};
}

}  // namespace

LossyStore parse_store(const std::string& text) {
    const std::size_t comma = text.find(',');
    const std::string first = text.substr(0, comma);
    const std::string rest = comma == std::string::npos ? "" : text.substr(comma + 1);
    if (text == "cleary") return {LossyStore::Kind::cleary};
    if (first.starts_with("bits=")) return parse_bit_store(first.substr(5), rest);
    if (first.starts_with("compact=") && rest.empty()) return parse_compact_store(first.substr(8));
    refuse_store(
        fmt::format("`{}` is no way to store states; write for example cleary, bits=2^33 or compact=40", text));
}

}  // namespace crowfly
