// The fragments of an XML model: parameters, declarations and the labels of locations and edges.
#include <fmt/format.h>

#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

namespace {

// Many tools write empty labels.
template <typename Parse>
void parse_unless_blank(Parser& parser, Parse parse) {
    parser.whole([&] {
        if (!parser.at_end()) parse();
    });
}

}  // namespace

void Parser::fail_leftover() {
    std::string hint;
    if (at(TokenKind::comma)) hint = "conditions are joined with `&&`";
    if (at(TokenKind::semicolon)) hint = "a label does not end with `;`, and updates are separated by `,`";
    fail_expected(fmt::format("the end of {}", noun()), std::move(hint));
}

void Parser::synchronisation(Edge& into) {
    into.channel = channel();
    if (accept(TokenKind::exclamation)) {
        into.direction = Direction::send;
    } else if (accept(TokenKind::question)) {
        into.direction = Direction::receive;
    } else {
        into.direction = Direction::csp;
    }
}

void parse_declarations(const Fragment& fragment, ParseContext& context, Section& into) {
    into.text += fragment.text;
    Parser parser(fragment, context, "the declarations");
    parser.whole([&] { parser.declarations(into.declarations); });
}

std::vector<Parameter> parse_parameters(const Fragment& fragment, ParseContext& context) {
    std::vector<Parameter> result;
    Parser parser(fragment, context, "the parameters");
    parser.whole([&] { result = parser.template_parameters(); });
    return result;
}

ExprPtr parse_condition(const Fragment& fragment, ParseContext& context) {
    ExprPtr result;
    Parser parser(fragment, context, "the condition");
    parse_unless_blank(parser, [&] { result = parser.condition(); });
    return result;
}

ExprPtr parse_expression(const Fragment& fragment, ParseContext& context) {
    ExprPtr result;
    Parser parser(fragment, context, "the expression");
    parse_unless_blank(parser, [&] { result = parser.rate(); });
    return result;
}

std::vector<ExprPtr> parse_updates(const Fragment& fragment, ParseContext& context) {
    std::vector<ExprPtr> result;
    Parser parser(fragment, context, "the update");
    parse_unless_blank(parser, [&] { result = parser.expressions(); });
    return result;
}

std::vector<Select> parse_selects(const Fragment& fragment, ParseContext& context) {
    std::vector<Select> result;
    Parser parser(fragment, context, "the select");
    parse_unless_blank(parser, [&] { result = parser.selects(); });
    return result;
}

void parse_synchronisation(const Fragment& fragment, ParseContext& context, Edge& into) {
    Parser parser(fragment, context, "the synchronisation");
    parse_unless_blank(parser, [&] { parser.synchronisation(into); });
}

}  // namespace crowfly::uppaal
