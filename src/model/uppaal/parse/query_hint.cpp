// Recognises common mistakes: CTL's AG and EF, LTL's [] and <>, an incomplete path quantifier, `->` for `-->`, a
// negated query, a condition without a path quantifier. The hint has the query in UPPAAL's syntax.
#include "model/uppaal/parse/query_hint.hpp"

#include <fmt/format.h>

#include <cctype>
#include <vector>

#include "model/uppaal/parse/lexer.hpp"
#include "model/uppaal/parse/parse.hpp"

namespace crowfly::uppaal {

namespace {

constexpr std::string_view forms =
    "queries look like `E<> p`, `A[] p`, `E[] p`, `A<> p` or `p --> q`; a remark starts with `//`";
constexpr std::size_t longest_shown = 100;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n;";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    Lexer lexer(text, Lexicon::query);
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        tokens.push_back(token);
        if (token.kind == TokenKind::unterminated_comment) break;
    }
    return tokens;
}

bool is_angle(TokenKind kind) { return kind == TokenKind::less || kind == TokenKind::greater; }
bool is_bracket(TokenKind kind) { return kind == TokenKind::left_bracket || kind == TokenKind::right_bracket; }

std::string suggestion(std::string_view symbol, std::string_view condition) {
    condition = trimmed(condition);
    return fmt::format("{} {}", symbol, condition.empty() || condition.size() > longest_shown ? "…" : condition);
}

std::string meant(std::string_view query) { return fmt::format("did you mean `{}`?", query); }

