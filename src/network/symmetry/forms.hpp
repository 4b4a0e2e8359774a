// Terms, effects and formulas in a form that does not depend on the order in which conditions, disjunctions and sums
// are written, as they become when two elements change places. Two pieces say the same if their forms are equal; the
// converse need not hold.
//
// A form is a number: equal forms are one. Making a form also checks that identities are used as nothing but
// identities, so that a term over the changed state has the changed value:
//   they are moved, compared by == and !=, used as index, or compared with constants that both elements pass or fail.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "network/symmetry/exchange.hpp"

namespace crowfly::symmetry {

using Form = std::int32_t;

// Forms of all exchanges of one network.
class FormTable {
public:
    Form add(const std::vector<std::int32_t>& parts);
    const std::vector<std::int32_t>& parts(Form form) const { return *parts_[static_cast<std::size_t>(form)]; }

private:
    std::map<std::vector<std::int32_t>, Form> forms_;
    std::vector<const std::vector<std::int32_t>*> parts_;
};

// An identity is used as a number, or something is not understood: the exchange is not one that leaves all as it is.
struct NotSymmetric {
    std::string why;
};

class Forms {
public:
    Forms(Pieces& pieces, const Places& places, const Sorts& sorts, const Exchange& exchange, FormTable& table)
        : pieces_(pieces), places_(places), sorts_(sorts), exchange_(exchange), table_(table) {}

    // All of these throw NotSymmetric.
    Form of_edge(EdgeIndex edge);
    // The same, where an edge that is not understood is like no other; it must not touch what changes.
    Form of_any_edge(EdgeIndex edge);
    Form of_location(LocationIndex location);
    Form of_network();
    Form of(const Formula& formula);

private:
    enum class Tag : std::int32_t {
        constant,
        cell,
        ranged,
        input,
        operation,
        all,
        any,
        sum,
        choice,
        check,
        table,
        call,
        assignment,
        clock_update,
        effect,
        constraint,
        rate,
        location,
        edge,
        channel,
        formula,
        deadlock,
        negation,
        truth,
        network,
        opaque
    };
    using Parts = std::vector<std::int32_t>;

    void forget() {
        known_.clear();
        safe_.clear();
        ranges_.clear();
    }
    Form make(Tag tag, const Parts& parts);
    Form make_sorted(Tag tag, Parts parts);
    Form truth(bool value) { return make(Tag::constant, {value ? 1 : 0}); }
    Form join(Tag tag, const Parts& operands);  // `all` or `any`

    Form of(TermId id, Sort sort);
    Form made(TermId id, Sort sort);
    Form of_condition(TermId id);
    Form of_evaluated(TermId id);  // of which nothing counts but whether it faults
    Form of_operation(const Term& term);
    Form of_order(const Term& term);
    Form of_equality(const Term& term);
    std::optional<Form> of_sum(TermId id);
    Form of_choice(const Term& term, Sort sort);
    Form of_load(const Term& term, Sort sort);
    Form of_table(TermId address, Sort sort);
    Form of_input(const Term& term, Sort sort);
    Form of_call(TermId id);
    Form of_address(TermId id, bool is_channel);
    Form of_cell(const Coordinates& coordinates, std::uint32_t cell);
    Form of_index(const Access::Index& index, Sort sort);

    Form of(const Effect& effect);
    Form of(const ConstraintTerms& constraint);
    void expect(Sort found, Sort wanted) const;
    Sort sort_of(TermId id) const;  // plain, where nothing says otherwise
    bool is_constant(TermId id) const { return pieces_.graph()[id].kind == Term::Kind::constant; }
    bool is_safe(TermId id) const;  // it never faults
    bool is_safe_itself(const Term& term) const;
    bool is_within(TermId id, std::int64_t least, std::int64_t greatest) const;
    bool is_truth(TermId id) const;
    void check_untouched(const Footprint& footprint) const;
    // The least and greatest value, if they are small.
    std::optional<std::pair<std::int64_t, std::int64_t>> range_of(TermId id) const;
    // What is added up: a term, or one that only counts under a condition.
    struct Summand {
        TermId value{};
        std::optional<TermId> condition = {};
    };
    bool add_summands(TermId id, std::vector<Summand>& summands) const;
    std::optional<TermId> added_in(const Term& choice) const;
    TermId unchecked(TermId id) const;  // without checks that never fail
    std::optional<std::pair<std::int64_t, std::int64_t>> found_range(const Term& term) const;

    Pieces& pieces_;
    const Places& places_;
    const Sorts& sorts_;
    const Exchange& exchange_;
    FormTable& table_;
    std::optional<EdgeIndex> edge_;  // whose inputs are meant
    std::map<std::pair<TermId, Sort>, Form> known_;
    mutable std::unordered_map<TermId, bool> truths_, safe_;
    mutable std::unordered_map<TermId, std::optional<std::pair<std::int64_t, std::int64_t>>> ranges_;
};

}  // namespace crowfly::symmetry
