#include "abstraction/patterns/named_slots.hpp"

#include <fmt/format.h>

#include "base/messages/diagnostic.hpp"

namespace crowfly::pdb {
namespace {

// "{a, b(0)}" as a list.
std::vector<std::string> listed_names(const std::string& text) {
    std::vector<std::string> names;
    std::string name;
    for (const char c : text) {
        const bool separates = c == '{' || c == '}' || c == ',';
        if (!separates && c != ' ') name += c;
        if (separates && !name.empty()) names.push_back(std::move(name));
        if (separates) name.clear();
    }
    return names;
}

std::vector<std::uint32_t> slots_called(const Network& network, const std::string& name) {
    std::vector<std::uint32_t> exactly, elements;
    for (std::uint32_t slot = 0; slot < network.slots.size(); ++slot) {
        const std::string& own = network.slots[slot].name;
        if (network.slots[slot].meta) continue;
        if (own == name) exactly.push_back(slot);
        if (own.starts_with(name + "[")) elements.push_back(slot);
    }
    return exactly.empty() ? elements : exactly;
}

}  // namespace

std::vector<std::uint32_t> named_slots(const Network& network, const std::string& pattern) {
    std::vector<std::uint32_t> result;
    for (const std::string& name : listed_names(pattern)) {
        const std::vector<std::uint32_t> own = slots_called(network, name);
        result.insert(result.end(), own.begin(), own.end());
    }
    return result;
}

std::string unknown_names(const Network& network, const std::string& heuristic, const std::string& pattern) {
    if (!has_names(pattern)) return "";
    for (const std::string& name : listed_names(pattern)) {
        if (!slots_called(network, name).empty()) continue;
        std::vector<std::string> all;
        for (const Slot& slot : network.slots) {
            if (!slot.meta) all.push_back(slot.name);
        }
        const std::string guess = did_you_mean(name, all);
        if (all.size() > 8) all.erase(all.begin() + 7, all.end() - 1), all.insert(all.end() - 1, "…");
        return fmt::format(
            "`pattern` of `{}` names `{}`, and there is no process or variable of that name; {} "
            "Names are written as in traces: P or P(0) for a process, v or P.v for a variable, a for an array "
            "and a[0] for one of its elements",
            heuristic, name, guess.empty() ? fmt::format("there are {}.", fmt::join(all, ", ")) : guess);
    }
    return "";
}

}  // namespace crowfly::pdb
