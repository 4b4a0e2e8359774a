#include "model/uppaal/xml/xml_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace crowfly::uppaal {

namespace {

// The length of the character reference that pugixml decodes at the start of `raw`, 1 if it leaves the `&` alone.
std::size_t reference_length(std::string_view raw) {
    constexpr std::array<std::string_view, 5> named = {"&lt;", "&gt;", "&amp;", "&apos;", "&quot;"};
    for (std::string_view name : named) {
        if (raw.starts_with(name)) return name.size();
    }
    if (!raw.starts_with("&#")) return 1;
    const bool hexadecimal = raw.size() > 2 && raw[2] == 'x';
    const std::size_t first = hexadecimal ? 3 : 2;
    const std::string_view digits = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
    const std::size_t stop = raw.find_first_not_of(digits, first);
    return stop != std::string_view::npos && stop > first && raw[stop] == ';' ? stop + 1 : 1;
}

std::size_t encoded_length(char lead) {
    const auto c = static_cast<unsigned char>(lead);
    return c < 0x80U ? 1 : c < 0xE0U ? 2 : c < 0xF0U ? 3 : 4;
}

std::string_view explain(pugi::xml_parse_status status) {
    switch (status) {
        case pugi::status_unrecognized_tag: return "this `<` does not start a tag";
        case pugi::status_bad_pi: return "the processing instruction is malformed";
        case pugi::status_bad_comment: return "the comment is not closed";
        case pugi::status_bad_cdata: return "the CDATA section is not closed";
        case pugi::status_bad_doctype: return "the document type declaration is malformed";
        case pugi::status_bad_pcdata: return "the text here is malformed";
        case pugi::status_bad_start_element: return "the start tag is malformed";
        case pugi::status_bad_attribute: return "the attribute is malformed";
        case pugi::status_bad_end_element: return "the closing tag is malformed";
        case pugi::status_end_element_mismatch: return "this closing tag does not match the element that is open";
        case pugi::status_no_document_element: return "the file has no XML element";
        case pugi::status_out_of_memory: return "there is not enough memory to read the file";
        default: return "the XML is malformed";
    }
}

std::string_view advice(pugi::xml_parse_status status) {
    switch (status) {
        case pugi::status_unrecognized_tag: return "inside XML write `&lt;` for `<` and `&amp;` for `&`";
        case pugi::status_end_element_mismatch: return "close elements in the reverse order of opening them";
        case pugi::status_bad_attribute: return "write attributes as `name=\"value\"`";
        default: return "";
    }
}

}  // namespace

XmlText::XmlText(FileId file, const Sources& sources, Diagnostics& diagnostics)
    : file_(file), raw_(sources.text(file)), diagnostics_(diagnostics) {
    load();
}

// A NUL would end the text for pugixml: it is replaced by a blank.
void XmlText::load() {
    const std::size_t zero = raw_.find('\0');
    const auto parse = [&](const std::string& text) {
        return document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    };
    if (zero == std::string::npos) {
        report(parse(raw_));
        return;
    }
    diagnostics_.add(Code::malformed_xml, span(zero, zero + 1), "the file contains a zero byte");
    std::string copy = raw_;
    std::replace(copy.begin(), copy.end(), '\0', ' ');
    report(parse(copy));
}

void XmlText::report(const pugi::xml_parse_result& result) {
    if (result.status == pugi::status_ok) return;
    const auto at = std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), raw_.size());
    // If the file is cut off, pugixml's offset is that of the last byte, not the one after it.
    const bool at_end = at + 1 >= raw_.size() && result.status != pugi::status_no_document_element;
    if (at_end) {
        diagnostics_.add(Code::malformed_xml, span(raw_.size(), raw_.size()),
                         "the file ends before all its elements are closed", "the file seems to be cut off");
        return;
    }
    // Inside a tag the offset is that of the byte after the `<`.
    const bool behind = at > 0 && result.status == pugi::status_unrecognized_tag && raw_[at] != '<';
    const std::size_t begin = behind ? at - 1 : at;
    diagnostics_.add(Code::malformed_xml, span(begin, begin + 1), std::string(explain(result.status)),
                     std::string(advice(result.status)));
}

