#include "base/messages/source_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace crowfly {
namespace {

bool is_xml(std::string_view text) {
    const std::size_t first = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    return first != std::string_view::npos && text[first] == '<';
}

void append_utf8(std::uint32_t code, std::string& to) {
    const auto tail = [&](int shift) { to += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
    if (code < 0x80) {
        to += static_cast<char>(code);
    } else if (code < 0x800) {
        to += static_cast<char>(0xc0 | (code >> 6));
        tail(0);
    } else if (code < 0x10000) {
        to += static_cast<char>(0xe0 | (code >> 12));
        tail(6);
        tail(0);
    } else {
        to += static_cast<char>(0xf0 | (code >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

// The character of the entity `&name;`, given without `&` and `;`.
std::optional<std::uint32_t> entity(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, char>, 5> known{
        {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};
    for (const auto& [text, character] : known) {
        if (text == name) return static_cast<std::uint32_t>(character);
    }
    if (!name.starts_with('#')) return std::nullopt;
    const bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
    std::uint32_t code = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
    const bool sound = error == std::errc() && end == digits.data() + digits.size() && code > 0 && code < 0x110000;
    return sound ? std::optional(code) : std::nullopt;
}

std::string decoded(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t end = text[at] == '&' ? text.find(';', at) : std::string_view::npos;
        const auto code = end == std::string_view::npos ? std::nullopt : entity(text.substr(at + 1, end - at - 1));
        if (code) {
            append_utf8(*code, result);
            at = end;
        } else {
            result += text[at];
        }
    }
    return result;
}

std::string on_one_line(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::string result;
    for (std::size_t at = text.find_first_not_of(blanks); at < text.size(); at = text.find_first_not_of(blanks, at)) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        if (!result.empty()) result += ' ';
        result += text.substr(at, end - at);
        at = end;
    }
    return result;
}

}  // namespace

std::string source_text(const Sources& sources, Span span) {
    if (span.empty()) return {};
    const std::string_view text = sources.text(span);
    return on_one_line(is_xml(sources.text(span.file)) ? decoded(text) : std::string(text));
}

}  // namespace crowfly
