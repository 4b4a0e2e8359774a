// The syntax tree of an UPPAAL document: names unresolved, types unchecked, every node with its span, layout kept. XML,
// XTA and TA files of all versions are parsed into it; the type checker and the writers use it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/operators.hpp"
#include "model/query_kind.hpp"

namespace crowfly::uppaal {

struct Expr;
struct TypeExpr;
using ExprPtr = std::unique_ptr<Expr>;
using TypePtr = std::unique_ptr<TypeExpr>;

// ---- Expressions ----------------------------------------------------------------------------------------------------

struct Expr {
    enum class Kind : std::uint8_t {
        integer,      // value
        real,         // real; used by statistical model checking alone
        boolean,      // value 0 or 1
        string,       // text, without quotes
        name,         // text
        index,        // operands: array, index
        field,        // operands: record or process; text: member
        call,         // operands: callee, arguments...   (a function, or a process with free parameters: `Train(0)`)
        unary,        // op; operands: x
        binary,       // op; operands: left, right
        assign,       // op (Op::assign, or the operator of a compound assignment); operands: target, value
        step,         // ++ and --: op add or subtract; `prefix`; operands: target
        conditional,  // operands: condition, then, otherwise
        quantifier,   // quantifier; text: binder; type; operands: body
        rate,         // x': operands: clock
        deadlock,
        sequence,     // a, b, c   where a single expression is expected (heads of `for`)
        unsupported,  // text: what it is ("spawn", "numOf", …); operands: those that could be parsed
    };

    Kind kind{};
    Op op{};
    Quantifier quantifier{};
    bool prefix = false;
    std::uint32_t depth = 1;  // height of the tree, bounded by the parser so that recursion over it is safe
    std::int32_t value = 0;
    double real = 0;
    Span span;
    std::string text;
    TypePtr type;
    std::vector<ExprPtr> operands;
};

// ---- Types and declarations -----------------------------------------------------------------------------------------

struct Field;

struct TypeExpr {
    enum class Kind : std::uint8_t { integer, boolean, clock, channel, void_, real, string, scalar, record, named };

    Kind kind{};
    bool is_const = false;
    bool is_meta = false;
    bool is_urgent = false;
    bool is_broadcast = false;
    bool is_hybrid = false;
    ExprPtr lower, upper;  // int[lower,upper]; null: the default range. scalar[n] keeps n in `upper`
    std::vector<Field> fields;
    std::string name;  // Kind::named
    Span span;
};

struct Dimension {
    // Exactly one of the two is set. A bare name (`a[id_t]`, `a[N]`) is parsed as `size`; the checker decides whether
    // it names a type.
    ExprPtr size;  // a[5]
    TypePtr type;  // a[int[0,3]]
    Span span;
};

struct Initialiser {
    ExprPtr value;                   // either an expression …
    std::vector<Initialiser> items;  // … or { a, f: b, … }
    bool is_list = false;
    std::string field;  // the `f` of `f: b`, when this is an item
    Span span;
};

struct Declarator {
    std::string name;
    Span span;  // of the name
    std::vector<Dimension> dimensions;
    std::optional<Initialiser> initialiser;
};

struct Field {
    TypePtr type;
    Declarator declarator;
};

struct Parameter {
    TypePtr type;
    bool by_reference = false;
    std::string name;
    Span span;
    std::vector<Dimension> dimensions;
};

struct Statement;
using StatementPtr = std::unique_ptr<Statement>;

struct Function {
    TypePtr result;
    std::string name;
    Span span;  // of the name
    std::vector<Parameter> parameters;
    StatementPtr body;  // a block; null for external functions
};

struct ChannelPriority {
    struct Entry {
        ExprPtr channel;  // null: `default`
        int level = 0;    // 0 for the first group, one more after each `<`
        Span span;
    };
    std::vector<Entry> entries;
};

struct Declaration {
    enum class Kind : std::uint8_t {
        variables,         // type, declarators
        type_definition,   // type, declarators
        function,          // function
        external,          // import "text" { functions }
        channel_priority,  // priority
        before_update,     // expressions
        after_update,      // expressions
        dynamic_template,  // `dynamic T(...);` text: name, parameters
    };

    Kind kind{};
    Span span;
    TypePtr type;
    std::vector<Declarator> declarators;
    std::vector<Function> functions;  // one for Kind::function, several for Kind::external
    std::vector<Parameter> parameters;
    ChannelPriority priority;
    std::vector<ExprPtr> expressions;
    std::string text;
};

struct Statement {
    enum class Kind : std::uint8_t {
        block,       // declarations, statements
        expression,  // expressions[0]
        empty,
        if_,       // expressions[0]: condition; statements[0], statements[1] (may be absent)
        while_,    // expressions[0]; statements[0]
        do_while,  // expressions[0]; statements[0]
        for_,      // expressions: init, condition, step (each may be null); statements[0]
        iterate,   // for (name : type) statements[0]
        return_,   // expressions[0] or none
        assert_,   // expressions[0]
    };

