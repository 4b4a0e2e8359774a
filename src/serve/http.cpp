#include "serve/http.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace crowfly::http {
namespace {

constexpr std::size_t longest_target = 8192;

// Removes and returns what stands before the separator; everything if there is none.
std::string_view split_off(std::string_view& rest, std::string_view separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view first = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + separator.size());
    return first;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The characters of a method and of the name of a header (RFC 9110, section 5.6.2).
bool is_token(std::string_view text) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || others.find(c) != std::string_view::npos;
    });
}

// `%40` is `@`. What is no such code stays as it is.
std::string decoded(std::string_view text, bool plus_is_blank) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char code = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
            result += static_cast<char>(code);
            i += 2;
        } else {
            result += plus_is_blank && text[i] == '+' ? ' ' : text[i];
        }
    }
    return result;
}

void parse_target(std::string_view target, Request& request) {
    target = split_off(target, "#");
    request.path = decoded(split_off(target, "?"), false);
    while (!target.empty()) {
        std::string_view value = split_off(target, "&");
        const std::string name = decoded(split_off(value, "="), true);
        request.parameters.emplace(name, decoded(value, true));
    }
}

// False if it is not a header, or one that would have to be the only one of its name.
bool parse_header(std::string_view line, Request& request) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return false;
    std::string name(line.substr(0, colon));
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    const bool is_new = request.headers.emplace(name, trimmed(line.substr(colon + 1))).second;
    return is_new || (name != "host" && name != "origin");
}

std::string_view phrase(int status) {
    switch (status) {
        case 200: return "OK";
        case 400: return "Bad Request";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 414: return "URI Too Long";
        case 505: return "HTTP Version Not Supported";
        default: return status < 500 ? "Client Error" : "Internal Server Error";
    }
}

}  // namespace

std::string Request::header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
}

int parse(std::string_view text, Request& request) {
    std::string_view header = split_off(text, "\r\n\r\n");
    std::string_view version = split_off(header, "\r\n");
    const std::string_view method = split_off(version, " ");
    const std::string_view target = split_off(version, " ");
    if (!is_token(method) || !target.starts_with('/') || !version.starts_with("HTTP/")) return 400;
    if (version != "HTTP/1.1" && version != "HTTP/1.0") return 505;
    if (target.size() > longest_target) return 414;
    request.method = method;
    parse_target(target, request);
    while (!header.empty()) {
        if (!parse_header(split_off(header, "\r\n"), request)) return 400;
    }
    return 200;
}

std::string to_text(const Response& response, bool with_body) {
    std::string text = fmt::format(
        "HTTP/1.1 {} {}\r\n"
        "Connection: close\r\n"
        "Content-Type: {}\r\n"
        "Content-Length: {}\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Cache-Control: no-store\r\n",
        response.status, phrase(response.status), response.type, response.body.size());
    if (response.status == 405) text += "Allow: GET, HEAD\r\n";
    return text + "\r\n" + (with_body ? response.body : "");
}

}  // namespace crowfly::http
