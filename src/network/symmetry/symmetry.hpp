// Symmetry of a network: like processes can be exchanged together with their clocks, the cells of arrays that are
// indexed by them, and the values of variables that hold their identity, and nothing the network does or the formula
// says changes (Ip and Dill, Better verification through symmetry, 1996; for timed automata Hendriks et al., Adding
// symmetry reduction to Uppaal, 2003).
//
// What can be exchanged are *elements*: usually one process and the number it is known by, sometimes several processes
// that share a number, or a value of a scalar set. An *orbit* is a set of elements any two of which can be exchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

struct Symmetry {
    struct Orbit {
        std::vector<std::vector<ProcessIndex>> elements;  // the processes of each
        std::vector<std::string> names;                   // of each
    };
    // A slot, or a clock, that every element of an orbit has one of.
    struct Row {
        std::uint32_t orbit = 0;
        std::vector<std::uint32_t> cells;  // per element
    };
    // Slots that every two elements have one of: [first][second].
    struct Matrix {
        std::uint32_t first_orbit = 0, second_orbit = 0;
        std::vector<std::uint32_t> cells;
    };
    struct Element {
        std::uint32_t orbit = 0, number = 0;
    };
    // The numbers by which elements are known to some variables.
    struct Values {
        std::int32_t least = 0;
        std::vector<std::optional<Element>> elements;  // of each value from the least on
        std::vector<std::vector<std::int32_t>> of;     // per orbit, per element; empty: these variables do not know it

        const std::optional<Element>* find(std::int32_t value) const {
            const std::int64_t at = std::int64_t{value} - least;
            if (at < 0 || at >= static_cast<std::int64_t>(elements.size())) return nullptr;
            const std::optional<Element>& element = elements[static_cast<std::size_t>(at)];
            return element ? &element : nullptr;
        }
    };
    // A slot whose value is the number of an element, or something else.
    struct Holder {
        std::uint32_t slot = 0;
        std::uint32_t values = 0;  // into `values`
    };

    std::vector<Orbit> orbits;
    std::vector<Row> slots;
    std::vector<Matrix> matrices;
    std::vector<Holder> holders;
    std::vector<Values> values;
    std::vector<Row> clocks;
    std::vector<std::string> refused;  // why other processes that look alike cannot be exchanged
};

// One permutation per orbit: where each element goes.
using Permutation = std::vector<std::vector<std::uint32_t>>;

Permutation identity_of(const Symmetry& symmetry);
Permutation inverse_of(const Permutation& permutation);
// First the one, then the other.
Permutation composed(const Permutation& first, const Permutation& second);

// The state after the permutation; `from` and `to` must not overlap.
void permute(const Symmetry& symmetry, const Permutation& permutation, std::span<const std::int32_t> from,
             std::span<std::int32_t> to);
// Where each clock goes. `to` has one entry per clock.
void permute_clocks(const Symmetry& symmetry, const Permutation& permutation, std::span<ClockIndex> to);

// The symmetry of a network with regard to formulas: each holds in a state if and only if it holds in the permuted one.
// Nothing: no two processes can be exchanged; `why_not` then says why those that look alike cannot.
std::optional<Symmetry> find_symmetry(const Network& network, const Formulas& formulas,
                                      std::vector<std::string>& why_not);

}  // namespace crowfly
