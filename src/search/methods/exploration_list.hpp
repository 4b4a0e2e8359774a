// Open lists that explore: which of the open states is expanded next, as a plug-in. They compose, as heuristics do:
// `alt(best(hU),type(hU,g),novelty(formula))`. Each registers itself from a file of its own in lists/.
//
// A list pops what was pushed to it, in its own order. Lists of one search hold the same states; what one of them has
// popped the others pop once more, and the search expands it once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/files/parts.hpp"
#include "base/plugins/registry.hpp"
#include "base/plugins/spec.hpp"
#include "heuristic/registry.hpp"
#include "space/node.hpp"

namespace crowfly {

// A state that has been generated and stored.
struct OpenState {
    NodeId node = no_node;
    std::uint32_t length = 0;             // of the path to it
    std::span<const Estimate> estimates;  // one per heuristic of the search
    std::span<const std::int32_t> slots;
    std::uint32_t round = 0;  // of the zone among those of its discrete state, see zone_rounds.hpp
};

class ExplorationList {
public:
    ExplorationList() = default;
    ExplorationList(const ExplorationList&) = delete;
    ExplorationList& operator=(const ExplorationList&) = delete;
    virtual ~ExplorationList() = default;

    // True: by what the list goes by, no state before was as near to the goal. Never of the first one.
    virtual bool push(const OpenState& state) = 0;
    virtual NodeId pop() = 0;  // it must not be empty
    virtual std::size_t size() const = 0;
    virtual std::size_t bytes() const = 0;
    bool empty() const { return size() == 0; }

    // For checkpoints; it is loaded into a new list of the same kind.
    virtual void save(ArchiveWriter& to) const = 0;
    virtual void load(ArchiveReader& from) = 0;
};

// A list that is saved, loaded and counted by its parts (base/files/parts.hpp).
template <class Self>
class ListOfParts : public ExplorationList {
public:
    std::size_t bytes() const override { return bytes_of_parts(self()); }
    void save(ArchiveWriter& to) const override { save_parts(self(), to); }
    void load(ArchiveReader& from) override { load_parts(static_cast<Self&>(*this), from); }

private:
    const Self& self() const { return static_cast<const Self&>(*this); }
};

// What lists are made with.
class ListMaker {
public:
    // `slots`: those that distinguish states.
    ListMaker(std::vector<std::uint32_t> slots, std::uint64_t seed) : slots_(std::move(slots)), seed_(seed) {}

    std::unique_ptr<ExplorationList> make(const Spec& list);

    // Where the estimates of a heuristic stand in OpenState::estimates.
    std::size_t heuristic(const HeuristicSpec& heuristic);
    const std::vector<HeuristicSpec>& heuristics() const { return heuristics_; }

    const std::vector<std::uint32_t>& slots() const { return slots_; }
    std::uint64_t seed() { return seed_++; }  // each time another one

private:
    std::vector<std::uint32_t> slots_;
    std::uint64_t seed_;
    std::vector<HeuristicSpec> heuristics_;
};

struct ListPlugin : Declaration {
    std::unique_ptr<ExplorationList> (*make)(const Spec& spec, ListMaker& maker) = nullptr;
};

Registry<ListPlugin>& open_lists();

// For lists that are made of heuristics, or of lists.
Vocabulary heuristics_as_parts();
Vocabulary lists_as_parts();

// The heuristics of a list and of its parts, each once, in the order in which they are written.
std::vector<HeuristicSpec> heuristics_of(const Spec& list);

}  // namespace crowfly
