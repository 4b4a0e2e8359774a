// Where slots, clocks and channels stand: cells of one array, and the variables that like processes have of their own,
// form a family, in which each has coordinates. The coordinates of `Train(2).visits[5]` are the process and the
// index 5.
//
// Families are guessed from names and from what like processes have in the same places. Nothing rests on the guess: a
// symmetry is only believed once it has been compared with the whole network (automorphism.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace crowfly::symmetry {

constexpr std::uint32_t no_group = static_cast<std::uint32_t>(-1);

// Processes that look alike, in groups of at least two.
struct Groups {
    std::vector<std::vector<ProcessIndex>> members;
    std::vector<std::uint32_t> of;  // per process, its group, or no_group
};

// A cell: its family, and one number per dimension. Along a process dimension that is the number of the process.
struct Cell {
    std::uint32_t family = 0;
    std::vector<std::int32_t> at;
};

struct Family {
    std::string name;
    std::uint32_t group = no_group;  // if dimension 0 is one of processes: these
    std::size_t dimensions = 0;
    std::map<std::vector<std::int32_t>, std::uint32_t> cells;

    bool is_process(std::size_t dimension) const { return dimension == 0 && group != no_group; }
};

// All slots, all clocks, or all channels.
class Coordinates {
public:
    Coordinates(const Network& network, const Groups& groups, const std::vector<std::string>& names);

    const Cell& cell(std::uint32_t which) const { return cells_[which]; }
    const Family& family(std::uint32_t number) const { return families_[number]; }
    std::size_t size() const { return cells_.size(); }
    std::size_t families() const { return families_.size(); }
    std::optional<std::uint32_t> find(std::uint32_t family, const std::vector<std::int32_t>& at) const;

    // Makes these, one per member of a group in its order, a family of their own. Each has had no coordinates so far.
    void join(std::uint32_t group, const std::vector<ProcessIndex>& members, const std::vector<std::uint32_t>& cells);

private:
    void place(std::uint32_t which, const std::string& family, std::uint32_t group, std::vector<std::int32_t> at);

    std::vector<Cell> cells_;
    std::vector<Family> families_;
    std::map<std::string, std::uint32_t> by_name_;
};

std::vector<std::string> slot_names(const Network& network);
std::vector<std::string> clock_names(const Network& network);
std::vector<std::string> channel_names(const Network& network);

}  // namespace crowfly::symmetry
