#include "model/aiger/query.hpp"

#include <string_view>
#include <utility>

#include "model/operator_table.hpp"
#include "model/query_text.hpp"

namespace crowfly::aiger {
namespace {

constexpr int deepest = 200;  // nested parentheses and negations

class QueryParser : QueryText {
public:
    explicit QueryParser(const Fragment& fragment)
        : QueryText(fragment, "queries about circuits are `A[] not b0` or `E<> o1 && (l3 || !i0)`") {}

    Query run(bool with_path) {
        Query query;
        if (with_path) query.for_all = path();
        query.condition = disjunction();
        if (is_sound() && !at_end()) fail("`&&`, `||` or the end");
        query.diagnostics = std::move(mistakes_);
        return query;
    }

private:
    // Names of the symbol table have all kinds of characters.
    std::string_view word() {
        skip_blanks();
        constexpr std::string_view ends = " \t\r\n()!&|";
        return text_.substr(at_, text_.find_first_of(ends, at_) - at_);
    }
    bool take_word(std::string_view wanted) { return word() == wanted && take(wanted); }
    bool take_operator(Op op) { return take(symbol_of(op)) || take_word(word_of(op)); }

    Condition join(Condition::Kind kind, std::vector<Condition> operands) {
        if (operands.size() == 1) return std::move(operands.front());
        Condition result;
        result.kind = kind;
        result.operands = std::move(operands);
        return result;
    }

    Condition disjunction() {
        std::vector<Condition> operands;
        do operands.push_back(conjunction());
        while (is_sound() && take_operator(Op::logical_or));
        return join(Condition::Kind::disjunction, std::move(operands));
    }

    Condition conjunction() {
        std::vector<Condition> operands;
        do operands.push_back(factor());
        while (is_sound() && take_operator(Op::logical_and));
        return join(Condition::Kind::conjunction, std::move(operands));
    }

    Condition factor() {
        Condition result;
        if (++depth_ > deepest) {
            fail("fewer nested parentheses");
            return result;
        }
        if (take_operator(Op::logical_not)) {
            result.kind = Condition::Kind::negation;
            result.operands.push_back(factor());
        } else if (take("(")) {
            result = disjunction();
            if (!take(")")) fail("`)`");
        } else {
            result = signal();
        }
        --depth_;
        return result;
    }

    Condition signal() {
        const std::string_view name = word();
        Condition result;
        if (name.empty()) {
            fail("a signal");
            return result;
        }
        const std::size_t begin = at_;
        at_ += name.size();
        result.span = span_since(begin);
        result.value = name == "true";
        if (name == "true" || name == "false") return result;
        result.kind = Condition::Kind::signal;
        result.name = name;
        return result;
    }

    int depth_ = 0;
};

}  // namespace

Query parse_query(const Fragment& fragment) { return QueryParser(fragment).run(true); }
Query parse_condition(const Fragment& fragment) { return QueryParser(fragment).run(false); }

}  // namespace crowfly::aiger
