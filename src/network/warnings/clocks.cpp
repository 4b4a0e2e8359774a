// Clocks that nothing reads, and clocks that are never reset. A clock that is not compared with anything and not named
// by a query costs a dimension of every zone (W024); without queries nothing is reported. A clock that is never reset
// measures the time since the start, which is often intended, even with an invariant that ends it. But if a process can
// leave a location with an upper bound on such a clock, let time pass and return, it will eventually find the location
// closed (W025).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "network/warnings/graph.hpp"
#include "network/warnings/texts.hpp"
#include "network/warnings/warnings.hpp"

namespace crowfly {
namespace {

struct Use {
    ClockIndex clock = 0;  // the first one of this declaration
    bool set = false;
    bool read = false;
};

class Clocks {
public:
    explicit Clocks(const Network& network) {
        for (ClockIndex c = 1; c < network.clocks.size(); ++c) {
            const auto [at, added] = number_.try_emplace(Text{network.clocks[c].span}, uses_.size());
            if (added) uses_.push_back({c});
            use_of_.push_back(at->second);
        }
        SlotSet read, set;  // merged first, since an update may set whole arrays
        const auto add = [&](const Footprint& footprint) {
            read.add(footprint.clock_reads);
            set.add(footprint.clock_writes);
        };
        for (const Edge& edge : network.edges) add(edge.footprint);
        for (const Location& location : network.locations) add(location.invariant.footprint);
        add(network.update_footprint);
        for (const std::uint32_t clock : read.members()) of(clock).read = true;
        for (const std::uint32_t clock : set.members()) of(clock).set = true;
        for (const ClockConstraint& constraint : network.constraints) {
            if (constraint.left != 0) of(constraint.left).read = true;
            if (constraint.right != 0) of(constraint.right).read = true;
        }
        for (const ClockRate& rate : network.rates)
            of(rate.clock).read = of(rate.clock).set = true;  // a rate may serve any purpose
    }

    const Use& use(ClockIndex clock) const { return uses_[use_of_[clock - 1]]; }
    const std::vector<Use>& uses() const { return uses_; }

private:
    Use& of(ClockIndex clock) { return uses_[use_of_[clock - 1]]; }
    std::unordered_map<Text, std::size_t, TextHash> number_;
    std::vector<Use> uses_;            // by declaration
    std::vector<std::size_t> use_of_;  // by clock, without the constant zero
};

void warn_about_uncompared(const Network& network, const Clocks& clocks, const QueryWords& queries,
                           Diagnostics& diagnostics) {
    if (!queries.any() || !network.obstacles.empty()) return;
    for (const Use& use : clocks.uses()) {
        const Clock& clock = network.clocks[use.clock];
        const std::string name = declared_name(clock.name);
        if (!use.set || use.read || queries.contain(name)) continue;
        diagnostics.add(Code::clock_never_compared, clock.span,
                        fmt::format("clock `{}` is set, but nothing is ever compared with it", name),
                        "no guard, invariant or query mentions it: remove it");
    }
}

bool is_bounded(const Network& network, const Location& location, ClockIndex clock) {
    const Run constraints = location.invariant.constraints;
    for (const std::uint32_t c : constraints) {
        if (network.constraints[c].left == clock && network.constraints[c].right == 0) return true;
    }
    return false;
}

// Whether the process can leave this location, let the clock run, and return.
bool comes_back(const Network& network, const Process& process, std::uint32_t location, ClockIndex clock) {
    const std::vector<bool> later = led_to(network, process, {location});
    std::vector<std::uint32_t> outside;
    for (std::uint32_t l = 0; l < process.locations.count; ++l) {
        if (later[l] && !is_bounded(network, network.locations[process.locations.first + l], clock))
            outside.push_back(l);
    }
    return led_to(network, process, std::move(outside))[location];
}

class NeverReset {
public:
    NeverReset(const Network& network, const Clocks& clocks, Diagnostics& diagnostics)
        : network_(network), clocks_(clocks), diagnostics_(diagnostics) {}

    void visit(const Process& process) {
        for (std::uint32_t l = 0; l < process.locations.count; ++l) {
            const Run constraints = network_.locations[process.locations.first + l].invariant.constraints;
            for (const std::uint32_t c : constraints) {
                const ClockConstraint& constraint = network_.constraints[c];
                if (constraint.right == 0 && constraint.left != 0 && !constraint.condition)
                    visit(process, l, constraint);
            }
        }
    }

private:
    static constexpr std::size_t most_tries = 100;  // each takes time linear in the process

    void visit(const Process& process, std::uint32_t location, const ClockConstraint& constraint) {
        const Use& use = clocks_.use(constraint.left);
        if (use.set || !constraint.bound.is_constant()) return;
        std::size_t& tries = tries_[use.clock];
        if (tries >= most_tries) return;
        ++tries;
        if (!comes_back(network_, process, location, constraint.left)) return;
        tries = most_tries;  // one warning per clock
        const std::string& where =
            network_.location(static_cast<ProcessIndex>(&process - network_.processes.data()), location).name;
        diagnostics_.add(Code::clock_never_reset, constraint.span,
                         fmt::format("clock `{}` is never reset: `{}` cannot be entered any more once it is past {}",
                                     declared_name(network_.clocks[use.clock].name), where, constraint.bound.least),
                         fmt::format("reset it on an edge that leads to `{}`", where));
    }

    const Network& network_;
    const Clocks& clocks_;
    Diagnostics& diagnostics_;
    std::map<ClockIndex, std::size_t> tries_;
};

}  // namespace

void warn_about_clocks(const Network& network, const QueryWords& queries, Diagnostics& diagnostics) {
    if (network.clocks.size() == 1) return;
    const Clocks clocks(network);
    warn_about_uncompared(network, clocks, queries, diagnostics);
    NeverReset never_reset(network, clocks, diagnostics);
    for (const Process& process : network.processes) never_reset.visit(process);
}

}  // namespace crowfly
