// Planning tasks in the output format of Fast Downward's translator. A task becomes one process with one location and
// an edge per operator; the goal is the query of the file. Costs of operators are kept and shown with a plan, but
// searches count transitions.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/frontend.hpp"
#include "frontend/line_queries.hpp"
#include "model/sas/constructs.hpp"
#include "model/sas/query.hpp"
#include "model/sas/read.hpp"
#include "network/compile/builder.hpp"

namespace crowfly {
namespace {

struct ParsedBySas final : ParsedQuery {
    explicit ParsedBySas(sas::Query parsed) : query(std::move(parsed)) {}

    sas::Query query;
};

WrittenQuery written(const Fragment& fragment, QueryKind kind, sas::Query query) {
    return query_written_as(fragment, kind, std::make_shared<const ParsedBySas>(std::move(query)));
}

class SasQueries final : public LineQueries {
public:
    WrittenQuery parse_condition(const Fragment& fragment, Sources&, Diagnostics& diagnostics) const override {
        sas::Query query = sas::parse_condition(fragment);
        diagnostics.append(query.diagnostics);
        return written(fragment, QueryKind::exists_eventually, std::move(query));
    }

protected:
    WrittenQuery parse_line(const Fragment& fragment) const override {
        sas::Query query = sas::parse_query(fragment);
        const QueryKind kind = query.for_all ? QueryKind::always_globally : QueryKind::exists_eventually;
        return written(fragment, kind, std::move(query));
    }
    std::string hint() const override { return "ask `E<> goal`, or `E<> var0 == 1 && var3 != 0`"; }
};

const QueryLanguage& sas_queries() {
    static const SasQueries language;
    return language;
}

// "Atom at(truck1, depot1)" is "at(truck1, depot1)".
std::string short_name(const std::string& atom) {
    constexpr std::string_view positive = "Atom ";
    constexpr std::string_view negative = "NegatedAtom ";
    if (atom.starts_with(positive)) return atom.substr(positive.size());
    return atom.starts_with(negative) ? "not " + atom.substr(negative.size()) : atom;
}

class SasProblem final : public Problem {
public:
    SasProblem(FileId file, Sources& sources, Diagnostics& diagnostics)
        : Problem(file), task_(sas::read_task(file, sources, diagnostics)) {}

    Origin origin() const override { return {"sas", "", "SAS+ planning task", {}}; }

    std::vector<WrittenQuery> queries() const override {
        sas::Query goal;
        goal.literals.push_back({false, "goal", true, 0, task_.goal_span});
        WrittenQuery query = written({file(), "E<> goal", {}}, QueryKind::exists_eventually, std::move(goal));
        query.span = task_.goal_span;
        std::vector<WrittenQuery> all;
        all.push_back(std::move(query));
        return all;
    }

    void build(Diagnostics& diagnostics) override {
        if (diagnostics.has_errors()) return;
        const ProcessIndex process = builder_.add_process("task", task_.goal_span);
        const std::uint32_t location = builder_.add_location(process, {.name = "running", .span = task_.goal_span});
        for (const sas::Variable& v : task_.variables)
            builder_.add_variable(v.name, 0, static_cast<std::int32_t>(v.values.size()) - 1, v.initial, v.span);
        for (const sas::Operator& op : task_.operators) add_operator(op, process, location);
        Network network = builder_.finish();
        name_values(network);
        network.features.costs = task_.uses_costs;
        network_ = std::make_shared<const Network>(std::move(network));
    }

    const Network& network() const override { return *network_; }

    std::optional<Property> compile(const WrittenQuery& query, Diagnostics& diagnostics) override {
        const sas::Query& parsed = dynamic_cast<const ParsedBySas&>(*query.parsed).query;
        diagnostics.append(parsed.diagnostics);
        std::vector<Expression> all;
        for (const sas::Literal& literal : parsed.literals) {
            if (std::optional<Expression> one = meaning(literal, diagnostics)) all.push_back(std::move(*one));
        }
        if (diagnostics.has_errors()) return std::nullopt;
        Property property;
        property::Reach reach{!parsed.for_all, builder_.formula(all_of(std::move(all)), network_)};
        property.code = reach.formula.code;
        property.asks = std::move(reach);
        property.text = query.text;
        property.span = query.span;
        return property;
    }

    std::optional<bool> expected(const WrittenQuery&) override { return std::nullopt; }

    WrittenQuery ask_labels(const std::string& labels, Span span) const override {
        sas::Query query;
        query.diagnostics.add(Code::usage, span, "a planning task has no labels", "ask `E<> goal`");
        WrittenQuery result = written({span.file, labels, {}}, QueryKind::exists_eventually, std::move(query));
        result.text = "reach " + labels;
        return result;
    }

