#include "network/compile/builder.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>

#include "base/alarm.hpp"
#include "network/body.hpp"
#include "network/compile/build.hpp"

namespace crowfly {

Expression constant(std::int32_t value) { return {Expression::Kind::constant, {}, value}; }
Expression variable(VariableId variable) {
    return {Expression::Kind::variable, {}, static_cast<std::int32_t>(variable)};
}
Expression definition(DefinitionId definition) {
    return {Expression::Kind::definition, {}, static_cast<std::int32_t>(definition)};
}
Expression input(std::uint32_t select) { return {Expression::Kind::input, {}, static_cast<std::int32_t>(select)}; }
Expression location_of(ProcessIndex process) {
    return {Expression::Kind::location, {}, static_cast<std::int32_t>(process)};
}
Expression operation(OpCode op, Expression left, Expression right) {
    return {Expression::Kind::operation, op, 0, {std::move(left), std::move(right)}};
}
Expression equals(Expression left, std::int32_t value) {
    return operation(OpCode::equal, std::move(left), constant(value));
}
Expression negated(Expression condition) {
    return {Expression::Kind::operation, OpCode::logical_not, 0, {std::move(condition)}};
}
Expression all_of(std::vector<Expression> conditions) {
    return {Expression::Kind::conjunction, {}, 0, std::move(conditions)};
}
Expression any_of(std::vector<Expression> conditions) {
    return {Expression::Kind::disjunction, {}, 0, std::move(conditions)};
}
Expression conditional(Expression condition, Expression then, Expression otherwise) {
    return {Expression::Kind::conditional, {}, 0, {std::move(condition), std::move(then), std::move(otherwise)}};
}

namespace {

using compile::Body;

// The slots of variables come after those of the processes' locations. Definitions have local cells, and so have the
// selects of an edge after them.
class Expressions {
public:
    Expressions(std::size_t processes, const std::vector<Expression>& definitions)
        : first_(static_cast<std::uint32_t>(processes)), definitions_(definitions) {}

    // Computes the definitions that these expressions refer to. It comes first in a program.
    void define(std::span<const Expression* const> expressions, Body& body) const {
        if (definitions_.empty()) return;
        std::vector<bool> needed(definitions_.size());
        for (const Expression* e : expressions) mark(*e, needed);
        for (std::size_t d = definitions_.size(); d-- > 0;) {
            if (needed[d]) mark(definitions_[d], needed);
        }
        for (std::size_t d = 0; d < definitions_.size(); ++d) {
            if (!needed[d]) continue;
            value(definitions_[d], body);
            body.emit(OpCode::store_local, definitions_[d].span, static_cast<std::int32_t>(d));
        }
    }

    void value(const Expression& e, Body& body) const {
        switch (e.kind) {
            case Expression::Kind::constant: return body.push(e.value, e.span);
            case Expression::Kind::variable: return load(first_ + static_cast<std::uint32_t>(e.value), e.span, body);
            case Expression::Kind::location: return load(static_cast<std::uint32_t>(e.value), e.span, body);
            case Expression::Kind::operation:
                for (const Expression& operand : e.operands) value(operand, body);
                return body.emit(e.op, e.span);
            case Expression::Kind::conjunction:
            case Expression::Kind::disjunction: return junction(e, body);
            case Expression::Kind::conditional: return choice(e, body);
            case Expression::Kind::definition: return body.emit(OpCode::load_local, e.span, e.value);
            case Expression::Kind::input:
                return body.emit(OpCode::load_local, e.span, static_cast<std::int32_t>(cell_of_input(e.value)));
        }
    }

    Clause condition(const Expression& e, Bytecode& code) const {
        Body body;
        define(std::array{&e}, body);
        value(e, body);
        Clause clause{body.install(code), std::move(body.footprint)};
        return clause;
    }

protected:
    std::uint32_t slot_of(VariableId variable) const { return first_ + static_cast<std::uint32_t>(variable); }
    std::uint32_t cell_of_input(std::int32_t select) const {
        return static_cast<std::uint32_t>(definitions_.size()) + static_cast<std::uint32_t>(select);
    }

private:
    static void mark(const Expression& e, std::vector<bool>& needed) {
        if (e.kind == Expression::Kind::definition) needed[static_cast<std::size_t>(e.value)] = true;
        for (const Expression& operand : e.operands) mark(operand, needed);
    }