class Guess {
public:
    explicit Guess(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

    std::string hint() const {
        if (tokens_.empty()) return std::string(forms);
        for (const auto guess : {&Guess::next_state, &Guess::ctl, &Guess::half_symbol, &Guess::bare_symbol,
                                 &Guess::negated, &Guess::arrow, &Guess::condition}) {
            std::string found = (this->*guess)();
            if (!found.empty()) return found;
        }
        return std::string(forms);
    }

    // `A[] p under S` is a query without its strategy, too. Nothing here saves or loads one.
    std::string instead() const {
        const std::size_t count = tokens_.size() - (!tokens_.empty() && tokens_.back().kind == TokenKind::semicolon);
        if (count > 2 && written(count - 2) == "under")
            return begins_path() ? fmt::format("without `under {}` the query is about all runs", written(count - 1))
                                 : "";
        if (written(0) == "simulate") return "`crowfly simulate` makes random runs";
        if (written(0) == "E") return "ask for the greatest or the least value instead: `sup: …` or `inf: …`";
        const std::string_view made = written(written(0) == "strategy" ? 3 : 0);  // strategy S = …
        if (made == "saveStrategy" || made == "loadStrategy") return "";
        return "ask about possibility instead: `E<> …` or `A[] …`";
    }

private:
    TokenKind kind(std::size_t index) const { return index < tokens_.size() ? tokens_[index].kind : TokenKind::end; }

    std::string_view written(std::size_t index) const {
        if (kind(index) != TokenKind::name) return {};
        return text_.substr(tokens_[index].begin, tokens_[index].end - tokens_[index].begin);
    }

    std::string word(std::size_t index) const {
        std::string result(written(index));
        for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return result;
    }

    std::string_view from(std::size_t index) const {
        return index < tokens_.size() ? text_.substr(tokens_[index].begin) : std::string_view{};
    }

    // E<>, A[], E[] or A<>
    bool begins_path() const {
        const bool quantified = written(0) == "E" || written(0) == "A";
        return quantified && ((kind(1) == TokenKind::less && kind(2) == TokenKind::greater) ||
                              (kind(1) == TokenKind::left_bracket && kind(2) == TokenKind::right_bracket));
    }

    // A name may be followed by a condition only if it is an operator.
    bool begins_condition(std::size_t index) const {
        using enum TokenKind;
        const TokenKind k = kind(index);
        return k == name || k == left_paren || k == kw_not || k == exclamation || k == kw_true || k == kw_false;
    }

    std::string next_state() const {
        const bool next = (word(0) == "AX" || word(0) == "EX" || word(0) == "X") && begins_condition(1);
        return next ? "there is no operator for the next state; " + std::string(forms) : "";
    }

    // `AG p`, `A G p`, `G p`
    std::string ctl() const {
        std::string symbol = word(0);
        std::size_t rest = 1;
        if ((symbol == "A" || symbol == "E") && kind(1) == TokenKind::name) symbol += word(rest++);
        if (!begins_condition(rest)) return {};
        if (symbol == "AG" || symbol == "G") return meant(suggestion("A[]", from(rest)));
        if (symbol == "EF") return meant(suggestion("E<>", from(rest)));
        if (symbol == "AF" || symbol == "F") return meant(suggestion("A<>", from(rest)));
        if (symbol == "EG") return meant(suggestion("E[]", from(rest)));
        return {};
    }

    // `E>p`, `A[p]`, `e<> p`
    std::string half_symbol() const {
        const std::string quantifier = word(0);
        if (quantifier != "A" && quantifier != "E") return {};
        const auto belongs = is_angle(kind(1)) ? is_angle : is_bracket;
        if (!belongs(kind(1))) return {};
        const std::size_t rest = belongs(kind(2)) ? 3 : 2;
        std::string_view condition = trimmed(from(rest));
        if (rest == 2 && condition.ends_with(']')) condition.remove_suffix(1);
        return meant(suggestion(quantifier + (is_angle(kind(1)) ? "<>" : "[]"), condition));
    }

    // `[] p`, `<> p`
    std::string bare_symbol() const {
        if (!begins_condition(2)) return {};
        if (kind(0) == TokenKind::left_bracket && kind(1) == TokenKind::right_bracket)
            return meant(suggestion("A[]", from(2)));
        if (kind(0) != TokenKind::less || kind(1) != TokenKind::greater) return {};
        return fmt::format("on all runs: `{}`; on some run: `{}`", suggestion("A<>", from(2)),
                           suggestion("E<>", from(2)));
    }

    // `not E<> p`
    std::string negated() const {
        if (kind(0) != TokenKind::kw_not && kind(0) != TokenKind::exclamation) return {};
        const std::string quantifier = word(1);
        const bool angles = kind(2) == TokenKind::less && kind(3) == TokenKind::greater;
        const bool brackets = kind(2) == TokenKind::left_bracket && kind(3) == TokenKind::right_bracket;
        if ((quantifier != "A" && quantifier != "E") || (!angles && !brackets)) return {};
        const std::string symbol = std::string(quantifier == "A" ? "E" : "A") + (angles ? "[]" : "<>");
        return meant(suggestion(symbol, fmt::format("not ({})", trimmed(from(4)))));
    }

    // `p -> q`, `p => q`, `p implies q`
    std::string arrow() const {
        for (std::size_t i = 1; i + 1 < tokens_.size(); ++i) {
            if (written(i) == "implies") {
                return meant(suggestion("A[]", fmt::format("{} imply {}", trimmed(text_.substr(0, tokens_[i].begin)),
                                                           trimmed(from(i + 1)))));
            }
            if (kind(i) != TokenKind::arrow && kind(i) != TokenKind::old_greater_equal) continue;
            const std::string query =
                fmt::format("{} --> {}", trimmed(text_.substr(0, tokens_[i].begin)), trimmed(from(i + 1)));
            return query.size() > longest_shown ? "`p --> q` asks whether p always leads to q" : meant(query);
        }
        return {};
    }

    // `P.a and x > 3`: an expression, but no question.
    std::string condition() const {
        Sources sources;
        Diagnostics found;
        ParseContext context{sources, found};
        const std::string text = fmt::format("E<> {}", trimmed(text_));
        const Query query = parse_query({sources.add("", text), text, {}}, context);
        if (found.has_errors() || query.diagnostics.has_errors()) return {};
        return fmt::format("can it hold: `{}`; does it always hold: `{}`", suggestion("E<>", text_),
                           suggestion("A[]", text_));
    }

    std::string_view text_;
    std::vector<Token> tokens_;
};

}  // namespace

bool is_heading(std::string_view text) {
    constexpr std::string_view rulers = "-=*#~_";
    text = trimmed(text);
    if (text.size() < 2 || rulers.find(text.front()) == std::string_view::npos) return false;
    const std::string ruler(2, text.front());
    return text.starts_with(ruler) && text.ends_with(ruler);
}

std::string query_hint(std::string_view text) { return Guess(text).hint(); }

std::string hint_instead(std::string_view text) { return Guess(text).instead(); }

}  // namespace crowfly::uppaal
