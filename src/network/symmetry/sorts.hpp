// Which variables, array indices and inputs hold identities of processes. Values that are assigned to, compared with or
// used in place of one another are of one *sort*. Where like processes have different constants in the same place, the
// constants are the numbers by which the processes are known to the sort of that place.
//
// Like the coordinates, sorts are a guess: one that is wrong makes two processes look different, never alike.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "network/symmetry/pieces.hpp"

namespace crowfly::symmetry {

using Sort = std::uint32_t;
constexpr Sort plain = 0;  // numbers that are just numbers

// The slots, clocks and channels of a network by their coordinates.
struct Places {
    Coordinates slots, clocks, channels;
};

class Sorts {
public:
    // `places`: what like processes have in the same places becomes a family.
    Sorts(Pieces& pieces, const Groups& groups, Places& places, const Formulas& formulas);

    Sort of_values(std::uint32_t slot_family) const { return root(values_[slot_family]); }
    Sort of_slots(std::uint32_t family, std::size_t dimension) const { return root(slots_[family][dimension]); }
    Sort of_clocks(std::uint32_t family, std::size_t dimension) const { return root(clocks_[family][dimension]); }
    Sort of_channels(std::uint32_t family, std::size_t dimension) const { return root(channels_[family][dimension]); }
    Sort of_input(EdgeIndex edge, std::size_t select) const { return root(inputs_[edge][select]); }

    // Per sort with identities, the value by which each process is known.
    using Known = std::map<ProcessIndex, std::int32_t>;
    std::map<Sort, Known> identities() const;
    // Whether a number by which a process of the group may be known is computed with somewhere.
    bool computes_with(std::uint32_t group) const;

private:
    using Dimensions = std::vector<std::vector<Sort>>;
    struct Vote {
        Sort sort;
        std::uint32_t group;
        ProcessIndex process;
        std::int32_t first;  // what the first of the group has in this place …
        std::int32_t value;  // … and what this one has
    };
    using Partners = std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<ProcessIndex, std::uint32_t>>;

    static std::optional<Known> unanimous(const std::vector<Vote>& votes);
    Known by_majority(const std::vector<Vote>& votes) const;
    Known by_argument(std::uint32_t group) const;

    void infer(const Formulas& formulas);
    void reset();
    void join_partners(Coordinates& coordinates, const Partners& partners);

    // These compare what two processes have in the same place; or look at one alone, if that is twice the same.
    void compare_edges(EdgeIndex a, EdgeIndex b);
    void compare_locations(LocationIndex a, LocationIndex b);
    void compare_vectors();
    void compare_edges_by_channel(const Process& process);
    void compare_effects(const Effect& a, const Effect& b);
    void compare_constraints(const ConstraintTerms& a, const ConstraintTerms& b);
    void look_at(const Formula& formula);
    void compare(TermId a, TermId b, Sort sort);
    void compare_operations(const Term& a, const Term& b, Sort sort);
    void compare_addresses(TermId a, TermId b, const Coordinates& coordinates, const Dimensions& dimensions,
                           Sort* values);
    void compare_cells(std::uint32_t a, std::uint32_t b, const Coordinates& coordinates, const Dimensions& dimensions,
                       Partners& partners);
    void compare_at(const Family& family, const std::vector<Sort>& dimensions, std::size_t dimension, std::int32_t a,
                    std::int32_t b);
    void note_input(TermId id, EdgeIndex edge, Sort sort);

    Sort fresh();
    Sort root(Sort sort) const;
    void unite(Sort a, Sort b);

    Pieces& pieces_;
    const Groups& groups_;
    Places& places_;
    mutable std::vector<Sort> parents_;
    std::vector<Sort> values_;
    Dimensions slots_, clocks_, channels_, inputs_;
    std::vector<Vote> votes_;
    Partners slot_partners_, clock_partners_, channel_partners_;

    // What is compared at present: a process with the first of its group.
    std::uint32_t group_ = no_group;
    ProcessIndex process_ = 0;
    std::array<EdgeIndex, 2> edges_{};
    bool in_edge_ = false;
    std::map<std::array<TermId, 2>, Sort> compared_;
};

}  // namespace crowfly::symmetry
