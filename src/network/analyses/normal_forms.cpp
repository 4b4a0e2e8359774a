#include "network/analyses/normal_forms.hpp"

#include <fmt/format.h>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly {
namespace {

using Values = std::vector<std::vector<std::int32_t>>;

// Gives every cell the values of all.
void unite(const std::vector<std::uint32_t>& cells, Values& values) {
    std::vector<std::int32_t> all;
    for (const std::uint32_t cell : cells) all.insert(all.end(), values[cell].begin(), values[cell].end());
    sort_out(all);
    for (const std::uint32_t cell : cells) {
        poll();
        values[cell] = all;
    }
}

// The number of an element becomes those of all elements of its orbit.
std::vector<std::int32_t> expanded(const std::vector<std::int32_t>& held, const Symmetry::Values& numbers) {
    std::vector<std::int32_t> all = held;
    std::vector<bool> is_added(numbers.of.size());
    for (const std::int32_t value : held) {
        const std::optional<Symmetry::Element>* element = numbers.find(value);
        if (element == nullptr || is_added[(**element).orbit]) continue;
        is_added[(**element).orbit] = true;
        const std::vector<std::int32_t>& orbit = numbers.of[(**element).orbit];
        all.insert(all.end(), orbit.begin(), orbit.end());
    }
    sort_out(all);
    return all;
}

}  // namespace

std::string to_string(NormalForms forms) {
    std::vector<std::string_view> names;
    if (forms.contains(NormalForm::dead_slots)) names.push_back("dead variables");
    if (forms.contains(NormalForm::representatives)) names.push_back("representatives");
    if (forms.contains(NormalForm::hulls)) names.push_back("hulls");
    return fmt::format("{}", fmt::join(names, ", "));
}

NormalForms StateForm::forms() const {
    NormalForms all;
    if (compared != nullptr && !compared->live.mortal().empty()) all = all | NormalForms{NormalForm::dead_slots};
    if (symmetry != nullptr) all = all | NormalForms{NormalForm::representatives};
    if (hulls) all = all | NormalForms{NormalForm::hulls};
    return all;
}

Values start_values(const Network& network, const Symmetry* symmetry) {
    Values values;
    for (const Slot& slot : network.slots) values.push_back(initial_values(slot));
    for (const Process& process : network.processes) {
        for (const std::uint32_t location : process.also_initial)
            values[process.slot].push_back(static_cast<std::int32_t>(location));
        sort_out(values[process.slot]);
    }
    if (symmetry == nullptr) return values;
    for (const Symmetry::Row& row : symmetry->slots) unite(row.cells, values);
    for (const Symmetry::Matrix& matrix : symmetry->matrices) unite(matrix.cells, values);
    for (const Symmetry::Holder& holder : symmetry->holders) {
        poll();
        values[holder.slot] = expanded(values[holder.slot], symmetry->values[holder.values]);
    }
    return values;
}

Values start_clock_values(const Network& network, const Symmetry* symmetry) {
    Values values;
    for (const Clock& clock : network.clocks) values.push_back({clock.initial});
    if (symmetry == nullptr) return values;
    for (const Symmetry::Row& row : symmetry->clocks) unite(row.cells, values);
    return values;
}

}  // namespace crowfly
