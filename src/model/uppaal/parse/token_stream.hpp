// The parser's view of a fragment: tokens with a little lookahead, positions to backtrack to, and the reporting of
// mistakes. A mistake is reported where it is found and then thrown as SyntaxError; a function that can recover catches
// it, skips what cannot be parsed, and continues. No exception leaves the functions of parse.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/uppaal/parse/lexer.hpp"
#include "model/uppaal/parse/parse.hpp"

namespace crowfly::uppaal {

struct SyntaxError {};

class TokenStream {
public:
    // A place between two tokens.
    struct Mark {
        std::uint32_t position = 0;
        std::uint32_t last_end = 0;
        int braces = 0;
    };

    // `noun` names the fragment in messages: "the guard".
    TokenStream(const Fragment& fragment, ParseContext& context, std::string_view noun, Lexicon lexicon);

    // ---- Looking and moving
    const Token& peek(std::size_t ahead = 0);  // at most `lookahead - 1`
    TokenKind kind(std::size_t ahead = 0) { return peek(ahead).kind; }
    bool at(TokenKind kind) { return peek().kind == kind; }
    bool at_end() { return at(TokenKind::end); }
    bool at_word(std::string_view word, std::size_t ahead = 0);
    Token advance();
    bool accept(TokenKind kind);
    Mark mark();
    void seek(const Mark& mark);
    void stop();  // goes to the end of the fragment

    // ---- Text and places
    std::string_view text(const Token& token) const;
    std::string_view slice(std::uint32_t begin, std::uint32_t end) const;
    std::uint32_t last_end() const { return last_end_; }  // end of the last token consumed
    Span span(const Token& token) const { return fragment_.span(token.begin, token.end); }
    Span span_from(std::uint32_t begin) const;  // to the end of the last token consumed
    const Fragment& fragment() const { return fragment_; }
    ParseContext& context() { return context_; }
    bool old_dialect() const { return context_.dialect == Dialect::old; }
    bool in_query() const { return lexicon_ == Lexicon::query; }

    // ---- Complaining
    // "expected `;` after the declaration, found `int`". `fail` throws, `report` does not.
    Token expect(TokenKind kind, std::string_view where);
    // As expect, but reported after the last token, and continues as if the `;` were there if the next token obviously
    // begins something new.
    void expect_semicolon(std::string_view where);
    void report_expected(std::string_view what, std::string hint = {});
    [[noreturn]] void fail_expected(std::string_view what, std::string hint = {});
    [[noreturn]] void fail(Code code, Span where, std::string message, std::string hint = {});
    void report(Code code, Span where, std::string message, std::string hint = {});
    std::size_t mistakes() const { return mistakes_; }
    std::string_view noun() const { return noun_; }

    // ---- Going on
    // Skips to just after the `;` or block that ends the construct that began at `start`, or to just before the
    // enclosing `}`.
    void skip_mistake(const Mark& start);
    // Skips to just before the next `,` or `;` of the list that contains `start`, or before the enclosing `}`.
    void skip_item(const Mark& start);
    // Skips unmatched `}`.
    void skip_stray_braces();
    void skip_block();  // `{ … }`
    // Names of this text may be missing, and what was read of it may be wrong.
    void note_unparsed(std::uint32_t begin, std::uint32_t end);

    // ---- Limits
    void charge(std::size_t bytes);  // fails if the tree gets too large
    static bool is_exhausted(const ParseContext& context) { return context.tree_bytes > most_bytes; }

    // An object of it is in every recursive function; it fails before the stack overflows. Most constructs count as one
    // level of `deepest`; parts of an expression count less, since Expr::depth bounds them as well.
    class Nesting {
    public:
        static constexpr std::uint32_t light = 1, full = 3;

        explicit Nesting(TokenStream& stream, std::uint32_t weight = light);
        ~Nesting() { stream_.nesting_ -= weight_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

    private:
        TokenStream& stream_;
        std::uint32_t weight_;
    };
    static constexpr std::uint32_t deepest = 1000;

private:
    static constexpr std::size_t lookahead = 4;
    static constexpr std::size_t most_mistakes = 50;
    static constexpr std::size_t most_bytes = std::size_t{512} << 20U;

    void fill(std::size_t count);
    std::string found();  // the next token, for messages
    std::string hint_for_next();
    bool starts_declaration();
    void skip_to_end(const Mark& start);  // of the construct with a mistake

    const Fragment& fragment_;
    ParseContext& context_;
    std::string_view noun_;
    Lexicon lexicon_;
    Lexer lexer_;
    std::array<Token, lookahead> window_{};
    std::size_t buffered_ = 0;
    std::uint32_t last_end_ = 0;
    int braces_ = 0;
    std::uint32_t nesting_ = 0;
    std::size_t mistakes_ = 0;
    std::optional<Span> last_complaint_;
    // An unterminated comment or string swallowed the rest: no further messages about missing parts.
    bool cut_short_ = false;
};

}  // namespace crowfly::uppaal
