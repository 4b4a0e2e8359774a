// The printer behind print.hpp: appends text to one string.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/operator_table.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

class Printer {
public:
    void expression(const Expr& e, Precedence least = Precedence::sequence);
    template <class Pointers>
    void expressions(const Pointers& list) {
        separated(list, ", ", [&](const ExprPtr& e) { expression(*e, Precedence::quantifier); });
    }

    void type(const TypeExpr& t);
    void dimensions(const std::vector<Dimension>& list);
    void initialiser(const Initialiser& value);
    void declarator(const Declarator& d);
    void parameters(const std::vector<Parameter>& list);

    void declarations(const std::vector<Declaration>& list, int indent);
    void declaration(const Declaration& d, int indent);
    void statement(const Statement& s, int indent);

    template <class List, class Print>
    void separated(const List& list, std::string_view separator, Print print_one) {
        bool first = true;
        for (const auto& item : list) {
            if (!first) out += separator;
            first = false;
            print_one(item);
        }
    }

    std::string out;

private:
    void bare(const Expr& e);
    void unary(const Expr& e);
    void binary(const Expr& e);
    void quantified(const Expr& e);
    void call(std::string_view callee, const Expr& e, std::size_t first_argument);
    void real(double value);

    void begin_line(int indent) { out.append(static_cast<std::size_t>(indent) * 4, ' '); }
    void signature(const Function& f);
    void function(const Function& f, int indent);
    void import(const Declaration& d, int indent);
    void priorities(const ChannelPriority& priority);
    void block(const Statement& s, int indent);
    void body(const Statement& s, int indent, bool braced);
    void if_statement(const Statement& s, int indent);
    void loop(const Statement& s, int indent);
    void optional_expression(const Statement& s, std::size_t index);
};

}  // namespace crowfly::uppaal
