// What terms read, and terms with other terms in the place of slots.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "network/slot_set.hpp"
#include "network/terms/term_values.hpp"

namespace crowfly::predicates {

struct TermInfo {
    SlotSet reads;
    bool has_inputs = false;
    bool is_opaque = false;   // it has a call, or an access whose cells are not known beforehand
    bool has_access = false;  // to a cell that depends on the state
};

class TermReader {
public:
    // `ranges`: the values that slots can have.
    TermReader(Terms& terms, const std::vector<ValueSet>& ranges);

    const TermInfo& info(TermId id);
    // Reads slots alone, and few enough of them for their values to be looked at.
    bool is_predicate(TermId id);

    // Its value in a state. Nothing: a run-time error, or it is not taken apart.
    std::optional<std::int32_t> value(TermId id, std::span<const std::int32_t> slots);

private:
    // The value of a term in the state that was asked about last. Terms that share others need it: the condition of
    // `x > 3 ? x + 1 : x - 1` reads what its operands read.
    struct Known {
        std::uint64_t asked = 0;
        std::optional<std::int32_t> value;
    };

    void add_access(const Term& term, TermInfo& info);
    std::optional<std::int32_t> known_value(TermId id, std::span<const std::int32_t> slots);
    std::optional<std::int32_t> compute(const Term& term, std::span<const std::int32_t> slots);

    Terms& terms_;
    TermValues anywhere_;
    std::unordered_map<TermId, TermInfo> infos_;
    std::vector<Known> known_;  // by term
    std::uint64_t asked_ = 0;
};

// Effects as one simultaneous assignment to slots.
class Substitution {
public:
    Substitution(Terms& terms, TermReader& reader) : terms_(&terms), reader_(&reader) {}

    void assign(std::uint32_t slot, TermId value) { values_[slot] = value; }
    void forget(std::uint32_t slot) { values_[slot] = std::nullopt; }  // it may have any value afterwards
    // What happens before: afterwards, this substitution is that of both in turn.
    void precede(const Substitution& earlier);

    bool empty() const { return values_.empty(); }
    bool writes(std::uint32_t slot) const { return values_.contains(slot); }
    // What the term is before the assignment. Nothing: it may be anything.
    std::optional<TermId> apply(TermId id);

private:
    bool touches(const TermInfo& info) const;
    std::optional<TermId> rebuild(TermId id);

    Terms* terms_;
    TermReader* reader_;
    std::map<std::uint32_t, std::optional<TermId>> values_;
    std::unordered_map<TermId, std::optional<TermId>> known_;
};

}  // namespace crowfly::predicates
