// One query. Its first tokens determine its kind; only kinds that exhaustive search can decide are parsed further.
#include <array>

#include <fmt/format.h>

#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

namespace {

// What a scan of the tokens finds.
struct Outline {
    std::array<Token, 5> first{};
    bool blank = true;
    bool leads_to = false;    // `-->` outside all brackets, with something before it
    bool until = false;       // `U` or `W` inside the brackets that begin the formula
    bool control = false;     // `control:` anywhere
    bool under = false;       // ends with `under S`
    std::uint32_t begin = 0;  // of the first token
    std::uint32_t end = 0;    // of the last
};

class Classifier {
public:
    explicit Classifier(std::string_view text) : text_(text) { scan(); }

    QueryKind kind() const;
    std::uint32_t begin() const { return outline_.begin; }
    std::uint32_t end() const { return std::max(outline_.begin, outline_.end); }

private:
    void scan();
    void note(const Token& token, std::size_t number);
    bool at(std::size_t index, TokenKind kind) const { return outline_.first[index].kind == kind; }
    std::string_view word(std::size_t index) const;
    bool is_game() const;
    bool is_statistical() const;
    QueryKind path_kind() const;
    QueryKind bound_kind() const;

    std::string_view text_;
    Outline outline_;
    int depth_ = 0;
    Token previous_{};
    std::string_view before_previous_;
};

void Classifier::scan() {
    Lexer lexer(text_, Lexicon::query);
    Token token = lexer.next();
    outline_.begin = token.begin;
    for (std::size_t number = 0; token.kind != TokenKind::end; token = lexer.next(), ++number) note(token, number);
    const std::string_view last = text_.substr(previous_.begin, previous_.end - previous_.begin);
    outline_.under = previous_.kind == TokenKind::name && before_previous_ == "under" && last != "under";
}

void Classifier::note(const Token& token, std::size_t number) {
    using enum TokenKind;
    const std::string_view text = text_.substr(token.begin, token.end - token.begin);
    if (number < outline_.first.size()) outline_.first[number] = token;
    if (token.kind == left_paren || token.kind == left_bracket || token.kind == left_brace) ++depth_;
    if (token.kind == right_paren || token.kind == right_bracket || token.kind == right_brace) --depth_;
    if (token.kind == TokenKind::leads_to && depth_ == 0 && number > 0) outline_.leads_to = true;
    if (depth_ == 1 && (text == "U" || text == "W")) outline_.until = true;
    const std::string_view previous = text_.substr(previous_.begin, previous_.end - previous_.begin);
    if (token.kind == colon && previous == "control") outline_.control = true;
    outline_.blank = false;
    outline_.end = token.end;
    if (token.kind == semicolon) return;
    before_previous_ = previous;
    previous_ = token;
}

std::string_view Classifier::word(std::size_t index) const {
    const Token& token = outline_.first[index];
    return token.kind == TokenKind::name ? text_.substr(token.begin, token.end - token.begin) : std::string_view{};
}

bool Classifier::is_game() const {
    using enum TokenKind;
    const std::string_view first = word(0);
    if (outline_.under || outline_.control) return true;
    if (first.starts_with("control_t") && (at(1, star) || at(1, left_paren) || at(1, colon))) return true;
    if (first == "strategy" && at(1, name) && at(2, assign)) return true;
    if (first == "A" && at(1, left_bracket) && !at(2, right_bracket) && outline_.until) return true;
    const bool optimises = first == "minE" || first == "maxE" || first == "minPr" || first == "maxPr";
    const bool stores = first == "saveStrategy" || first == "loadStrategy";
    return (optimises && (at(1, left_paren) || at(1, left_bracket))) || (stores && at(1, left_paren));
}

bool Classifier::is_statistical() const {
    using enum TokenKind;
    const std::string_view first = word(0);
    if (first == "Pr") return at(1, left_bracket) || at(1, left_paren);
    if (first == "E") return at(1, left_bracket) && !at(2, right_bracket) && !outline_.leads_to;
    return first == "simulate" && (at(1, left_bracket) || at(1, integer) || at(1, name)) && !outline_.leads_to;
}

// E<> A[] E[] A<>, with or without blanks between the symbols.
QueryKind Classifier::path_kind() const {
    const bool exists = word(0) == "E";
    if (!exists && word(0) != "A") return QueryKind::not_a_query;
    if (at(1, TokenKind::less) && at(2, TokenKind::greater)) {
        return exists ? QueryKind::exists_eventually : QueryKind::always_eventually;
    }
    if (at(1, TokenKind::left_bracket) && at(2, TokenKind::right_bracket)) {
        return exists ? QueryKind::exists_globally : QueryKind::always_globally;
    }
    return QueryKind::not_a_query;
}

QueryKind Classifier::bound_kind() const {
    if (!at(1, TokenKind::colon) && !at(1, TokenKind::left_brace)) return QueryKind::not_a_query;
    if (word(0) == "sup") return QueryKind::sup;
    if (word(0) == "inf") return QueryKind::inf;
    return word(0) == "bounds" ? QueryKind::bounds : QueryKind::not_a_query;
}

QueryKind Classifier::kind() const {
    if (outline_.blank) return QueryKind::empty;
    if (is_game()) return QueryKind::game;
    if (is_statistical()) return QueryKind::statistical;
    if (word(0) == "sat" && at(1, TokenKind::colon)) return QueryKind::scenario;
    if (const QueryKind path = path_kind(); path != QueryKind::not_a_query) return path;
    if (const QueryKind bound = bound_kind(); bound != QueryKind::not_a_query) return bound;
    return outline_.leads_to ? QueryKind::leads_to : QueryKind::not_a_query;
}

// The formula without the line breaks that `\` removes.
std::string written(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t next = text[i] == '\\' ? text.find_first_not_of(" \t\r", i + 1) : i;
        if (next != i && (next == std::string_view::npos || text[next] == '\n')) {
            i = std::min(next, text.size());
            result += ' ';
        } else {
            result += text[i];
        }
    }
    const std::size_t first = result.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) return {};
    return result.substr(first, result.find_last_not_of(" \t\r\n") - first + 1);
}