    Kind kind{};
    Span span;
    std::vector<Declaration> declarations;
    std::vector<StatementPtr> statements;
    std::vector<ExprPtr> expressions;
    std::string name;
    Span name_span;
    TypePtr type;
};

// Declarations of one scope, and their text: writers copy the text, comments included, if it is in current syntax.
struct Section {
    std::vector<Declaration> declarations;
    std::string text;
};

// ---- Templates ------------------------------------------------------------------------------------------------------

struct Point {
    int x = 0;
    int y = 0;
};

// A label as it stands in the file. `kind` as in XML: invariant, select, guard, synchronisation, assignment,
// probability, exponentialrate, comments, testcode, …
struct Label {
    std::string kind;
    std::string text;
    Span span;
    std::optional<Point> at;
};

struct Location {
    std::string id;    // XML id; in XTA the name
    std::string name;  // "" if anonymous
    Span span;         // of the name, or of the element
    bool urgent = false;
    bool committed = false;
    ExprPtr invariant;         // null: true
    ExprPtr exponential_rate;  // null: none
    std::optional<Point> at, name_at;
    std::string color;
    std::vector<Label> labels;
};

struct Branchpoint {
    std::string id;
    Span span;
    std::optional<Point> at;
};

struct Select {
    std::string name;
    Span span;
    TypePtr type;
};

enum class Direction : std::uint8_t { none, send, receive, csp };

struct Edge {
    std::string id;              // XML id; often missing
    std::string source, target;  // ids of locations or branchpoints
    Span source_span, target_span;
    Span span;
    std::vector<Select> selects;
    ExprPtr guard;    // null: true
    ExprPtr channel;  // null: internal
    Direction direction = Direction::none;
    std::vector<ExprPtr> updates;
    ExprPtr probability;  // null: weight 1
    bool controllable = true;
    std::string color;
    std::string action;
    std::vector<Label> labels;
    std::vector<Point> nails;
};

struct Template {
    std::string name;
    Span span;  // of the name
    std::optional<Point> name_at;
    std::vector<Parameter> parameters;
    std::string parameter_text;  // XML: as written
    Section local;
    std::vector<Location> locations;
    std::vector<Branchpoint> branchpoints;
    std::string initial;  // id; "" if missing
    Span initial_span;
    std::vector<Edge> edges;
};

// ---- System and queries ---------------------------------------------------------------------------------------------

struct Instantiation {
    std::string name;
    Span span;  // of the name
    std::vector<Parameter> parameters;
    std::string base;
    Span base_span;
    std::vector<ExprPtr> arguments;
};

struct SystemEntry {
    std::string name;
    Span span;
    int priority = 0;  // grows with each `<` of the system line
};

struct ProgressMeasure {
    ExprPtr guard;  // null: none
    ExprPtr measure;
};

struct Expectation {
    std::string outcome;  // "success", "failure", …, as written
    std::string type;     // "symbolic", "probability", "quality", …
    std::string value;
};

struct Option {
    std::string key, value;
};

struct Query {
    QueryKind kind = QueryKind::empty;
    std::string text;  // the formula as written, decoded, trimmed
    std::string comment;
    Span span;
    ExprPtr first, second;
    std::vector<ExprPtr> values;
    std::optional<Expectation> expect;
    std::vector<Option> options;  // stored with the query: reported, never applied
    // The mistakes of the formula, reported only if it is asked; the model loads in any case.
    Diagnostics diagnostics;
};

// The model's own Gantt chart: `gantt { Task(i : id_t): Task(i).Ready -> 1, for (j : int[0, 3]) holds[i][j] -> 2; }`.
// An entry is kept as the query `sup{condition}: colour`, whose text is the condition.
struct GanttEntry {
    std::vector<Select> binders;
    Query query;
};

struct GanttLane {
    std::string name;
    std::vector<Select> parameters;
    std::vector<GanttEntry> entries;
};

struct Gantt {
    std::string text;  // as written
    std::vector<GanttLane> lanes;
    Diagnostics diagnostics;  // its mistakes, which matter to nobody but who wants to see it
};

enum class Format : std::uint8_t { xml, xta };
enum class Dialect : std::uint8_t { current, old };  // old: UPPAAL 3.x

struct Document {
    Format format = Format::xml;
    Dialect dialect = Dialect::current;
    FileId file{};
    Section global;
    std::vector<Template> templates;
    std::vector<std::string> scenarios;       // names of LSC templates
    std::vector<std::string> scenario_texts;  // their <lsc> elements as written, one per name
    // The system section. Its declarations are global variables visible to instantiations only.
    Section system;
    std::vector<Instantiation> instantiations;
    std::vector<SystemEntry> entries;
    bool has_system_line = false;
    Span system_span;
    std::vector<ProgressMeasure> progress;
    Gantt gantt;
    std::vector<Query> queries;
    std::vector<Option> options;  // stored in the file: reported, never applied
    std::vector<Span> unparsed;   // text that was skipped after mistakes, see unparsed.hpp
};

}  // namespace crowfly::uppaal
