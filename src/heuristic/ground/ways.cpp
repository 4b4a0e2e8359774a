#include "heuristic/ground/ways.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly {

Ways::Ways(const Network& network, Domains& domains, const Effort& effort)
    : network_(network), domains_(domains), machine_(network.code), state_(network.slots.size()),
      known_(network.slots.size()), known_selects_(network.code.locals), selects_(network.code.locals, nullptr),
      effort_(effort) {
    machine_.bind(state_);
}

void Ways::select_from(const Run& selects) {
    for (const std::uint32_t s : selects) {
        selects_[network_.selects[s].local] = &network_.selects[s];
        select_cells_.push_back(network_.selects[s].local);
    }
}

bool Ways::enumerate(std::span<const GroundStep> steps, bool& certain, std::vector<RawWay>& ways, std::size_t held) {
    ways.clear();
    faults_.clear();
    slots_read_.clear();
    path_.clear();
    for (const GroundStep& step : steps) {
        select_from(step.selects);
        select_from(step.second_selects);
    }
    certain = true;
    std::size_t runs = 0;
    effort_.tell(held);
    do {
        const Outcome outcome = run(steps);
        if (outcome == Outcome::faults) faults_.push_back(needs());
        if (outcome == Outcome::fails || outcome == Outcome::faults)
            certain = false;
        else
            ways.push_back(way(outcome, steps));
    } while (advance() && ++runs < most_runs && reads_ < effort_.reads);
    const bool complete = path_.empty() && reads_ < effort_.reads;
    if (!complete) {
        faults_.assign(1, {});
        ways.assign(1, any_way(steps));
        certain = true;
    }
    for (const std::uint32_t cell : select_cells_) selects_[cell] = nullptr;
    select_cells_.clear();
    std::ranges::sort(slots_read_);
    const auto same_slot = [](const Read& a, const Read& b) { return a.first == b.first; };
    slots_read_.erase(std::unique(slots_read_.begin(), slots_read_.end(), same_slot),
                      slots_read_.end());  // the fewest values are first
    return complete;
}

// The next path: the last choice that can be made otherwise is. False: all were made.
bool Ways::advance() {
    while (!path_.empty() && path_.back().which + 1 >= path_.back().count) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().which;
    return true;
}

Ways::Outcome Ways::run(std::span<const GroundStep> steps) {
    ++run_;
    depth_ = 0;
    unclear_ = false;
    written_.clear();
    anything_.clear();
    machine_.clock_updates().clear();
    for (const GroundStep& step : steps) {
        const Outcome outcome = run(step);
        if (outcome != Outcome::succeeds) {
            path_.resize(depth_);  // what was chosen after this point in another run is not on this path
            return outcome;
        }
    }
    path_.resize(depth_);
    return Outcome::succeeds;
}

Ways::Outcome Ways::run(const GroundStep& step) {
    const Machine::WithCode with(machine_, step.code ? *step.code : network_.code);
    if (step.code && step.code->locals > known_selects_.size()) {
        known_selects_.resize(step.code->locals);
        selects_.resize(step.code->locals, nullptr);
    }
    switch (step.kind) {
        case GroundStep::Kind::condition:
            if (!machine_.run(step.program, *this)) return fault();
            return machine_.result() != 0 ? Outcome::succeeds : Outcome::fails;
        case GroundStep::Kind::refutation:
            if (!machine_.run(step.program, *this))
                return fault() == Outcome::unclear ? Outcome::unclear : Outcome::succeeds;
            return machine_.result() == 0 ? Outcome::succeeds : Outcome::fails;
        case GroundStep::Kind::same_channel: {
            if (!machine_.run(step.program, *this)) return fault();
            const std::int32_t first = machine_.result();
            if (!step.second)
                return first == static_cast<std::int32_t>(step.channel) ? Outcome::succeeds : Outcome::fails;
            if (!machine_.run(step.second, *this)) return fault();
            return machine_.result() == first ? Outcome::succeeds : Outcome::fails;
        }
        case GroundStep::Kind::assignment:
            return !step.program || machine_.run(step.program, *this) ? Outcome::succeeds : fault();
        case GroundStep::Kind::anything:
            for (const std::uint32_t slot : step.writes.members()) anything_.push_back(slot);
            return Outcome::succeeds;
    }
    return Outcome::fails;
}

