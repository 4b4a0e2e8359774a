#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "model/uppaal/parse/lexer.hpp"

using namespace crowfly::uppaal;

namespace {

std::vector<std::string> words(std::string_view text, Lexicon lexicon = Lexicon::model) {
    std::vector<std::string> result;
    Lexer lexer(text, lexicon);
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        result.emplace_back(text.substr(token.begin, token.end - token.begin));
    }
    return result;
}

TokenKind first_kind(std::string_view text, Lexicon lexicon = Lexicon::model) {
    return Lexer(text, lexicon).next().kind;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the longest symbol wins") {
    CHECK(words("a<<=b<<c<?d<=e<f") == Words{"a", "<<=", "b", "<<", "c", "<?", "d", "<=", "e", "<", "f"});
    CHECK(words("x:=y==z=w") == Words{"x", ":=", "y", "==", "z", "=", "w"});
    CHECK(words("a**b*c") == Words{"a", "**", "b", "*", "c"});
}

TEST_CASE("= and := are the same token") {
    CHECK(first_kind("=") == TokenKind::assign);
    CHECK(first_kind(":=") == TokenKind::assign);
}

TEST_CASE("comments, continued lines and byte order marks are blanks") {
    CHECK(words("\xEF\xBB\xBF"
                "a // b\n c /* d\n */ e \\\r\n f \\") == Words{"a", "c", "e", "f"});
}

TEST_CASE("a comment or string that is not closed is said to be so") {
    CHECK(first_kind("/* a") == TokenKind::unterminated_comment);
    CHECK(first_kind("\"a") == TokenKind::unterminated_string);
    CHECK(first_kind("\"a\\\"") == TokenKind::unterminated_string);
    CHECK(first_kind("\"a\\\"\"") == TokenKind::string);
}

TEST_CASE("numbers") {
    CHECK(first_kind("12") == TokenKind::integer);
    CHECK(first_kind("1.5") == TokenKind::real);
    CHECK(first_kind("1e3") == TokenKind::real);
    CHECK(first_kind(".5") == TokenKind::real);
    CHECK(words("1e+5 2e 3.x") == Words{"1e+5", "2", "e", "3", ".", "x"});
}

TEST_CASE("names may hold $ and # but not begin with them") {
    CHECK(words("a$b#1") == Words{"a$b#1"});
    CHECK(first_kind("$a") == TokenKind::bad_character);
}

TEST_CASE("only the core words are keywords") {
    for (const char* word : {"int", "struct", "forall_", "and", "return", "urgent"}) {
        CHECK((first_kind(word) == TokenKind::name) == (std::string_view(word) == "forall_"));
    }
    for (const char* word :
         {"abs", "exit", "location", "query", "IO", "state", "sup", "deadlock", "A", "E", "string", "sum"}) {
        CHECK(first_kind(word) == TokenKind::name);
    }
}

TEST_CASE("arrows depend on where they stand") {
    CHECK(words("a --> b", Lexicon::query) == Words{"a", "-->", "b"});
    CHECK(words("i-->0") == Words{"i", "--", ">", "0"});
    CHECK(words("a -u-> b -> c") == Words{"a", "-u->", "b", "->", "c"});
    CHECK(words("x-u->1", Lexicon::query) == Words{"x", "-", "u", "->", "1"});
}

TEST_CASE("a character of several bytes is one token") {
    CHECK(words("a é€ b") == Words{"a", "é€", "b"});
    CHECK(words(std::string_view("a\0b", 3)) == Words{"a", std::string(1, '\0'), "b"});
}

TEST_CASE("every symbol and keyword is spelled the way it is read") {
    for (int i = static_cast<int>(TokenKind::kw_int); i <= static_cast<int>(TokenKind::leads_to); ++i) {
        const auto kind = static_cast<TokenKind>(i);
        REQUIRE(!spelling(kind).empty());
        CHECK(first_kind(spelling(kind), kind == TokenKind::leads_to ? Lexicon::query : Lexicon::model) == kind);
    }
}