    static void load(std::uint32_t slot, Span span, Body& body) {
        body.emit(OpCode::load_state, span, static_cast<std::int32_t>(slot));
        body.footprint.reads.add(slot);
    }

    // Left to right, with short-circuit evaluation.
    void junction(const Expression& e, Body& body) const {
        const bool all = e.kind == Expression::Kind::conjunction;
        if (e.operands.empty()) return body.push(all ? 1 : 0, e.span);
        std::vector<std::size_t> decided;
        for (const Expression& operand : e.operands) {
            if (&operand != &e.operands.front())
                decided.push_back(body.jump(all ? OpCode::and_jump : OpCode::or_jump, e.span));
            value(operand, body);
        }
        for (const std::size_t jump : decided) body.bind_label(jump);
        body.emit(OpCode::to_bool, e.span);
    }

    void choice(const Expression& e, Body& body) const {
        value(e.operands[0], body);
        const std::size_t otherwise = body.jump(OpCode::jump_if_zero, e.span);
        value(e.operands[1], body);
        const std::size_t end = body.jump(OpCode::jump, e.span);
        body.bind_label(otherwise);
        value(e.operands[2], body);
        body.bind_label(end);
    }

    std::uint32_t first_;  // the slot of the first variable
    const std::vector<Expression>& definitions_;
};

// The code of edges and locations.
class Emitter : public Expressions {
public:
    Emitter(Network& network, std::size_t processes, const std::vector<Expression>& definitions)
        : Expressions(processes, definitions), network_(network) {
        network.code.locals = static_cast<std::uint32_t>(definitions.size());
    }

    Clause condition(const Expression& e) const { return Expressions::condition(e, network_.code); }

    Run selects(const std::vector<NetworkBuilder::Input>& inputs) const {
        const Run run{static_cast<std::uint32_t>(network_.selects.size()), static_cast<std::uint32_t>(inputs.size())};
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const std::uint32_t cell = cell_of_input(static_cast<std::int32_t>(i));
            network_.selects.push_back({inputs[i].name, cell, inputs[i].least, inputs[i].greatest});
            network_.code.locals = std::max(network_.code.locals, cell + 1);
        }
        return run;
    }

    void assign(const NetworkBuilder::Group& group, Body& body) const {
        std::vector<const Expression*> values;
        for (const auto& [variable, source] : group) values.push_back(&source);
        define(values, body);
        for (const auto& [variable, source] : group) {
            const Slot& slot = network_.slots[slot_of(variable)];
            value(source, body);
            body.emit(OpCode::check_range, source.span, slot.least, slot.greatest);
        }
        for (auto assigned = group.rbegin(); assigned != group.rend(); ++assigned) {
            const std::uint32_t slot = slot_of(assigned->first);
            body.emit(OpCode::store_state, assigned->second.span, static_cast<std::int32_t>(slot));
            body.footprint.writes.add(slot);
            body.footprint.certain_writes.add(slot);
        }
    }

    void set_clock(ClockIndex clock, std::int32_t value, Span span, Body& body) const {
        body.push(static_cast<std::int32_t>(clock), span);
        body.push(value, span);
        body.emit(OpCode::set_clock, span);
        body.footprint.clock_writes.add(clock);
        body.footprint.clock_resets.add(clock);
        network_.largest_clock_value = std::max(network_.largest_clock_value, std::int64_t{value});
    }

