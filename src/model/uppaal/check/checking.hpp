// The type checker's internals: the state its parts share, and the functions they call. Each part is a file of plain
// functions over one Context; the interface is check.hpp.
//
// Two conventions. An expression or type with a mistake has the type null after the mistake was reported; other rules
// ignore it, so that one mistake gives one message. Legal UPPAAL outside exhaustive verification becomes a node
// Expr::Kind::unsupported at the smallest expression with an integer or Boolean value or an effect; it gives a warning
// only, since it may never be evaluated.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/gantt.hpp"
#include "model/model.hpp"
#include "model/uppaal/check/scope.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

// What the context of an expression allows.
struct Place {
    std::string_view pure;           // non-empty: no side effects here, and this names the place ("a guard")
    bool clock_constraints = false;  // comparisons of clocks stand for constraints
    bool rates = false;              // so does x' == e
    bool query = false;              // processes and their members are visible, and `deadlock` is allowed
    bool channel = false;            // a channel is named here, or an array of them
};

// What is known about a function besides its model, to decide at a call whether it has side effects.
struct FunctionFacts {
    bool complete = false;  // its body has been checked; a call before that is a recursive one
    bool writes_outside = false;
    std::vector<bool> writes_parameter;  // reference parameters
};

// How the model uses the name `cost`, if that is a clock, or declared nowhere.
struct CostUse {
    const model::Symbol* symbol = nullptr;
    bool declared = false;
    bool rated = false;            // it has a rate that any clock may have, 0 or 1
    bool priced = false;           // it has another rate, or is added to
    std::vector<Span> plain = {};  // where it is read or set like any other clock
    bool is_cost() const { return priced || (rated && plain.empty()) || (symbol != nullptr && !declared); }
};

struct TemplateFacts {
    std::unique_ptr<Scope> scope;  // parameters and local declarations
    std::unordered_map<std::string, std::uint32_t> locations;
};

struct Context {
    // Starts with an empty model, unless one is given.
    Context(const Document& document, Diagnostics& diagnostics, const Sources* sources,
            std::unique_ptr<model::Model> known = nullptr);

    const Document& document;
    const Sources* sources;  // may be null: messages then name no lines
    std::unique_ptr<model::Model> owned_model;
    model::Model& model;
    Diagnostics* errors;
    Diagnostics* warnings;  // separate, so that they never displace an error

    Scope builtin_scope;
    Scope global_scope;
    Scope system_scope;
    Scope* scope;  // the innermost
    Place place;

    model::Function* function = nullptr;    // whose body is being checked
    bool returns = false;                   // it has a return statement
    const TemplateFacts* inside = nullptr;  // the template being checked
    std::uint64_t effects = 0;              // counts side effects, to find updates without any
    bool element_told = false;              // the W008 of this edge, location or function was reported
    CostUse cost;

    std::unordered_map<const model::Function*, FunctionFacts> functions;
    std::unordered_map<const model::Template*, TemplateFacts> templates;
    std::unordered_map<const model::Type*, std::uint32_t> type_depths;
    std::unordered_set<const model::Type*> records_with_channels;
    std::unordered_map<const model::Type*, std::unordered_map<std::string, std::uint32_t>> field_numbers;
    std::unordered_set<const model::Instance*> running;  // on the system line
    bool system_has_mistakes = false;                    // processes may be missing there
    std::unordered_set<std::string> dynamic_templates;
    std::unordered_set<std::string> names_in_queries;
    std::unordered_map<std::string, std::int32_t> strings{{"", 0}};  // a string without an initialiser is the empty one

    const model::Type* integer_type;
    const model::Type* boolean_type;
    const model::Type* clock_type;
    const model::Type* channel_type;
    const model::Type* real_type;
    const model::Type* string_type;
    const model::Type* void_type;

    void report(Code code, Span span, std::string message, std::string hint = {});
    // The visible name most similar to this one whose entity is of one of these kinds, the first of them if two are
    // equally similar; "" if none is similar.
    std::string suggest(const std::string& name, std::initializer_list<Entity::Kind> kinds) const;
    std::string suggest_channel(const std::string& name) const;
    std::string on_line(Span span) const;  // " on line 12", or "" without sources

