// The typed model: names are resolved and types checked, but templates are not instantiated. It is the same for all
// languages with templates; network/compile turns it into a flat Network. Bounds and sizes are expressions here,
// because they may depend on template parameters; they are evaluated when processes are made. All nodes are owned by
// the Model and referred to by plain pointers.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/codes.hpp"
#include "base/messages/source.hpp"
#include "model/operators.hpp"
#include "model/query_kind.hpp"

namespace crowfly::model {

struct Expr;
struct Function;
struct Instance;
struct MathFunction;
struct Symbol;
struct Template;
struct Type;

// ---- Types ----------------------------------------------------------------------------------------------------------

struct Field {
    std::string name;
    const Type* type = nullptr;
};

struct Type {
    enum class Kind : std::uint8_t {
        integer,  // lower, upper; both null: the default range [-32768, 32767]
        boolean,
        clock,
        channel,  // urgent, broadcast
        scalar,   // upper: the number of elements; two scalar types are the same only if they are the same object
        array,    // element; index: an integer or scalar type, its values the legal indices
        record,   // fields
        real,     // floating point: variables are not tracked; constants are computed before the model runs
        string,   // represented by a number
        void_,
    };

    Kind kind{};
    bool is_const = false;  // prefixes of a typedef, inherited by what is declared with it
    bool is_meta = false;
    bool urgent = false;
    bool broadcast = false;
    const Expr* lower = nullptr;
    const Expr* upper = nullptr;
    const Type* element = nullptr;
    const Type* index = nullptr;
    std::vector<Field> fields;
    std::string name;  // of the typedef it came through, for messages; may be empty
    Span span;
};

// ---- Symbols --------------------------------------------------------------------------------------------------------

struct Initialiser {
    const Expr* value = nullptr;     // either an expression …
    std::vector<Initialiser> items;  // … or one item per element or field, in order
    bool for_all = false;            // `value` is that of every element of an array
    Span span;
};

struct Symbol {
    enum class Kind : std::uint8_t {
        variable,   // of the system, a template or a function; constants too (is_const)
        parameter,  // of a template, an instance or a function
        binder,     // of a quantifier, a select or an iteration
    };
    enum class Scope : std::uint8_t { global, process, function };

    Kind kind{};
    Scope scope{};
    std::string name;
    const Type* type = nullptr;
    bool is_const = false;
    bool is_meta = false;
    bool by_reference = false;  // parameters only
    std::optional<Initialiser> initialiser;
    Span span;
};

// ---- Expressions ----------------------------------------------------------------------------------------------------

struct Expr {
    enum class Kind : std::uint8_t {
        constant,  // value (booleans: 0 or 1)
        real,      // real: a floating-point constant
        math,      // math; operands: its arguments
        symbol,    // symbol
        index,     // operands: array, index
        field,     // operands: record; number: which field
        location,  // queries: is the process at template location `number`?  instance; operands: its free parameters
        index_of_location,  // queries: `P.location`, the number of the current location.  instance; operands as above
        member,             // queries: a variable of a process.  instance; symbol; operands: its free parameters
        unary,              // op; operands: x
        binary,             // op; operands: left, right. Comparisons of arrays, records, clocks and channels included
        assign,             // op; operands: target, value
        step,               // ++ and --: op add or subtract; prefix
        charge,             // `cost += x`: operands: x
        call,  // function; operands: arguments. Queries: a function of a process; instance; its free parameters come
               // first
        absolute,     // abs(x)
        conditional,  // operands: condition, then, otherwise
        quantifier,   // quantifier; symbol: binder; operands: body
        rate,         // x' : operands: clock
        deadlock,
        unsupported,  // code and text say why; matters only if the expression is evaluated
    };

    Kind kind{};
    Op op{};
    Quantifier quantifier{};
    bool prefix = false;
    Code code{};
    std::int32_t value = 0;
    std::uint32_t number = 0;
    double real = 0;
    const MathFunction* math = nullptr;  // never null where it is used (math.hpp)
    const Type* type = nullptr;
    const Symbol* symbol = nullptr;
    const Function* function = nullptr;
    const Instance* instance = nullptr;
    std::vector<const Expr*> operands;
    std::string text;
    Span span;
};

// ---- Functions ------------------------------------------------------------------------------------------------------

struct Statement {
    enum class Kind : std::uint8_t {
        block,
        expression,
        if_,
        while_,
        do_while,
        for_,
        iterate,
        return_,
        assert_,
        unsupported
    };

