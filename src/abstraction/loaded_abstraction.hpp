// Abstractions in files. What is kept is what estimates need, the *lookup*: how a state is mapped to its abstract
// state, and the distance of each. Transitions are not kept; they are needed only while an abstraction is built and
// drawn.
//
// A lookup is a part of each abstraction. It has
//   kind         by which its reader is found
//   states, state_of, distance, variables, as StateAbstraction has
//   parts        what is saved and counted (base/files/parts.hpp)
//   fit          completes a loaded one, for a system whose variables have so many values; every index is checked
// and a reader for it registers itself from the file of the abstraction.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "abstraction/abstraction.hpp"
#include "base/files/parts.hpp"
#include "base/plugins/registry.hpp"

namespace crowfly {

using ValueCounts = std::span<const Value>;  // per variable of the system: how many values it has

// An abstraction by its lookup. `Self` names by `parts` what it holds.
template <class Self, class Lookup>
class LookupAbstraction : public StateAbstraction {
public:
    explicit LookupAbstraction(Lookup lookup) : lookup_(std::move(lookup)) {}

    std::size_t states() const override { return lookup_.states(); }
    AbstractState state_of(std::span<const Value> values) const override { return lookup_.state_of(values); }
    Estimate distance(AbstractState state) const override { return lookup_.distance(state); }
    std::vector<VariableIndex> variables() const override { return lookup_.variables(); }
    std::size_t bytes() const override { return bytes_of_parts(static_cast<const Self&>(*this)); }
    std::string_view kind() const override { return Lookup::kind; }
    void save(ArchiveWriter& to) const override { crowfly::save(lookup_, to); }

protected:
    Lookup lookup_;
};

template <class Lookup>
class LoadedAbstraction final : public LookupAbstraction<LoadedAbstraction<Lookup>, Lookup> {
public:
    using LookupAbstraction<LoadedAbstraction, Lookup>::LookupAbstraction;
    void parts(auto& each) { each(this->lookup_); }
};

struct AbstractionReader {
    std::string name;  // the kind
    std::unique_ptr<StateAbstraction> (*read)(ArchiveReader& from, ValueCounts values) = nullptr;
};

Registry<AbstractionReader>& abstraction_readers();

template <class Lookup>
std::unique_ptr<StateAbstraction> read_lookup(ArchiveReader& from, ValueCounts values) {
    Lookup lookup;
    load(lookup, from);
    lookup.fit(values);
    return std::make_unique<LoadedAbstraction<Lookup>>(std::move(lookup));
}

void write_set(const AbstractionSet& set, ArchiveWriter& into);
// Throws DamagedArchive.
AbstractionSet read_set(ArchiveReader& from, ValueCounts values);

// What of a system is needed to read the values of a state off its slots. Labels are not kept.
void write_values(const FactoredSystem& system, ArchiveWriter& into);
FactoredSystem read_values(ArchiveReader& from, const Network& network);

}  // namespace crowfly
