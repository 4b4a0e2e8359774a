#include "network/symmetry/exchange.hpp"

#include <fmt/format.h>

#include <numeric>

#include "base/effort_meter.hpp"

namespace crowfly::symmetry {

std::string Element::name(const Network& network) const {
    std::vector<std::string> names;
    for (const auto& [group, process] : processes) names.push_back(network.processes[process].name);
    if (names.empty() && !values.empty()) return fmt::format("{}", values.begin()->second);
    return fmt::format("{}", fmt::join(names, "+"));
}

Exchange::Exchange(const Network& network, const Places& places, const Sorts& sorts)
    : Exchange(network, places, sorts, {}, {}) {}

Exchange::Exchange(const Network& network, const Places& places, const Sorts& sorts, const Element& first,
                   const Element& second)
    : processes_(network.processes.size()) {
    std::iota(processes_.begin(), processes_.end(), ProcessIndex{0});
    for (const auto& [group, process] : first.processes) {
        const ProcessIndex other = second.processes.at(group);
        processes_[process] = other;
        processes_[other] = process;
    }
    for (const auto& [sort, value] : first.values) values_[sort] = {value, second.values.at(sort)};
    is_possible_ =
        map(
            places.slots, [&](std::uint32_t f, std::size_t d) { return sorts.of_slots(f, d); }, slots_) &&
        map(
            places.clocks, [&](std::uint32_t f, std::size_t d) { return sorts.of_clocks(f, d); }, clocks_) &&
        map(
            places.channels, [&](std::uint32_t f, std::size_t d) { return sorts.of_channels(f, d); }, channels_);
}

template <class SortOf>
bool Exchange::map(const Coordinates& coordinates, const SortOf& sort_of, std::vector<std::uint32_t>& into) const {
    constexpr std::uint64_t effort_per_cell = 250;
    into.resize(coordinates.size());
    count_effort(effort_per_cell * coordinates.size());
    for (std::uint32_t c = 0; c < coordinates.size(); ++c) {
        const Cell& cell = coordinates.cell(c);
        std::vector<std::int32_t> at = cell.at;
        for (std::size_t d = 0; d < at.size(); ++d) {
            at[d] = coordinates.family(cell.family).is_process(d)
                        ? static_cast<std::int32_t>(processes_[static_cast<std::size_t>(at[d])])
                        : value(sort_of(cell.family, d), at[d]);
        }
        const std::optional<std::uint32_t> found = coordinates.find(cell.family, at);
        if (!found) return false;
        into[c] = *found;
    }
    return true;
}

std::int32_t Exchange::value(Sort sort, std::int32_t value) const {
    const auto known = values_.find(sort);
    if (sort == plain || known == values_.end()) return value;
    const auto [first, second] = known->second;
    return value == first ? second : value == second ? first : value;
}

}  // namespace crowfly::symmetry
