#include "network/symmetry/coordinates.hpp"

#include <fmt/format.h>

#include <charconv>
#include <unordered_map>

namespace crowfly::symmetry {
namespace {

// "a[2].b[-1]" becomes "a[].b[]", and 2 and -1 are its indices. What is no number stays.
std::string without_indices(const std::string& name, std::vector<std::int32_t>& indices) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        text += name[i];
        if (name[i] != '[') continue;
        const std::size_t end = name.find(']', i);
        if (end == std::string::npos) continue;
        std::int32_t index = 0;
        const auto [rest, error] = std::from_chars(name.data() + i + 1, name.data() + end, index);
        if (error != std::errc{} || rest != name.data() + end) continue;
        indices.push_back(index);
        i = end - 1;
    }
    return text;
}

}  // namespace

Coordinates::Coordinates(const Network& network, const Groups& groups, const std::vector<std::string>& names)
    : cells_(names.size()) {
    std::unordered_map<std::string, ProcessIndex> processes;
    for (ProcessIndex p = 0; p < network.processes.size(); ++p) processes[network.processes[p].name] = p;
    for (std::uint32_t which = 0; which < names.size(); ++which) {
        const std::string& name = names[which];
        const std::size_t dot = name.find('.');
        const auto owner = processes.find(name.substr(0, dot));
        std::vector<std::int32_t> at;
        if (owner == processes.end() || groups.of[owner->second] == no_group) {
            const std::string family = without_indices(name, at);
            place(which, family, no_group, std::move(at));
            continue;
        }
        const std::uint32_t group = groups.of[owner->second];
        at.push_back(static_cast<std::int32_t>(owner->second));
        const std::string rest = dot == std::string::npos ? "" : without_indices(name.substr(dot), at);
        place(which, fmt::format("{}#{}{}", network.processes[groups.members[group][0]].name, group, rest), group,
              std::move(at));
    }
}

void Coordinates::place(std::uint32_t which, const std::string& family, std::uint32_t group,
                        std::vector<std::int32_t> at) {
    const auto [known, is_new] = by_name_.try_emplace(family, static_cast<std::uint32_t>(families_.size()));
    if (is_new) families_.push_back({family, group, at.size(), {}});
    families_[known->second].cells[at] = which;
    cells_[which] = {known->second, std::move(at)};
}

std::optional<std::uint32_t> Coordinates::find(std::uint32_t family, const std::vector<std::int32_t>& at) const {
    const auto found = families_[family].cells.find(at);
    return found == families_[family].cells.end() ? std::nullopt : std::optional(found->second);
}

void Coordinates::join(std::uint32_t group, const std::vector<ProcessIndex>& members,
                       const std::vector<std::uint32_t>& cells) {
    const std::string name = fmt::format("{}+{}", families_[cells_[cells[0]].family].name, group);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        families_[cells_[cells[i]].family].cells.erase(cells_[cells[i]].at);
        place(cells[i], name, group, {static_cast<std::int32_t>(members[i])});
    }
}

std::vector<std::string> slot_names(const Network& network) {
    std::vector<std::string> names;
    for (const Slot& slot : network.slots) names.push_back(slot.name);
    return names;
}

std::vector<std::string> clock_names(const Network& network) {
    std::vector<std::string> names;
    for (const Clock& clock : network.clocks) names.push_back(clock.name);
    return names;
}

std::vector<std::string> channel_names(const Network& network) {
    std::vector<std::string> names;
    for (const Channel& channel : network.channels) names.push_back(channel.name);
    return names;
}

}  // namespace crowfly::symmetry
