// Whatever the lexer and the vocabulary of XML files know has to be here; tests/unit/test_constructs.cpp compares them.
// The examples stand in a model that declares int i, j; int a[3]; bool b; clock x, y; chan c, d[2]; typedef int[0, 2]
// id_t.
#include "model/uppaal/constructs.hpp"

#include <fmt/format.h>

#include "model/math.hpp"
#include "model/operator_table.hpp"
#include "model/uppaal/check/builtins.hpp"

namespace crowfly::uppaal {
namespace {

using model::Construct;
using model::Constructs;

const Constructs& types_of_data() {
    static const Constructs all{
        {"int", "type", "Integer from -32768 to 32767. A value outside is a run-time error", "int n = 3;"},
        {"int[L, U]", "type", "Integer from L to U, which are constant expressions", "int[0, 5] level;"},
        {"bool", "type", "`false` or `true`, which count as 0 and 1 in arithmetic", "bool open = true;"},
        {"clock", "type", "Real number that grows with time. Every clock starts at 0 unless it is initialised",
         "clock z;"},
        {"chan", "type", "Channel on which one sender and one receiver synchronise", "chan go;"},
        {"double", "type", "Floating-point number. Constants are computed; variables are no part of a state (W008)",
         "const double share = 0.3;"},
        {"void", "type", "Result type of a function that returns nothing", "void tick() { i++; }"},
        {"string", "type", "Text for other tools. It is no part of a state", "const string title = \"gate\";"},
        {"scalar[N]", "type", "One of N values that can only be copied, compared and used as an index",
         "typedef scalar[3] token_t;"},
        {"struct", "type", "Record with named fields. Records are copied and compared as a whole",
         "struct { int u, v; } point;"},
        {"T name[N]", "type", "Array of N elements, numbered from 0. Several dimensions are allowed",
         "int grid[2][3];"},
        {"T name[TYPE]", "type", "Array with one element for each value of a bounded integer or scalar type",
         "bool seen[id_t];"},
        {"typedef", "type", "Gives a type a name", "typedef int[0, 9] digit_t;"},
    };
    return all;
}

const Constructs& declared_things() {
    static const Constructs all{
        {"const", "declaration", "The value is computed before the model runs and never changes", "const int N = 4;"},
        {"meta", "declaration", "Variable that is no part of a state: two states may differ in it and count as one",
         "meta int scratch;"},
        {"urgent", "declaration", "Urgent channel: no time passes while a synchronisation on it is possible",
         "urgent chan now;"},
        {"broadcast", "declaration",
         "Broadcast channel: the sender never waits, and every process that can receive does", "broadcast chan alarm;"},
        {"hybrid", "declaration", "Clock for statistical models. It is read like any other clock",
         "hybrid clock energy;"},
        {"{ … }", "declaration", "Initial value of an array or record, by position or by field",
         "int three[3] = { 1, 2, 3 };"},
        {"TYPE name(parameters) { … }", "declaration",
         "Function. Parameters are passed by value, or with `&` by reference", "int twice(int n) { return 2 * n; }"},
        {"chan priority", "declaration",
         "Transitions on channels of higher priority hide enabled ones of lower priority",
         "chan priority c < default;"},
        {"before_update", "declaration", "Updates that run before the updates of every transition",
         "before_update { i = 0 }"},
        {"after_update", "declaration", "Updates that run after the updates of every transition",
         "after_update { i = 0 }"},
        {"import", "declaration",
         "Functions of a C library. They are never called: queries that need one are refused (E076)",
         "import \"libm.so\" { int weather(int day); };"},
        {"dynamic", "declaration",
         "Template whose processes are created by `spawn`. Queries that need one are refused (E075)",
         "dynamic Job(int n);"},
    };
    return all;
}

const Constructs& statement_forms() {
    static const Constructs all{
        {"{ statements }", "statement", "Block with variables of its own, which are declared first",
         "{ int k = 1; i = k; }"},
        {"expression;", "statement", "Evaluates the expression, usually an assignment or a call", "i = 1;"},
        {";", "statement", "Does nothing", ";"},
        {"if", "statement", "Runs a statement if a condition holds", "if (b) i = 1;"},
        {"else", "statement", "Runs a statement if the condition of the `if` before does not hold",
         "if (b) i = 1; else i = 2;"},
        {"while", "statement", "Repeats a statement as long as a condition holds", "while (i < 3) i++;"},
        {"do", "statement", "Runs a statement, then repeats it as long as a condition holds", "do i++; while (i < 3);"},
        {"for (;;)", "statement", "Loop with a start, a condition and a step", "for (i = 0; i < 3; i++) j += i;"},
        {"for (name : TYPE)", "statement", "Runs a statement once for each value of a bounded type",
         "for (k : id_t) a[k] = 0;"},
        {"return", "statement", "Ends the function, with a value unless its type is `void`", "return;"},
        {"assert", "statement", "It is a run-time error if the condition does not hold", "assert(i >= 0);"},
    };
    return all;
}

// "&&, and"
std::string name_of(Op op) {
    return fmt::format("{}{}{}", symbol_of(op), symbol_of(op).empty() || word_of(op).empty() ? "" : ", ", word_of(op));
}

// By falling precedence.
const Constructs& operators() {
    static const Constructs all{
        {"123", "expression", "Integer", "i = 123"},
        {"1.5", "expression", "Floating-point number. Integers can be computed from it", "i = fint(1.5)"},
        {"true", "expression", "The value 1 of `bool`", "b = true"},
        {"false", "expression", "The value 0 of `bool`", "b = false"},
        {"( )", "expression", "Parentheses", "i = (1 + 2) * 3"},
        {"a[i]", "expression", "Element of an array. An index outside the array is a run-time error", "i = a[2]"},
        {"r.f", "expression", "Field of a record; in queries also a variable or location of a process", "p.u = 1"},
        {"f(…)", "expression", "Call of a function", "i = abs(j)"},
        {"x'", "invariant", "Rate of a clock: 0 stops it, 1 is the default", "x' == 0"},
        {"++", "expression", "Adds 1, before or after the value is read", "i++"},
        {"--", "expression", "Subtracts 1, before or after the value is read", "--i"},
        {name_of(Op::logical_not), "expression", "Logical negation. `! c` is no operator but a sender on a channel",
         "b = not !b"},
        {name_of(Op::subtract), "expression", "Difference, or the negative value", "i = -j - 1"},
        {name_of(Op::add), "expression", "Sum", "i = j + 1"},
        {name_of(Op::power), "expression", "Power", "i = j ** 2"},
        {name_of(Op::multiply), "expression", "Product", "i = 2 * j"},
        {name_of(Op::divide), "expression", "Quotient, rounded towards 0. Division by 0 is a run-time error",
         "i = j / 2"},
        {name_of(Op::modulo), "expression", "Remainder, with the sign of the first operand", "i = j % 2"},
        {name_of(Op::shift_left), "expression", "Shift to the left. A negative distance is a run-time error",
         "i = 1 << j"},
        {name_of(Op::shift_right), "expression", "Shift to the right. A negative distance is a run-time error",
         "i = j >> 1"},
        {name_of(Op::minimum), "expression", "The smaller value", "i = i <? j"},
        {name_of(Op::maximum), "expression", "The greater value", "i = i >? j"},
        {name_of(Op::less), "guard", "Less. Clocks and differences of two clocks may be compared with integers",
         "x < 3"},
        {name_of(Op::less_equal), "guard", "Less or equal", "x <= i + 2"},
        {name_of(Op::greater_equal), "guard", "Greater or equal", "x - y >= 1"},
        {name_of(Op::greater), "guard", "Greater", "x > 3"},
        {name_of(Op::equal), "guard", "Equal", "x == 3"},
        {name_of(Op::not_equal), "guard", "Not equal. For clocks it is allowed in queries only", "i != j"},
        {"=<", "guard", "`<=` of UPPAAL 3", ""},
        {"=>", "guard", "`>=` of UPPAAL 3", ""},
        {name_of(Op::bit_and), "expression", "Bitwise and", "i = j & 1"},
        {name_of(Op::bit_xor), "expression", "Bitwise exclusive or", "i = j ^ 1"},
        {name_of(Op::bit_or), "expression", "Bitwise or", "i = j | 1"},
        {name_of(Op::logical_and), "guard", "Conjunction. The second operand is evaluated only if the first one holds",
         "i < 3 && x >= 1 and b"},
        {name_of(Op::logical_or), "guard",
         "Disjunction. The second operand is evaluated only if the first one does not hold", "b || i < 3 or x < 3"},
        {name_of(Op::logical_xor), "guard", "Exactly one of the two operands holds", "b xor i < 3"},
        {name_of(Op::imply), "guard", "`p imply q` holds unless p holds and q does not", "b imply i < 3"},
        {"? :", "expression", "One of two values, by a condition", "i = b ? 1 : 2"},
        {"=, :=", "expression", "Assignment. Its value is the value assigned", "i = j := 1"},
        {"+=, -=, *=, /=, %=", "expression", "Assignment of the result of an operation",
         "i += 1, i -= 1, i *= 2, i /= 2, i %= 2"},
        {"&=, |=, ^=, <<=, >>=", "expression", "Assignment of the result of a bitwise operation",
         "i &= 1, i |= 1, i ^= 1, i <<= 1, i >>= 1"},
    };
    return all;
}

const Constructs& quantifiers() {
    static const Constructs all{
        {std::string(word_of(Quantifier::forall)), "guard", "The condition holds for all values of a bounded type",
         "forall (k : id_t) a[k] > 0"},
        {std::string(word_of(Quantifier::exists)), "guard", "The condition holds for some value of a bounded type",
         "exists (k : id_t) a[k] > 0"},
        {std::string(word_of(Quantifier::sum)), "expression", "Sum over all values of a bounded type",
         "i = sum (k : id_t) a[k]"},
    };
    return all;
}

const Constructs& template_parts() {
    static const Constructs all{
        {"process", "template", "Template of processes, with parameters and declarations of its own",
         "process T(const id_t me) { state s; init s; }"},
        {"&", "template", "Parameter by reference. Clocks and channels need it",
         "process T(chan &ring) { state s; init s; trans s -> s { sync ring!; }; }"},
        {"state", "template", "Locations. Each may have an invariant in braces",
         "process T() { state s, t { x <= 3 }; init s; trans s -> t {}; }"},
        {"init", "template", "The initial location", "process T() { state s; init s; }"},
        {"urgent", "template", "Locations in which no time passes", "process T() { state s; urgent s; init s; }"},
        {"commit", "template", "Committed locations: no time passes, and the next transition leaves one of them",
         "process T() { state s; commit s; init s; trans s -> s {}; }"},
        {"branchpoint", "template", "Node that splits an edge into branches",
         "process T() { state s; branchpoint k; init s; trans s -> k {}, k -> s {}; }"},
        {"trans", "template", "Edges", "process T() { state s; init s; trans s -> s { guard b; }; }"},
        {"->", "template", "Edge from one location to another", "process T() { state s, t; init s; trans s -> t {}; }"},
        {"-u->", "template", "Edge that the environment controls. For reachability it is an ordinary edge",
         "process T() { state s, t; init s; trans s -u-> t {}; }"},
        {"select", "select", "One edge for each value of a bounded type", "k : id_t"},
        {"guard", "guard", "Condition under which the edge is enabled", "x >= 2 && i == 0"},
        {"sync c!", "sync", "Sends on a channel. Its updates run before those of the receiver", "c!"},
        {"sync c?", "sync", "Receives on a channel", "d[1]?"},
        {"sync c", "sync", "Synchronisation without a direction. A query that needs such an edge is refused", "c"},
        {"assign", "assign", "Updates, which run from left to right", "i = 1, x = 0"},
        {"probability", "probability", "Weight of a branch, for `--minimise probability`. Verdicts do not depend on it",
         "3"},
        {"invariant", "invariant", "Condition that holds as long as the process is in the location", "x <= 5"},
    };
    return all;
}

const Constructs& system_lines() {
    static const Constructs all{
        {"P = T(…);", "system", "Process made of a template. Parameters may stay free", "P1 = T(); system P1;"},
        {"system", "system", "The processes of the model. A template stands for all values of its free parameters",
         "system T;"},
        {"system A < B", "system", "Transitions in which B takes part hide those of A",
         "A = T(); B = T(); system A < B;"},
        {"progress", "system", "Measures that grow along every run. Crowfly checks their types and does not use them",
         "system T; progress { i; }"},
        {"gantt", "system", "Lanes and bars of the Gantt chart on the page of a trace",
         "system T; gantt { Lane: b -> 1; }"},
        {"query", "system", "Queries in the model file. A comment before one may say EXPECT: T or EXPECT: F",
         "system T; query { E<> b; }"},
    };
    return all;
}

const Constructs& conditions_of_queries() {
    static const Constructs all{
        {"P.location", "query", "The process is in the location", "E<> T.s"},
        {"P.variable", "query", "Variable or clock of a process", "E<> T.s && x > 3"},
        {"deadlock", "query", "No transition is possible, now or after any delay", "A[] not deadlock"},
        {"-->", "query", "Leads to, with a condition on both sides", "b --> T.s"},
        {"sup{p}: e", "query", "Greatest value of an expression in the states that satisfy p", "sup{T.s}: i, x"},
        {"inf{p}: e", "query", "Least value of an expression in the states that satisfy p", "inf: i"},
        {"bounds{p}: e", "query", "Least and greatest value of an expression in the states that satisfy p",
         "bounds: i"},
    };
    return all;
}

const Constructs& xml_labels() {
    static const Constructs all{
        {"<label kind=\"invariant\">", "XML label", "Invariant of a location", ""},
        {"<label kind=\"exponentialrate\">", "XML label", "Rate of leaving a location. Verdicts do not depend on it",
         ""},
        {"<label kind=\"select\">", "XML label", "Select of an edge", ""},
        {"<label kind=\"guard\">", "XML label", "Guard of an edge", ""},
        {"<label kind=\"synchronisation\">", "XML label", "Channel of an edge", ""},
        {"<label kind=\"assignment\">", "XML label", "Updates of an edge", ""},
        {"<label kind=\"probability\">", "XML label", "Weight of a branch", ""},
        {"<label kind=\"comments\">", "XML label", "Comment", ""},
    };
    return all;
}

const Constructs& xml_elements() {
    static const Constructs all{
        {"<nta>", "XML element", "The model. `<project>` is read as well", ""},
        {"<declaration>", "XML element", "Declarations of the model or of a template", ""},
        {"<template>", "XML element", "Template with its name, parameters, locations and edges", ""},
        {"<location>", "XML element", "Location. Without a name it is called `_` and its id", ""},
        {"<urgent/>, <committed/>", "XML element", "Make a location urgent or committed", ""},
        {"<branchpoint>", "XML element", "Node that splits an edge into branches", ""},
        {"<init>", "XML element", "The initial location", ""},
        {"<transition>", "XML element", "Edge. Nails and colours are kept for drawings", ""},
        {"<instantiation>, <system>", "XML element", "Processes of the model", ""},
        {"<queries>", "XML element", "Queries with comments, and with verdicts that `<expect>` names", ""},
        {"<lsc>", "XML element", "Live sequence chart. It is read past, and queries for it are refused (E072)", ""},
    };
    return all;
}

std::string parameter_list(std::uint32_t arity) {
    std::string text;
    for (std::uint32_t i = 0; i < arity; ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", "abc"[i]);
    return text;
}

std::string meaning_of(const Builtin& builtin) {
    switch (builtin.kind) {
        case Builtin::Kind::integer_constant: return fmt::format("The integer {}", builtin.value);
        case Builtin::Kind::real_constant: return fmt::format("The number {}", *model::math_constant(builtin.name));
        case Builtin::Kind::absolute: return "Absolute value of an integer";
        case Builtin::Kind::real_function: return "Function of floating-point numbers";
        case Builtin::Kind::integer_function: return "Function of floating-point numbers. Its result is an integer";
    }
    return "";
}

bool is_constant(const Builtin& builtin) {
    return builtin.kind == Builtin::Kind::integer_constant || builtin.kind == Builtin::Kind::real_constant;
}

// Functions whose values are random, or depend on the C library, are not computed.
Construct construct_of(const Builtin& builtin) {
    const std::string name(builtin.name);
    if (is_constant(builtin)) return {name, "predefined constant", meaning_of(builtin), ""};
    const bool is_computed =
        builtin.kind == Builtin::Kind::absolute || model::find_math_function(builtin.name) != nullptr;
    return {fmt::format("{}({})", name, parameter_list(builtin.arity)), "predefined function",
            meaning_of(builtin) + (is_computed ? "" : ". Queries that need its value are refused (E074)"), ""};
}

void append(Constructs& all, const Constructs& more) { all.insert(all.end(), more.begin(), more.end()); }

}  // namespace

model::Constructs constructs() {
    Constructs all;
    for (const Constructs* part :
         {&types_of_data(), &declared_things(), &statement_forms(), &operators(), &quantifiers(), &template_parts(),
          &system_lines(), &conditions_of_queries(), &xml_elements(), &xml_labels()})
        append(all, *part);
    for (const BuiltinType& type : builtin_types())
        all.push_back({std::string(type.name), "predefined type",
                       fmt::format("Integer from {} to {}", type.lower, type.upper), ""});
    for (const Builtin& builtin : builtins()) all.push_back(construct_of(builtin));
    return all;
}

}  // namespace crowfly::uppaal