// What cannot be handled may well hold.
Ways::Outcome Ways::fault() const {
    const FaultKind kind = machine_.fault().kind;
    if (unclear_ || kind == FaultKind::unsupported || kind == FaultKind::clock_rate) return Outcome::unclear;
    return network_.faults_disable ? Outcome::fails : Outcome::faults;
}

const Ways::Choice& Ways::choice(bool is_select, std::uint32_t cell, std::size_t count) {
    if (depth_ == path_.size()) path_.push_back({is_select, cell, 0, count});
    return path_[depth_++];
}

bool Ways::choose_slot(std::uint32_t slot) {
    if (std::ranges::find(anything_, slot) != anything_.end()) return false;
    if (known_[slot] == run_) return true;
    if (slot >= network_.state_slots) return false;  // a meta variable that was not set before
    known_[slot] = run_;
    const Choice& made = choice(false, slot, domains_.size(slot));
    slots_read_.emplace_back(slot, made.count);
    const ValueIndex value = domains_.choice(slot, made.which);
    if (value == other_values) return false;
    state_[slot] = domains_.value(slot, value);
    return true;
}

bool Ways::choose_select(std::uint32_t cell) {
    if (selects_[cell] == nullptr || known_selects_[cell] == run_) return true;
    known_selects_[cell] = run_;
    const Select& select = *selects_[cell];
    const Choice& made = choice(true, cell, static_cast<std::size_t>(std::int64_t{select.greatest} - select.least + 1));
    machine_.local(cell) = static_cast<std::int32_t>(select.least + static_cast<std::int64_t>(made.which));
    return true;
}

bool Ways::reading(Region region, std::int32_t first, std::int32_t count) {
    unclear_ = ++reads_ > effort_.reads;
    for (std::int32_t cell = first; cell < first + count && !unclear_; ++cell) {
        const auto at = static_cast<std::uint32_t>(cell);
        unclear_ = region == Region::state ? !choose_slot(at) : !choose_select(at);
    }
    return !unclear_;
}

void Ways::written(Region region, std::int32_t first, std::int32_t count) {
    if (region != Region::state) return;
    for (std::int32_t cell = first; cell < first + count; ++cell) {
        const auto slot = static_cast<std::uint32_t>(cell);
        known_[slot] = run_;
        if (slot < network_.state_slots) written_.push_back(slot);
    }
}

RawWay Ways::any_way(std::span<const GroundStep> steps) const {
    RawWay result;
    for (const GroundStep& step : steps) {
        for (const std::uint32_t slot : step.writes.members()) {
            if (slot >= network_.state_slots) continue;
            result.anything.push_back(slot);
            domains_.add_all(slot);
        }
    }
    return result;
}

std::vector<SlotValue> Ways::needs() const {
    std::vector<SlotValue> result;
    for (const Choice& made : path_) {
        if (!made.is_select) result.push_back({made.cell, domains_.choice(made.cell, made.which)});
    }
    return result;
}

RawWay Ways::way(Outcome outcome, std::span<const GroundStep> steps) {
    RawWay result;
    if (outcome == Outcome::unclear) result = any_way(steps);
    result.needs = needs();
    if (outcome == Outcome::unclear) return result;
    for (const std::uint32_t slot : anything_) {
        if (slot >= network_.state_slots) continue;
        result.anything.push_back(slot);
        domains_.add_all(slot);
    }
    sort_out(written_);
    for (const std::uint32_t slot : written_) {
        const SlotValue added{slot, domains_.add(slot, state_[slot])};
        if (std::ranges::find(result.needs, added) == result.needs.end()) result.adds.push_back(added);
    }
    return result;
}

}  // namespace crowfly
