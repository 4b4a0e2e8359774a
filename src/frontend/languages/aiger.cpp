// Circuits in AIGER's formats. A circuit becomes a network with one process, one location and one edge, whose firing is
// a step: all latches get their next values at once, and the inputs of the next step are chosen. So a state is the
// values of latches and inputs, there is an initial state per choice of inputs, and a trace of n transitions has n + 1
// lines of inputs. Gates are definitions; constraints are the invariant of the location.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/frontend.hpp"
#include "frontend/line_queries.hpp"
#include "model/aiger/constructs.hpp"
#include "model/aiger/query.hpp"
#include "model/aiger/read.hpp"
#include "model/aiger/simulation.hpp"
#include "model/aiger/witness.hpp"
#include "network/compile/builder.hpp"

namespace crowfly {
namespace {

struct ParsedByAiger final : ParsedQuery {
    explicit ParsedByAiger(aiger::Query parsed) : query(std::move(parsed)) {}

    aiger::Query query;
};

class AigerQueries final : public LineQueries {
public:
    WrittenQuery parse_condition(const Fragment& fragment, Sources&, Diagnostics& diagnostics) const override {
        aiger::Query query = aiger::parse_condition(fragment);
        diagnostics.append(query.diagnostics);
        return of(fragment, std::move(query));
    }

protected:
    WrittenQuery parse_line(const Fragment& fragment) const override {
        return of(fragment, aiger::parse_query(fragment));
    }
    std::string hint() const override { return "ask `A[] not b0`, or `E<> o1 && !l3`"; }

private:
    static WrittenQuery of(const Fragment& fragment, aiger::Query query) {
        const QueryKind kind = query.for_all ? QueryKind::always_globally : QueryKind::exists_eventually;
        return query_written_as(fragment, kind, std::make_shared<const ParsedByAiger>(std::move(query)));
    }
};

const QueryLanguage& aiger_queries() {
    static const AigerQueries language;
    return language;
}

class CircuitProblem final : public Problem {
public:
    CircuitProblem(FileId file, Sources& sources, Diagnostics& diagnostics)
        : Problem(file), is_binary_(sources.text(file).starts_with("aig")) {
        if (std::optional<aiger::Circuit> read = aiger::read(file, sources, diagnostics)) circuit_ = std::move(*read);
    }

    Origin origin() const override {
        return {is_binary_ ? "aig" : "aag", "", is_binary_ ? "AIGER circuit, binary" : "AIGER circuit", {}};
    }

    std::optional<WitnessCheck> check_witness(FileId witness, const Sources& sources,
                                              Diagnostics& diagnostics) const override {
        const std::optional<aiger::Witness> read = aiger::read_witness(witness, sources, diagnostics);
        if (!read) return std::nullopt;
        const std::size_t lines = read->steps.size();
        return WitnessCheck{aiger::check_witness(*read, circuit_), lines == 0 ? 0 : lines - 1};
    }

    // One per bad state, or per output where there are none; and justice, which is refused when it is compiled.
    std::vector<WrittenQuery> queries() const override {
        std::vector<WrittenQuery> all;
        const bool has_bad = !circuit_.bad.empty();
        const std::size_t count = circuit_.bad_or_outputs().size();
        for (std::size_t i = 0; i < count; ++i) {
            all.push_back(ask_for_all("not " + name_of(has_bad ? 'b' : 'o', i)));
            const std::string& symbol = has_bad ? circuit_.bad_names[i] : circuit_.output_names[i];
            if (symbol != name_of(has_bad ? 'b' : 'o', i)) all.back().comment = symbol;
        }
        for (std::size_t i = 0; i < circuit_.justice.size(); ++i) {
            all.push_back(query_written_as({file(), fmt::format("justice j{}", i), {}}, QueryKind::justice, nullptr));
            all.back().comment = circuit_.justice_names[i];
        }
        return all;
    }

    void build(Diagnostics& diagnostics) override {
        if (diagnostics.has_errors()) return;
        add_state();
        for (const aiger::Gate& gate : circuit_.gates) {
            const DefinitionId made =
                builder_.add_definition(operation(OpCode::bit_and, meaning(gate.left), meaning(gate.right)));
            at(gate.output) = definition(made);
        }
        const ProcessIndex process = builder_.add_process("circuit");
        const std::uint32_t location = builder_.add_location(process, running());
        builder_.add_edge(step(process, location));
        network_ = std::make_shared<const Network>(builder_.finish());
        name_signals();
    }

    const Network& network() const override { return *network_; }
    // A run satisfies the constraints in each of its states. If no initial state does, there is no run.
    bool may_lack_start() const override { return true; }

