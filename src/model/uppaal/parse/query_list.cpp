// Comments in front of a formula belong to it. In block comments `EXPECT: T` records the verdict its author expects;
// UPPAAL's editor writes `//NO_QUERY` for an entry that has only a comment.
#include "model/uppaal/parse/query_list.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/uppaal/parse/token_stream.hpp"

namespace crowfly::uppaal {

namespace {

constexpr std::string_view white_space = " \t\r\n\f\v";
constexpr std::string_view expect_word = "EXPECT:";

std::string_view without_white_space(std::string_view text) {
    const std::size_t first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

// The common words for the two verdicts; all others are kept as written.
std::string outcome_of(std::string_view word) {
    constexpr std::array<std::string_view, 8> yes = {"T", "t", "true", "True", "satisfied", "success", "pass", "yes"};
    constexpr std::array<std::string_view, 8> no = {"F", "f", "false", "False", "violated", "failure", "fail", "no"};
    if (std::find(yes.begin(), yes.end(), word) != yes.end()) return "success";
    if (std::find(no.begin(), no.end(), word) != no.end()) return "failure";
    return std::string(word);
}

std::optional<Expectation> expectation_in(std::string_view comment) {
    const std::size_t found = comment.find(expect_word);
    if (found == std::string_view::npos) return std::nullopt;
    std::string_view line = comment.substr(found + expect_word.size());
    line = without_white_space(line.substr(0, line.find('\n')));
    const std::string_view word = line.substr(0, line.find_first_of(" \t,;("));
    if (word.empty()) return std::nullopt;
    return Expectation{outcome_of(word), "", std::string(without_white_space(line.substr(word.size())))};
}

enum class Separator { line_break, semicolon };

int nesting(TokenKind kind) {
    using enum TokenKind;
    if (kind == left_paren || kind == left_bracket || kind == left_brace) return 1;
    return kind == right_paren || kind == right_bracket || kind == right_brace ? -1 : 0;
}

bool has_semicolon(std::string_view text) {
    Lexer lexer(text, Lexicon::query);
    int depth = 0;
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        depth += nesting(token.kind);
        if (token.kind == TokenKind::semicolon && depth == 0) return true;
    }
    return false;
}

class QuerySplitter {
public:
    QuerySplitter(const Fragment& fragment, ParseContext& context, Separator separator)
        : fragment_(fragment), text_(fragment.text), context_(context), separator_(separator) {}

    std::vector<Query> run();

private:
    bool starts(std::string_view prefix) const { return text_.substr(position_).starts_with(prefix); }
    void line_comment();
    bool block_comment();
    void add_comment(std::string_view text);
    void formula();
    bool breaks_line(std::size_t begin, std::size_t end) const;
    void skip_remark();
    void add(Query query);

