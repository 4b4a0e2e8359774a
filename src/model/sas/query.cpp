#include "model/sas/query.hpp"

#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "model/operator_table.hpp"
#include "model/query_text.hpp"

namespace crowfly::sas {
namespace {

class Parser : QueryText {
public:
    explicit Parser(const Fragment& fragment)
        : QueryText(fragment, "queries about planning tasks are `E<> goal` or `E<> var0 == 1 && var3 != 0`") {}

    Query run(bool with_path) {
        if (with_path) query_.for_all = path();
        do literal();
        while (is_sound() && take_operator(Op::logical_and));
        if (is_sound() && !at_end()) fail("`&&` or the end");
        query_.diagnostics = std::move(mistakes_);
        return std::move(query_);
    }

private:
    std::string_view word() {
        skip_blanks();
        std::size_t end = at_;
        while (end < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[end])) != 0 ||
                                      std::string_view("_-").find(text_[end]) != std::string_view::npos))
            ++end;
        return text_.substr(at_, end - at_);
    }
    bool take_word(std::string_view wanted) { return word() == wanted && take(wanted); }
    bool take_operator(Op op) { return take(symbol_of(op)) || take_word(word_of(op)); }

    void literal() {
        Literal literal;
        while (!is_next(symbol_of(Op::not_equal)) && take_operator(Op::logical_not)) literal.negated = !literal.negated;
        const std::string_view name = word();
        const std::size_t begin = at_;
        if (name.empty()) return fail("a variable or `goal`");
        at_ += name.size();
        literal.name = name;
        literal.span = span_since(begin);
        literal.is_goal = name == "goal" && !is_next("=") && !is_next(symbol_of(Op::not_equal));
        if (!literal.is_goal) comparison(literal);
        query_.literals.push_back(std::move(literal));
    }

    void comparison(Literal& literal) {
        if (take(symbol_of(Op::not_equal)))
            literal.negated = !literal.negated;
        else if (!take(symbol_of(Op::equal)) && !take("="))
            return fail("`==` or `!=`");
        const std::string_view digits = word();
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), literal.value);
        if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
            return fail("the number of a value");
        at_ += digits.size();
        literal.span.end = span_since(0).end;
    }

    Query query_;
};

}  // namespace

Query parse_query(const Fragment& fragment) { return Parser(fragment).run(true); }
Query parse_condition(const Fragment& fragment) { return Parser(fragment).run(false); }

}  // namespace crowfly::sas