    Entity* use(const std::string& name);  // looks the name up and marks it as used
    // Adds to the innermost scope, or reports a duplicate.
    bool declare(const std::string& name, Entity entity);
    void declare_symbol(const model::Symbol& symbol);
    void report_unused(const Scope& scope);

    // Structs may contain channels, but no clocks and no floating-point numbers.
    bool holds_channel(const model::Type& type) const;
    std::optional<std::uint32_t> find_field(const model::Type& record, const std::string& name);
    void report_unknown_field(const model::Type& record, const std::string& name, Span span);

    model::Symbol::Scope symbol_scope() const;

    model::Expr* make(model::Expr::Kind kind, Span span, const model::Type* type,
                      std::vector<const model::Expr*> operands = {});
    const model::Expr* make_constant(std::int32_t value, Span span, const model::Type* type);
    // Strings can only be compared, so that each is represented by a number.
    std::int32_t number_of_string(const std::string& text);
    const model::Expr* make_binary(Op op, const model::Expr* left, const model::Expr* right, const model::Type* type,
                                   Span span);
    const model::Expr* bad(Span span) { return make(model::Expr::Kind::constant, span, nullptr); }
    const model::Expr* unsupported(Code code, Span span, const model::Type* type, std::string reason);
    // For a value or an effect of this inexact type, floating-point or string.
    const model::Expr* unsupported_value(Span span, const model::Type* inexact, const model::Type* type);
    const model::Expr* make_real(double value, Span span);
    // The warning of an element about what is outside symbolic verification, unless it has one.
    void warn_out_of_scope(Span span, std::string message, std::string hint);

    // Side effects, as they are met.
    void note_effect(Span span, std::string what, std::string hint);
    void note_write(const model::Expr& target, Span span);
    void mark_written(const model::Expr& target, FunctionFacts& facts) const;
};

