// Lines and their attributes. A line with a mistake is reported once and skipped.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/alarm.hpp"
#include "model/tck/parse.hpp"

namespace crowfly::tck {
namespace {

using Kind = Declaration::Kind;

enum class Form : std::uint8_t { name, size, number, parts };

struct Field {
    Form form;
    std::string_view what;
};

struct Rule {
    Kind kind;
    std::string_view keyword;
    std::string_view shape;  // as a hint shows it
    std::vector<Field> fields;
};

const std::array<Rule, 8>& rules() {
    static const std::array<Rule, 8> all{{
        {Kind::system, "system", "system:NAME", {{Form::name, "the name of the system"}}},
        {Kind::clock,
         "clock",
         "clock:SIZE:NAME",
         {{Form::size, "the number of clocks"}, {Form::name, "the name of the clock"}}},
        {Kind::integer,
         "int",
         "int:SIZE:LEAST:GREATEST:INITIAL:NAME",
         {{Form::size, "the number of variables"},
          {Form::number, "the least value"},
          {Form::number, "the greatest value"},
          {Form::number, "the initial value"},
          {Form::name, "the name of the variable"}}},
        {Kind::process, "process", "process:NAME", {{Form::name, "the name of the process"}}},
        {Kind::event, "event", "event:NAME", {{Form::name, "the name of the event"}}},
        {Kind::location,
         "location",
         "location:PROCESS:NAME{attributes}",
         {{Form::name, "the process"}, {Form::name, "the name of the location"}}},
        {Kind::edge,
         "edge",
         "edge:PROCESS:SOURCE:TARGET:EVENT{attributes}",
         {{Form::name, "the process"},
          {Form::name, "the source location"},
          {Form::name, "the target location"},
          {Form::name, "the event"}}},
        {Kind::sync, "sync", "sync:PROCESS@EVENT:PROCESS@EVENT", {{Form::parts, "a process and its event"}}},
    }};
    return all;
}

const Rule* find_rule(std::string_view word) {
    const auto at =
        std::find_if(rules().begin(), rules().end(), [&](const Rule& rule) { return rule.keyword == word; });
    return at == rules().end() ? nullptr : &*at;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '.'; }

class LineParser {
public:
    LineParser(FileId file, const Sources& sources, Diagnostics& diagnostics)
        : file_(file), text_(sources.text(file)), diagnostics_(diagnostics) {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    Document parse() {
        Document document;
        document.file = file_;
        for (skip_empty_lines(); !at_end(); skip_empty_lines()) {
            Declaration declaration;
            begin_ = at_;
            inside_ = false;
            if (!parse_declaration(declaration)) {
                skip_line();
                continue;
            }
            declaration.span = span(begin_, end_of_last_);
            bytes_ += sizeof(Declaration) + declaration.fields.size() * sizeof(Word) +
                      declaration.parts.size() * sizeof(Part) + declaration.attributes.size() * sizeof(Attribute);
            document.declarations.push_back(std::move(declaration));
            if (bytes_ > most_bytes) {
                diagnostics_.add(Code::input_too_large, document.declarations.back().span,
                                 "the model has too many declarations");
                break;
            }
        }
        return document;
    }

private:
    static constexpr std::size_t most_bytes = std::size_t{512} << 20U;

    bool at_end() const { return at_ >= text_.size(); }
    char peek() const { return at_end() ? '\n' : text_[at_]; }
    Span span(std::size_t begin, std::size_t end) const {
        return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    void skip_blanks() {
        while (!at_end() && is_blank(text_[at_])) ++at_;
    }
    void skip_comment() {
        if (peek() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
    }
    void skip_empty_lines() {
        for (;;) {
            skip_blanks();
            skip_comment();
            if (at_end() || text_[at_] != '\n') return;
            ++at_;
        }
    }
    void skip_blanks_and_lines() {
        while (!at_end() && (is_blank(text_[at_]) || text_[at_] == '\n')) ++at_;
    }

    // Recovers from a mistake: skips to the end of the line, or of the attributes that contain it.
    void skip_line() {
        while (!at_end()) {
            const char c = text_[at_];
            if (c == '\n' && (!inside_ || starts_declaration(at_ + 1))) return;
            if (c == '{') inside_ = true;
            if (c == '}') inside_ = false;
            ++at_;
        }
    }

    // No attribute is named like a keyword, so `edge:` at the start of a line is never inside attributes.
    bool starts_declaration(std::size_t at) const {
        while (at < text_.size() && is_blank(text_[at])) ++at;
        std::size_t end = at;
        while (end < text_.size() && continues_name(text_[end])) ++end;
        if (find_rule(std::string_view(text_).substr(at, end - at)) == nullptr) return false;
        while (end < text_.size() && is_blank(text_[end])) ++end;
        return end < text_.size() && text_[end] == ':';
    }

    // The text at this point, for messages.
    std::string found() const {
        if (at_end()) return "the end of the file";
        if (text_[at_] == '\n') return "the end of the line";
        std::size_t end = at_ + 1;
        if (continues_name(text_[at_])) {
            while (end < text_.size() && continues_name(text_[end])) ++end;
        }
        return fmt::format("`{}`", std::string_view(text_).substr(at_, std::min<std::size_t>(end - at_, 40)));
    }

    bool fail(Code code, Span where, std::string message, std::string hint = {}) {
        diagnostics_.add(code, where, std::move(message), std::move(hint));
        return false;
    }
    bool expected(std::string_view what, const Rule& rule) {
        return fail(Code::syntax_error, span(at_, std::min(at_ + 1, text_.size())),
                    fmt::format("expected {}, found {}", what, found()), fmt::format("write `{}`", rule.shape));
    }

    Word take_name() {
        const std::size_t begin = at_;
        if (begins_name(peek())) {
            while (!at_end() && continues_name(text_[at_])) ++at_;
        }
        end_of_last_ = at_;
        return {text_.substr(begin, at_ - begin), span(begin, at_)};
    }

    bool take(char c) {
        skip_blanks();
        if (at_end() || text_[at_] != c) return false;
        end_of_last_ = ++at_;
        skip_blanks();
        return true;
    }

    bool parse_declaration(Declaration& declaration) {
        const Word word = take_name();
        const Rule* rule = find_rule(word.text);
        if (rule == nullptr) {
            std::vector<std::string> keywords;
            for (const Rule& known : rules()) keywords.emplace_back(known.keyword);
            const std::string near = did_you_mean(word.text, keywords);
            const Span where = word.text.empty() ? span(at_, at_ + 1) : word.span;
            return fail(
                Code::syntax_error, where,
                fmt::format("expected a declaration, found {}", word.text.empty() ? found() : "`" + word.text + "`"),
                !near.empty() ? near : fmt::format("a line starts with one of {}", fmt::join(keywords, ", ")));
        }
        declaration.kind = rule->kind;
        for (const Field& field : rule->fields) {
            if (!parse_field(*rule, field, declaration)) return false;
        }
        skip_blanks();
        if (peek() == '{' && !parse_attributes(declaration)) return false;
        skip_blanks();
        skip_comment();
        return peek() == '\n' || expected("the end of the line", *rule);
    }

    bool parse_field(const Rule& rule, const Field& field, Declaration& declaration) {
        do {
            if (!take(':')) return expected(fmt::format("`:` and {}", field.what), rule);
            switch (field.form) {
                case Form::name: {
                    Word name;
                    if (!parse_name(rule, field.what, name)) return false;
                    declaration.fields.push_back(std::move(name));
                    break;
                }
                case Form::size:
                case Form::number:
                    if (!parse_number(rule, field, declaration)) return false;
                    break;
                case Form::parts:
                    if (!parse_part(rule, declaration)) return false;
                    break;
            }
            skip_blanks();
        } while (field.form == Form::parts && peek() == ':');
        return true;
    }

    bool parse_name(const Rule& rule, std::string_view what, Word& name) {
        const std::size_t begin = at_;
        name = take_name();
        if (name.text.empty()) return expected(what, rule);
        if (find_rule(name.text) == nullptr) return true;
        at_ = begin;
        return fail(Code::syntax_error, name.span, fmt::format("`{}` is a keyword and cannot be a name", name.text),
                    "choose another name");
    }

    bool parse_number(const Rule& rule, const Field& field, Declaration& declaration) {
        const std::size_t begin = at_;
        const bool has_sign = field.form == Form::number && (peek() == '-' || peek() == '+');
        if (has_sign) ++at_;
        const std::size_t digits = at_;
        while (!at_end() && is_digit(text_[at_])) ++at_;
        end_of_last_ = at_;
        if (at_ == digits) {
            at_ = begin;
            return expected(field.what, rule);
        }
        std::int64_t value = 0;
        const char* const first = text_.data() + (text_[begin] == '+' ? digits : begin);
        const auto [stop, error] = std::from_chars(first, text_.data() + at_, value);
        const bool fits = error == std::errc() && value >= std::numeric_limits<std::int32_t>::min() &&
                          value <= std::numeric_limits<std::int32_t>::max();
        if (!fits) {
            return fail(Code::literal_too_large, span(begin, at_), "this number does not fit into 32 bits");
        }
        declaration.fields.push_back({text_.substr(begin, at_ - begin), span(begin, at_)});
        declaration.numbers.push_back(static_cast<std::int32_t>(value));
        return true;
    }

    bool parse_part(const Rule& rule, Declaration& declaration) {
        Part part;
        const std::size_t begin = at_;
        if (!parse_name(rule, "a process", part.process)) return false;
        if (!take('@')) return expected("`@` and an event", rule);
        if (!parse_name(rule, "an event", part.event)) return false;
        part.weak = take('?');
        part.span = span(begin, end_of_last_);
        declaration.parts.push_back(std::move(part));
        return true;
    }

    bool parse_attributes(Declaration& declaration) {
        poll();
        const std::size_t open = at_++;
        inside_ = true;
        skip_blanks_and_lines();
        while (peek() != '}' || at_end()) {
            Attribute attribute;
            attribute.key = take_name();
            skip_blanks_and_lines();
            if (at_end()) return unclosed(open);
            if (attribute.key.text.empty() || text_[at_] != ':') {
                const bool lost = find_rule(attribute.key.text) != nullptr;
                if (lost) return unclosed(open);
                return fail(
                    Code::syntax_error, span(at_, at_ + 1),
                    fmt::format("expected {}, found {}",
                                attribute.key.text.empty() ? "the name of an attribute" : "`:` and a value", found()),
                    "attributes look like `{invariant: x<=5 : labels: a,b}`");
            }
            if (find_rule(attribute.key.text) != nullptr) return unclosed(open);
            ++at_;
            if (!parse_value(open, attribute)) return false;
            declaration.attributes.push_back(std::move(attribute));
            if (text_[at_] == '}') break;
            ++at_;
            skip_blanks_and_lines();
        }
        ++at_;
        inside_ = false;
        end_of_last_ = at_;
        return true;
    }

    // Up to the `:` before the next key, or the `}` at the end.
    bool parse_value(std::size_t open, Attribute& attribute) {
        skip_blanks_and_lines();
        const std::size_t begin = at_;
        std::size_t end = at_;
        for (; !at_end() && text_[at_] != ':' && text_[at_] != '}'; ++at_) {
            const char c = text_[at_];
            if (c == '\n' && starts_declaration(at_ + 1)) return unclosed(open);
            if (c == '{' || c == '#') {
                return fail(
                    Code::syntax_error, span(at_, at_ + 1), fmt::format("`{}` cannot stand inside attributes", c),
                    c == '#' ? "put the comment before or after the declaration" : "is the `}` before it missing?");
            }
            if (!is_blank(c) && c != '\n') end = at_ + 1;
        }
        attribute.value = span(begin, std::max(begin, end));
        return !at_end() || unclosed(open);
    }

    bool unclosed(std::size_t open) {
        return fail(Code::unterminated, span(open, open + 1), "these attributes are not closed", "add `}`");
    }

    FileId file_;
    const std::string& text_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0;        // of the declaration
    std::size_t end_of_last_ = 0;  // of the last token
    bool inside_ = false;          // attributes
    std::size_t bytes_ = 0;
};

}  // namespace

std::string_view keyword(Declaration::Kind kind) {
    return std::find_if(rules().begin(), rules().end(), [&](const Rule& rule) { return rule.kind == kind; })->keyword;
}

Document parse_lines(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    return LineParser(file, sources, diagnostics).parse();
}

}  // namespace crowfly::tck
