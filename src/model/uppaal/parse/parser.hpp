// The grammar shared by all fragments: expressions, types, declarations, functions. Recursive descent, one method per
// construct, each called with its first token ahead and leaving the first token after it. The grammars around it
// (processes, the system line, queries) use it from files of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/operator_table.hpp"
#include "model/uppaal/parse/token_stream.hpp"

namespace crowfly::uppaal {

class Parser : public TokenStream {
public:
    Parser(const Fragment& fragment, ParseContext& context, std::string_view noun, Lexicon lexicon = Lexicon::model)
        : TokenStream(fragment, context, noun, lexicon) {}

    // Runs `parse` over the whole fragment; text after it is a mistake. No SyntaxError leaves this function.
    template <typename Parse>
    void whole(Parse parse) {
        try {
            parse();
            if (!at_end()) fail_leftover();
        } catch (const SyntaxError&) {
            note_unparsed(0, static_cast<std::uint32_t>(fragment().text.size()));
        }
    }

    // ---- Expressions (parse_expressions.cpp)
    ExprPtr expression();
    ExprPtr condition();                 // a guard or invariant: in the old dialect a list of conjuncts
    ExprPtr rate();                      // `2`, or `1:10` for one tenth
    ExprPtr sequence();                  // a, b, c as one expression
    ExprPtr channel();                   // the operand of `!` or `?`
    std::vector<ExprPtr> expressions();  // a, b, c
    std::vector<ExprPtr> arguments();    // ( a, b, c )

    // ---- Types, parameters, selects (parse_types.cpp)
    bool at_type();  // at the beginning of a declaration
    TypePtr type();
    TypePtr binder_type();  // of a quantifier, a select or an iteration
    Token declared_name(std::string_view where);
    std::vector<Dimension> dimensions();
    std::vector<Parameter> function_parameters();  // inside the parentheses
    std::vector<Parameter> template_parameters();  // the same with the rules of the old dialect
    std::vector<Select> selects();

    // ---- Declarations (parse_declarations.cpp)
    void declarations(std::vector<Declaration>& into);  // up to the end of the fragment
    void declaration(std::vector<Declaration>& into);

    // ---- Labels (parse_labels.cpp)
    void synchronisation(Edge& into);

    // ---- Statements (parse_statements.cpp)
    StatementPtr block();

private:
    struct Infix;

    ExprPtr make(Expr::Kind kind, std::uint32_t begin);
    ExprPtr finish(ExprPtr expr, std::uint32_t begin);
    void set_depth(Expr& expr);
    ExprPtr binary(Op op, ExprPtr left, ExprPtr right);
    ExprPtr balanced(Op op, std::vector<ExprPtr>& operands, std::size_t first, std::size_t count);
    ExprPtr joined(Op op, std::vector<ExprPtr> operands);
    Infix infix();
    ExprPtr expression_of_level(Precedence level);
    ExprPtr with_infix(ExprPtr left, const Infix& infix, std::uint32_t begin);
    ExprPtr with_chain(ExprPtr left, const Infix& infix);
    ExprPtr with_sum(ExprPtr left);
    ExprPtr with_conditional(ExprPtr condition, std::uint32_t begin);
    ExprPtr unary();
    ExprPtr prefixed(Expr::Kind kind, Op op);
    ExprPtr negated();
    ExprPtr postfix();
    ExprPtr with_postfix(ExprPtr left, std::uint32_t begin);
    ExprPtr primary();
    ExprPtr literal();
    ExprPtr integer(const Token& token, bool negative, std::uint32_t begin);
    ExprPtr named();
    ExprPtr quantified();
    ExprPtr spawned();
    bool at_binder();  // `word ( name :`
    [[noreturn]] void fail_leftover();

    void type_prefixes(TypeExpr& type);
    void type_core(TypeExpr& type);
    void range(TypeExpr& type);
    void fields(TypeExpr& type);
    TypePtr type_again(const Mark& start);
    TypePtr parameter_type();
    TypePtr constant_integer();
    Parameter parameter(TypePtr type);
    void old_parameter_group(std::vector<Parameter>& into);

    Initialiser initialiser();
    void initialiser_items(Initialiser& list);
    Declarator declarator(bool may_initialise);
    void variables_or_function(Declaration& into);
    void function_rest(Function& function);
    void type_definition(Declaration& into);
    void old_constants(Declaration& into);
    bool at_old_constant();
    void channel_priority(Declaration& into);
    void update_hook(Declaration& into);
    void external_functions(Declaration& into);
    void dynamic_template(Declaration& into);

    bool at_local_declaration();
    bool at_function();
    void block_item(Statement& block, bool& misplaced);
    StatementPtr make_statement(Statement::Kind kind);
    StatementPtr statement();
    StatementPtr if_statement();
    StatementPtr while_statement();
    StatementPtr do_statement();
    StatementPtr for_statement();
    StatementPtr iteration(StatementPtr loop);
    StatementPtr return_statement();
    bool at_assert();
    StatementPtr assert_statement();
    StatementPtr expression_statement();
    ExprPtr parenthesised(std::string_view where);
    void refuse_foreign_statement();
};

}  // namespace crowfly::uppaal