// Sets the place or the innermost scope until the end of the C++ block.
template <class Value>
class Within {
public:
    Within(Value& value, Value during) : value_(value), before_(std::move(value)) { value_ = std::move(during); }
    ~Within() { value_ = std::move(before_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    Value& value_;
    Value before_;
};

// ---- check_types.cpp ----
// `named`: the name that a typedef gives it.
const model::Type* check_type(Context& c, const TypeExpr& type, const std::string& named = {});
const model::Type* check_dimensions(Context& c, const model::Type* base, const std::vector<Dimension>& dimensions);
// A binder of a quantifier, select or iteration; its type must be a range.
const model::Symbol* check_binder(Context& c, const std::string& name, Span span, const TypeExpr& type,
                                  std::string_view of);
enum class ParametersOf : std::uint8_t { function, process };
std::vector<const model::Symbol*> check_parameters(Context& c, const std::vector<Parameter>& parameters,
                                                   ParametersOf of);

// ---- check_declarations.cpp ----
// Where declarations are added; null: such a declaration is not allowed.
struct Destination {
    std::vector<const model::Symbol*>* variables = nullptr;
    std::vector<const model::Function*>* functions = nullptr;
    bool is_global = false;
};
void check_declarations(Context& c, const std::vector<Declaration>& declarations, const Destination& to);

// ---- check_expressions.cpp ----
const model::Expr* check_expression(Context& c, const Expr& e);
// Null: the expression has no truth value, and an error was reported. Integers have one.
const model::Expr* check_condition(Context& c, const Expr& e);
const model::Expr* check_integer(Context& c, const Expr& e);
// The value itself if it is integral, an unsupported node for a clock read as an integer, else null after reporting
// that `type` was expected.
const model::Expr* as_integral(Context& c, const model::Expr* value, const model::Type* type);
// spawn, exit, numOf and the like: dynamic processes of statistical model checking.
const model::Expr* dynamic_process(Context& c, const std::string& word, Span span);
// Marks the names in an expression that is not checked as used.
void use_names(Context& c, const Expr& e);
bool mentions_clock(const model::Expr& e);

// ---- check_operators.cpp ----
const model::Expr* check_unary(Context& c, const Expr& e);
const model::Expr* check_binary(Context& c, const Expr& e);

// ---- reals.cpp ----
// Whether the value depends on constants and integers alone, so that the compiler may be able to compute it.
bool is_computable(const model::Expr& e);
std::optional<double> literal_value(const model::Expr& e);  // of an expression without names
// For the place of an integer beside clocks: the expression itself, or the integer it is equal to. Null: it is a
// fraction or cannot be computed.
const model::Expr* as_whole_number(Context& c, const model::Expr* e);
// A value of this type that depends on a floating-point value that is not tracked. It keeps what it is computed from,
// whose effects count even where the value does not matter.
const model::Expr* untracked_value(Context& c, const model::Type* type, std::vector<const model::Expr*> operands,
                                   Span span);
const model::Expr* check_real_name(Context& c, const model::Symbol& symbol, Span span);
const model::Expr* check_math_function(Context& c, std::string_view name, std::vector<const model::Expr*> arguments,
                                       Span span);

// ---- check_assignments.cpp ----
const model::Expr* check_assign(Context& c, const Expr& e);
const model::Expr* check_step(Context& c, const Expr& e);
// Checks that a value can be stored in a place of this type. Returns the value or an unsupported node, or reports an
// error.
const model::Expr* fit(Context& c, const model::Expr* value, const model::Type* type);
bool is_designator(const model::Expr& e);  // denotes a variable or a part of one
bool is_constant(const model::Expr& designator);

// ---- check_costs.cpp ----
void find_declared_cost(Context& c);  // after the global declarations
void settle_cost(Context& c);         // after the whole model
// `cost`, if nobody declares it and this is its place; else null.
Entity* implied_cost(Context& c, const Expr& e);
// The name stands for `symbol`. False: it may not be used here, and an error was reported.
bool note_cost(Context& c, const model::Symbol& symbol, Span span);
// `cost' == value`; null: the rate is that of a clock.
const model::Expr* check_cost_rate(Context& c, Op op, const model::Expr* rate, const model::Expr* value, Span span);
// `cost += x`, `cost = cost + x` and `cost++`; null: something else is changed.
const model::Expr* check_charge(Context& c, const Expr& e);

// ---- check_calls.cpp ----
const model::Expr* check_call(Context& c, const Expr& e);
// Arguments for parameters, from `first` on; null if their number is wrong.
struct Arguments {
    std::string_view callee;
    const std::vector<const model::Symbol*>& parameters;
    const std::vector<ExprPtr>& given;
    std::size_t first = 0;
    Span span;
};
bool check_arguments(Context& c, const Arguments& arguments, std::vector<const model::Expr*>& checked);

// ---- check_statements.cpp ----
const model::Function* check_function(Context& c, const Function& function);
const model::Function* check_external_function(Context& c, const Function& function);
void warn_if_without_effect(Context& c, std::uint64_t effects_before, const model::Expr& e);

// ---- check_templates.cpp, check_system.cpp, adopt.cpp, check_queries.cpp ----
void check_template(Context& c, const Template& t);
void check_system(Context& c);
void adopt(Context& c);  // the names of a model that was typed elsewhere, for queries
std::optional<model::Query> check_query(Context& c, const Query& query);
// The same in a scope of its own, inside that of the system.
std::optional<model::Query> check_query(Context& c, const Query& query, Scope& within);
std::optional<model::Gantt> check_gantt(Context& c, const Gantt& gantt);
// A process as queries name it: `P`, or `P(0)` with values for its free parameters.
struct ProcessReference {
    const model::Instance* instance = nullptr;
    std::vector<const model::Expr*> arguments;
};
bool names_process(const Context& c, const Expr& e);
std::optional<ProcessReference> check_process(Context& c, const Expr& e);  // nothing if a mistake was reported
const model::Expr* check_process_member(Context& c, const Expr& e);        // `P.x`, of something that names a process

}  // namespace crowfly::uppaal