    std::optional<Property> compile(const WrittenQuery& query, Diagnostics& diagnostics) override {
        Property property;
        property.text = query.text;
        property.span = query.span;
        property.expected = expected(query);
        property::Reach reach{true, builder_.formula(constant(1), network_)};
        if (query.parsed == nullptr) {
            property.obstacle =
                Obstacle{Code::query_not_decidable,
                         "justice asks for a run that never ends, and only bad states are searched for", query.span};
        } else {
            const aiger::Query& parsed = dynamic_cast<const ParsedByAiger&>(*query.parsed).query;
            diagnostics.append(parsed.diagnostics);
            const Expression condition = meaning(parsed.condition, diagnostics);
            if (diagnostics.has_errors()) return std::nullopt;
            reach = {!parsed.for_all, builder_.formula(condition, network_)};
        }
        property.code = reach.formula.code;
        property.asks = std::move(reach);
        return property;
    }

    // A comment of the file may say whether its first bad state can be reached: `EXPECT: T`.
    std::optional<bool> expected(const WrittenQuery& query) override {
        const std::string first = circuit_.bad.empty() ? "o0" : "b0";
        const bool for_all = query.text == "A[] not " + first;
        if (!for_all && query.text != "E<> " + first) return std::nullopt;
        for (const std::string& comment : circuit_.comments) {
            if (comment.ends_with("EXPECT: T")) return !for_all;
            if (comment.ends_with("EXPECT: F")) return for_all;
        }
        return std::nullopt;
    }

    // Outputs and bad states, gate by gate.
    std::vector<OutputWave> outputs_along(const std::vector<std::vector<std::int32_t>>& states) const override {
        std::vector<OutputWave> waves;
        for (std::size_t i = 0; i < circuit_.bad.size(); ++i)
            waves.push_back({titled('b', i, circuit_.bad_names[i]), "bad", ""});
        for (std::size_t i = 0; i < circuit_.outputs.size(); ++i)
            waves.push_back({titled('o', i, circuit_.output_names[i]), "output", ""});
        aiger::Simulation simulation(circuit_);
        for (const std::vector<std::int32_t>& state : states) {
            evaluate(state, simulation);
            const auto add = [&](std::size_t wave, aiger::Literal literal) {
                waves[wave].values += simulation.value(literal) ? '1' : '0';
            };
            for (std::size_t i = 0; i < circuit_.bad.size(); ++i) add(i, circuit_.bad[i]);
            for (std::size_t i = 0; i < circuit_.outputs.size(); ++i) add(circuit_.bad.size() + i, circuit_.outputs[i]);
        }
        return waves;
    }

    WrittenQuery ask_labels(const std::string& labels, Span span) const override {
        aiger::Query query;
        query.diagnostics.add(Code::usage, span, "a circuit has no labels", "ask `E<> b0`");
        WrittenQuery result = query_written_as({span.file, labels, {}}, QueryKind::exists_eventually,
                                               std::make_shared<const ParsedByAiger>(std::move(query)));
        result.text = "reach " + labels;
        return result;
    }

private:
    static std::string name_of(char letter, std::size_t number) { return fmt::format("{}{}", letter, number); }

    static std::string titled(char letter, std::size_t number, const std::string& symbol) {
        const std::string name = name_of(letter, number);
        return symbol.empty() || symbol == name ? name : fmt::format("{} ({})", name, symbol);
    }

    // In the network the slots of latches come after that of the process, and those of inputs after them.
    void evaluate(const std::vector<std::int32_t>& state, aiger::Simulation& simulation) const {
        const std::size_t first = network_->processes.size();
        for (std::size_t i = 0; i < latches_.size(); ++i) simulation.set_latch(i, state[first + i] != 0);
        std::vector<bool> inputs;
        for (std::size_t i = 0; i < inputs_.size(); ++i) inputs.push_back(state[first + latches_.size() + i] != 0);
        simulation.evaluate(inputs);
    }

    WrittenQuery ask_for_all(const std::string& condition) const {
        const Fragment fragment{file(), "A[] " + condition, {}};
        return query_written_as(fragment, QueryKind::always_globally,
                                std::make_shared<const ParsedByAiger>(aiger::parse_query(fragment)));
    }

    Expression& at(aiger::Literal literal) { return values_[aiger::variable_of(literal)]; }
    Expression meaning(aiger::Literal literal) const {
        const Expression& value = values_[aiger::variable_of(literal)];
        return aiger::is_negated(literal) ? negated(value) : value;
    }

    // A name of the symbol table that no other signal has.
    std::string unique(const std::string& symbol, std::string otherwise) {
        return !symbol.empty() && names_.insert(symbol).second ? symbol : std::move(otherwise);
    }

