#include "model/uppaal/parse/token_stream.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/alarm.hpp"

namespace crowfly::uppaal {

namespace {

// Text of the input for a message: short, whole characters only, without control characters.
std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "`";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (i >= longest && (byte & 0xC0U) != 0x80U) return result + "…`";
        if (byte < 0x20 || byte == 0x7F) {
            result += fmt::format("\\x{:02X}", byte);
        } else {
            result += text[i];
        }
    }
    return result + '`';
}

std::string_view unterminated_message(TokenKind kind) {
    if (kind == TokenKind::unterminated_comment) return "the comment is not closed by `*/`";
    return "the string is not closed by `\"`";
}

bool is_keyword(TokenKind kind) { return kind >= TokenKind::kw_int && kind <= TokenKind::kw_xor; }

}  // namespace

TokenStream::TokenStream(const Fragment& fragment, ParseContext& context, std::string_view noun, Lexicon lexicon)
    : fragment_(fragment), context_(context), noun_(noun), lexicon_(lexicon), lexer_(fragment.text, lexicon) {}

void TokenStream::fill(std::size_t count) {
    while (buffered_ < count) {
        poll();
        Token token = lexer_.next();
        const bool comment = token.kind == TokenKind::unterminated_comment;
        if (comment || token.kind == TokenKind::unterminated_string) {
            if (!cut_short_) report(Code::unterminated, span(token), std::string(unterminated_message(token.kind)));
            cut_short_ = true;
            note_unparsed(token.begin, static_cast<std::uint32_t>(fragment_.text.size()));
            const auto end = static_cast<std::uint32_t>(fragment_.text.size());
            lexer_.seek(end);
            token = {TokenKind::end, end, end};
        }
        window_[buffered_++] = token;
    }
}

const Token& TokenStream::peek(std::size_t ahead) {
    fill(ahead + 1);
    return window_[ahead];
}

bool TokenStream::at_word(std::string_view word, std::size_t ahead) {
    const Token& token = peek(ahead);
    return token.kind == TokenKind::name && text(token) == word;
}

Token TokenStream::advance() {
    fill(1);
    const Token token = window_[0];
    std::move(window_.begin() + 1, window_.begin() + static_cast<std::ptrdiff_t>(buffered_), window_.begin());
    --buffered_;
    last_end_ = token.end;
    if (token.kind == TokenKind::left_brace) ++braces_;
    if (token.kind == TokenKind::right_brace) --braces_;
    return token;
}

bool TokenStream::accept(TokenKind kind) {
    if (!at(kind)) return false;
    advance();
    return true;
}

TokenStream::Mark TokenStream::mark() { return {peek().begin, last_end_, braces_}; }

void TokenStream::seek(const Mark& mark) {
    lexer_.seek(mark.position);
    buffered_ = 0;
    last_end_ = mark.last_end;
    braces_ = mark.braces;
}

void TokenStream::stop() {
    lexer_.seek(static_cast<std::uint32_t>(fragment_.text.size()));
    buffered_ = 0;
}

std::string_view TokenStream::text(const Token& token) const { return slice(token.begin, token.end); }

std::string_view TokenStream::slice(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(fragment_.text).substr(begin, end - begin);
}

Span TokenStream::span_from(std::uint32_t begin) const { return fragment_.span(begin, std::max(begin, last_end_)); }

void TokenStream::report(Code code, Span where, std::string message, std::string hint) {
    ++mistakes_;
    // When a file ends early, all enclosing constructs miss their end at the same place: only the first is reported.
    const bool repeated = where == last_complaint_;
    last_complaint_ = where;
    if (!cut_short_ && !repeated) context_.diagnostics.add(code, where, std::move(message), std::move(hint));
    if (mistakes_ >= most_mistakes) stop();
}

void TokenStream::fail(Code code, Span where, std::string message, std::string hint) {
    report(code, where, std::move(message), std::move(hint));
    throw SyntaxError{};
}

std::string TokenStream::found() {
    if (at_end()) return fmt::format("the end of {}", noun_);
    return quoted(text(peek()));
}

// For operators that other languages have.
std::string TokenStream::hint_for_next() {
    if (at(TokenKind::old_less_equal)) return "`=<` is UPPAAL 3.x syntax, write `<=`";
    if (at(TokenKind::old_greater_equal)) {
        return in_query() ? "an implication is written `p imply q`; `=>` for `>=` is UPPAAL 3.x syntax"
                          : "`=>` is UPPAAL 3.x syntax, write `>=`";
    }
    if (at(TokenKind::arrow) || at_word("implies")) return "an implication is written `p imply q`";
    return {};
}