    const Fragment& fragment_;
    std::string_view text_;
    ParseContext& context_;
    Separator separator_;
    std::size_t position_ = 0;
    std::string comment_;
    std::optional<Expectation> expect_;
    std::vector<Query> queries_;
};

std::vector<Query> QuerySplitter::run() {
    for (;;) {
        position_ = std::min(text_.find_first_not_of(white_space, position_), text_.size());
        if (position_ == text_.size() || TokenStream::is_exhausted(context_)) break;
        if (starts("//")) {
            line_comment();
        } else if (starts("/*")) {
            if (!block_comment()) break;
        } else {
            formula();
        }
    }
    return std::move(queries_);
}

void QuerySplitter::add(Query query) {
    query.comment = std::move(comment_);
    query.expect = std::move(expect_);
    comment_.clear();
    expect_.reset();
    queries_.push_back(std::move(query));
}

void QuerySplitter::add_comment(std::string_view text) {
    text = without_white_space(text);
    if (text.empty()) return;
    if (!comment_.empty()) comment_ += '\n';
    comment_ += text;
}

void QuerySplitter::line_comment() {
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    const std::string_view content = without_white_space(text_.substr(position_ + 2, end - position_ - 2));
    if (content == "NO_QUERY") {
        Query nothing;
        nothing.span = fragment_.span(static_cast<std::uint32_t>(position_), static_cast<std::uint32_t>(end));
        add(std::move(nothing));
    } else if (!content.starts_with("This file was generated from")) {
        add_comment(content);
    }
    position_ = end;
}

bool QuerySplitter::block_comment() {
    const std::size_t close = text_.find("*/", position_ + 2);
    if (close == std::string_view::npos) {
        const auto begin = static_cast<std::uint32_t>(position_);
        context_.diagnostics.add(Code::unterminated, fragment_.span(begin, begin + 2),
                                 "the comment is not closed by `*/`");
        return false;
    }
    const std::string_view content = text_.substr(position_ + 2, close - position_ - 2);
    if (std::optional<Expectation> found = expectation_in(content)) expect_ = std::move(found);
    add_comment(content);
    position_ = close + 2;
    return true;
}

// Whether a line ends between two tokens: `\` joins lines, and those inside a block comment do not count.
bool QuerySplitter::breaks_line(std::size_t begin, std::size_t end) const {
    bool joined = false;
    for (std::size_t i = begin; i < end; ++i) {
        if (text_.substr(i).starts_with("/*")) {
            i = std::min(text_.find("*/", i + 2), text_.size() - 1) + 1;
        } else if (text_[i] == '\n') {
            if (!joined) return true;
            joined = false;
        } else if (text_.substr(i).starts_with("//")) {
            return true;
        } else if (text_[i] == '\\') {
            joined = true;
        }
    }
    return false;
}

void QuerySplitter::formula() {
    Lexer lexer(text_, Lexicon::query, static_cast<std::uint32_t>(position_));
    Token token = lexer.next();
    const std::uint32_t begin = token.begin;
    std::uint32_t end = token.begin;
    int depth = 0;
    for (; token.kind != TokenKind::end && token.kind != TokenKind::unterminated_comment; token = lexer.next()) {
        if (separator_ == Separator::line_break && end != begin && breaks_line(end, token.begin)) break;
        if (separator_ == Separator::semicolon && token.kind == TokenKind::semicolon && depth <= 0) break;
        depth += nesting(token.kind);
        end = token.end;
    }
    if (end != begin) add(parse_query(part_of(fragment_, begin, end), context_));
    const bool at_separator = separator_ == Separator::semicolon && token.kind == TokenKind::semicolon;
    position_ = at_separator ? token.end : end;
    skip_remark();
}

// Text after a formula on its line is dropped: it must not become the comment of the next formula.
void QuerySplitter::skip_remark() {
    const std::size_t next = std::min(text_.find_first_not_of(" \t\\", position_), text_.size());
    if (text_.substr(next).starts_with("//")) {
        position_ = std::min(text_.find('\n', next), text_.size());
    } else if (next == text_.size()) {
        position_ = next;
    }
}

}  // namespace

std::vector<Query> parse_query_file(const Fragment& fragment, ParseContext& context) {
    return QuerySplitter(fragment, context, Separator::line_break).run();
}

Fragment part_of(const Fragment& whole, std::uint32_t begin, std::uint32_t end) {
    Fragment part{whole.file, whole.text.substr(begin, end - begin), {{0, whole.origin(begin)}}};
    const auto is_before = [](std::uint32_t position, const Fragment::Piece& piece) { return position < piece.at; };
    auto piece = std::upper_bound(whole.pieces.begin(), whole.pieces.end(), begin, is_before);
    for (; piece != whole.pieces.end() && piece->at < end; ++piece) {
        part.pieces.push_back({piece->at - begin, piece->offset});
    }
    return part;
}

std::vector<Query> parse_query_block(const Fragment& fragment, std::uint32_t begin, std::uint32_t end,
                                     ParseContext& context) {
    const Fragment block = part_of(fragment, begin, end);
    const Separator separator = has_semicolon(block.text) ? Separator::semicolon : Separator::line_break;
    return QuerySplitter(block, context, separator).run();
}

}  // namespace crowfly::uppaal
