#include "abstraction/clock_variables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "base/sort_out.hpp"

namespace crowfly {
namespace {

// The most values of a clock with which its constants are exact. Where there are more, they are rounded to few units:
// with these merge-and-shrink keeps more of everything else, which guides better (M and N of the benchmarks).
constexpr std::int64_t most_values = 256, most_digital_values = 32;
constexpr std::int64_t most_rounded_units = 2;

std::int64_t round_down(std::int64_t number, std::int64_t unit) {
    return number >= 0 ? number / unit : -((-number + unit - 1) / unit);
}
std::int64_t round_up(std::int64_t number, std::int64_t unit) { return -round_down(-number, unit); }

}  // namespace

ClockVariables::ClockVariables(const Network& network, const Target& target, Clocks how, VariableIndex first,
                               const Symmetry* symmetry)
    : network_(network), first_(first), has_fractions_(how == Clocks::regions),
      starts_(start_clock_values(network, symmetry)), writes_(network.edges.size()) {
    const std::vector<Comparison> found = comparisons(target);
    is_closed_ = std::ranges::none_of(found, &Comparison::strict);
    std::map<ClockIndex, std::int64_t> greatest;
    for (const Comparison& c : found) {
        std::int64_t& own = greatest[c.clock];
        own = std::max(own, c.bound);
    }
    find_writes();
    if (has_fractions_) ranks_ = static_cast<Value>(greatest.size()) + 1;
    choose_unit(found, has_fractions_ ? most_values / ranks_ : most_digital_values);
    for (const auto& [clock, constant] : greatest) {
        const std::int64_t units = round_up(constant, unit_);
        clocks_.push_back({clock, units, static_cast<Value>(units) * ranks_ + 2});
    }
}

std::optional<VariableIndex> ClockVariables::variable_of(ClockIndex clock) const {
    const auto found = std::ranges::lower_bound(clocks_, clock, {}, &ClockVariable::clock);
    if (found == clocks_.end() || found->clock != clock) return std::nullopt;
    return first_ + static_cast<VariableIndex>(found - clocks_.begin());
}

Variable ClockVariables::variable(VariableIndex variable) const {
    Variable result{at(variable).values, {}};
    for (const std::int32_t start : starts_[at(variable).clock]) {
        const ValueRange initial = between(at(variable), start, false, start);
        for (Value value = initial.first; value <= initial.last; ++value) result.initial.push_back(value);
    }
    sort_out(result.initial);
    return result;
}

// ---- Comparisons ----------------------------------------------------------------------------------------------------

// A bound that is computed is taken at its weakest.
std::optional<ClockVariables::Comparison> ClockVariables::comparison(const ClockConstraint& c) {
    if (c.condition || (c.left == 0) == (c.right == 0)) return std::nullopt;
    const std::int64_t weakest = c.negated ? -std::int64_t{c.bound.least} : std::int64_t{c.bound.greatest};
    if (c.right == 0) return Comparison{c.left, true, c.strict, weakest};
    return Comparison{c.right, false, c.strict, -weakest};
}

std::optional<ClockVariables::Comparison> ClockVariables::comparison(const Target& leaf) {
    if (leaf.kind != Target::Kind::leaf || leaf.leaf->kind != Formula::Kind::clock) return std::nullopt;
    std::optional<Comparison> found = comparison(leaf.leaf->constraint);
    if (!found || leaf.wanted) return found;
    if (!leaf.leaf->constraint.bound.is_constant()) return std::nullopt;
    found->is_upper = !found->is_upper;
    found->strict = !found->strict;
    return found;
}

void ClockVariables::collect(const Target& target, std::vector<Comparison>& into) {
    for (const Target& part : target.parts) collect(part, into);
    if (const std::optional<Comparison> found = comparison(target)) into.push_back(*found);
}

// All that are made of clocks which always run.
std::vector<ClockVariables::Comparison> ClockVariables::comparisons(const Target& target) const {
    std::vector<Comparison> found;
    const auto add = [&](const Run& constraints) {
        for (const ClockConstraint& constraint : constraints.of(network_.constraints)) {
            if (const std::optional<Comparison> c = comparison(constraint)) found.push_back(*c);
        }
    };
    for (const Edge& edge : network_.edges) add(edge.constraints);
    for (const Location& location : network_.locations) add(location.invariant.constraints);
    collect(target, found);
    std::erase_if(found, [&](const Comparison& c) {
        return std::ranges::any_of(network_.rates, [&](const ClockRate& rate) { return rate.clock == c.clock; });
    });
    return found;
}

// Of all numbers that clocks are compared with or set to.
std::int64_t ClockVariables::common_divisor(const std::vector<Comparison>& comparisons) const {
    std::int64_t divisor = 0;
    for (const Comparison& c : comparisons) divisor = std::gcd(divisor, c.bound);
    for (const std::vector<Write>& writes : writes_) {
        for (const Write& write : writes) divisor = std::gcd(divisor, write.value.value_or(0));
    }
    for (const Clock& clock : network_.clocks) divisor = std::gcd(divisor, std::int64_t{clock.initial});
    return std::max<std::int64_t>(divisor, 1);
}

// If the common divisor is too small: of the units with which the greatest constant is a round number, the one with
// which the others are rounded least.
void ClockVariables::choose_unit(const std::vector<Comparison>& comparisons, std::int64_t most) {
    std::int64_t greatest = 0;
    for (const Comparison& c : comparisons) greatest = std::max(greatest, c.bound);
    unit_ = common_divisor(comparisons);
    if (greatest / unit_ <= std::max(most, most_rounded_units)) return;
    double least = std::numeric_limits<double>::infinity();
    for (std::int64_t count = 1; count <= most_rounded_units; ++count) {
        const std::int64_t unit = round_up(greatest, count);
        double rounded = 0;
        for (const Comparison& c : comparisons) {
            const std::int64_t bound = unit * (c.is_upper ? round_up(c.bound, unit) : round_down(c.bound, unit));
            rounded += std::abs(static_cast<double>(bound - c.bound)) / std::max(1.0, static_cast<double>(c.bound));
        }
        if (rounded < least) unit_ = unit;
        least = std::min(least, rounded);
    }
}

ClockVariables::Comparison ClockVariables::in_units(Comparison c) const {
    c.bound = c.is_upper ? round_up(c.bound, unit_) : round_down(c.bound, unit_);
    return c;
}

// ---- Values ---------------------------------------------------------------------------------------------------------
// An integer part and a rank in one number, in the order of time; the last value is whatever is greater.

Value ClockVariables::value_at(const ClockVariable& clock, std::int64_t units) const {
    return units > clock.greatest ? clock.values - 1 : static_cast<Value>(units) * ranks_;
}

ValueRange ClockVariables::between(const ClockVariable& clock, std::int64_t least, bool is_strict,
                                   std::int64_t most) const {
    Value first = value_at(clock, round_down(least, unit_));
    const bool is_beyond = is_strict || least % unit_ != 0;
    if (has_fractions_ && is_beyond && first + 1 < clock.values) ++first;
    const bool is_endless = most >= zone::unlimited;
    return {first, std::max(first, is_endless ? clock.values - 1 : value_at(clock, round_up(most, unit_)))};
}

bool ClockVariables::holds(const ClockVariable& clock, Value value, const Comparison& comparison) const {
    const Comparison c = in_units(comparison);
    if (value == clock.values - 1) return !c.is_upper;
    const auto units = static_cast<std::int64_t>(value / ranks_);
    if (value % ranks_ != 0) return c.is_upper ? units < c.bound : units >= c.bound;
    const bool is_strict = c.strict && has_fractions_;
    if (is_strict && units == c.bound) return false;
    return c.is_upper ? units <= c.bound : units >= c.bound;
}

std::vector<bool> ClockVariables::values_with(VariableIndex variable, const Comparison& comparison) const {
    std::vector<bool> result;
    for (Value value = 0; value < at(variable).values; ++value)
        result.push_back(holds(at(variable), value, comparison));
    return result;
}

std::optional<std::pair<VariableIndex, std::vector<bool>>> ClockVariables::allowed(const Target& leaf) const {
    const std::optional<Comparison> c = comparison(leaf);
    const std::optional<VariableIndex> variable = c ? variable_of(c->clock) : std::nullopt;
    if (!variable) return std::nullopt;
    return std::pair{*variable, values_with(*variable, *c)};
}

void ClockVariables::read(const ZoneView& zone, std::vector<ValueRange>& into) const {
    for (const ClockVariable& clock : clocks_) {
        const auto row = std::ranges::lower_bound(zone.clocks, clock.clock);
        if (row == zone.clocks.end() || *row != clock.clock) {
            into.push_back({0, clock.values - 1});
            continue;
        }
        const auto i = static_cast<std::size_t>(row - zone.clocks.begin());
        const zone::WideBound most = zone.bound(i, 0), least = zone.bound(0, i);
        const bool is_endless = most == zone::infinity<zone::WideBound>;
        into.push_back(between(clock, -zone::value_of(least), zone::is_strict(least),
                               is_endless ? zone::unlimited : zone::value_of(most)));
    }
}

void ClockVariables::read_initial(std::vector<ValueRange>& into) const {
    for (const ClockVariable& clock : clocks_) {
        const std::int64_t value = network_.clocks[clock.clock].initial;
        into.push_back(between(clock, value, false, value));
    }
}

// ---- Transitions ----------------------------------------------------------------------------------------------------

void ClockVariables::find_writes() {
    constexpr std::uint64_t effort_per_edge = 2'000;
    Terms terms(network_);
    for (EdgeIndex e = 0; e < network_.edges.size(); ++e) {
        poll();
        count_effort(effort_per_edge);
        if (!network_.edges[e].footprint.clock_writes.members().empty())
            writes_[e] = writes_of(network_.edges[e], terms);
    }
}

std::vector<ClockVariables::Write> ClockVariables::writes_of(const Edge& edge, Terms& terms) {
    std::vector<Write> writes;
    const Effect effect = terms.update(edge);
    const bool is_known = edge.obstacle < 0 && !effect.call;
    for (const std::uint32_t clock : edge.footprint.clock_writes.members()) writes.push_back({clock});
    if (!is_known) return writes;
    for (const Effect::ClockAssignment& assignment : effect.clocks) {
        Write& write = writes.emplace_back(Write{assignment.clock, std::nullopt, true});
        const std::optional<std::int32_t> value = terms.graph().value(assignment.value);
        if (assignment.source == 0 && value && *value >= 0) write.value = *value;
    }
    return writes;
}

void ClockVariables::restrict_to(const Run& constraints, Allowed& into) const {
    for (const ClockConstraint& constraint : constraints.of(network_.constraints)) {
        const std::optional<Comparison> c = comparison(constraint);
        const std::optional<VariableIndex> variable = c ? variable_of(c->clock) : std::nullopt;
        if (!variable) continue;
        const std::vector<bool> with = values_with(*variable, *c);
        std::vector<bool>& allowed = into.try_emplace(*variable, with.size(), true).first->second;
        for (std::size_t v = 0; v < with.size(); ++v) allowed[v] = allowed[v] && with[v];
    }
}

// `before`: values it may have; `after`: those it may get, or keep.
std::vector<Rule> ClockVariables::rules(VariableIndex variable, const std::vector<bool>& before,
                                        const std::vector<bool>& after, std::span<const Write> writes) const {
    const Value values = at(variable).values;
    bool may_stay = true;
    std::vector<bool> written(values);
    for (const Write& write : writes) {
        if (write.clock != at(variable).clock) continue;
        if (write.is_certain) written.assign(values, false);
        may_stay = may_stay && !write.is_certain;
        const ValueRange range =
            write.value ? between(at(variable), *write.value, false, *write.value) : ValueRange{0, values - 1};
        for (Value value = range.first; value <= range.last; ++value) written[value] = true;
    }
    const bool from_any = std::ranges::find(before, false) == before.end();
    std::vector<Rule> result;
    for (Value from = 0; from < values; ++from) {
        if (!before[from]) continue;
        if (may_stay && after[from]) result.push_back({from, Rule::same});
        for (Value to = 0; to < values; ++to) {
            if (written[to] && after[to]) result.push_back({from_any ? Rule::any : from, to});
        }
    }
    sort_out(result);
    return result;
}

// Where an edge leaves a location, its invariant holds; so it is a condition of the edge, too. A process that stays
// longer than it may thus stays forever.
ClockVariables::Moves ClockVariables::moves(const std::vector<EdgeIndex>& edges,
                                            const std::vector<EdgeIndex>& may_join) const {
    Allowed before, after;
    std::vector<Write> writes;
    for (const EdgeIndex e : edges) {
        const Edge& edge = network_.edges[e];
        if (edge.obstacle < 0) restrict_to(edge.constraints, before);
        restrict_to(network_.location(edge.process, edge.source).invariant.constraints, before);
        restrict_to(network_.location(edge.process, edge.target).invariant.constraints, after);
        writes.insert(writes.end(), writes_[e].begin(), writes_[e].end());
    }
    for (const EdgeIndex e : may_join) {
        for (Write write : writes_[e]) {
            write.is_certain = false;
            writes.push_back(write);
        }
    }
    for (const std::uint32_t clock : network_.update_footprint.clock_writes.members()) writes.push_back({clock});
    for (const Write& write : writes) {
        if (const std::optional<VariableIndex> variable = variable_of(write.clock))
            before.try_emplace(*variable, at(*variable).values, true);
    }
    for (const auto& [variable, values] : after) before.try_emplace(variable, values.size(), true);
    Moves result;
    for (const auto& [variable, values] : before) {
        after.try_emplace(variable, values.size(), true);
        result[variable] = rules(variable, values, after.at(variable), writes);
    }
    return result;
}

// ---- Time -----------------------------------------------------------------------------------------------------------

// `next`: of an integer part and a rank, those after it; nothing: time cannot pass like this.
template <class Next>
ClockVariables::Moves ClockVariables::delay(Next next) const {
    Moves moves;
    for (VariableIndex v = first_; v < first_ + clocks_.size(); ++v) {
        const ClockVariable& clock = at(v);
        for (Value value = 0; value + 1 < clock.values; ++value) {
            const std::optional<Value> after = next(value / ranks_, value % ranks_);
            if (!after) continue;
            const Value to = std::min(*after, clock.values - 1);
            moves[v].push_back({value, to == value ? Rule::same : to});
        }
        moves[v].push_back({clock.values - 1, Rule::same});
    }
    return moves;
}

std::vector<ClockVariables::Moves> ClockVariables::delays() const {
    if (clocks_.empty()) return {};
    if (!has_fractions_) return {delay([](Value units, Value) { return std::optional(units + 1); })};
    std::vector<Moves> all;
    for (Value of = 1; of < ranks_; ++of) {
        all.push_back(delay([this, of](Value units, Value rank) -> std::optional<Value> {
            if (rank == of) return std::nullopt;
            return units * ranks_ + (rank < of ? rank + 1 : rank);
        }));
        all.push_back(delay([this, of](Value units, Value rank) -> std::optional<Value> {
            if (rank == 0 || rank > of) return std::nullopt;
            return rank == of ? (units + 1) * ranks_ : units * ranks_ + rank;
        }));
    }
    return all;
}

std::vector<DelayCondition> ClockVariables::delay_conditions() const {
    std::vector<DelayCondition> conditions;
    for (ProcessIndex process = 0; process < network_.processes.size(); ++process) {
        const Run& locations = network_.processes[process].locations;
        std::map<VariableIndex, DelayCondition> own;
        for (std::uint32_t number = 0; number < locations.count; ++number) {
            Allowed allowed;
            restrict_to(network_.location(process, number).invariant.constraints, allowed);
            for (const auto& [variable, values] : allowed) {
                DelayCondition& condition =
                    own.try_emplace(variable, DelayCondition{process, variable, {}}).first->second;
                condition.allowed.resize(locations.count, std::vector<bool>(values.size(), true));
                condition.allowed[number] = values;
            }
        }
        for (auto& [variable, condition] : own) conditions.push_back(std::move(condition));
    }
    return conditions;
}

}  // namespace crowfly