pugi::xml_node XmlText::root() const {
    for (pugi::xml_node node : document_.children()) {
        const std::string_view name = node.name();
        if (name == "nta" || name == "project") return node;
    }
    return {};
}

Fragment XmlText::content(pugi::xml_node element) const {
    Fragment fragment;
    fragment.file = file_;
    for (pugi::xml_node child : element.children()) {
        if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) append_text(fragment, child);
    }
    if (fragment.pieces.empty()) fragment.pieces.push_back({0, static_cast<std::uint32_t>(start_tag_end(element))});
    return fragment;
}

// Walks the raw and the decoded text in parallel; a new piece starts after each decoded entity.
void XmlText::append_text(Fragment& fragment, pugi::xml_node text) const {
    const std::string_view decoded = text.value();
    const bool plain = text.type() == pugi::node_pcdata;
    const auto base = static_cast<std::uint32_t>(fragment.text.size());
    auto at = static_cast<std::size_t>(text.offset_debug());
    fragment.pieces.push_back({base, static_cast<std::uint32_t>(at)});
    const std::string_view raw = raw_;
    for (std::size_t i = 0; i < decoded.size() && at < raw.size();) {
        std::size_t consumed = 1;
        std::size_t produced = 1;
        if (plain && raw[at] == '&') {
            consumed = reference_length(raw.substr(at));
            if (consumed > 1) produced = encoded_length(decoded[i]);
        } else if (raw[at] == '\r' && raw.substr(at).starts_with("\r\n")) {
            consumed = 2;
        }
        at += consumed;
        i += produced;
        if (consumed != produced) {
            fragment.pieces.push_back({base + static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(at)});
        }
    }
    fragment.text += decoded;
    if (plain && at < raw.size() && raw[at] == '&') {
        diagnostics_.add(Code::malformed_xml, span(at, at + reference_length(raw.substr(at))),
                         "this reference does not name a character");
    }
}

Fragment XmlText::trimmed(const Fragment& fragment) {
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const std::size_t first = fragment.text.find_first_not_of(blanks);
    if (first == std::string::npos) return {fragment.file, {}, {{0, fragment.origin(0)}}};
    const std::size_t stop = fragment.text.find_last_not_of(blanks) + 1;
    Fragment result{fragment.file, fragment.text.substr(first, stop - first), {}};
    const auto begin = static_cast<std::uint32_t>(first);
    result.pieces.push_back({0, fragment.origin(begin)});
    for (const Fragment::Piece& piece : fragment.pieces) {
        if (piece.at > begin && piece.at <= stop) result.pieces.push_back({piece.at - begin, piece.offset});
    }
    return result;
}

std::size_t XmlText::start_tag_end(pugi::xml_node element) const {
    const std::size_t close = raw_.find('>', static_cast<std::size_t>(element.offset_debug()));
    return close == std::string::npos ? raw_.size() : close + 1;
}

Span XmlText::start_tag(pugi::xml_node element) const {
    return span(static_cast<std::size_t>(element.offset_debug()) - 1, start_tag_end(element));
}

Span XmlText::extent(pugi::xml_node element) const {
    pugi::xml_node last = element;
    while (last.last_child()) last = last.last_child();
    const auto begin = static_cast<std::size_t>(element.offset_debug()) - 1;
    const std::size_t tag_end = start_tag_end(element);
    if (last == element && raw_.compare(tag_end - 2, 2, "/>") == 0) return span(begin, tag_end);
    const std::size_t from = std::max(tag_end, static_cast<std::size_t>(last.offset_debug()));
    const std::string closing = fmt::format("</{}", element.name());
    const std::size_t found = raw_.find(closing, from);
    const std::size_t stop = found == std::string::npos ? std::string::npos : raw_.find('>', found);
    return span(begin, stop == std::string::npos ? raw_.size() : stop + 1);
}

std::string_view XmlText::source(Span span) const {
    return std::string_view(raw_).substr(span.begin, span.end - span.begin);
}

Span XmlText::span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace crowfly::uppaal
