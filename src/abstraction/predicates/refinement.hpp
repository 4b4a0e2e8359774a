// Predicates from spurious error paths (Sect. 5): starting with the locations of the error condition, a shortest
// abstract error path from the initial state is regressed exactly, with all that its steps require. If no state is left
// on the way, or the initial state is not among those at its beginning, the path is spurious, and minimal cores of what
// contradicts itself along it become predicates, as weakest preconditions (reasons.hpp).
#pragma once

#include <optional>
#include <vector>

#include "abstraction/predicates/abstract_space.hpp"
#include "abstraction/predicates/lookup.hpp"
#include "abstraction/predicates/reasons.hpp"

namespace crowfly::predicates {

struct RefinementOptions {
    std::optional<std::uint32_t> rounds;  // nothing: until the shortest path gets no longer, then one round less
    bool removes_all = false;             // a round removes all shortest spurious paths, not one of them
};

class Refinement {
public:
    Refinement(const System& system, const SpaceLimits& limits, std::size_t held);

    std::vector<Predicate> run(const RefinementOptions& options);
    std::uint32_t rounds() const { return rounds_; }  // that were needed

private:
    // Adds what removes the path. False: nothing does, for it is feasible, or what is missing cannot be said.
    bool remove(const AbstractSpace::Path& path);
    std::optional<AbstractSpace::Path> shortest_path();
    std::vector<Predicate> location_reasons(const AbstractSpace::Path& path) const;
    bool add(const std::vector<Predicate>& found);  // false: they are all known

    // The initial state.
    LiteralSet initial_literals(const Predicates& predicates) const;
    zone::WideZone initial_zone() const;
    bool starts_at(ProcessIndex process, std::uint32_t number) const;

    const System& system_;
    SpaceLimits limits_;
    std::size_t held_;
    Regression regression_;
    zone::WideZone start_;
    std::vector<std::int32_t> slots_;
    std::vector<Predicate> predicates_;
    std::uint32_t rounds_ = 0;
};

}  // namespace crowfly::predicates
