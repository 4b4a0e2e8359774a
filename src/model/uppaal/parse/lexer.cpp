#include "model/uppaal/parse/lexer.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

#include "model/operator_table.hpp"

namespace crowfly::uppaal {

namespace {

struct Spelling {
    std::string_view text;
    TokenKind kind;
    std::optional<Op> op = {};  // of an infix operator, or of a compound assignment
};

constexpr Spelling symbol_token(Op op, TokenKind kind) { return {symbol_of(op), kind, op}; }
constexpr Spelling word_token(Op op, TokenKind kind) { return {word_of(op), kind, op}; }
constexpr Spelling compound_token(Op op, TokenKind kind) { return {entry_of(op).compound, kind, op}; }

constexpr Spelling keywords[] = {
    {"int", TokenKind::kw_int},
    {"bool", TokenKind::kw_bool},
    {"clock", TokenKind::kw_clock},
    {"chan", TokenKind::kw_chan},
    {"void", TokenKind::kw_void},
    {"struct", TokenKind::kw_struct},
    {"scalar", TokenKind::kw_scalar},
    {"const", TokenKind::kw_const},
    {"meta", TokenKind::kw_meta},
    {"urgent", TokenKind::kw_urgent},
    {"typedef", TokenKind::kw_typedef},
    {"broadcast", TokenKind::kw_broadcast},
    {"if", TokenKind::kw_if},
    {"else", TokenKind::kw_else},
    {"while", TokenKind::kw_while},
    {"do", TokenKind::kw_do},
    {"for", TokenKind::kw_for},
    {"return", TokenKind::kw_return},
    {"true", TokenKind::kw_true},
    {"false", TokenKind::kw_false},
    word_token(Op::logical_and, TokenKind::kw_and),
    word_token(Op::logical_or, TokenKind::kw_or),
    {word_of(Op::logical_not), TokenKind::kw_not},
    word_token(Op::imply, TokenKind::kw_imply),
    word_token(Op::logical_xor, TokenKind::kw_xor),
};

// If one symbol is a prefix of another, the longer one comes first.
constexpr Spelling symbols[] = {
    compound_token(Op::shift_left, TokenKind::assign_shift_left),
    compound_token(Op::shift_right, TokenKind::assign_shift_right),
    {":=", TokenKind::assign, Op::assign},
    compound_token(Op::add, TokenKind::assign_add),
    compound_token(Op::subtract, TokenKind::assign_subtract),
    compound_token(Op::multiply, TokenKind::assign_multiply),
    compound_token(Op::divide, TokenKind::assign_divide),
    compound_token(Op::modulo, TokenKind::assign_modulo),
    compound_token(Op::bit_and, TokenKind::assign_and),
    compound_token(Op::bit_or, TokenKind::assign_or),
    compound_token(Op::bit_xor, TokenKind::assign_xor),
    {"++", TokenKind::increment},
    {"--", TokenKind::decrement},
    {"->", TokenKind::arrow},
    symbol_token(Op::power, TokenKind::power),
    symbol_token(Op::shift_left, TokenKind::shift_left),
    symbol_token(Op::shift_right, TokenKind::shift_right),
    symbol_token(Op::minimum, TokenKind::minimum),
    symbol_token(Op::maximum, TokenKind::maximum),
    symbol_token(Op::less_equal, TokenKind::less_equal),
    symbol_token(Op::greater_equal, TokenKind::greater_equal),
    symbol_token(Op::equal, TokenKind::equal),
    symbol_token(Op::not_equal, TokenKind::not_equal),
    {"=<", TokenKind::old_less_equal, Op::less_equal},
    {"=>", TokenKind::old_greater_equal, Op::greater_equal},
    symbol_token(Op::logical_and, TokenKind::and_and),
    symbol_token(Op::logical_or, TokenKind::or_or),
    {"(", TokenKind::left_paren},
    {")", TokenKind::right_paren},
    {"[", TokenKind::left_bracket},
    {"]", TokenKind::right_bracket},
    {"{", TokenKind::left_brace},
    {"}", TokenKind::right_brace},
    {",", TokenKind::comma},
    {";", TokenKind::semicolon},
    {":", TokenKind::colon},
    {".", TokenKind::dot},
    {"?", TokenKind::question},
    {"'", TokenKind::prime},
    symbol_token(Op::assign, TokenKind::assign),
    {symbol_of(Op::logical_not), TokenKind::exclamation},
    symbol_token(Op::add, TokenKind::plus),
    symbol_token(Op::subtract, TokenKind::minus),
    symbol_token(Op::multiply, TokenKind::star),
    symbol_token(Op::divide, TokenKind::slash),
    symbol_token(Op::modulo, TokenKind::percent),
    symbol_token(Op::less, TokenKind::less),
    symbol_token(Op::greater, TokenKind::greater),
    symbol_token(Op::bit_and, TokenKind::ampersand),
    symbol_token(Op::bit_xor, TokenKind::caret),
    symbol_token(Op::bit_or, TokenKind::bar),
};

constexpr std::string_view leads_to_arrow = "-->";
constexpr std::string_view uncontrolled_arrow = "-u->";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Symbols by their first character, since comparing with all of them is slow.
const Spelling* find_symbol(std::string_view rest) {
    static const auto by_first = [] {
        std::array<std::vector<const Spelling*>, 128> table;
        for (const Spelling& s : symbols) table[static_cast<unsigned char>(s.text.front())].push_back(&s);
        return table;
    }();
    const auto first = static_cast<unsigned char>(rest.front());
    if (first >= by_first.size()) return nullptr;
    for (const Spelling* s : by_first[first]) {
        if (rest.starts_with(s->text)) return s;
    }
    return nullptr;
}

// A byte that begins no token. The bytes of a multi-byte character are reported together.
bool is_stray(std::string_view rest) {
    const char c = rest.front();
    return !is_blank(c) && !starts_name(c) && !is_digit(c) && c != '"' && find_symbol(rest) == nullptr;
}

}  // namespace

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool continues_name(char c) { return starts_name(c) || is_digit(c) || c == '$' || c == '#'; }

std::string_view spelling(TokenKind kind) {
    if (kind == TokenKind::assign) return "=";
    if (kind == TokenKind::leads_to) return leads_to_arrow;
    if (kind == TokenKind::uncontrolled_arrow) return uncontrolled_arrow;
    for (const Spelling& s : symbols) {
        if (s.kind == kind) return s.text;
    }
    for (const Spelling& s : keywords) {
        if (s.kind == kind) return s.text;
    }
    return {};
}

std::optional<Op> op_of(TokenKind kind) {
    static constexpr auto by_kind = [] {
        std::array<std::optional<Op>, static_cast<std::size_t>(TokenKind::leads_to) + 1> table;
        for (const Spelling& s : symbols) table[static_cast<std::size_t>(s.kind)] = s.op;
        for (const Spelling& s : keywords) table[static_cast<std::size_t>(s.kind)] = s.op;
        return table;
    }();
    return by_kind[static_cast<std::size_t>(kind)];
}

Token Lexer::finish(TokenKind kind, std::uint32_t end) {
    const Token token{kind, position_, end};
    position_ = end;
    return token;
}

Token Lexer::next() {
    if (!skip_blanks()) return finish(TokenKind::unterminated_comment, static_cast<std::uint32_t>(text_.size()));
    if (position_ >= text_.size()) return finish(TokenKind::end, position_);
    const char c = text_[position_];
    if (starts_name(c)) return word();
    if (is_digit(c) || (c == '.' && is_digit(at(position_ + 1)))) return number();
    if (c == '"') return string();
    return symbol();
}

// Blanks, comments, continued lines and byte order marks.
bool Lexer::skip_blanks() {
    while (position_ < text_.size()) {
        const std::string_view rest = text_.substr(position_);
        if (is_blank(rest.front())) {
            ++position_;
        } else if (rest.starts_with("//")) {
            position_ += static_cast<std::uint32_t>(std::min(rest.find('\n'), rest.size()));
        } else if (rest.starts_with("/*")) {
            const std::size_t close = rest.find("*/", 2);
            if (close == std::string_view::npos) return false;
            position_ += static_cast<std::uint32_t>(close + 2);
        } else if (rest.front() == '\\') {
            const std::size_t line_break = rest.find_first_not_of(" \t\r", 1);
            const bool continues = line_break == std::string_view::npos || rest[line_break] == '\n';
            if (!continues) return true;
            position_ += static_cast<std::uint32_t>(std::min(line_break, rest.size()));
        } else if (rest.starts_with("\xEF\xBB\xBF")) {
            position_ += 3;
        } else {
            return true;
        }
    }
    return true;
}

Token Lexer::word() {
    static const auto table = [] {
        std::unordered_map<std::string_view, TokenKind> words;
        for (const Spelling& s : keywords) words.emplace(s.text, s.kind);
        return words;
    }();
    std::uint32_t end = position_ + 1;
    while (continues_name(at(end))) ++end;
    const auto found = table.find(text_.substr(position_, end - position_));
    return finish(found == table.end() ? TokenKind::name : found->second, end);
}

Token Lexer::number() {
    std::uint32_t end = position_;
    const auto digits = [&] {
        while (is_digit(at(end))) ++end;
    };
    TokenKind kind = TokenKind::integer;
    digits();
    if (at(end) == '.' && is_digit(at(end + 1))) {
        kind = TokenKind::real;
        ++end;
        digits();
    }
    if (at(end) == 'e' || at(end) == 'E') {
        const std::uint32_t sign = at(end + 1) == '-' || at(end + 1) == '+' ? 1 : 0;
        if (is_digit(at(end + 1 + sign))) {
            kind = TokenKind::real;
            end += 1 + sign;
            digits();
        }
    }
    return finish(kind, end);
}

Token Lexer::string() {
    std::uint32_t end = position_ + 1;
    while (end < text_.size() && text_[end] != '\n') {
        if (text_[end] == '"') return finish(TokenKind::string, end + 1);
        end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    }
    return finish(TokenKind::unterminated_string, end);
}

Token Lexer::symbol() {
    const std::string_view rest = text_.substr(position_);
    if (lexicon_ == Lexicon::query && rest.starts_with(leads_to_arrow)) {
        return finish(TokenKind::leads_to, position_ + static_cast<std::uint32_t>(leads_to_arrow.size()));
    }
    if (lexicon_ == Lexicon::model && rest.starts_with(uncontrolled_arrow)) {
        return finish(TokenKind::uncontrolled_arrow, position_ + static_cast<std::uint32_t>(uncontrolled_arrow.size()));
    }
    if (const Spelling* found = find_symbol(rest)) {
        return finish(found->kind, position_ + static_cast<std::uint32_t>(found->text.size()));
    }
    return bad_characters();
}

Token Lexer::bad_characters() {
    std::uint32_t end = position_ + 1;
    while (end < text_.size() && is_stray(text_.substr(end))) ++end;
    return finish(TokenKind::bad_character, end);
}

}  // namespace crowfly::uppaal
