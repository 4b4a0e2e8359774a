#include "task/cases.hpp"

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly {
namespace {

// The effort of a run, and of each cell that it reads, writes, or may write any value to.
constexpr std::uint64_t per_run = 200;
constexpr std::uint64_t per_read = 30;
constexpr std::uint64_t per_written = 30;
constexpr std::uint64_t per_havoc = 1000;

}  // namespace

CaseEnumerator::CaseEnumerator(const Network& network, Domains& domains, const Effort& effort)
    : network_(network), domains_(domains), machine_(network.code), state_(network.slots.size()),
      known_(network.slots.size()), known_selects_(network.code.locals), selects_(network.code.locals, nullptr),
      effort_(effort), read_places_(network.slots.size()) {
    machine_.bind(state_);
}

void CaseEnumerator::select_from(const Run& selects) {
    for (const std::uint32_t s : selects) {
        selects_[network_.selects[s].local] = &network_.selects[s];
        select_cells_.push_back(network_.selects[s].local);
    }
}

bool CaseEnumerator::enumerate(std::span<const Statement> statements, bool& exhaustive, std::vector<RawCase>& cases,
                               std::size_t held) {
    cases.clear();
    faults_.clear();
    slots_read_.clear();
    path_.clear();
    for (const Statement& statement : statements) {
        select_from(statement.selects);
        select_from(statement.second_selects);
    }
    exhaustive = true;
    std::size_t runs = 0;
    effort_.tell(held);
    do {
        const std::size_t reads_before = reads_;
        const Outcome outcome = run(statements);
        effort_.spend(per_run + per_read * (reads_ - reads_before) + per_written * (written_.size() + havoc_.size()));
        if (outcome == Outcome::faults) faults_.push_back(preconditions());
        if (outcome == Outcome::fails || outcome == Outcome::faults)
            exhaustive = false;
        else
            cases.push_back(make_case(outcome, statements));
    } while (advance() && ++runs < most_runs && reads_ < effort_.reads);
    const bool complete = path_.empty() && reads_ < effort_.reads;
    if (!complete) {
        for (const Statement& statement : statements) effort_.spend(per_havoc * statement.writes.count());
        faults_.assign(1, {});
        cases.assign(1, any_case(statements));
        exhaustive = true;
    }
    for (const std::uint32_t cell : select_cells_) selects_[cell] = nullptr;
    select_cells_.clear();
    std::ranges::sort(slots_read_);
    return complete;
}

// The next path: the last choice that can be made otherwise is. False: all were made.
bool CaseEnumerator::advance() {
    while (!path_.empty() && path_.back().which + 1 >= path_.back().count) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().which;
    return true;
}

CaseEnumerator::Outcome CaseEnumerator::run(std::span<const Statement> statements) {
    ++run_;
    depth_ = 0;
    unclear_ = false;
    written_.clear();
    havoc_.clear();
    machine_.clock_updates().clear();
    for (const Statement& statement : statements) {
        const Outcome outcome = run(statement);
        if (outcome != Outcome::succeeds) {
            path_.resize(depth_);  // what was chosen after this point in another run is not on this path
            return outcome;
        }
    }
    path_.resize(depth_);
    return Outcome::succeeds;
}

CaseEnumerator::Outcome CaseEnumerator::run(const Statement& statement) {
    const Machine::WithCode with(machine_, statement.code ? *statement.code : network_.code);
    if (statement.code && statement.code->locals > known_selects_.size()) {
        known_selects_.resize(statement.code->locals);
        selects_.resize(statement.code->locals, nullptr);
    }
    switch (statement.kind) {
        case Statement::Kind::condition:
            if (!machine_.run(statement.program, *this)) return fault();
            return machine_.result() != 0 ? Outcome::succeeds : Outcome::fails;
        case Statement::Kind::refutation:
            if (!machine_.run(statement.program, *this))
                return fault() == Outcome::unclear ? Outcome::unclear : Outcome::succeeds;
            return machine_.result() == 0 ? Outcome::succeeds : Outcome::fails;
        case Statement::Kind::same_channel: {
            if (!machine_.run(statement.program, *this)) return fault();
            const std::int32_t first = machine_.result();
            if (!statement.second)
                return first == static_cast<std::int32_t>(statement.channel) ? Outcome::succeeds : Outcome::fails;
            if (!machine_.run(statement.second, *this)) return fault();
            return machine_.result() == first ? Outcome::succeeds : Outcome::fails;
        }
        case Statement::Kind::assignment:
            return !statement.program || machine_.run(statement.program, *this) ? Outcome::succeeds : fault();
        case Statement::Kind::havoc:
            for (const std::uint32_t slot : statement.writes.members()) havoc_.push_back(slot);
            return Outcome::succeeds;
    }
    return Outcome::fails;
}

// An instruction that cannot be run may well succeed.
CaseEnumerator::Outcome CaseEnumerator::fault() const {
    const FaultKind kind = machine_.fault().kind;
    if (unclear_ || kind == FaultKind::unsupported || kind == FaultKind::clock_rate) return Outcome::unclear;
    return network_.faults_disable ? Outcome::fails : Outcome::faults;
}

const CaseEnumerator::Choice& CaseEnumerator::choice(bool is_select, std::uint32_t cell, std::size_t count) {
    if (depth_ == path_.size()) path_.push_back({is_select, cell, 0, count});
    return path_[depth_++];
}

// Once per slot, with the fewest values that there were.
void CaseEnumerator::note_read(std::uint32_t slot, std::size_t values) {
    const std::size_t place = read_places_[slot];
    if (place < slots_read_.size() && slots_read_[place].first == slot) {
        slots_read_[place].second = std::min(slots_read_[place].second, values);
        return;
    }
    read_places_[slot] = slots_read_.size();
    slots_read_.emplace_back(slot, values);
}

bool CaseEnumerator::choose_slot(std::uint32_t slot) {
    if (std::ranges::find(havoc_, slot) != havoc_.end()) return false;
    if (known_[slot] == run_) return true;
    if (slot >= network_.state_slots) return false;  // a meta variable that was not set before
    known_[slot] = run_;
    const Choice& made = choice(false, slot, domains_.size(slot));
    note_read(slot, made.count);
    const ValueIndex value = domains_.choice(slot, made.which);
    if (value == other_values) return false;
    state_[slot] = domains_.value(slot, value);
    return true;
}

bool CaseEnumerator::choose_select(std::uint32_t cell) {
    if (selects_[cell] == nullptr || known_selects_[cell] == run_) return true;
    known_selects_[cell] = run_;
    const Select& select = *selects_[cell];
    const Choice& made = choice(true, cell, static_cast<std::size_t>(std::int64_t{select.greatest} - select.least + 1));
    machine_.local(cell) = static_cast<std::int32_t>(select.least + static_cast<std::int64_t>(made.which));
    return true;
}

bool CaseEnumerator::reading(Region region, std::int32_t first, std::int32_t count) {
    unclear_ = ++reads_ > effort_.reads;
    for (std::int32_t cell = first; cell < first + count && !unclear_; ++cell) {
        const auto at = static_cast<std::uint32_t>(cell);
        unclear_ = region == Region::state ? !choose_slot(at) : !choose_select(at);
    }
    return !unclear_;
}

void CaseEnumerator::written(Region region, std::int32_t first, std::int32_t count) {
    if (region != Region::state) return;
    for (std::int32_t cell = first; cell < first + count; ++cell) {
        const auto slot = static_cast<std::uint32_t>(cell);
        known_[slot] = run_;
        if (slot < network_.state_slots) written_.push_back(slot);
    }
}

RawCase CaseEnumerator::any_case(std::span<const Statement> statements) const {
    RawCase result;
    for (const Statement& statement : statements) {
        for (const std::uint32_t slot : statement.writes.members()) {
            if (slot >= network_.state_slots) continue;
            result.havoc.push_back(slot);
            domains_.add_all(slot);
        }
    }
    return result;
}

std::vector<SlotValue> CaseEnumerator::preconditions() const {
    std::vector<SlotValue> result;
    for (const Choice& made : path_) {
        if (!made.is_select) result.push_back({made.cell, domains_.choice(made.cell, made.which)});
    }
    return result;
}

RawCase CaseEnumerator::make_case(Outcome outcome, std::span<const Statement> statements) {
    RawCase result;
    if (outcome == Outcome::unclear) result = any_case(statements);
    result.preconditions = preconditions();
    if (outcome == Outcome::unclear) return result;
    for (const std::uint32_t slot : havoc_) {
        if (slot >= network_.state_slots) continue;
        result.havoc.push_back(slot);
        domains_.add_all(slot);
    }
    sort_out(written_);
    for (const std::uint32_t slot : written_) {
        const SlotValue added{slot, domains_.add(slot, state_[slot])};
        if (std::ranges::find(result.preconditions, added) == result.preconditions.end())
            result.effects.push_back(added);
    }
    return result;
}

}  // namespace crowfly