    Kind kind{};
    std::vector<const Symbol*> locals;         // block: its variables, in order
    std::vector<const Statement*> statements;  // block: its statements; if_: then, otherwise?; loops: body
    const Expr* expression = nullptr;      // expression, return_ (may be null), assert_; the condition of if_ and loops
    std::vector<const Expr*> first, step;  // for_: before the loop, after each round
    const Symbol* binder = nullptr;        // iterate
    Span span;
};

struct Function {
    std::string name;
    const Type* result = nullptr;
    std::vector<const Symbol*> parameters;
    const Statement* body = nullptr;  // null: external
    bool has_side_effects = false;    // writes anything but its own locals, directly or through calls
    Span span;
};

// ---- Templates and processes ----------------------------------------------------------------------------------------

struct Location {
    std::string name;  // unique in its template; anonymous ones are named `_` + id
    bool urgent = false;
    bool committed = false;
    const Expr* invariant = nullptr;  // null: true
    Span span;
    std::vector<std::string> labels = {};
};

enum class Sync : std::uint8_t {
    none,
    send,
    receive,
    join,  // takes part in the vectors that name its process and channel
};

// One arrow. Source and target count locations first, then branchpoints.
struct Edge {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::vector<const Symbol*> selects;
    const Expr* guard = nullptr;  // null: true
    Sync sync = Sync::none;
    const Expr* channel = nullptr;
    std::vector<const Expr*> updates;
    const Expr* weight = nullptr;  // of a branch; null: 1. Exhaustive search ignores it
    bool controllable = true;
    Span span;                                // the whole edge
    Span guard_span, sync_span, update_span;  // its labels, empty where it has none
};

struct Template {
    std::string name;
    std::vector<const Symbol*> parameters;
    std::vector<const Symbol*> variables;  // in declaration order, constants included
    std::vector<const Function*> functions;
    std::vector<Location> locations;
    std::uint32_t branchpoints = 0;
    std::uint32_t initial = 0;
    std::vector<std::uint32_t> also_initial;  // further initial locations
    std::vector<Edge> edges;
    Span span;
};

// What the system line can name: a template itself (base == nullptr, parameters are the template's), or a (partial)
// instantiation of another instance. Parameters without an argument are the free ones.
struct Instance {
    std::string name;
    const Template* of = nullptr;
    const Instance* base = nullptr;
    std::vector<const Symbol*> parameters;
    std::vector<const Expr*> arguments;  // for base->parameters
    Span span;
};

struct SystemEntry {
    const Instance* instance = nullptr;
    int priority = 0;
    Span span;
};

struct ChannelPriority {
    const Expr* channel = nullptr;  // a channel, or an array of them; null: `default`
    int level = 0;
    Span span;
};

// Processes that fire together, each with an edge that joins the given channel. Their updates run in this order. A weak
// process takes part if an edge from its current location joins the channel, and otherwise does not block the others;
// at least one process takes part.
struct Vector {
    struct Part {
        const Instance* instance = nullptr;  // without parameters, on the system line
        const Symbol* channel = nullptr;
        bool weak = false;
    };
    std::vector<Part> parts;
    Span span;
};

struct ProgressMeasure {
    const Expr* guard = nullptr;
    const Expr* measure = nullptr;
};

// ---- Queries --------------------------------------------------------------------------------------------------------

struct Query {
    QueryKind kind{};  // one that is decided
    std::string text;
    const Expr* first = nullptr;   // the state predicate; sup/inf/bounds: the condition, null: true
    const Expr* second = nullptr;  // leads_to only
    std::vector<const Expr*> values;
    std::optional<bool> expected;  // recorded with the query
    Span span;
};

// ---- The whole ------------------------------------------------------------------------------------------------------

// A part of the model that exhaustive verification does not support; it matters only if a query depends on it.
struct Obstacle {
    Code code{};
    std::string reason;
    Span span;
};

// What runs of the model cost, as in UPPAAL Cora: invariants give `cost` a rate, updates add to it.
struct Prices {
    const Symbol* cost = nullptr;  // no clock of the network; null: neither a rate nor an amount is given
    std::int32_t rate = 0;         // where no location gives one: 1 if `cost` is declared as a clock
};

class Model {
public:
    std::vector<const Symbol*> variables;  // global, in declaration order, constants included
    std::vector<const Function*> functions;
    std::vector<const Template*> templates;
    std::vector<const Instance*> instances;  // templates as instances first, then declared ones in order
    std::vector<SystemEntry> system;
    std::vector<Vector> vectors;
    std::vector<ChannelPriority> channel_priorities;  // empty: none declared
    std::vector<const Expr*> before_update, after_update;
    std::vector<ProgressMeasure> progress;
    std::vector<Obstacle> obstacles;
    bool faults_disable = false;   // a run-time error disables the transition instead of ending the search
    std::optional<Prices> prices;  // nothing: runs have no price

    Model() = default;
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    // Makes a node owned by the model.
    template <class Node>
    Node* make(Node node) {
        auto& pool = pool_of(static_cast<Node*>(nullptr));
        pool.push_back(std::move(node));
        return &pool.back();
    }

private:
    std::deque<Type>& pool_of(Type*) { return types_; }
    std::deque<Symbol>& pool_of(Symbol*) { return symbols_; }
    std::deque<Expr>& pool_of(Expr*) { return expressions_; }
    std::deque<Statement>& pool_of(Statement*) { return statements_; }
    std::deque<Function>& pool_of(Function*) { return functions_; }
    std::deque<Template>& pool_of(Template*) { return templates_; }
    std::deque<Instance>& pool_of(Instance*) { return instances_; }

    std::deque<Type> types_;
    std::deque<Symbol> symbols_;
    std::deque<Expr> expressions_;
    std::deque<Statement> statements_;
    std::deque<Function> functions_;
    std::deque<Template> templates_;
    std::deque<Instance> instances_;
};

}  // namespace crowfly::model