    void add_state() {
        values_.assign(circuit_.greatest_variable + std::size_t{1}, constant(0));
        for (std::size_t i = 0; i < circuit_.latches.size(); ++i) {
            const aiger::Latch& latch = circuit_.latches[i];
            const std::string name = unique(circuit_.latch_names[i], name_of('l', i));
            const bool is_free = latch.reset == aiger::Latch::Reset::free;
            const std::int32_t initial = latch.reset == aiger::Latch::Reset::one ? 1 : 0;
            latches_.push_back(is_free ? builder_.add_free_variable(name, 0, 1, latch.span)
                                       : builder_.add_variable(name, 0, 1, initial, latch.span));
            at(latch.literal) = variable(latches_.back());
        }
        for (std::size_t i = 0; i < circuit_.inputs.size(); ++i) {
            input_names_.push_back(unique(circuit_.input_names[i], name_of('i', i)));
            inputs_.push_back(builder_.add_free_variable(input_names_.back(), 0, 1));
            at(circuit_.inputs[i]) = variable(inputs_.back());
        }
    }

    NetworkBuilder::LocationDraft running() {
        NetworkBuilder::LocationDraft location{.name = "running"};
        if (circuit_.constraints.empty()) return location;
        Expression all = constant(1);
        for (const aiger::Literal constraint : circuit_.constraints) {
            all = definition(builder_.add_definition(operation(OpCode::bit_and, std::move(all), meaning(constraint))));
        }
        location.invariant.push_back(std::move(all));
        return location;
    }

    NetworkBuilder::EdgeDraft step(ProcessIndex process, std::uint32_t location) const {
        NetworkBuilder::EdgeDraft edge{.process = process, .source = location, .target = location, .name = "step"};
        NetworkBuilder::Group group;
        for (std::size_t i = 0; i < latches_.size(); ++i)
            group.emplace_back(latches_[i], meaning(circuit_.latches[i].next));
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            edge.inputs.push_back({input_names_[i], 0, 1});
            group.emplace_back(inputs_[i], input(static_cast<std::uint32_t>(i)));
        }
        edge.updates.push_back(std::move(group));
        return edge;
    }

    void name_signals() {
        const auto add = [&](char letter, const std::vector<std::string>& symbols, const auto& literal_at) {
            for (std::size_t i = 0; i < symbols.size(); ++i) {
                signals_.emplace(name_of(letter, i), meaning(literal_at(i)));
                if (!symbols[i].empty()) signals_.emplace(symbols[i], meaning(literal_at(i)));
            }
        };
        add('l', circuit_.latch_names, [&](std::size_t i) { return circuit_.latches[i].literal; });
        add('i', circuit_.input_names, [&](std::size_t i) { return circuit_.inputs[i]; });
        add('o', circuit_.output_names, [&](std::size_t i) { return circuit_.outputs[i]; });
        add('b', circuit_.bad_names, [&](std::size_t i) { return circuit_.bad[i]; });
        add('c', circuit_.constraint_names, [&](std::size_t i) { return circuit_.constraints[i]; });
    }

    Expression meaning(const aiger::Condition& condition, Diagnostics& diagnostics) const {
        using Kind = aiger::Condition::Kind;
        std::vector<Expression> operands;
        for (const aiger::Condition& operand : condition.operands) operands.push_back(meaning(operand, diagnostics));
        switch (condition.kind) {
            case Kind::constant: return constant(condition.value ? 1 : 0);
            case Kind::negation: return negated(std::move(operands.front()));
            case Kind::conjunction: return all_of(std::move(operands));
            case Kind::disjunction: return any_of(std::move(operands));
            case Kind::signal: break;
        }
        const auto found = signals_.find(condition.name);
        if (found != signals_.end()) return found->second;
        diagnostics.add(Code::unknown_name, condition.span, fmt::format("there is no signal `{}`", condition.name),
                        "inputs are i0, i1, ..., latches l0, ..., outputs o0, ..., bad states b0, ..., or as the "
                        "symbol table names them");
        return constant(0);
    }

    bool is_binary_;
    aiger::Circuit circuit_;
    NetworkBuilder builder_;
    std::vector<Expression> values_;  // by variable of the circuit
    std::vector<VariableId> latches_, inputs_;
    std::vector<std::string> input_names_;
    std::set<std::string> names_;
    std::map<std::string, Expression> signals_;
    std::shared_ptr<const Network> network_;
};

Frontend aiger_frontend() {
    Frontend frontend;
    frontend.name = "aiger";
    frontend.description = "circuits of and-gates and latches (AIGER 1.9, both forms)";
    frontend.suffixes = {".aig", ".aag"};
    frontend.likeness = [](std::string_view text) {
        return aiger::looks_like_circuit(text) ? Likeness::certain : Likeness::none;
    };
    frontend.read = [](FileId file, Sources& sources, Diagnostics& diagnostics) -> std::unique_ptr<Problem> {
        return std::make_unique<CircuitProblem>(file, sources, diagnostics);
    };
    frontend.queries = aiger_queries;
    frontend.constructs = aiger::constructs;
    return frontend;
}

const Registered<Frontend> registered_aiger(frontends(), aiger_frontend());

}  // namespace
}  // namespace crowfly
