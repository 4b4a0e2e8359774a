#include "model/uppaal/parse/encoding.hpp"

#include <cstdint>

namespace crowfly::uppaal {

namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); }

void append_utf8(std::string& out, std::uint32_t c) {
    const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80U | ((c >> shift) & 0x3FU)); };
    if (c < 0x80U) {
        out += static_cast<char>(c);
    } else if (c < 0x800U) {
        out += static_cast<char>(0xC0U | (c >> 6U));
        tail(0);
    } else if (c < 0x10000U) {
        out += static_cast<char>(0xE0U | (c >> 12U));
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0U | (c >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}

// The length of the UTF-8 character at `i`, 0 if there is none.
std::size_t utf8_length(std::string_view bytes, std::size_t i) {
    const std::uint8_t lead = byte_at(bytes, i);
    if (lead < 0x80U) return 1;
    if (lead < 0xC2U || lead > 0xF4U) return 0;
    const std::size_t length = lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
    if (i + length > bytes.size()) return 0;
    for (std::size_t k = 1; k < length; ++k) {
        if ((byte_at(bytes, i + k) & 0xC0U) != 0x80U) return 0;
    }
    const std::uint8_t second = byte_at(bytes, i + 1);
    const bool overlong = (lead == 0xE0U && second < 0xA0U) || (lead == 0xF0U && second < 0x90U);
    const bool surrogate = lead == 0xEDU && second > 0x9FU;
    const bool beyond = lead == 0xF4U && second > 0x8FU;
    return overlong || surrogate || beyond ? 0 : length;
}

std::size_t valid_prefix(std::string_view bytes, std::size_t from) {
    while (from < bytes.size()) {
        const std::size_t length = utf8_length(bytes, from);
        if (length == 0) break;
        from += length;
    }
    return from;
}

std::string from_latin1(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t stop = valid_prefix(bytes, i);
        out.append(bytes.substr(i, stop - i));
        i = stop;
        if (i < bytes.size()) append_utf8(out, byte_at(bytes, i));
    }
    return out;
}

std::string from_utf16(std::string_view bytes, bool big_endian) {
    const auto unit = [&](std::size_t i) -> std::uint32_t {
        const std::uint32_t first = byte_at(bytes, i);
        const std::uint32_t second = byte_at(bytes, i + 1);
        return big_endian ? (first << 8U) | second : (second << 8U) | first;
    };
    constexpr std::uint32_t replacement = 0xFFFD;
    std::string out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        std::uint32_t c = unit(i);
        if (c == 0xFEFFU && i == 0) continue;
        if (c >= 0xD800U && c < 0xE000U) {
            const bool leading = c < 0xDC00U && i + 3 < bytes.size();
            const std::uint32_t low = leading ? unit(i + 2) : 0;
            if (low >= 0xDC00U && low < 0xE000U) {
                c = 0x10000U + ((c - 0xD800U) << 10U) + (low - 0xDC00U);
                i += 2;
            } else {
                c = replacement;
            }
        }
        append_utf8(out, c);
    }
    return out;
}

}  // namespace

std::optional<std::string> to_utf8(std::string_view bytes) {
    using namespace std::string_view_literals;
    if (bytes.starts_with("\xFE\xFF"sv) || bytes.starts_with("\0<"sv)) return from_utf16(bytes, true);
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("<\0"sv)) return from_utf16(bytes, false);
    if (valid_prefix(bytes, 0) == bytes.size()) return std::nullopt;
    return from_latin1(bytes);
}

FileId in_utf8(FileId file, Sources& sources) {
    std::optional<std::string> converted = to_utf8(sources.text(file));
    return converted ? sources.add(std::string(sources.name(file)), std::move(*converted)) : file;
}

}  // namespace crowfly::uppaal
