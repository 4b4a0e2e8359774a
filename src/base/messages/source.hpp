// Where text came from. A Span is a byte range of an input file, so every message and every trace step can point at the
// user's own line, whatever the file went through (XML entities, 3.x syntax) before it was understood.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace crowfly {

enum class FileId : std::uint32_t {};

struct Span {
    FileId file{};
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool empty() const { return begin == end; }
    friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that covers both; they must be of one file.
Span join(Span first, Span last);

struct Position {
    std::uint32_t line = 1;    // 1-based
    std::uint32_t column = 1;  // 1-based, counted in characters, not bytes
};

// All texts of one run. Files are never removed, so views into them stay valid.
class Sources {
public:
    FileId add(std::string name, std::string text);

    const std::string& name(FileId file) const;
    const std::string& text(FileId file) const;
    std::string_view text(Span span) const;
    Position position(FileId file, std::uint32_t offset) const;
    std::string_view line(FileId file, std::uint32_t line) const;  // without its line break

    // Names a region for people: "template Train, edge Safe -> Appr, guard". element() answers the innermost region
    // around a span, or "" where none was named.
    void describe(Span region, std::string element);
    const std::string& element(Span span) const;

private:
    struct Region {
        Span span;
        std::string element;
    };
    struct File {
        std::string name;
        std::string text;
        std::vector<std::uint32_t> line_starts;
        std::vector<Region> regions;
    };

    const File& at(FileId file) const { return files_[static_cast<std::size_t>(file)]; }

    std::deque<File> files_;
};

// A piece of text to be lexed, and where each of its characters stands in its file. The two differ inside XML, where
// `x &lt; 5` is read as `x < 5`: a new piece starts wherever the distance between text and file changes.
struct Fragment {
    struct Piece {
        std::uint32_t at;      // position in `text`
        std::uint32_t offset;  // byte offset in the file
    };

    FileId file{};
    std::string text;
    std::vector<Piece> pieces;  // ordered by `at`, the first at 0; empty: text starts at byte 0 of the file

    std::uint32_t origin(std::uint32_t position) const;
    Span span(std::uint32_t begin, std::uint32_t end) const { return {file, origin(begin), origin(end)}; }
};

}  // namespace crowfly