    std::vector<OutputWave> facts_along(const std::string& query,
                                        const std::vector<std::vector<std::int32_t>>& states) const override {
        std::vector<OutputWave> waves;
        for (const sas::Literal& literal : sas::parse_query({file(), query, {}}).literals) {
            for (const sas::Fact& fact : facts_of(literal)) waves.push_back(wave_of(fact, states));
        }
        return waves;
    }

private:
    static VariableId id(std::uint32_t variable) { return static_cast<VariableId>(variable); }
    static Expression holds(const sas::Fact& fact) { return equals(variable(id(fact.variable)), fact.value); }
    static std::vector<Expression> conditions(const std::vector<sas::Fact>& facts) {
        std::vector<Expression> result;
        for (const sas::Fact& fact : facts) result.push_back(holds(fact));
        return result;
    }

    // Conditions of effects refer to the state before: values that read variables are computed simultaneously, before
    // constants are assigned.
    void add_operator(const sas::Operator& op, ProcessIndex process, std::uint32_t location) {
        NetworkBuilder::EdgeDraft edge{.process = process, .source = location, .target = location, .name = op.name};
        edge.cost = op.cost;
        edge.guard = conditions(op.preconditions);
        edge.span = op.span;
        std::map<std::uint32_t, Expression> values;
        for (const sas::Effect& effect : op.effects) {
            Expression& value =
                values.try_emplace(effect.fact.variable, variable(id(effect.fact.variable))).first->second;
            value = effect.conditions.empty()
                        ? constant(effect.fact.value)
                        : conditional(all_of(conditions(effect.conditions)), constant(effect.fact.value), value);
        }
        NetworkBuilder::Group reading;
        for (const auto& [changed, value] : values) {
            if (value.kind != Expression::Kind::constant) reading.emplace_back(id(changed), value);
        }
        if (!reading.empty()) edge.updates.push_back(std::move(reading));
        for (const auto& [changed, value] : values) {
            if (value.kind == Expression::Kind::constant) edge.updates.push_back({{id(changed), value}});
        }
        builder_.add_edge(std::move(edge));
    }

    void name_values(Network& network) const {
        network.value_names.resize(network.slots.size());
        for (std::size_t v = 0; v < task_.variables.size(); ++v) {
            for (const std::string& value : task_.variables[v].values)
                network.value_names[network.processes.size() + v].push_back(short_name(value));
        }
    }

    std::vector<sas::Fact> facts_of(const sas::Literal& literal) const {
        if (literal.is_goal) return task_.goal;
        const auto found = std::ranges::find(task_.variables, literal.name, &sas::Variable::name);
        if (found == task_.variables.end() || static_cast<std::size_t>(literal.value) >= found->values.size())
            return {};
        return {{static_cast<std::uint32_t>(found - task_.variables.begin()), literal.value}};
    }

    OutputWave wave_of(const sas::Fact& fact, const std::vector<std::vector<std::int32_t>>& states) const {
        const std::size_t slot = network_->processes.size() + fact.variable;
        OutputWave wave{short_name(task_.variables[fact.variable].values[static_cast<std::size_t>(fact.value)]), "fact",
                        ""};
        for (const std::vector<std::int32_t>& state : states) wave.values += state[slot] == fact.value ? '1' : '0';
        return wave;
    }

    std::optional<Expression> meaning(const sas::Literal& literal, Diagnostics& diagnostics) const {
        Expression condition = all_of(conditions(task_.goal));
        if (!literal.is_goal) {
            const auto found = std::ranges::find(task_.variables, literal.name, &sas::Variable::name);
            if (found == task_.variables.end()) {
                diagnostics.add(Code::unknown_name, literal.span,
                                fmt::format("there is no variable `{}`", literal.name));
                return std::nullopt;
            }
            condition = holds({static_cast<std::uint32_t>(found - task_.variables.begin()), literal.value});
        }
        return literal.negated ? negated(std::move(condition)) : std::move(condition);
    }

    sas::Task task_;
    NetworkBuilder builder_;
    std::shared_ptr<const Network> network_;
};

Frontend sas_frontend() {
    Frontend frontend;
    frontend.name = "sas";
    frontend.description = "planning tasks as Fast Downward's translator writes them (SAS+, version 3)";
    frontend.suffixes = {".sas"};
    frontend.likeness = [](std::string_view text) {
        return sas::looks_like_task(text) ? Likeness::certain : Likeness::none;
    };
    frontend.read = [](FileId file, Sources& sources, Diagnostics& diagnostics) -> std::unique_ptr<Problem> {
        return std::make_unique<SasProblem>(file, sources, diagnostics);
    };
    frontend.queries = sas_queries;
    frontend.constructs = sas::constructs;
    return frontend;
}

const Registered<Frontend> registered_sas(frontends(), sas_frontend());

}  // namespace
}  // namespace crowfly
