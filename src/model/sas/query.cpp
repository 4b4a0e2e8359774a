#include "model/sas/query.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

namespace crowfly::sas {
namespace {

class Parser {
public:
    explicit Parser(const Fragment& fragment) : fragment_(fragment), text_(fragment.text) {}

    Query run(bool with_path) {
        if (with_path) {
            query_.for_all = take("A[]");
            if (!query_.for_all && !take("E<>")) fail("`E<>` or `A[]`");
        }
        do literal();
        while (is_sound() && (take("&&") || take_word("and")));
        if (is_sound() && !at_end()) fail("`&&` or the end");
        return std::move(query_);
    }

private:
    bool is_sound() const { return !query_.diagnostics.has_errors(); }

    void fail(std::string_view expected) {
        if (!is_sound()) return;
        skip_blanks();
        const auto at = static_cast<std::uint32_t>(at_);
        query_.diagnostics.add(Code::syntax_error, fragment_.span(at, at), fmt::format("expected {}", expected),
                               "queries about planning tasks are `E<> goal` or `E<> var0 == 1 && var3 != 0`");
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool at_end() {
        skip_blanks();
        return at_ == text_.size();
    }
    bool take(std::string_view token) {
        skip_blanks();
        if (!text_.substr(at_).starts_with(token)) return false;
        at_ += token.size();
        return true;
    }
    std::string_view word() {
        skip_blanks();
        std::size_t end = at_;
        while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
                                      std::string_view("_-").find(text_[end]) != std::string_view::npos))
            ++end;
        return text_.substr(at_, end - at_);
    }
    bool take_word(std::string_view wanted) { return word() == wanted && take(wanted); }

    void literal() {
        Literal literal;
        while (take_word("not") || (!take_ahead("!=") && take("!"))) literal.negated = !literal.negated;
        const std::string_view name = word();
        const auto begin = static_cast<std::uint32_t>(at_);
        if (name.empty()) return fail("a variable or `goal`");
        at_ += name.size();
        literal.name = name;
        literal.span = fragment_.span(begin, static_cast<std::uint32_t>(at_));
        literal.is_goal = name == "goal" && !take_ahead("=") && !take_ahead("!=");
        if (!literal.is_goal) comparison(literal);
        query_.literals.push_back(std::move(literal));
    }

    bool take_ahead(std::string_view token) {
        skip_blanks();
        return text_.substr(at_).starts_with(token);
    }

    void comparison(Literal& literal) {
        if (take("!="))
            literal.negated = !literal.negated;
        else if (!take("==") && !take("="))
            return fail("`==` or `!=`");
        const std::string_view digits = word();
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), literal.value);
        if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
            return fail("the number of a value");
        at_ += digits.size();
        literal.span.end = fragment_.span(0, static_cast<std::uint32_t>(at_)).end;
    }

    const Fragment& fragment_;
    std::string_view text_;
    std::size_t at_ = 0;
    Query query_;
};

}  // namespace

bool begins_query(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && (text.compare(first, 3, "E<>") == 0 || text.compare(first, 3, "A[]") == 0);
}

Query parse_query(const Fragment& fragment) { return Parser(fragment).run(true); }
Query parse_condition(const Fragment& fragment) { return Parser(fragment).run(false); }

}  // namespace crowfly::sas
