#include "base/files/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace crowfly {
namespace {

constexpr std::size_t block_bytes = 64;

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Hash = std::array<std::uint32_t, 8>;

std::array<std::uint32_t, 64> schedule(std::string_view block) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < block_bytes; ++i) {
        words[i / 4] = (words[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
    }
    for (std::size_t i = 16; i < words.size(); ++i) {
        const std::uint32_t a = words[i - 15];
        const std::uint32_t b = words[i - 2];
        const std::uint32_t small0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U);
        const std::uint32_t small1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U);
        words[i] = words[i - 16] + small0 + words[i - 7] + small1;
    }
    return words;
}

void add_block(Hash& hash, std::string_view block) {
    const std::array<std::uint32_t, 64> words = schedule(block);
    auto [a, b, c, d, e, f, g, h] = hash;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t big1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t choice = (e & f) ^ (~e & g);
        const std::uint32_t first = h + big1 + choice + round_constants[i] + words[i];
        const std::uint32_t big0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + big0 + majority;
    }
    const Hash added{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] += added[i];
}

// What is left after the whole blocks, a one bit, zeros, and the length in bits as 64 bits.
std::string padding(std::string_view rest, std::uint64_t total_bytes) {
    std::string tail(rest);
    tail += '\x80';
    while (tail.size() % block_bytes != block_bytes - 8) tail += '\0';
    for (int shift = 56; shift >= 0; shift -= 8)
        tail += static_cast<char>((total_bytes * 8) >> static_cast<unsigned>(shift));
    return tail;
}

void add_blocks(Hash& hash, std::string_view bytes) {
    for (std::size_t at = 0; at + block_bytes <= bytes.size(); at += block_bytes)
        add_block(hash, bytes.substr(at, block_bytes));
}

}  // namespace

void Sha256::add(std::string_view bytes) {
    bytes_ += bytes.size();
    if (!rest_.empty()) {
        const std::string_view missing = bytes.substr(0, block_bytes - rest_.size());
        rest_ += missing;
        bytes.remove_prefix(missing.size());
        if (rest_.size() < block_bytes) return;
        add_blocks(hash_, rest_);
    }
    const std::size_t whole = bytes.size() - bytes.size() % block_bytes;
    add_blocks(hash_, bytes.substr(0, whole));
    rest_ = bytes.substr(whole);
}

std::string Sha256::digits() const {
    Hash hash = hash_;
    add_blocks(hash, padding(rest_, bytes_));
    std::string digits;
    for (const std::uint32_t word : hash) digits += fmt::format("{:08x}", word);
    return digits;
}

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.digits();
}

}  // namespace crowfly
