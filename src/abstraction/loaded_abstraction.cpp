#include "abstraction/loaded_abstraction.hpp"

#include <algorithm>

namespace crowfly {
namespace {

void write_part(const StateAbstraction& part, ArchiveWriter& into) {
    into.text(part.kind());
    save(part.sizes, into);
    part.save(into);
}

std::unique_ptr<StateAbstraction> read_part(ArchiveReader& from, ValueCounts values) {
    const AbstractionReader* reader = abstraction_readers().find(from.text());
    ArchiveReader::demand(reader != nullptr, "has a kind of abstraction that is not known");
    std::vector<StateAbstraction::Size> sizes;
    load(sizes, from);
    std::unique_ptr<StateAbstraction> part = reader->read(from, values);
    part->sizes = std::move(sizes);
    return part;
}

// What is kept of a set besides its abstractions.
void members_of(auto& set, auto& each) { each(set.adds_up, set.groups, set.partitions, set.built, set.is_bounded); }

void check_groups(const AbstractionSet& set) {
    for (const std::vector<std::uint32_t>& group : set.groups) {
        ArchiveReader::demand(std::ranges::all_of(group, [&](std::uint32_t part) { return part < set.parts.size(); }),
                              "adds an abstraction up that it does not have");
    }
}

void check_partitions(const AbstractionSet& set) {
    const auto& [count, distances] = set.partitions;
    if (count == 0) return;
    ArchiveReader::demand(distances.size() == set.parts.size(), "has cost partitions of other abstractions");
    bool has_shares = false;  // which bound their number
    for (std::size_t p = 0; p < distances.size(); ++p) {
        const std::vector<Estimate>& shares = distances[p];
        const bool fits = shares.size() % count == 0 && shares.size() / count == set.parts[p]->states();
        has_shares = has_shares || !shares.empty();
        ArchiveReader::demand(shares.empty() || fits, "has a cost partition of the wrong size");
        ArchiveReader::demand(std::ranges::all_of(shares, [](Estimate share) { return share <= farthest; }),
                              "has a cost partition with a dead end");
    }
    ArchiveReader::demand(has_shares, "has cost partitions without a share");
}

}  // namespace

Registry<AbstractionReader>& abstraction_readers() {
    static Registry<AbstractionReader> registry;
    return registry;
}

void write_set(const AbstractionSet& set, ArchiveWriter& into) {
    into.number(std::uint64_t{set.parts.size()});
    for (const std::unique_ptr<StateAbstraction>& part : set.parts) write_part(*part, into);
    SaveParts each(into);
    members_of(set, each);
}

AbstractionSet read_set(ArchiveReader& from, ValueCounts values) {
    AbstractionSet set;
    for (std::size_t parts = from.count(sizeof(std::uint64_t)); parts > 0; --parts)
        set.parts.push_back(read_part(from, values));
    LoadParts each(from);
    members_of(set, each);
    check_groups(set);
    check_partitions(set);
    return set;
}

void write_values(const FactoredSystem& system, ArchiveWriter& into) {
    save(system.grounding->facts, into);
    save(system, into);
}

FactoredSystem read_values(ArchiveReader& from, const Network& network) {
    FactTable facts;
    load(facts, from);
    ArchiveReader::demand(facts.slots() == network.state_slots, "has another number of variables than the model");
    FactoredSystem system;
    system.network = &network;
    system.grounding = std::make_shared<const Grounding>(Grounding{std::move(facts), {}, {}, {}, {}, {}, {}});
    load(system, from);
    ArchiveReader::demand(system.variables.size() >= network.state_slots, "lacks variables of the model");
    for (VariableIndex v = 0; v < system.variables.size(); ++v) {
        const Variable& variable = system.variables[v];
        const bool fits = !system.is_slot(v) || variable.values == system.grounding->facts.size(v);
        const auto is_value = [&](Value value) { return value < variable.values; };
        ArchiveReader::demand(fits && !variable.initial.empty() && std::ranges::all_of(variable.initial, is_value),
                              "has a value that its variable does not have");
    }
    return system;
}

}  // namespace crowfly
