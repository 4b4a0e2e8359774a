#include "abstraction/predicates/regression.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly::predicates {

Regression::Regression(const System& system) : system_(system), clocks_(system), integers_(system.context()) {}

// ---- Locations and integers -----------------------------------------------------------------------------------------

bool Regression::regress_locations(const Step& step, Places& at, std::vector<Predicate>& not_at) const {
    for (const EdgeIndex e : step.edges) {
        const Edge& edge = system_.network().edges[e];
        const auto target = static_cast<std::int32_t>(edge.target);
        if (at[edge.process] != anywhere && at[edge.process] != target) return false;
        const auto excluded = [&](const Predicate& p) { return p.process == edge.process && p.number == edge.target; };
        if (std::ranges::any_of(not_at, excluded)) return false;
    }
    for (const EdgeIndex e : step.edges) {
        const Edge& edge = system_.network().edges[e];
        at[edge.process] = static_cast<std::int32_t>(edge.source);
        std::erase_if(not_at, [&](const Predicate& p) { return p.process == edge.process; });
    }
    return true;
}

TermLiteral Regression::normal_form(const TermLiteral& literal) const {
    bool holds = true;
    const TermId term = predicate_of(system_.context().terms.graph(), literal, holds).term;
    return {term, holds};
}

std::optional<TermLiteral> Regression::before(const Step& step, const TermLiteral& after, bool& possible) {
    const std::optional<TermId> term = step.effect.apply(after.term);
    if (!term) return std::nullopt;
    const auto value = system_.context().terms.graph().value(*term);
    if (!value) return normal_form({*term, after.holds});
    possible = possible && (*value != 0) == after.holds;
    return std::nullopt;
}

bool Regression::regress_integers(const Step& step, std::vector<TermLiteral>& integers) {
    if (!step.changes_integers) return true;
    std::vector<TermLiteral> after = std::move(integers);
    after.insert(after.end(), step.invariants.begin(), step.invariants.end());
    integers = step.guards;
    bool possible = true;
    for (const TermLiteral& literal : after) {
        if (const auto needed = before(step, literal, possible)) integers.push_back(*needed);
        if (!possible) return false;
    }
    sort_out(integers);
    return true;
}

// ---- Conjunctions ---------------------------------------------------------------------------------------------------

std::optional<Conjunction> Regression::start(const ErrorCase& error) {
    Conjunction result;
    result.at.assign(system_.network().processes.size(), anywhere);
    for (const Predicate& location : error.at) {
        std::int32_t& at = result.at[location.process];
        if (at != anywhere && at != static_cast<std::int32_t>(location.number)) return std::nullopt;
        at = static_cast<std::int32_t>(location.number);
    }
    for (const Predicate& location : error.not_at) {
        if (result.at[location.process] == static_cast<std::int32_t>(location.number)) return std::nullopt;
        if (result.at[location.process] == anywhere) result.not_at.push_back(location);
    }
    result.clocks = clocks_.any_clocks();
    if (!clocks_.apply(clocks_.operations(error, result.at), result.clocks)) return std::nullopt;
    for (const TermLiteral& literal : error.integers) result.integers.push_back(normal_form(literal));
    if (!integers_.assume(result.integers)) return std::nullopt;
    return result;
}

// ---- Abstraction ----------------------------------------------------------------------------------------------------

Cartesian::Cartesian(const System& system, const Predicates& predicates)
    : system_(system), predicates_(predicates), regression_(system) {}

