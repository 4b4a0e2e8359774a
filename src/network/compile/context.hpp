// The state of the compiler: the network under construction, the meaning of symbols, and the shapes of types.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/model.hpp"
#include "network/body.hpp"
#include "network/compile/shape.hpp"
#include "network/machine.hpp"
#include "network/network.hpp"

namespace crowfly::compile {

// The meaning of a symbol.
struct Binding {
    enum class Kind : std::uint8_t {
        value,        // the number `at`
        cells,        // memory from address `at`
        reference,    // a reference parameter of a function: local cell `at` holds an address, a clock or a channel
        clocks,       // clocks from number `at`
        channels,     // channels from number `at`
        unavailable,  // declared, but without memory: floating-point numbers, strings
    };

    Kind kind = Kind::unavailable;
    std::int32_t at = 0;
    const Shape* shape = nullptr;
};

using Bindings = std::unordered_map<const model::Symbol*, Binding>;

struct FunctionCode {
    std::int32_t number = 0;  // into Bytecode::functions
    Footprint footprint;
    std::optional<Obstacle> obstacle;
    std::vector<Binding> parameters;
    const Shape* result = nullptr;      // null: void
    std::uint32_t result_cells_at = 0;  // local cell of a record result
};

constexpr ProcessIndex no_process = static_cast<ProcessIndex>(-1);

// A context builds a network or, on top of the finished context of a network, the code of a property. The latter looks
// up symbols in the former and never changes it, so that properties can be compiled concurrently. Of its own network
// only the code is used: an extension of the finished network's.
struct Context {
    Context(const model::Model& of, Diagnostics& to) : model(of), diagnostics(&to) {}
    Context(const Context& finished, std::shared_ptr<const Bytecode> code, Diagnostics& to);

    const model::Model& model;
    Diagnostics* diagnostics;
    const Context* finished = nullptr;  // of the network, if this is for a property
    Network network;

    Bindings globals;
    std::vector<Bindings> per_process;  // parameters and variables of each process
    Bindings locals;                    // function variables and binders, while they are in scope
    ProcessIndex process = no_process;  // the one being compiled

    std::vector<const model::Template*> templates;  // of each process
    // Symbols that a template assigns to, parameters included.
    std::unordered_set<const model::Symbol*> changed_parameters;

    std::vector<std::vector<std::uint32_t>> select_cells;  // per process: local cells of its selects

    std::deque<Shape> shapes;
    using Shapes = std::map<std::pair<const model::Type*, bool>, const Shape*>;
    Shapes global_shapes;
    Shapes process_shapes;  // of `process`; they may depend on its parameters

    std::unordered_set<const model::Function*> global_functions;
    using FunctionKey = std::pair<const model::Function*, ProcessIndex>;
    std::map<FunctionKey, FunctionCode> functions;
    std::unordered_map<const model::Function*, Frame> function_frames;
    int call_depth = 0;  // nesting of functions being compiled
    Frame scratch;       // of all bodies that are not functions

    // Every process by instance and free arguments, for queries.
    using ProcessKey = std::pair<const model::Instance*, std::vector<std::int32_t>>;
    std::map<ProcessKey, ProcessIndex> process_of;

    std::unordered_map<const model::Function*, bool> inert_functions;  // as far as they were looked at
    std::map<std::vector<std::int32_t>, Address> tables;  // of integers computed by way of floating-point numbers

    std::uint64_t cells = 0;  // all memory allocated, to refuse absurd sizes early
    // Conditions unrolled from quantifiers over clocks and computed clocks, limited likewise.
    std::uint64_t unrolled = 0;
    LoopBudget rounds;  // for evaluating all constants together

    void report(Code code, Span span, std::string message, std::string hint = {}) {
        diagnostics->add(code, span, std::move(message), std::move(hint));
    }
    const Binding* find(const model::Symbol* symbol) const;
    const Binding* find_in(ProcessIndex owner, const model::Symbol* symbol) const;
    std::optional<ProcessIndex> find_process(const model::Instance* instance,
                                             const std::vector<std::int32_t>& arguments) const;
    const FunctionCode* find_function(const FunctionKey& key) const;
    std::optional<const Shape*> find_global_shape(const Shapes::key_type& key) const;  // a null one failed
    bool is_global(const model::Function& function) const;
    Frame& frame_of(const model::Function& function);
    std::int32_t add_obstacle(const Obstacle& obstacle);
    std::uint32_t prices_so_far() const {
        return network.prices ? static_cast<std::uint32_t>(network.prices->rates.size()) : 0;
    }
    bool may_unroll(Span span);  // counts one more condition; false: there are too many, and an error was reported
    void enter_process(ProcessIndex index);  // makes its names and types the current ones

    static constexpr std::uint64_t max_memory = 1U << 24;
    static constexpr std::uint64_t max_unrolled = 2'000'000;
};

// ---- shapes.cpp
// Of a variable, or of a constant of this type. Null: an error was reported.
const Shape* shape_of(Context& context, const model::Type& type, bool constant = false);

// ---- constants.cpp
std::optional<std::int32_t> evaluate(Context& context, const model::Expr& expr);  // nothing: an error was reported
// Nothing: an error was reported, or what keeps it from being computed is in `obstacle`.
std::optional<std::int32_t> evaluate(Context& context, const model::Expr& expr, std::optional<Obstacle>& obstacle);
// The cells of a constant or an initial value. False: an error was reported, or what keeps some from being computed is
// in `obstacle`; without one that is an error, too.
bool evaluate_cells(Context& context, const Shape& shape, const model::Symbol& symbol, std::vector<std::int32_t>& cells,
                    std::optional<Obstacle>* obstacle = nullptr);
bool evaluate_argument(Context& context, const Shape& shape, const model::Expr& expr, std::vector<std::int32_t>& cells);
Address store_constants(Context& context, const std::vector<std::int32_t>& cells);
std::string explain(const Fault& fault);

// ---- statements.cpp
const FunctionCode* compile_function(Context& context, const model::Function& function);

}  // namespace crowfly::compile
