#include "base/messages/source.hpp"

#include <algorithm>
#include <cassert>

namespace crowfly {

Span join(Span first, Span last) {
    assert(first.file == last.file);
    return {first.file, std::min(first.begin, last.begin), std::max(first.end, last.end)};
}

FileId Sources::add(std::string name, std::string text) {
    File file{std::move(name), std::move(text), {0}, {}};
    for (std::uint32_t i = 0; i < file.text.size(); ++i) {
        if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
    }
    files_.push_back(std::move(file));
    return static_cast<FileId>(files_.size() - 1);
}

const std::string& Sources::name(FileId file) const { return at(file).name; }

const std::string& Sources::text(FileId file) const { return at(file).text; }

std::string_view Sources::text(Span span) const {
    const std::string_view text = at(span.file).text;
    const std::size_t begin = std::min<std::size_t>(span.begin, text.size());
    const std::size_t end = std::min<std::size_t>(span.end, text.size());
    return end <= begin ? std::string_view{} : text.substr(begin, end - begin);
}

Position Sources::position(FileId file, std::uint32_t offset) const {
    const File& f = at(file);
    offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(f.text.size()));
    const auto after = std::upper_bound(f.line_starts.begin(), f.line_starts.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - f.line_starts.begin());
    const std::uint32_t start = f.line_starts[line - 1];
    // Bytes that begin with the bits 10 continue a UTF-8 character, they do not start one.
    const auto characters = std::count_if(f.text.begin() + start, f.text.begin() + offset,
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return {line, static_cast<std::uint32_t>(characters) + 1};
}

std::string_view Sources::line(FileId file, std::uint32_t line) const {
    const File& f = at(file);
    if (line == 0 || line > f.line_starts.size()) return {};
    const std::size_t start = f.line_starts[line - 1];
    const std::size_t stop = line < f.line_starts.size() ? f.line_starts[line] - 1 : f.text.size();
    std::string_view text = std::string_view(f.text).substr(start, stop - start);
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

void Sources::describe(Span region, std::string element) {
    files_[static_cast<std::size_t>(region.file)].regions.push_back({region, std::move(element)});
}

const std::string& Sources::element(Span span) const {
    static const std::string none;
    const std::string* best = &none;
    std::uint32_t smallest = UINT32_MAX;
    for (const Region& region : at(span.file).regions) {
        const bool inside = region.span.begin <= span.begin && span.end <= region.span.end;
        if (inside && region.span.end - region.span.begin <= smallest) {
            smallest = region.span.end - region.span.begin;
            best = &region.element;
        }
    }
    return *best;
}

std::uint32_t Fragment::origin(std::uint32_t position) const {
    if (pieces.empty()) return position;
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), position,
                                        [](std::uint32_t p, const Piece& piece) { return p < piece.at; });
    const Piece& piece = after == pieces.begin() ? pieces.front() : *(after - 1);
    return piece.offset + (position - piece.at);
}

}  // namespace crowfly