    Run constraints(const std::vector<ClockTest>& tests, Span span, Footprint& footprint) const {
        const Run run{static_cast<std::uint32_t>(network_.constraints.size()),
                      static_cast<std::uint32_t>(tests.size())};
        for (const ClockTest& test : tests) {
            ClockConstraint constraint;
            constraint.left = test.lower ? test.other : test.clock;
            constraint.right = test.lower ? test.clock : test.other;
            constraint.strict = test.strict;
            constraint.negated = test.lower;
            constraint.bound = {{}, test.bound, test.bound};
            constraint.span = span;
            for (const ClockIndex clock : {test.clock, test.other}) {
                if (clock != 0) footprint.clock_reads.add(clock);
            }
            network_.constraints.push_back(constraint);
        }
        return run;
    }

private:
    Network& network_;
};

Location lay_out(const NetworkBuilder::LocationDraft& draft, const Emitter& emitter) {
    Location location;
    location.name = draft.name;
    location.urgent = draft.urgent;
    location.committed = draft.committed;
    location.span = draft.span;
    if (!draft.invariant.empty()) {
        Clause whole = emitter.condition(all_of(draft.invariant));
        location.invariant.discrete = whole.program;
        location.invariant.footprint = std::move(whole.footprint);
    }
    location.invariant.constraints =
        emitter.constraints(draft.clock_invariant, draft.span, location.invariant.footprint);
    return location;
}

void lay_out_guard(const NetworkBuilder::EdgeDraft& draft, const Emitter& emitter, Network& network, Edge& edge) {
    edge.guard_clauses.first = static_cast<std::uint32_t>(network.clauses.size());
    edge.guard_clauses.count = static_cast<std::uint32_t>(draft.guard.size());
    for (const Expression& condition : draft.guard) network.clauses.push_back(emitter.condition(condition));
    if (draft.guard.size() == 1) {
        edge.guard = network.clauses.back().program;
        edge.footprint.add(network.clauses.back().footprint);
    } else if (!draft.guard.empty()) {
        const Clause whole = emitter.condition(all_of(draft.guard));
        edge.guard = whole.program;
        edge.footprint.add(whole.footprint);
    }
    edge.constraints = emitter.constraints(draft.clock_guard, draft.span, edge.footprint);
    edge.enabling = edge.footprint;
}

// The update as one program, and one clause per group.
void lay_out_update(const NetworkBuilder::EdgeDraft& draft, const Emitter& emitter, Network& network, Edge& edge) {
    Body whole;
    edge.update_clauses.first = static_cast<std::uint32_t>(network.clauses.size());
    const auto add = [&](const auto& emit) {
        Body alone;
        emit(alone);
        emit(whole);
        const Program program = alone.install(network.code);
        network.clauses.push_back({program, std::move(alone.footprint)});
    };
    for (const NetworkBuilder::Group& group : draft.updates) add([&](Body& body) { emitter.assign(group, body); });
    for (const auto& [clock, value] : draft.clock_updates)
        add([&, c = clock, v = value](Body& body) { emitter.set_clock(c, v, draft.span, body); });
    edge.update_clauses.count = static_cast<std::uint32_t>(network.clauses.size()) - edge.update_clauses.first;
    edge.update = edge.update_clauses.count == 1 ? network.clauses.back().program : whole.install(network.code);
    edge.footprint.add(whole.footprint);
}

Edge lay_out(const NetworkBuilder::EdgeDraft& draft, const Emitter& emitter, Network& network) {
    poll();
    Edge edge;
    edge.process = draft.process;
    edge.source = draft.source;
    edge.target = draft.target;
    edge.name = draft.name;
    edge.outcome.cost = draft.cost;
    edge.sync = draft.sync;
    edge.channel = draft.channel;
    edge.span = draft.span;
    edge.selects = emitter.selects(draft.inputs);
    lay_out_guard(draft, emitter, network, edge);
    lay_out_update(draft, emitter, network, edge);
    edge.footprint.reads.add(edge.process);
    if (edge.target != edge.source) edge.footprint.writes.add(edge.process);
    return edge;
}

}  // namespace

VariableId NetworkBuilder::add_variable(std::string name, std::int32_t least, std::int32_t greatest,
                                        std::int32_t initial, Span span) {
    assert(least <= initial && initial <= greatest);
    variables_.push_back({std::move(name), Slot::Kind::integer, false, least, greatest, initial, span});
    return static_cast<VariableId>(variables_.size() - 1);
}

VariableId NetworkBuilder::add_free_variable(std::string name, std::int32_t least, std::int32_t greatest, Span span) {
    const VariableId id = add_variable(std::move(name), least, greatest, least, span);
    variables_.back().any_initial = true;
    return id;
}

DefinitionId NetworkBuilder::add_definition(Expression value) {
    definitions_.push_back(std::move(value));
    return static_cast<DefinitionId>(definitions_.size() - 1);
}

