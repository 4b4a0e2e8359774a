#include "abstraction/predicates/predicate.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly::predicates {

Predicates::Predicates(std::vector<Predicate> all) : all_(std::move(all)) {
    sort_out(all_);
    const auto before = [this](Predicate::Kind kind) {
        return static_cast<std::size_t>(
            std::ranges::count_if(all_, [kind](const Predicate& predicate) { return predicate.kind < kind; }));
    };
    first_integer_ = before(Predicate::Kind::integer);
    first_clock_ = before(Predicate::Kind::clock);
    for (std::size_t p = 0; p < first_integer_; ++p) {
        if (all_[p].process >= by_process_.size()) by_process_.resize(all_[p].process + std::size_t{1});
        by_process_[all_[p].process].push_back(p);
    }
}

std::optional<Literal> Predicates::location(ProcessIndex process, std::uint32_t number) const {
    for (const std::size_t p : of_process(process)) {
        if (all_[p].number == number) return literal_of(p, true);
    }
    return std::nullopt;
}

std::span<const std::size_t> Predicates::of_process(ProcessIndex process) const {
    return process < by_process_.size() ? std::span<const std::size_t>(by_process_[process])
                                        : std::span<const std::size_t>();
}

void Predicates::add_implied(std::span<const Literal> literals, LiteralSet& into) const {
    for (const Literal literal : literals) {
        const std::size_t known = predicate_of(literal);
        if (known >= first_integer_) return;
        if (!is_positive(literal)) continue;
        for (const std::size_t other : of_process(all_[known].process)) {
            if (other != known) into.add(literal_of(other, false));
        }
    }
}

Predicate predicate_of(const Difference& difference, bool& holds) {
    Predicate predicate;
    predicate.kind = Predicate::Kind::clock;
    holds = difference.left > difference.right;
    predicate.difference = holds ? difference : difference.negated();
    return predicate;
}

Predicate predicate_of(ProcessIndex process, std::uint32_t number) {
    Predicate predicate;
    predicate.kind = Predicate::Kind::location;
    predicate.process = process;
    predicate.number = number;
    return predicate;
}

namespace {

// The comparison of which another one is the negation.
std::optional<OpCode> complement_of(OpCode op) {
    switch (op) {
        case OpCode::not_equal: return OpCode::equal;
        case OpCode::greater: return OpCode::less_equal;
        case OpCode::greater_equal: return OpCode::less;
        default: return std::nullopt;
    }
}

}  // namespace

Predicate predicate_of(TermGraph& graph, TermLiteral literal, bool& holds) {
    holds = literal.holds;
    while (true) {
        const Term term = graph[literal.term];
        if (term.kind == Term::Kind::operation && term.arity == 2 && complement_of(term.op)) {
            holds = !holds;
            literal.term = graph.operation(*complement_of(term.op), term.operands[0], term.operands[1]);
            break;
        }
        if (term.kind != Term::Kind::operation || term.arity != 1) break;
        if (term.op == OpCode::logical_not)
            holds = !holds;
        else if (term.op != OpCode::to_bool)
            break;
        literal.term = term.operands[0];
    }
    Predicate predicate;
    predicate.kind = Predicate::Kind::integer;
    predicate.term = literal.term;
    return predicate;
}

std::optional<Difference> difference_of(const ClockConstraint& constraint) {
    if (constraint.condition) return std::nullopt;
    const std::int64_t weakest =
        constraint.negated ? -std::int64_t{constraint.bound.least} : std::int64_t{constraint.bound.greatest};
    return Difference{constraint.left, constraint.right, zone::bound<zone::WideBound>(weakest, constraint.strict)};
}

}  // namespace crowfly::predicates
