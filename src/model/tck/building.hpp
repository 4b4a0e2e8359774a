// The type checker of .tck files: the state its parts share, and the functions they call. The interface is read.hpp.
//
// An expression with a mistake has the sort `bad` after the mistake was reported; other rules ignore it, so that one
// mistake gives one message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/model.hpp"
#include "model/tck/syntax.hpp"

namespace crowfly::tck {

// The meaning of a global name.
struct Entity {
    enum class Kind : std::uint8_t { clock, integer, process, event };

    Kind kind{};
    std::uint32_t number = 0;               // of a process or event
    const model::Symbol* symbol = nullptr;  // of a clock or integer
    Span span;
};
std::string_view what_it_is(Entity::Kind kind);  // "a clock"

struct ProcessFacts {
    model::Template* of = nullptr;
    model::Instance* instance = nullptr;
    std::unordered_map<std::string, std::uint32_t> locations;
    bool has_initial = false;
};

// The sorts of expressions.
enum class Sort : std::uint8_t {
    bad,
    number,
    clock,
    difference,  // x - y
    shifted,     // x + n
    truth,       // a comparison of numbers, and combinations of such
    constraint,  // a comparison of clocks, and conjunctions that contain one
};

struct Typed {
    const model::Expr* expr = nullptr;
    Sort sort = Sort::bad;
};

struct Context {
    Context(const Sources& sources, Diagnostics& diagnostics, model::Model& model);

    const Sources& sources;
    Diagnostics& diagnostics;
    model::Model& model;

    const model::Type* integer_type;  // all of 32 bits
    const model::Type* boolean_type;
    const model::Type* clock_type;
    const model::Type* channel_type;
    const model::Type* void_type;

    std::unordered_map<std::string, Entity> names;
    // All declared names, "P" and "P:location", in any line.
    std::unordered_set<std::string> declared_somewhere;
    std::vector<ProcessFacts> processes;
    std::vector<std::unordered_map<std::string, const model::Symbol*>> locals;  // innermost last

    std::size_t nodes = 0;        // made so far; see `make`
    std::size_t local_cells = 0;  // of all local arrays
    std::uint32_t block_depth = 0;

    void report(Code code, Span span, std::string message, std::string hint = {}) {
        diagnostics.add(code, span, std::move(message), std::move(hint));
    }
    std::string on_line(Span span) const;  // "on line 12"
    // A hint for an unknown name: a similar one, or that it is declared later.
    std::string about(const std::string& name, const std::string& full_name,
                      const std::vector<std::string>& candidates) const;

    model::Expr* make(model::Expr::Kind kind, Span span, const model::Type* type,
                      std::vector<const model::Expr*> operands = {});
    const model::Expr* make_constant(std::int32_t value, Span span);
    const model::Expr* make_binary(Op op, const model::Expr* left, const model::Expr* right, const model::Type* type,
                                   Span span);
    const model::Type* make_range(const model::Expr* least, const model::Expr* greatest, Span span);
    const model::Type* make_array(const model::Type* element, const model::Expr* size, Span span);
    bool is_exhausted() const { return nodes > most_nodes; }

    static constexpr std::size_t most_nodes = 4'000'000;
    static constexpr std::size_t most_local_cells = 1U << 22U;
};

// ---- build_expressions.cpp
Typed build_expression(Context& c, const Expr& e);
const model::Expr* build_number(Context& c, const Expr& e);  // null: an error was reported
// A condition; null: an error was reported. If clocks may not be compared, `place` names the place.
const model::Expr* build_condition(Context& c, const Expr& e, std::string_view without_clocks = {});
// Null, that is true, if there are none.
const model::Expr* conjunction_of(Context& c, const std::vector<const model::Expr*>& parts);

// ---- build_statements.cpp
// The statements of an edge as updates. Statements with local variables, branches or loops become a function of the
// template.
std::vector<const model::Expr*> build_updates(Context& c, model::Template& of, const std::vector<Statement>& statements,
                                              Span span);

// ---- build_system.cpp
void build_system(Context& c, const Document& document);

}  // namespace crowfly::tck