ClockIndex NetworkBuilder::add_clock(std::string name, Span span) {
    clocks_.push_back({std::move(name), 0, span});
    return static_cast<ClockIndex>(clocks_.size() - 1);
}

ChannelIndex NetworkBuilder::add_channel(Channel channel) {
    channels_.push_back(std::move(channel));
    return static_cast<ChannelIndex>(channels_.size() - 1);
}

ProcessIndex NetworkBuilder::add_process(std::string name, Span span) {
    drafts_.push_back({std::move(name), span, {}, {}});
    return static_cast<ProcessIndex>(drafts_.size() - 1);
}

std::uint32_t NetworkBuilder::add_location(ProcessIndex process, LocationDraft location) {
    std::vector<LocationDraft>& locations = drafts_[process].locations;
    locations.push_back(std::move(location));
    return static_cast<std::uint32_t>(locations.size() - 1);
}

Network NetworkBuilder::finish() {
    Network network;
    network.clocks = std::move(clocks_);
    network.channels = std::move(channels_);
    for (const ProcessDraft& draft : drafts_) {
        network.slots.push_back({draft.name, Slot::Kind::location, false, 0,
                                 static_cast<std::int32_t>(draft.locations.size()) - 1, 0, draft.span});
    }
    std::move(variables_.begin(), variables_.end(), std::back_inserter(network.slots));
    network.state_slots = static_cast<std::uint32_t>(network.slots.size());
    const Emitter emitter(network, drafts_.size(), definitions_);
    for (const ProcessDraft& draft : drafts_) {
        assert(!draft.locations.empty());
        Process process;
        process.name = process.template_name = draft.name;
        process.slot = static_cast<std::uint32_t>(network.processes.size());
        process.span = draft.span;
        process.locations = {static_cast<std::uint32_t>(network.locations.size()),
                             static_cast<std::uint32_t>(draft.locations.size())};
        process.edges = {static_cast<std::uint32_t>(network.edges.size()),
                         static_cast<std::uint32_t>(draft.edges.size())};
        for (const LocationDraft& location : draft.locations) network.locations.push_back(lay_out(location, emitter));
        for (const EdgeDraft& edge : draft.edges) {
            network.edges.push_back(lay_out(edge, emitter, network));
            network.edges.back().arrow = static_cast<std::uint32_t>(&edge - draft.edges.data());
        }
        compile::index_by_source(network, process);
        network.processes.push_back(std::move(process));
    }
    for (ProcessDraft& draft : drafts_) draft = {};  // their count is still needed
    compile::enumerate_transitions(network);
    compile::note_features(network);
    compile::compute_clock_bounds(network);
    return network;
}

Formula NetworkBuilder::formula(const Expression& condition, const std::shared_ptr<const Network>& network) const {
    Bytecode code = extension_of({network, &network->code});
    Formula result = formula(condition, code);
    set_code(result, std::make_shared<const Bytecode>(std::move(code)));
    return result;
}

Formula NetworkBuilder::formula(const Expression& condition, Bytecode& code) const {
    using Kind = Expression::Kind;
    Formula result;
    result.span = condition.span;
    if (condition.kind == Kind::conjunction || condition.kind == Kind::disjunction) {
        const bool all = condition.kind == Kind::conjunction;
        result.value = all;
        if (condition.operands.empty()) return result;
        if (condition.operands.size() == 1) return formula(condition.operands[0], code);
        result.kind = all ? Formula::Kind::conjunction : Formula::Kind::disjunction;
        for (const Expression& operand : condition.operands) result.operands.push_back(formula(operand, code));
        return result;
    }
    if (condition.kind == Kind::operation && condition.op == OpCode::logical_not) {
        result.kind = Formula::Kind::negation;
        result.operands.push_back(formula(condition.operands[0], code));
        return result;
    }
    if (condition.kind == Kind::constant) {
        result.value = condition.value != 0;
        return result;
    }
    Clause leaf = Expressions(drafts_.size(), definitions_).condition(condition, code);
    result.kind = Formula::Kind::discrete;
    result.program = leaf.program;
    result.footprint = std::move(leaf.footprint);
    return result;
}

}  // namespace crowfly