namespace {

void append(std::string& key, std::uint32_t number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

}  // namespace

void Cartesian::read(const Literals& after) {
    at_.assign(system_.network().processes.size(), anywhere);
    not_at_.clear();
    integers_.clear();
    clocks_.clear();
    integer_key_.clear();
    clock_key_.clear();
    for (const Literal literal : after) {
        const std::size_t index = predicate_of(literal);
        const Predicate& predicate = predicates_[index];
        if (index >= predicates_.first_clock()) {
            clocks_.push_back(literal);
            append(clock_key_, literal);
        } else if (index >= predicates_.first_integer()) {
            integers_.push_back(literal);
            append(integer_key_, literal);
        } else if (is_positive(literal)) {
            at_[predicate.process] = static_cast<std::int32_t>(predicate.number);
        } else {
            not_at_.push_back(predicate);
        }
    }
    for (const ProcessIndex process : system_.processes()) {
        if (system_.is_timed(process)) append(clock_key_, timing_of(process));
    }
}

// Clocks are regressed alike wherever a location leaves time alone.
std::uint32_t Cartesian::timing_of(ProcessIndex process) const {
    if (at_[process] == anywhere) return 0;
    const auto number = static_cast<std::uint32_t>(at_[process]);
    return system_.restrains_time(process, number) ? number + 1 : 0;
}

// A process that is somewhere is nowhere else: this need not be said. If the predicates do not know where it is, they
// know where it is not.
void Cartesian::add_locations(Literals& into) const {
    for (std::size_t p = 0; p < predicates_.first_integer(); ++p) {
        const Predicate& predicate = predicates_[p];
        const std::int32_t at = at_before_[predicate.process];
        if (at == static_cast<std::int32_t>(predicate.number)) {
            into.push_back(literal_of(p, true));
        } else if (at == anywhere ? std::ranges::find(not_at_before_, predicate) != not_at_before_.end()
                                  : !predicates_.location(predicate.process, static_cast<std::uint32_t>(at))) {
            into.push_back(literal_of(p, false));
        }
    }
}

Literals Cartesian::entailed(const zone::WideZone& zone) const {
    Literals result;
    const std::size_t n = system_.clocks().size();
    for (std::size_t p = predicates_.first_clock(); p < predicates_.size(); ++p) {
        const Difference& d = predicates_[p].difference;
        const std::size_t i = system_.row(d.left), j = system_.row(d.right);
        if (zone[i * n + j] <= d.bound)
            result.push_back(literal_of(p, true));
        else if (zone[j * n + i] <= zone::negate(d.bound))
            result.push_back(literal_of(p, false));
    }
    return result;
}

Literals Cartesian::entailed(const std::vector<TermLiteral>& integers,
                             const std::vector<std::pair<std::int32_t, ValueSet>>& inputs, bool& possible) {
    Literals result;
    possible = regression_.integers().assume(integers, inputs);
    if (!possible) return result;
    for (std::size_t p = predicates_.first_integer(); p < predicates_.first_clock(); ++p) {
        const std::optional<bool> truth = regression_.integers().truth(predicates_[p].term);
        if (truth) result.push_back(literal_of(p, *truth));
    }
    return result;
}

std::optional<Literals> Cartesian::start(const ErrorCase& error) {
    const std::optional<Conjunction> condition = regression_.start(error);
    if (!condition) return std::nullopt;
    at_before_ = condition->at;
    not_at_before_ = condition->not_at;
    Literals result;
    add_locations(result);
    bool possible = true;
    for (const Literal literal : entailed(condition->integers, {}, possible)) result.push_back(literal);
    for (const Literal literal : entailed(condition->clocks)) result.push_back(literal);
    return possible ? std::optional(result) : std::nullopt;
}

bool Cartesian::may_lead_here(const Step& step) const {
    return std::ranges::all_of(step.edges, [this](EdgeIndex e) {
        const Edge& edge = system_.network().edges[e];
        const std::int32_t at = at_[edge.process];
        return at == anywhere || at == static_cast<std::int32_t>(edge.target);
    });
}

std::optional<Literals> Cartesian::before(std::uint32_t step) {
    if (!may_lead_here(system_.steps()[step])) return std::nullopt;
    at_before_ = at_;
    not_at_before_ = not_at_;
    if (!regression_.regress_locations(system_.steps()[step], at_before_, not_at_before_)) return std::nullopt;
    const std::optional<Literals>& integers = integers_before(step);
    if (!integers) return std::nullopt;
    const std::optional<Literals>& clocks = clocks_before(step);
    if (!clocks) return std::nullopt;
    Literals result;
    add_locations(result);
    result.insert(result.end(), integers->begin(), integers->end());
    result.insert(result.end(), clocks->begin(), clocks->end());
    return result;
}

const std::optional<Literals>& Cartesian::remember(Memo& memo, std::string key, std::optional<Literals> value) {
    bytes_ += 2 * key.size() + 100 + (value ? value->size() * sizeof(Literal) : 0);
    return memo.emplace(std::move(key), std::move(value)).first->second;
}

const std::optional<Literals>& Cartesian::integers_before(std::uint32_t step) {
    const Step& what = system_.steps()[step];
    key_ = integer_key_;
    append(key_, what.changes_integers ? step : static_cast<std::uint32_t>(system_.steps().size()));
    if (const auto found = integer_memo_.find(key_); found != integer_memo_.end()) return found->second;
    if (!what.changes_integers) return remember(integer_memo_, key_, integers_);
    std::vector<TermLiteral> integers;
    for (const Literal literal : integers_)
        integers.push_back({predicates_[predicate_of(literal)].term, is_positive(literal)});
    bool possible = regression_.regress_integers(what, integers);
    Literals result;
    if (possible) result = entailed(integers, what.inputs, possible);
    return remember(integer_memo_, key_, possible ? std::optional(std::move(result)) : std::nullopt);
}

const std::optional<Literals>& Cartesian::clocks_before(std::uint32_t step) {
    const Step& what = system_.steps()[step];
    key_ = clock_key_;
    append(key_, step);
    if (const auto found = clock_memo_.find(key_); found != clock_memo_.end()) return found->second;
    zone::WideZone zone = regression_.clocks().any_clocks();
    bool possible = true;
    for (const Literal literal : clocks_) {
        const Difference& d = predicates_[predicate_of(literal)].difference;
        possible = possible && regression_.clocks().constrain(zone, is_positive(literal) ? d : d.negated());
    }
    possible = possible && regression_.regress_clocks(what, at_, at_before_, zone);
    return remember(clock_memo_, key_, possible ? std::optional(entailed(zone)) : std::nullopt);
}

}  // namespace crowfly::predicates
