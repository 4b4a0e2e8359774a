// Splits UPPAAL text into tokens, one at a time and from any position, so that the parser can look ahead and backtrack
// without storing all tokens. Only the C-like core has keywords. All other words (`state`, `abs`, `query`, `sup`, …)
// are names here; the parser recognises them where the grammar uses them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/operators.hpp"

namespace crowfly::uppaal {

enum class TokenKind : std::uint8_t {
    end,
    name,
    integer,
    real,
    string,
    bad_character,
    unterminated_string,
    unterminated_comment,
    // keywords
    kw_int,
    kw_bool,
    kw_clock,
    kw_chan,
    kw_void,
    kw_struct,
    kw_scalar,
    kw_const,
    kw_meta,
    kw_urgent,
    kw_broadcast,
    kw_typedef,
    kw_if,
    kw_else,
    kw_while,
    kw_do,
    kw_for,
    kw_return,
    kw_true,
    kw_false,
    kw_and,
    kw_or,
    kw_not,
    kw_imply,
    kw_xor,
    // brackets and separators
    left_paren,
    right_paren,
    left_bracket,
    right_bracket,
    left_brace,
    right_brace,
    comma,
    semicolon,
    colon,
    dot,
    question,
    prime,
    // operators
    assign,  // = and :=
    assign_add,
    assign_subtract,
    assign_multiply,
    assign_divide,
    assign_modulo,
    assign_and,
    assign_or,
    assign_xor,
    assign_shift_left,
    assign_shift_right,
    increment,
    decrement,
    exclamation,
    plus,
    minus,
    star,
    slash,
    percent,
    power,
    shift_left,
    shift_right,
    minimum,
    maximum,
    less,
    less_equal,
    greater_equal,
    greater,
    equal,
    not_equal,
    old_less_equal,
    old_greater_equal,  // =< and => of UPPAAL 3.x
    ampersand,
    caret,
    bar,
    and_and,
    or_or,
    arrow,               // ->
    uncontrolled_arrow,  // -u->
    leads_to,            // -->
};

struct Token {
    TokenKind kind = TokenKind::end;
    std::uint32_t begin = 0;  // positions in the text of the fragment
    std::uint32_t end = 0;
};

// `-->` is one token in queries and two elsewhere; `-u->` is one token everywhere but in queries.
enum class Lexicon : std::uint8_t { model, query };

class Lexer {
public:
    Lexer(std::string_view text, Lexicon lexicon, std::uint32_t position = 0)
        : text_(text), lexicon_(lexicon), position_(position) {}

    Token next();
    void seek(std::uint32_t position) { position_ = position; }

private:
    char at(std::uint32_t position) const { return position < text_.size() ? text_[position] : '\0'; }
    bool skip_blanks();  // false: a comment is not closed, position_ is at its start
    Token word();
    Token number();
    Token string();
    Token symbol();
    Token bad_characters();
    Token finish(TokenKind kind, std::uint32_t end);

    std::string_view text_;
    Lexicon lexicon_;
    std::uint32_t position_;
};

// The spelling of a keyword, bracket or operator; "" for kinds with several spellings.
std::string_view spelling(TokenKind kind);

// What an infix operator does, and with what a compound assignment combines its target.
std::optional<Op> op_of(TokenKind kind);

bool starts_name(char c);
bool continues_name(char c);

}  // namespace crowfly::uppaal
