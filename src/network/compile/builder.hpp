// Builds a network without a typed model. Variables, clocks, channels, processes, locations and edges are added one by
// one, with guards and updates as expressions; finish() lays them out as the compiler does. Frontends of flat
// languages, such as planning tasks, use it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/messages/source.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

// An expression over variables, as a value.
struct Expression {
    enum class Kind : std::uint8_t {
        constant,     // value
        variable,     // value: its number
        location,     // value: the process; the number of its current location
        operation,    // op; one operand or two
        conjunction,  // of all operands; true without any
        disjunction,  // of all operands; false without any
        conditional,  // condition, then, otherwise
        definition,   // value: its number; the value of an expression that has a name
        input,        // value: the number of a select of the edge
    };

    Kind kind = Kind::constant;
    OpCode op{};
    std::int32_t value = 0;
    std::vector<Expression> operands = {};
    Span span = {};
};

enum class VariableId : std::uint32_t {};

// An expression that others refer to, such as a gate of a circuit. Each program computes it once.
enum class DefinitionId : std::uint32_t {};

Expression constant(std::int32_t value);
Expression variable(VariableId variable);
Expression definition(DefinitionId definition);
Expression input(std::uint32_t select);  // of the edge whose guard or update it is in
Expression location_of(ProcessIndex process);
Expression operation(OpCode op, Expression left, Expression right);
Expression equals(Expression left, std::int32_t value);
Expression negated(Expression condition);
Expression all_of(std::vector<Expression> conditions);
Expression any_of(std::vector<Expression> conditions);
Expression conditional(Expression condition, Expression then, Expression otherwise);

// clock - other <= bound or, if `lower`, clock - other >= bound; strictly, if `strict`. Clock 0 is the constant zero.
struct ClockTest {
    ClockIndex clock = 0;
    ClockIndex other = 0;
    std::int32_t bound = 0;
    bool lower = false;
    bool strict = false;
};

class NetworkBuilder {
public:
    // All values of a group are computed before any is assigned. Groups are executed one after the other. Analyses
    // treat each group as one clause, so an assignment that need not be simultaneous with others is best in a group of
    // its own.
    using Group = std::vector<std::pair<VariableId, Expression>>;

    // A value that is chosen anew each time the edge fires.
    struct Input {
        std::string name;
        std::int32_t least = 0;
        std::int32_t greatest = 0;
    };

    struct EdgeDraft {
        ProcessIndex process = 0;
        std::uint32_t source = 0;
        std::uint32_t target = 0;
        std::string name = {};               // shown in traces; may be empty
        std::vector<Expression> guard = {};  // a conjunction; analyses treat each element as one clause
        std::vector<ClockTest> clock_guard = {};
        Sync sync = Sync::none;  // none, send or receive
        ChannelIndex channel = 0;
        std::vector<Input> inputs = {};  // selects
        std::vector<Group> updates = {};
        std::vector<std::pair<ClockIndex, std::int32_t>> clock_updates = {};
        std::int32_t cost = 1;  // counts if Features::costs is set
        Span span = {};
    };

    struct LocationDraft {
        std::string name;
        bool urgent = false;
        bool committed = false;
        std::vector<Expression> invariant = {};
        std::vector<ClockTest> clock_invariant = {};
        Span span = {};
    };

    VariableId add_variable(std::string name, std::int32_t least, std::int32_t greatest, std::int32_t initial,
                            Span span = {});
    // A variable that starts with any value of its range.
    VariableId add_free_variable(std::string name, std::int32_t least, std::int32_t greatest, Span span = {});
    // It may refer to definitions that were added before.
    DefinitionId add_definition(Expression value);
    ClockIndex add_clock(std::string name, Span span = {});
    ChannelIndex add_channel(Channel channel);
    ProcessIndex add_process(std::string name, Span span = {});
    // The first location is the initial one. Returns the number of the location within its process.
    std::uint32_t add_location(ProcessIndex process, LocationDraft location);
    void add_edge(EdgeDraft edge) { drafts_[edge.process].edges.push_back(std::move(edge)); }

    // Called once, when every process has a location.
    Network finish();

    // The condition as the formula of a property of the finished network, with code of its own.
    Formula formula(const Expression& condition, const std::shared_ptr<const Network>& network) const;

private:
    Formula formula(const Expression& condition, Bytecode& code) const;

    struct ProcessDraft {
        std::string name;
        Span span;
        std::vector<LocationDraft> locations;
        std::vector<EdgeDraft> edges;
    };

    std::vector<Slot> variables_;
    std::vector<Expression> definitions_;
    std::vector<Clock> clocks_{{"0", 0, {}}};
    std::vector<Channel> channels_;
    std::vector<ProcessDraft> drafts_;
};

}  // namespace crowfly
