// Carets stand under what a message is about, whatever the line is made of.
#include <doctest/doctest.h>

#include <string>

#include "render/excerpt.hpp"
#include "render/text.hpp"

using namespace crowfly;

namespace {

// The columns of the shown line that the carets cover.
std::string marked(const Excerpt& shown) {
    const std::size_t first = shown.carets.find('^');
    const std::size_t last = shown.carets.rfind('^');
    std::string text;
    std::size_t column = 0;
    std::string_view rest = shown.line;
    while (!rest.empty()) {
        const Glyph glyph = first_glyph(rest);
        if (column >= first && column <= last) text += glyph.shown;
        column += glyph.columns;
        rest.remove_prefix(glyph.bytes);
    }
    return text;
}

}  // namespace

TEST_CASE("the marked bytes are underlined") {
    const Excerpt shown = excerpt("x <= Trian + 1", 5, 10, 80);
    CHECK(shown.line == "x <= Trian + 1");
    CHECK(shown.carets == "     ^^^^^");
}

TEST_CASE("tabs take four columns in the line and above the carets alike") {
    const Excerpt shown = excerpt("\t\tint\tx;", 6, 7, 80);
    CHECK(shown.line == "        int    x;");
    CHECK(marked(shown) == "x");
}

TEST_CASE("characters of several bytes count by their columns") {
    CHECK(marked(excerpt("// Überfüllung: zug", 18, 21, 80)) == "zug");
    CHECK(marked(excerpt("// 列車 train", 10, 15, 80)) == "train");
    CHECK(marked(excerpt("// Zu\xCC\x88ge train", 10, 15, 80)) == "train");  // a combining diaeresis
}

TEST_CASE("a mark inside a character covers the whole of it") { CHECK(marked(excerpt("aüb", 2, 3, 80)) == "ü"); }

TEST_CASE("bytes that are not UTF-8 and control characters show as one column each") {
    const Excerpt shown = excerpt("\xFC\x1B[31m x", 7, 8, 80);
    CHECK(shown.line == "\xEF\xBF\xBD\xEF\xBF\xBD[31m x");
    CHECK(marked(shown) == "x");
}

TEST_CASE("characters that reorder text are not shown") {
    const std::string replacement = "\xEF\xBF\xBD";
    for (const std::string mark : {"\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9"})  // 202A … 2069
        CHECK(printable("a" + mark + "b") == "a" + replacement + "b");
    const std::string blank = "\xE2\x80\xAF";  // 202F, a narrow one
    CHECK(printable("a" + blank + "b") == "a" + blank + "b");
}

TEST_CASE("an empty span and one past the end still get a caret") {
    CHECK(excerpt("abc", 1, 1, 80).carets == " ^");
    CHECK(excerpt("abc", 3, 3, 80).carets == "   ^");
    CHECK(excerpt("abc", 9, 12, 80).carets == "   ^");
    CHECK(excerpt("", 0, 0, 80).carets == "^");
}

TEST_CASE("a span that goes on behind the line ends with it") { CHECK(excerpt("abc", 1, 100, 80).carets == " ^^"); }

TEST_CASE("long lines are cut around the mark, and say so") {
    for (const std::string filler : {"x", "ü", "列"}) {
        std::string line;
        for (int i = 0; i < 40'000; ++i) line += filler;
        const std::size_t middle = line.size() / 2 / filler.size() * filler.size();
        line.insert(middle, "HERE");
        const Excerpt shown = excerpt(line, middle, middle + 4, 60);
        CHECK(columns(shown.line) <= 62);
        CHECK(marked(shown) == "HERE");
        CHECK(shown.line.starts_with("…"));
        CHECK(shown.line.ends_with("…"));
    }
}

TEST_CASE("a mark near an end of a long line shows that end") {
    const std::string filler(1'000, '.');
    const Excerpt at_start = excerpt("HERE" + filler, 0, 4, 60);
    CHECK(at_start.line.starts_with("HERE"));
    CHECK(marked(at_start) == "HERE");
    const Excerpt at_end = excerpt(filler + "HERE", 1'000, 1'004, 60);
    CHECK(at_end.line.ends_with("HERE"));
    CHECK(marked(at_end) == "HERE");
    CHECK(columns(at_end.line) == 61);
}

TEST_CASE("a mark wider than the window covers what is shown of it") {
    const Excerpt shown = excerpt(std::string(500, 'x'), 100, 400, 60);
    CHECK(columns(shown.carets) <= columns(shown.line));
    CHECK(shown.carets.ends_with("^"));
}
