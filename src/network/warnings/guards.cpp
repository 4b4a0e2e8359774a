// Edges that can never fire because of clocks: the guard contradicts itself, or the invariant of the source, or, with
// the values that the edge assigns to clocks, the invariant of the target. Only certain contradictions count:
// constraints under a condition are left out, a computed bound counts with its weakest value, and a clock that another
// edge may set in the same transition may have any value.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "network/warnings/texts.hpp"
#include "network/warnings/warnings.hpp"

namespace crowfly {
namespace {

// A small difference bound matrix over the clocks of one edge. A bound is twice its number, plus one if it is not
// strict.
class FewClocks {
public:
    static constexpr std::size_t most = 12;

    FewClocks() { clocks_.push_back(0); }

    bool knows(ClockIndex clock) {  // false: there are too many
        if (std::find(clocks_.begin(), clocks_.end(), clock) != clocks_.end()) return true;
        if (clocks_.size() == most) return false;
        clocks_.push_back(clock);
        return true;
    }
    void start() {
        for (std::size_t i = 0; i < clocks_.size(); ++i) {
            bounds_[i].fill(none);
            bounds_[i][i] = zero;
        }
        bounds_[0].fill(zero);  // no clock is negative
    }
    void add(const ClockConstraint& constraint) {
        if (constraint.condition) return;
        const Bound& bound = constraint.bound;
        const std::int64_t value = constraint.negated    ? -std::int64_t{bound.least}
                                   : bound.is_constant() ? bound.least
                                                         : bound.greatest;
        tighten(place(constraint.left), place(constraint.right), 2 * value + (constraint.strict ? 0 : 1));
    }
    // Computes the canonical form. False: the zone is empty.
    bool close() {
        const std::size_t size = clocks_.size();
        for (std::size_t k = 0; k < size; ++k) {
            for (std::size_t i = 0; i < size; ++i) {
                for (std::size_t j = 0; j < size; ++j) tighten(i, j, sum(bounds_[i][k], bounds_[k][j]));
            }
        }
        for (std::size_t i = 0; i < size; ++i) {
            if (bounds_[i][i] < zero) return false;
        }
        return true;
    }
    // Assigns a number to the clock, or any value if there is none. The zone must be closed.
    void set(ClockIndex clock, std::optional<std::int32_t> value) {
        const std::size_t at = place(clock);
        for (std::size_t i = 0; i < clocks_.size(); ++i) bounds_[at][i] = bounds_[i][at] = none;
        bounds_[at][at] = zero;
        bounds_[0][at] = zero;
        if (!value) return;
        bounds_[at][0] = 2 * std::int64_t{*value} + 1;
        bounds_[0][at] = -2 * std::int64_t{*value} + 1;
    }
    const std::vector<ClockIndex>& clocks() const { return clocks_; }  // the first is the constant zero

private:
    static constexpr std::int64_t none = std::int64_t{1} << 60;
    static constexpr std::int64_t zero = 1;

    std::size_t place(ClockIndex clock) const {
        return static_cast<std::size_t>(std::find(clocks_.begin(), clocks_.end(), clock) - clocks_.begin());
    }
    void tighten(std::size_t i, std::size_t j, std::int64_t bound) { bounds_[i][j] = std::min(bounds_[i][j], bound); }
    static std::int64_t sum(std::int64_t a, std::int64_t b) {
        if (a >= none || b >= none) return none;
        return (a - (a & 1)) + (b - (b & 1)) + (a & b & 1);
    }

    std::vector<ClockIndex> clocks_;
    std::array<std::array<std::int64_t, most>, most> bounds_{};
};

enum class Conflict : std::uint8_t { none, guard, source, target };

class Edges {
public:
    explicit Edges(const Network& network) : network_(network), writer_(network.clocks.size(), nobody) {
        for (const Edge& edge : network.edges) {
            for (const SlotSet::Range& range : edge.footprint.clock_writes.ranges()) note_writer(range, edge.process);
        }
        always_.add(network.update_footprint.clock_writes);
    }

    Conflict judge(const Edge& edge) const {
        const Run source = network_.location(edge.process, edge.source).invariant.constraints;
        const Run target = network_.location(edge.process, edge.target).invariant.constraints;
        if (edge.obstacle >= 0 || (edge.constraints.count == 0 && target.count == 0)) return Conflict::none;
        FewClocks values;
        if (!knows(values, edge.constraints) || !knows(values, source) || !knows(values, target)) return Conflict::none;
        values.start();
        add(values, edge.constraints);
        if (!values.close()) return Conflict::guard;
        add(values, source);
        if (!values.close()) return edge.constraints.count == 0 ? Conflict::none : Conflict::source;
        if (target.count == 0) return Conflict::none;
        update(values, edge);
        add(values, target);
        return values.close() ? Conflict::none : Conflict::target;
    }

private:
    static constexpr ProcessIndex nobody = static_cast<ProcessIndex>(-1);
    static constexpr ProcessIndex several = static_cast<ProcessIndex>(-2);
    static constexpr std::uint32_t few = 16;

