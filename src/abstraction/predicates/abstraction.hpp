// The predicate abstraction heuristic (Hoffmann, Smaus, Rybalchenko, Kupferschmid, Podelski: Using predicate
// abstraction to generate heuristic functions in UPPAAL, 2006): one abstract state space per part of the network, in
// which distances are looked up. The largest of them never exceeds the true distance; their sum, as published, may,
// since an error path that moves several parts in one transition counts it several times.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "abstraction/predicates/abstract_space.hpp"
#include "abstraction/predicates/lookup.hpp"
#include "abstraction/predicates/refinement.hpp"
#include "abstraction/predicates/split.hpp"

namespace crowfly::predicates {

struct Options {
    bool refines = false;   // predicates come from spurious error paths, not from the model
    std::size_t bound = 2;  // processes in a part
    RefinementOptions refinement;
    bool adds_up = false;
    SpaceLimits limits = {};
};

// One part of the network with its abstract state space.
class PartAbstraction {
public:
    PartAbstraction(std::unique_ptr<System> system, std::vector<Predicate> predicates, const SpaceLimits& limits,
                    std::size_t held);

    std::uint32_t distance(std::span<const std::int32_t> slots, const ZoneView& zone) {
        return space_.distance(lookup_.read(slots, zone));
    }
    const System& system() const { return *system_; }
    const Predicates& predicates() const { return predicates_; }
    const AbstractSpace& space() const { return space_; }
    void parts(auto& each) { each.derived(space_, lookup_); }

private:
    std::unique_ptr<System> system_;
    Predicates predicates_;
    AbstractSpace space_;
    Lookup lookup_;
};

class PredicateAbstraction {
public:
    static constexpr std::uint32_t unreachable = AbstractSpace::unreachable;

    PredicateAbstraction(const Goal& goal, const Options& options);

    // The number of transitions to the error, as far as the abstraction knows. `unreachable`: there is no way there.
    std::uint32_t distance(std::span<const std::int32_t> slots, const ZoneView& zone);

    const std::vector<std::unique_ptr<PartAbstraction>>& parts() const { return parts_; }
    bool may_stop() const { return context_.may_stop; }  // a search may meet a run-time error
    bool reads_clocks() const;
    void parts(auto& each) { each.derived(parts_); }

private:
    Goal goal_;
    Context context_;
    bool adds_up_;
    std::vector<std::unique_ptr<PartAbstraction>> parts_;
};

}  // namespace crowfly::predicates
