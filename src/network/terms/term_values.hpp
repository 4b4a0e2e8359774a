// The values that a term can have where slots and inputs have values from given sets (Cousot, Cousot: Abstract
// interpretation, 1977), and what follows for these sets where a term is known to hold. All sets are too large rather
// than too small.
//
// A term that other terms share is visited once per scope, not once per path that leads to it: in a program such as
// `x = b ? x + 1 : x - 1`, repeated n times, there are n terms and 2^n paths. Assumptions split the scope at every
// disjunction, and a different scope is a different visit, so each call also has a limit. Beyond it sets stay as they
// are, which is a correct answer.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "network/terms/terms.hpp"
#include "network/values/value_set.hpp"

namespace crowfly {

// What is known at some point: the sets of all slots, smaller ones for some of them, and those of the inputs.
struct Scope {
    std::vector<std::pair<std::uint32_t, ValueSet>> narrowed;  // by slot; few
    std::vector<std::pair<std::int32_t, ValueSet>> inputs;     // by local cell
    std::uint64_t version = 0;                                 // of its sets; equal: the same sets
    int depth = 0;                                             // of choices that it is within
    int level = 0;                                             // the depth where it got this version
};

class TermValues {
public:
    // `slots` may change while no scope exists. After `most` evaluations anything is possible.
    TermValues(Terms& terms, const std::vector<ValueSet>& slots, std::size_t most)
        : terms_(terms), slots_(slots), left_(most) {}

    struct Result {
        ValueSet values;      // unless it faults
        bool faults = false;  // it may
    };
    Result evaluate(TermId id, const Scope& scope);
    // Narrows the scope to where the term holds (or fails). False: nowhere.
    bool assume(TermId id, bool holds, Scope& scope);

    Scope scope() { return {{}, {}, ++versions_, 0, 0}; }
    const ValueSet& slot(const Scope& scope, std::uint32_t slot) const;
    void set_slot(Scope& scope, std::uint32_t slot, const ValueSet& values);
    void set_inputs(Scope& scope, std::vector<std::pair<std::int32_t, ValueSet>> inputs);

    // Other work that counts like evaluations.
    void charge(std::size_t amount) { left_ -= std::min(left_, amount); }
    bool is_exhausted() const { return left_ == 0; }

private:
    static constexpr int deepest_scope = 4;
    static constexpr std::uint64_t most_cells = 1024;           // that a load may mean
    static constexpr std::size_t most_per_call = 50'000;        // evaluations
    static constexpr std::size_t most_choices_per_call = 4096;  // that are assumed to hold or to fail

    struct Memo {
        std::uint64_t version = 0;
        Result result;
    };
    // What an assumption has led to.
    struct Assumed {
        bool is_possible = true;
        std::optional<Scope> narrowed;  // absent: nothing has changed
    };

    const Term& term(TermId id) const { return terms_.graph()[id]; }
    void begin_call();
    void renew(Scope& scope);  // after its sets have changed

    Result value_of(TermId id, const Scope& scope);
    Result compute(const Term& term, const Scope& scope);
    Result operation(const Term& term, const Scope& scope);
    Result choice(const Term& term, const Scope& scope);
    Result branch(TermId condition, bool holds, TermId operand, const Scope& scope);
    Result index(const Term& term, const Scope& scope);
    Result load(const Term& term, const Scope& scope);

    bool constrain(TermId id, bool holds, Scope& scope);
    bool constrain_choice(TermId id, bool holds, Scope& scope);
    bool is_and(const Term& choice) const;
    bool is_or(const Term& choice) const;
    bool is_conjunction(const Term& choice, bool holds) const;
    bool assume_choice(const Term& term, bool holds, Scope& scope);
    bool assume_one_of(TermId first, bool first_holds, TermId second, bool second_holds, Scope& scope);
    bool assume_comparison(OpCode op, const Term& term, Scope& scope);
    bool narrow(TermId id, const ValueSet& allowed, Scope& scope);
    bool narrow_to(std::uint32_t slot, const ValueSet& allowed, Scope& scope);
    bool narrow_sum(const Term& term, const ValueSet& allowed, Scope& scope);

    Terms& terms_;
    const std::vector<ValueSet>& slots_;
    std::size_t left_;
    std::size_t left_of_call_ = 0;
    std::size_t choices_left_ = 0;
    std::uint64_t versions_ = 0;
    // By level and term. Scopes within a choice have other versions: they do not displace what is known outside.
    std::array<std::vector<Memo>, deepest_scope + 1> memos_;
    std::map<std::tuple<std::uint64_t, TermId, bool>, Assumed> assumed_;  // in this call, by version
};

}  // namespace crowfly
