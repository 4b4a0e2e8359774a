// Expressions to bytecode.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "network/compile/context.hpp"

namespace crowfly::compile {

// The place of a variable, an element, a clock or a channel. A fixed place is known at compile time; any other one is
// computed by the emitted code and left on the stack.
struct Place {
    const Shape* shape = nullptr;  // null: an error was reported
    bool fixed = false;
    std::int32_t at = 0;  // address, clock or channel
    // The range of the place, for footprints and sets of channels: `extent` cells from `base`. Zero: unknown (a
    // reference).
    std::int32_t base = 0;
    std::uint32_t extent = 0;

    Storage storage() const { return shape->storage; }
};

struct Interval {
    std::int64_t least;
    std::int64_t greatest;
};

// Compiles expressions into one body. Every function leaves on the stack what its comment says, even after an error.
class Expressions {
public:
    Expressions(Context& context, Body& body, Frame& frame) : context_(context), body_(body), frame_(frame) {}

    void value(const model::Expr& expr);             // -> number
    void truth(const model::Expr& expr);             // -> 0 or 1
    void effect(const model::Expr& expr);            // ->
    void aggregate(const model::Expr& expr);         // -> address of an array or record
    Place place(const model::Expr& expr);            // -> place, unless fixed
    void push_place(const Place& place, Span span);  // pushes fixed places, too
    // number -> the same, converted and checked for a variable of this shape
    void convert(const Shape& shape, const model::Expr& source);
    // address -> address; reports at run time if a cell cannot be stored in `shape`
    void check_cells(const Shape& shape, Span span);

    // Bounds of a number; the range of its type if nothing better is known.
    Interval interval(const model::Expr& expr);
    void discard(const model::Expr& expr);  // ->; of a value that is not tracked only effects and run-time errors
    // The value, if it is constant. Emits and reports nothing.
    std::optional<std::int32_t> constant(const model::Expr& expr);

    std::uint32_t take_local(std::uint32_t cells) { return frame_.take(cells, context_.network.code.locals); }
    const Shape* shape(const model::Expr& expr);

    Context& context() { return context_; }
    Body& body() { return body_; }

private:
    void read(const Place& place, Span span);
    void written(const Place& place, Span span);
    void named_value(const model::Expr& expr, const Binding* binding);
    void member_value(const model::Expr& expr);
    void load(const Place& place, Span span);
    void binary(const model::Expr& expr);
    bool added_in_order(const model::Expr& expr);
    void logical(const model::Expr& expr);
    void equality(const model::Expr& expr);
    void assign(const model::Expr& expr, bool keep);
    void assign_clock(const model::Expr& expr);
    void assign_number(const model::Expr& expr, bool keep);
    void assign_cells(const model::Expr& expr);
    void step(const model::Expr& expr, bool keep);
    void call(const model::Expr& expr);  // leaves the result, if there is one
    const FunctionCode* callee_of(const model::Expr& expr);
    void argument(const model::Expr& argument, const model::Symbol& parameter, const Binding& binding);
    void conditional(const model::Expr& expr, bool is_aggregate);
    void quantifier(const model::Expr& expr);
    void unrolled(const model::Expr& expr, const Shape& range);
    void looped(const model::Expr& expr, const Shape& range);
    Interval interval_of_sum(const model::Expr& expr);
    void at_location(const model::Expr& expr);

    // ---- reals.cpp
    // The values of an integer expression over floating-point numbers, for all values of the integers in it.
    struct Table {
        std::vector<const model::Expr*> inputs;
        std::vector<Interval> ranges;
        std::vector<std::int32_t> cells;  // the last input changes fastest
    };
    bool is_whole(const model::Expr& expr);     // an integer, whatever its type, and integers suffice to compute it
    bool is_quotient(const model::Expr& expr);  // of two such integers, as a floating-point number
    void over_reals(const model::Expr& expr);   // -> number
    void rounded_quotient(const model::Expr& quotient, std::string_view rounding);  // -> number
    std::optional<Table> tabulate(const model::Expr& expr);                         // nothing: it would be too large
    void look_up(const Table& table, Span span);                                    // -> number
    Interval interval_over_reals(const model::Expr& expr);
    void discard_element(const model::Expr& expr);
    void discard_choice(const model::Expr& expr);

    void unsupported(const model::Expr& expr);
    void refuse(Code code, const std::string& reason, Span span);  // -> 0
    Place symbol_place(const model::Expr& expr, const Binding* binding);
    Place index_place(const model::Expr& expr);
    Place field_place(const model::Expr& expr);
    void load_element(const model::Expr& expr);

    Context& context_;
    Body& body_;
    Frame& frame_;
};

// The process that `instance(arguments)` names in a query; nothing: an error was reported.
std::optional<ProcessIndex> find_process(Expressions& expressions, const model::Expr& expr);

// Binds a symbol during the lifetime of the object, and restores its previous meaning afterwards.
class ScopedBinding {
public:
    ScopedBinding(Context& context, const model::Symbol* symbol, Binding binding);
    ~ScopedBinding();
    ScopedBinding(const ScopedBinding&) = delete;
    ScopedBinding& operator=(const ScopedBinding&) = delete;
    void set(std::int32_t value) { context_.locals[symbol_].at = value; }

private:
    Context& context_;
    const model::Symbol* symbol_;
    std::optional<Binding> before_;
};

OpCode opcode(Op op);  // of the binary operators that compute numbers

// Whether it is a floating-point number, or an integer that is computed from floating-point numbers.
bool is_over_reals(const model::Expr& expr);

bool mentions(const model::Expr& expr, bool (*what)(const model::Expr&));  // anywhere in the tree
bool names_process(const model::Expr& expr);                               // by an index that may be computed
bool is_clock(const model::Expr& expr);                                    // of clock type, or a rate
bool has_clocks(const model::Expr& expr);

}  // namespace crowfly::compile