void parse_bounds(Parser& parser, Query& into) {
    parser.advance();
    if (parser.accept(TokenKind::left_brace)) {
        into.first = parser.expression();
        parser.expect(TokenKind::right_brace, "after the condition");
    }
    parser.expect(TokenKind::colon, "before the expressions");
    into.values = parser.expressions();
}

void parse_formula(Parser& parser, Query& into) {
    switch (into.kind) {
        case QueryKind::exists_eventually:
        case QueryKind::always_globally:
        case QueryKind::exists_globally:
        case QueryKind::always_eventually:
            for (int i = 0; i < 3; ++i) parser.advance();
            into.first = parser.expression();
            break;
        case QueryKind::leads_to:
            into.first = parser.expression();
            parser.expect(TokenKind::leads_to, "between the formulas");
            into.second = parser.expression();
            break;
        case QueryKind::sup:
        case QueryKind::inf:
        case QueryKind::bounds: parse_bounds(parser, into); break;
        default: parser.stop(); return;
    }
    parser.accept(TokenKind::semicolon);
}

}  // namespace

Query parse_query(const Fragment& fragment, ParseContext& context) {
    const Classifier classifier(fragment.text);
    Query result;
    result.kind = classifier.kind();
    result.text = written(fragment.text);
    result.span = fragment.span(classifier.begin(), classifier.end());
    ParseContext own{context.sources, result.diagnostics, context.dialect, context.tree_bytes};
    Parser parser(fragment, own, "the query", Lexicon::query);
    parser.whole([&] {
        parser.charge(sizeof(Query) + fragment.text.size());
        parse_formula(parser, result);
    });
    context.tree_bytes = own.tree_bytes;
    if (parser.mistakes() != 0) {
        result.first.reset();
        result.second.reset();
        result.values.clear();
    }
    return result;
}

}  // namespace crowfly::uppaal
