#include "abstraction/loaded_abstraction.hpp"

#include <algorithm>
#include <functional>

namespace crowfly {
namespace {

void write_part(const StateAbstraction& part, ArchiveWriter& into) {
    into.text(part.kind());
    into.number(std::uint64_t{part.sizes.size()});
    for (const StateAbstraction::Size& size : part.sizes) {
        into.text(size.phase);
        into.number(std::uint64_t{size.states});
    }
    part.write(into);
}

std::unique_ptr<StateAbstraction> read_part(ArchiveReader& from, ValueCounts values) {
    const AbstractionReader* reader = abstraction_readers().find(from.text());
    ArchiveReader::demand(reader != nullptr, "has a kind of abstraction that is not known");
    std::vector<StateAbstraction::Size> sizes(from.count(2 * sizeof(std::uint64_t)));
    for (StateAbstraction::Size& size : sizes) {
        size.phase = from.text();
        size.states = from.number<std::uint64_t>();
    }
    std::unique_ptr<StateAbstraction> part = reader->read(from, values);
    part->sizes = std::move(sizes);
    return part;
}

CostPartitions read_partitions(ArchiveReader& from, const AbstractionSet& set) {
    CostPartitions partitions;
    partitions.count = from.number<std::uint64_t>();
    if (partitions.count == 0) return partitions;
    bool has_shares = false;  // which bound their number
    for (const std::unique_ptr<StateAbstraction>& part : set.parts) {
        const std::vector<Estimate>& shares = partitions.distances.emplace_back(from.list<Estimate>());
        const bool fits = shares.size() % partitions.count == 0 && shares.size() / partitions.count == part->states();
        has_shares = has_shares || !shares.empty();
        ArchiveReader::demand(shares.empty() || fits, "has a cost partition of the wrong size");
        ArchiveReader::demand(std::ranges::all_of(shares, [](Estimate share) { return share <= farthest; }),
                              "has a cost partition with a dead end");
    }
    ArchiveReader::demand(has_shares, "has cost partitions without a share");
    return partitions;
}

}  // namespace

Registry<AbstractionReader>& abstraction_readers() {
    static Registry<AbstractionReader> registry;
    return registry;
}

void write_set(const AbstractionSet& set, ArchiveWriter& into) {
    into.number(std::uint64_t{set.parts.size()});
    for (const std::unique_ptr<StateAbstraction>& part : set.parts) write_part(*part, into);
    into.number(set.adds_up);
    into.number(std::uint64_t{set.groups.size()});
    for (const std::vector<std::uint32_t>& group : set.groups) into.list(group);
    into.number(std::uint64_t{set.partitions.count});
    if (set.partitions.count > 0) {
        for (const std::vector<Estimate>& shares : set.partitions.distances) into.list(shares);
    }
    into.number(std::uint64_t{set.built});
    into.number(set.is_bounded);
}

AbstractionSet read_set(ArchiveReader& from, ValueCounts values) {
    AbstractionSet set;
    for (std::size_t parts = from.count(sizeof(std::uint64_t)); parts > 0; --parts)
        set.parts.push_back(read_part(from, values));
    set.adds_up = from.truth();
    for (std::size_t groups = from.count(sizeof(std::uint64_t)); groups > 0; --groups) {
        const std::vector<std::uint32_t>& group = set.groups.emplace_back(from.list<std::uint32_t>());
        ArchiveReader::demand(std::ranges::all_of(group, [&](std::uint32_t part) { return part < set.parts.size(); }),
                              "adds an abstraction up that it does not have");
    }
    set.partitions = read_partitions(from, set);
    set.built = from.number<std::uint64_t>();
    set.is_bounded = from.truth();
    return set;
}

void write_values(const FactoredSystem& system, ArchiveWriter& into) {
    const FactTable& facts = system.grounding->facts;
    into.number(facts.slots());
    for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) {
        into.list(facts.of(slot).values);
        into.number(facts.of(slot).others);
    }
    into.number(std::uint64_t{system.variables.size()});
    for (const Variable& variable : system.variables) {
        into.number(variable.values);
        into.list(variable.initial);
    }
    into.number(system.goal_is_possible);
    into.number(system.may_fault);
}

FactoredSystem read_values(ArchiveReader& from, const Network& network) {
    ArchiveReader::demand(from.number<std::uint32_t>() == network.state_slots,
                          "has another number of variables than the model");
    std::vector<FactTable::SlotFacts> slots(network.state_slots);
    std::size_t facts = 0;
    for (FactTable::SlotFacts& slot : slots) {
        slot.values = from.list<std::int32_t>();
        slot.others = from.truth();
        const auto is_out_of_order = std::ranges::adjacent_find(slot.values, std::greater_equal<>());
        ArchiveReader::demand(is_out_of_order == slot.values.end(), "has values that are not in order");
        facts += slot.values.size() + 1;
        ArchiveReader::demand(facts < FactTable::unknown, "has more values than there can be");
    }
    FactoredSystem system;
    system.network = &network;
    system.grounding =
        std::make_shared<const Grounding>(Grounding{FactTable(std::move(slots)), {}, {}, {}, {}, {}, {}});
    system.variables.resize(from.count(sizeof(Value)));
    ArchiveReader::demand(system.variables.size() >= network.state_slots, "lacks variables of the model");
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        Variable& variable = system.variables[v];
        variable.values = from.number<Value>();
        variable.initial = from.list<Value>();
        const bool fits = !system.is_slot(v) || variable.values == system.grounding->facts.size(v);
        const auto is_value = [&](Value value) { return value < variable.values; };
        ArchiveReader::demand(fits && !variable.initial.empty() && std::ranges::all_of(variable.initial, is_value),
                              "has a value that its variable does not have");
    }
    system.goal_is_possible = from.truth();
    system.may_fault = from.truth();
    return system;
}

}  // namespace crowfly
