// Two elements changing places: which process, slot, clock and channel becomes which, and which value of an identity
// becomes which. Without elements nothing changes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "network/symmetry/sorts.hpp"

namespace crowfly::symmetry {

// What is exchanged as a whole: at most one process per group, and the number by which it is known to each sort.
struct Element {
    std::map<std::uint32_t, ProcessIndex> processes;  // per group
    std::map<Sort, std::int32_t> values;

    std::string name(const Network& network) const;
};

class Exchange {
public:
    Exchange(const Network& network, const Places& places, const Sorts& sorts);  // nothing changes
    Exchange(const Network& network, const Places& places, const Sorts& sorts, const Element& first,
             const Element& second);

    // False: a cell has no counterpart. Then nothing else may be asked.
    bool is_possible() const { return is_possible_; }

    ProcessIndex process(ProcessIndex p) const { return processes_[p]; }
    std::uint32_t slot(std::uint32_t s) const { return slots_[s]; }
    ClockIndex clock(ClockIndex c) const { return clocks_[c]; }
    ChannelIndex channel(ChannelIndex c) const { return channels_[c]; }

    // Plain numbers are never changed; nor are sorts that do not know the elements, which count as plain.
    bool changes(Sort sort) const { return sort != plain && values_.contains(sort); }
    Sort seen(Sort sort) const { return changes(sort) ? sort : plain; }
    std::int32_t value(Sort sort, std::int32_t value) const;
    // Both elements' values pass the test, or neither does.
    template <class Test>
    bool is_alike(Sort sort, const Test& test) const {
        const auto known = values_.find(sort);
        return sort == plain || known == values_.end() || test(known->second.first) == test(known->second.second);
    }

private:
    template <class SortOf>
    bool map(const Coordinates& coordinates, const SortOf& sort_of, std::vector<std::uint32_t>& into) const;

    std::vector<ProcessIndex> processes_;
    std::map<Sort, std::pair<std::int32_t, std::int32_t>> values_;
    std::vector<std::uint32_t> slots_, clocks_, channels_;
    bool is_possible_ = true;
};

}  // namespace crowfly::symmetry