    // An edge that sets a whole array may set any of its clocks; listing them for every edge would take too long.
    void note_writer(const SlotSet::Range& range, ProcessIndex process) {
        if (range.last - range.first >= few) return always_.add(range.first, range.last - range.first + 1);
        for (ClockIndex clock = range.first; clock <= range.last; ++clock) {
            writer_[clock] = writer_[clock] == nobody || writer_[clock] == process ? process : several;
        }
    }

    bool knows(FewClocks& values, Run constraints) const {
        for (const std::uint32_t c : constraints) {
            const ClockConstraint& constraint = network_.constraints[c];
            if (!constraint.condition && (!values.knows(constraint.left) || !values.knows(constraint.right)))
                return false;
        }
        return true;
    }

    void add(FewClocks& values, Run constraints) const {
        for (const std::uint32_t c : constraints) values.add(network_.constraints[c]);
    }

    bool others_may_set(ClockIndex clock, const Edge& edge) const {
        if (always_.contains(clock)) return true;
        return edge.sync != Sync::none && writer_[clock] != nobody && writer_[clock] != edge.process;
    }

    // `x = 3` and nothing else: the clock and its value.
    std::optional<std::pair<ClockIndex, std::int32_t>> assignment(const Clause& clause) const {
        if (!clause.program) return std::nullopt;
        const Instruction* in = network_.code.instructions.data() + clause.program.entry;
        const bool plain = in[0].op == OpCode::push && in[1].op == OpCode::push && in[2].op == OpCode::set_clock &&
                           in[3].op == OpCode::stop;
        return plain ? std::optional(std::pair(static_cast<ClockIndex>(in[0].a), in[1].a)) : std::nullopt;
    }

    void update(FewClocks& values, const Edge& edge) const {
        for (const std::uint32_t c : edge.update_clauses) {
            const auto set = assignment(network_.clauses[c]);
            for (const ClockIndex clock : values.clocks()) {
                if (clock == 0 || !network_.clauses[c].footprint.clock_writes.contains(clock)) continue;
                values.set(clock, set && set->first == clock ? std::optional(set->second) : std::nullopt);
            }
        }
        for (const ClockIndex clock : values.clocks()) {
            if (clock != 0 && others_may_set(clock, edge)) values.set(clock, std::nullopt);
        }
    }

    const Network& network_;
    std::vector<ProcessIndex> writer_;  // per clock: the only process that sets it, `nobody` or `several`
    SlotSet always_;                    // clocks that may be set in any transition
};

struct Dead {
    EdgeIndex edge;
    Conflict conflict;
};

void report(const Network& network, const Dead& dead, Diagnostics& diagnostics) {
    const Edge& edge = network.edges[dead.edge];
    const std::string& source = network.location(edge.process, edge.source).name;
    const std::string& target = network.location(edge.process, edge.target).name;
    const Span span = edge.guard_span.empty() ? edge.span : edge.guard_span;
    switch (dead.conflict) {
        case Conflict::none: return;
        case Conflict::guard:
            return diagnostics.add(Code::edge_never_fires, span, "this guard can never hold",
                                   "its conditions on clocks exclude each other");
        case Conflict::source:
            return diagnostics.add(Code::edge_never_fires, span,
                                   fmt::format("this guard can never hold: the invariant of `{}` excludes it", source),
                                   "the invariant holds as long as the process is there");
        case Conflict::target:
            return diagnostics.add(
                Code::edge_never_fires, span,
                fmt::format("this edge can never fire: the invariant of `{}` would not hold", target),
                "does the edge have to reset a clock?");
    }
}

}  // namespace

void warn_about_guards(const Network& network, Diagnostics& diagnostics) {
    if (network.clocks.size() == 1) return;
    const Edges edges(network);
    BadTexts<Dead> texts;
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        const Text text = text_of(network.edges[e]);
        if (texts.is_cleared(text)) continue;
        const Conflict conflict = edges.judge(network.edges[e]);
        texts.add(text, conflict != Conflict::none, {e, conflict});
    }
    texts.for_each([&](const Dead& dead) { report(network, dead, diagnostics); });
}

}  // namespace crowfly
