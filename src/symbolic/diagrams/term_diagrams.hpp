// Terms of a network as numbers that depend on the state (number.hpp). A term is evaluated in an environment: what the
// slots hold at this moment, as functions of the state before the transition, and the values of the inputs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "network/terms/terms.hpp"
#include "symbolic/diagrams/number.hpp"

namespace crowfly::symbolic {

// What the network does that decision diagrams are not made for.
struct NotSupported {
    std::string reason;
    Span span = {};
};

class Environment {
public:
    // `slots`: what they hold in the state before the transition.
    explicit Environment(const std::vector<Number>& slots) : slots_(&slots) {}

    const Number& slot(std::uint32_t slot) const {
        const auto found = changed_.find(slot);
        return found == changed_.end() ? (*slots_)[slot] : found->second;
    }
    void set(std::uint32_t slot, Number value) {
        changed_.insert_or_assign(slot, std::move(value));
        known_.clear();
    }
    const std::map<std::uint32_t, Number>& changed() const { return changed_; }
    // By local cell.
    void set_input(std::int32_t cell, Number value) {
        inputs_.insert_or_assign(cell, std::move(value));
        known_.clear();
    }
    const Number& input(std::int32_t cell) const { return inputs_.at(cell); }

private:
    friend class TermDiagrams;

    const std::vector<Number>* slots_;
    std::map<std::uint32_t, Number> changed_;
    std::map<std::int32_t, Number> inputs_;
    std::unordered_map<TermId, Operated> known_;
};

class TermDiagrams {
public:
    // The terms have to outlive it.
    explicit TermDiagrams(Terms& terms) : terms_(terms) {}

    // Throws NotSupported.
    const Operated& evaluate(TermId id, Environment& environment);

private:
    Operated compute(TermId id, Environment& environment);
    Operated index(const Term& term, Environment& environment);
    Operated load(const Term& term, Environment& environment);
    Number cell(Address at, const Environment& environment) const;
    std::pair<Address, Address> extent(TermId address) const;  // the first and the last cell that it may mean

    Terms& terms_;
    std::vector<TermId> waiting_;
};

}  // namespace crowfly::symbolic
