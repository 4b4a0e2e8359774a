// Everything a network says, as terms: read off once, compared many times.
#pragma once

#include <optional>
#include <vector>

#include "network/symmetry/coordinates.hpp"
#include "network/terms/terms.hpp"

namespace crowfly::symmetry {

struct ConstraintTerms {
    const ClockConstraint* constraint = nullptr;
    TermId bound{};
    TermId condition{};
};

struct RateTerms {
    ClockIndex clock = 0;
    TermId rate{};
    TermId condition{};
};

struct EdgeTerms {
    TermId guard{};
    std::vector<ConstraintTerms> constraints;
    std::optional<TermId> channel;  // where it is computed
    Effect update;
};

struct LocationTerms {
    TermId invariant{};
    std::vector<ConstraintTerms> constraints;
    std::vector<RateTerms> rates;
};

class Pieces {
public:
    explicit Pieces(const Network& network);

    // There are so many terms that comparing them takes long; not all have been read.
    bool are_too_many() const { return graph().size() > most_terms; }

    const Network& network() const { return terms_.network(); }
    const TermGraph& graph() const { return terms_.graph(); }
    TermGraph& graph() { return terms_.graph(); }  // for terms made of others
    const EdgeTerms& edge(EdgeIndex e) const { return edges_[e]; }
    const LocationTerms& location(LocationIndex l) const { return locations_[l]; }
    const Effect& before() const { return before_; }
    const Effect& after() const { return after_; }
    const Footprint& footprint(TermId call) const { return terms_.footprint(call); }

    TermId leaf(const Formula& formula) { return terms_.leaf(formula); }
    ConstraintTerms constraint(const Formula& formula);

private:
    static constexpr std::size_t most_terms = 1'000'000;

    ConstraintTerms constraint(const ClockConstraint& constraint, const Footprint& footprint);

    Terms terms_;
    std::vector<EdgeTerms> edges_;
    std::vector<LocationTerms> locations_;
    Effect before_, after_;
};

// Whether some processes have the same locations and edges, whatever these say: whether it is worth reading them.
bool may_have_like_processes(const Network& network);

// Processes whose locations, edges and terms differ in nothing but constants, slots, clocks and channels.
Groups find_groups(const Pieces& pieces);

// A cell of an array that is chosen by indices.
struct Access {
    struct Index {
        TermId term{};
        std::int32_t least = 0;  // the indices that the array has
        std::int32_t count = 0;
        std::optional<std::size_t> dimension;  // none: the array has one element, and it is not known which dimension
    };
    std::uint32_t family = 0;
    std::vector<std::int32_t> at;  // with every index at its least
    std::vector<Index> indices;

    const Index* index_of(std::size_t dimension) const;
};

// What an address term means among these slots or channels. Nothing: something else.
std::optional<Access> find_access(const TermGraph& graph, const Coordinates& coordinates, TermId address);

}  // namespace crowfly::symmetry
