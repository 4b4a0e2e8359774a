// The normal forms that searches apply to states before they store them. A state in normal form behaves like the state
// that it stands for: the goal is equally far from both. But it need not be reachable in the network. So whoever
// reasons about reachable states (heuristics, abstractions, backward search) declares the normal forms that it knows,
// and a search goes without a normal form that one of its parts does not know (search/methods/known_forms.hpp). The
// table of both, with the reasons, is in docs/reference/verdicts.md.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "network/analyses/distinction.hpp"
#include "network/network.hpp"
#include "network/symmetry/symmetry.hpp"

namespace crowfly {

enum class NormalForm : std::uint8_t {
    dead_slots,       // dead slots have their initial value (live_slots.hpp)
    representatives,  // a state is replaced by a representative of its orbit (symmetry/symmetry.hpp)
    hulls,            // the zones of a discrete state are replaced by their hull
};

// A set of normal forms.
class NormalForms {
public:
    constexpr NormalForms() = default;
    constexpr NormalForms(std::initializer_list<NormalForm> forms) {
        for (const NormalForm form : forms) bits_ |= bit(form);
    }
    static constexpr NormalForms all() {
        return {NormalForm::dead_slots, NormalForm::representatives, NormalForm::hulls};
    }

    constexpr bool contains(NormalForm form) const { return (bits_ & bit(form)) != 0; }
    constexpr bool covers(NormalForms others) const { return (others.bits_ & ~bits_) == 0; }
    constexpr bool empty() const { return bits_ == 0; }
    friend constexpr NormalForms operator&(NormalForms a, NormalForms b) { return NormalForms(a.bits_ & b.bits_); }
    friend constexpr NormalForms operator|(NormalForms a, NormalForms b) { return NormalForms(a.bits_ | b.bits_); }
    friend constexpr bool operator==(NormalForms, NormalForms) = default;
    // As a number, for files.
    constexpr std::uint32_t bits() const { return bits_; }
    static constexpr NormalForms of_bits(std::uint32_t bits) { return NormalForms(bits) & all(); }

private:
    explicit constexpr NormalForms(std::uint32_t bits) : bits_(bits) {}
    static constexpr std::uint32_t bit(NormalForm form) { return 1U << static_cast<std::uint32_t>(form); }

    std::uint32_t bits_ = 0;
};

std::string to_string(NormalForms forms);  // "dead variables, representatives"

// The normal forms of one search, with what defines them.
struct StateForm {
    const Distinction* compared = nullptr;  // which slots are dead where; null: none are
    const Symmetry* symmetry = nullptr;     // which states are alike; null: none are
    bool hulls = false;

    NormalForms forms() const;
};

// Per slot, the values that it has in initial states and in permuted initial states, ascending; permuted locations
// included. The states that permutations make of the states reachable from initial ones are those reachable from
// permuted initial ones, so an analysis that starts from all these values knows representatives.
std::vector<std::vector<std::int32_t>> start_values(const Network& network, const Symmetry* symmetry);
// The same for clocks.
std::vector<std::vector<std::int32_t>> start_clock_values(const Network& network, const Symmetry* symmetry);

}  // namespace crowfly