void TokenStream::report_expected(std::string_view what, std::string hint) {
    const Token token = peek();
    if (hint.empty()) hint = hint_for_next();
    const bool stray = token.kind == TokenKind::bad_character;
    report(Code::syntax_error, span(token),
           stray ? "unexpected character " + found() : fmt::format("expected {}, found {}", what, found()),
           std::move(hint));
}

void TokenStream::fail_expected(std::string_view what, std::string hint) {
    report_expected(what, std::move(hint));
    throw SyntaxError{};
}

Token TokenStream::expect(TokenKind kind, std::string_view where) {
    if (at(kind)) return advance();
    std::string what = fmt::format("`{}`", spelling(kind));
    if (kind == TokenKind::name) what = where.starts_with("of ") ? "the name" : "a name";
    std::string hint;
    if (kind == TokenKind::name && is_keyword(peek().kind)) {
        hint = fmt::format("{} is a keyword and cannot be a name", found());
    }
    fail_expected(where.empty() ? what : fmt::format("{} {}", what, where), std::move(hint));
}

bool TokenStream::starts_declaration() {
    return (kind() >= TokenKind::kw_int && kind() <= TokenKind::kw_return) || at_end() || at(TokenKind::right_brace) ||
           (at(TokenKind::name) && kind(1) == TokenKind::name);
}

void TokenStream::expect_semicolon(std::string_view where) {
    if (accept(TokenKind::semicolon)) return;
    if (at(TokenKind::bad_character)) fail_expected("`;`");
    const std::string hint = hint_for_next();
    const bool goes_on = hint.empty() && starts_declaration();
    // It is shown after the last token, and counts as the complaint about the next one.
    const Span next = span(peek());
    report(Code::syntax_error, next == last_complaint_ ? next : fragment_.span(last_end_, last_end_),
           fmt::format("expected `;` {}, found {}", where, found()), hint);
    last_complaint_ = next;
    if (!goes_on) throw SyntaxError{};
}

void TokenStream::note_unparsed(std::uint32_t begin, std::uint32_t end) {
    context_.unparsed.push_back(fragment_.span(begin, std::max(begin, end)));
}

void TokenStream::skip_mistake(const Mark& start) {
    skip_to_end(start);
    note_unparsed(start.position, last_end_);
}

void TokenStream::skip_to_end(const Mark& start) {
    while (!at_end()) {
        if (at(TokenKind::right_brace) && braces_ <= start.braces) return;
        const TokenKind taken = advance().kind;
        if (braces_ != start.braces) continue;
        if (taken == TokenKind::semicolon) return;
        // `struct { … } name;` continues after its brace.
        const bool goes_on = at(TokenKind::semicolon) || at(TokenKind::comma) ||
                             (at(TokenKind::name) && (kind(1) == TokenKind::semicolon || kind(1) == TokenKind::comma ||
                                                      kind(1) == TokenKind::left_bracket));
        if (taken == TokenKind::right_brace && !goes_on) return;
    }
}

void TokenStream::skip_stray_braces() {
    while (accept(TokenKind::right_brace)) {
    }
}

void TokenStream::skip_item(const Mark& start) {
    while (!at_end()) {
        const bool outside = braces_ <= start.braces;
        if (outside && (at(TokenKind::comma) || at(TokenKind::semicolon) || at(TokenKind::right_brace))) break;
        advance();
    }
    note_unparsed(start.position, last_end_);
}

void TokenStream::skip_block() {
    const int outside = braces_;
    expect(TokenKind::left_brace, "");
    while (!at_end() && braces_ > outside) advance();
    if (braces_ > outside) expect(TokenKind::right_brace, "to close the block");
}

void TokenStream::charge(std::size_t bytes) {
    const bool known = is_exhausted(context_);
    context_.tree_bytes += bytes;
    if (!is_exhausted(context_)) return;
    const Span here = span(peek());
    stop();
    if (known) throw SyntaxError{};
    fail(Code::input_too_large, here,
         fmt::format("the model needs more than {} MB of memory up to here", most_bytes >> 20U));
}

TokenStream::Nesting::Nesting(TokenStream& stream, std::uint32_t weight) : stream_(stream), weight_(weight) {
    if (stream_.nesting_ + weight > deepest * full) {
        stream_.fail(Code::nested_too_deeply, stream_.span(stream_.peek()),
                     fmt::format("this is nested more than {} levels deep", deepest));
    }
    stream_.nesting_ += weight;
}

}  // namespace crowfly::uppaal
