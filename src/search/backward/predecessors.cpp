#include "search/backward/predecessors.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

Predecessors::Predecessors(const Goal& goal, const Distinction* compared)
    : system_(factored_system(goal)), labels_(system_), live_(compared != nullptr ? compared->live : LiveSlots()),
      tells_(tellers(system_, compared)), pairs_(system_, labels_, that_always_tell(tells_)),
      is_dead_(system_.variables.size()), asked_(labels_.size()) {
    list_sources();
    for (const Variable& variable : system_.variables) {
        while (numbers_.size() < variable.values) numbers_.push_back(static_cast<Value>(numbers_.size()));
    }
}

std::vector<Predecessors::Tells> Predecessors::tellers(const FactoredSystem& system, const Distinction* compared) {
    std::vector<Tells> tells(system.variables.size(), Tells::never);
    for (VariableIndex v = 0; v < system.network->state_slots; ++v) {
        if (compared == nullptr || compared->slots.contains(v)) tells[v] = Tells::always;
    }
    if (compared == nullptr) return tells;
    for (const std::uint32_t slot : compared->live.mortal()) {
        if (tells[slot] == Tells::always) tells[slot] = Tells::while_live;
    }
    return tells;
}

std::vector<bool> Predecessors::that_always_tell(const std::vector<Tells>& all) {
    std::vector<bool> always;
    for (const Tells tells : all) always.push_back(tells == Tells::always);
    return always;
}

void Predecessors::list_sources() {
    const auto add = [](std::vector<Value>& list, Value from) {
        if (list.empty() || list.back() != from) list.push_back(from);
    };
    for (std::uint32_t m = 0; m < labels_.moves(); ++m) {
        poll();
        const BackwardLabels::Move& move = labels_.move(m);
        const Value count = system_.variables[move.variable].values;
        std::vector<std::vector<Value>>& sources = sources_.emplace_back(count + 1);
        for (Value from = 0; from < count; ++from) {
            for (const Rule& rule : move.rules) {
                if (!rule.applies_to(from)) continue;
                add(sources[rule.result(from)], from);
                add(sources[count], from);
            }
        }
    }
}

// Of a variable that never tells states apart, one value is as good as all.
std::span<const Value> Predecessors::sources_of(std::uint32_t move) const {
    const VariableIndex variable = labels_.move(move).variable;
    const std::vector<std::vector<Value>>& sources = sources_[move];
    if (tells_[variable] == Tells::never) return std::span(sources.back()).first(sources.back().empty() ? 0 : 1);
    return is_dead_[variable] ? sources.back() : sources[state_[variable]];
}

// They have their initial values, whatever they are.
void Predecessors::find_dead() {
    dead_.clear();
    for (std::size_t which = 0; which < live_.mortal().size(); ++which) {
        const std::uint32_t slot = live_.mortal()[which];
        is_dead_[slot] = tells_[slot] == Tells::while_live && live_.is_dead(*system_.network, slots_before_, which);
        if (!is_dead_[slot]) continue;
        dead_.push_back(slot);
        slots_before_[slot] = system_.network->slots[slot].initial;
        state_[slot] =
            system_.grounding->facts.fact(slot, slots_before_[slot]) - system_.grounding->facts.of(slot).first;
    }
}

std::uint32_t Predecessors::count(std::span<const std::int32_t> slots) {
    poll();
    if (!system_.read(slots, state_)) return many;
    slots_before_.assign(slots.begin(), slots.end());
    find_dead();
    before_ = state_;
    found_.clear();
    ++states_;
    for (VariableIndex variable = 0; variable < state_.size(); ++variable) {
        if (tells_[variable] == Tells::never) continue;
        const Value first = is_dead_[variable] ? 0 : state_[variable];
        const Value last = is_dead_[variable] ? system_.variables[variable].values - 1 : state_[variable];
        for (Value value = first; value <= last; ++value) {
            if (!follow_achievers(variable, value)) return many;
        }
    }
    return static_cast<std::uint32_t>(found_.size());
}

bool Predecessors::follow_achievers(VariableIndex variable, Value value) {
    for (const std::uint32_t label : labels_.achievers(variable, value)) {
        if (asked_[label] == states_) continue;
        asked_[label] = states_;
        if (!regress(label)) return false;
    }
    return true;
}

// Counts the states from which the label leads here. False: there are many.
bool Predecessors::regress(std::uint32_t label) {
    if (!list_digits(label)) return true;
    for (const Digit& digit : digits_) before_[digit.variable] = digit.values.front();
    std::uint32_t left = 4 * many;
    do {
        note_predecessor();
        if (--left == 0 || found_.size() == many) return false;
    } while (choose_next());
    for (const Digit& digit : digits_) before_[digit.variable] = state_[digit.variable];
    return true;
}

// False: the label does not lead here.
bool Predecessors::list_digits(std::uint32_t label) {
    digits_.clear();
    for (const std::uint32_t m : labels_.moves_of(label)) {
        digits_.push_back({labels_.move(m).variable, sources_of(m)});
        if (digits_.back().values.empty()) return false;
    }
    for (const VariableIndex dead : dead_) {
        if (std::ranges::find(digits_, dead, &Digit::variable) == digits_.end())
            digits_.push_back({dead, std::span(numbers_).first(system_.variables[dead].values)});
    }
    return true;
}

// Like the digits of a number, the first one changes fastest.
bool Predecessors::choose_next() {
    for (Digit& digit : digits_) {
        digit.chosen = digit.chosen + 1 < digit.values.size() ? digit.chosen + 1 : 0;
        before_[digit.variable] = digit.values[digit.chosen];
        if (digit.chosen > 0) return true;
    }
    return false;
}

// The hash of a predecessor is that of the values in which it differs, in any order.
void Predecessors::note_predecessor() {
    std::uint64_t sum = 0;
    bool differs = false;
    for (const Digit& digit : digits_) {
        const VariableIndex variable = digit.variable;
        if (before_[variable] == state_[variable] || tells_[variable] == Tells::never) continue;
        if (!pairs_.allows(before_, variable)) return;
        differs = true;
        WordHash hash;
        hash.add(std::uint64_t{variable} << 32 | before_[variable]);
        sum += hash.value();
    }
    if (!differs || std::ranges::find(found_, sum) != found_.end()) return;
    if (dead_ones_are_initial()) found_.push_back(sum);
}

bool Predecessors::dead_ones_are_initial() {
    if (live_.mortal().empty()) return true;
    const FactTable& facts = system_.grounding->facts;
    const auto put = [&](const std::vector<Value>& values) {
        for (const Digit& digit : digits_) {
            const std::vector<std::int32_t>& known = facts.of(digit.variable).values;
            const Value value = values[digit.variable];
            if (value < known.size()) slots_before_[digit.variable] = known[value];
        }
    };
    put(before_);
    bool are_initial = true;
    for (std::size_t which = 0; which < live_.mortal().size() && are_initial; ++which) {
        const std::uint32_t slot = live_.mortal()[which];
        if (tells_[slot] != Tells::while_live) continue;
        const std::int32_t initial = system_.network->slots[slot].initial;
        are_initial = slots_before_[slot] == initial || !live_.is_dead(*system_.network, slots_before_, which);
    }
    put(state_);
    return are_initial;
}

std::size_t Predecessors::bytes() const {
    std::size_t sum = bytes_of(system_) + labels_.bytes() + bytes_of(pairs_) + labels_.size() * sizeof(std::uint32_t);
    for (const auto& sources : sources_) sum += sources.size() * sizeof(std::vector<Value>);
    return sum;
}

}  // namespace crowfly
