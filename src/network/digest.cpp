// All parts of the network are serialised in a fixed order, lists with their length first so that the encoding is
// injective, and the bytes are hashed. Numbers are little-endian on every machine.
#include "network/digest.hpp"

#include <algorithm>
#include <concepts>
#include <limits>
#include <type_traits>

#include "base/files/sha256.hpp"

namespace crowfly {
namespace {

class Writer {
public:
    const std::string& bytes() const { return bytes_; }

    template <class... Parts>
    void all(const Parts&... parts) {
        (write(parts), ...);
    }

private:
    template <class Number>
    requires std::integral<Number> || std::is_enum_v<Number>
    void write(Number number) {
        auto rest = static_cast<std::uint64_t>(number);
        char digits[sizeof(Number)];
        for (char& digit : digits) {
            digit = static_cast<char>(rest & 0xff);
            rest >>= 8;
        }
        bytes_.append(digits, sizeof digits);
    }

    void write(const std::string& text) {
        write(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }

    template <class Element>
    void write(const std::vector<Element>& list) {
        write(static_cast<std::uint64_t>(list.size()));
        for (const Element& element : list) write(element);
    }

    void write(Program program) { write(program.entry); }
    void write(Run run) { all(run.first, run.count); }
    void write(SlotSet::Range range) { all(range.first, range.last); }
    void write(const SlotSet& set) { write(set.ranges()); }
    void write(const Instruction& instruction) { all(instruction.op, instruction.a, instruction.b, instruction.c); }
    void write(const Bytecode& code) { all(code.instructions, code.functions, code.constants, code.locals); }
    void write(const Bound& bound) { all(bound.program, bound.least, bound.greatest); }
    void write(const Footprint& f) { all(f.reads, f.writes, f.clock_reads, f.clock_writes, f.clock_resets); }
    void write(const Slot& slot) {
        all(slot.name, slot.kind, slot.meta, slot.least, slot.greatest, slot.initial, slot.any_initial);
    }
    void write(const Clock& clock) { all(clock.name, clock.initial); }
    void write(const Channel& channel) {
        all(channel.name, channel.broadcast, channel.urgent, channel.priority, channel.event);
    }
    void write(const ClockConstraint& c) { all(c.left, c.right, c.strict, c.negated, c.bound, c.condition); }
    void write(const ClockRate& rate) { all(rate.clock, rate.rate, rate.condition); }
    void write(const Invariant& i) { all(i.discrete, i.constraints, i.rates, i.footprint); }
    void write(const Location& l) { all(l.name, l.urgent, l.committed, l.invariant, l.edges, l.obstacle, l.labels); }
    void write(const Clause& clause) { all(clause.program, clause.footprint); }
    void write(const Select& select) { all(select.name, select.local, select.least, select.greatest); }
    void write(const Transition& t) { all(t.kind, t.edge, t.partner, t.receivers, t.parts); }
    void write(const VectorPart& part) { all(part.process, part.event, part.role); }
    // With 32 bits, so that digests stay what they were: bounds follow from the constraints, which are written in full.
    void write(const ClockBound& bound) {
        const auto written = [](std::int64_t constant) {
            return static_cast<std::int32_t>(std::clamp<std::int64_t>(
                constant, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
        };
        all(bound.clock, written(bound.lower), written(bound.upper));
    }
    void write(const Obstacle& obstacle) { all(std::string(describe(obstacle.code).id), obstacle.reason); }

    void write(const Edge& e) {
        all(e.process, e.source, e.target, e.selects, e.guard, e.constraints);
        all(e.sync, e.channel, e.channels, e.channel_program);
        all(e.update, e.branch, e.controllable, e.obstacle, e.footprint);
        all(e.enabling, e.guard_clauses, e.update_clauses, e.channel_reads);
    }

    void write(const Process& p) {
        all(p.name, p.template_name, p.arguments, p.slot, p.initial, p.also_initial, p.locations, p.edges, p.priority);
    }

    void write(const Formula& f) {
        all(f.kind, f.value, f.process, f.number, f.program, f.constraint, f.footprint, f.operands);
    }

    std::string bytes_;
};

}  // namespace

// Features are left out: they follow from the parts below.
std::string network_digest(const Network& network) {
    Writer writer;
    writer.all(network.slots, network.state_slots, network.clocks, network.channels, network.processes);
    writer.all(network.locations, network.edges, network.transitions, network.receivers, network.parts);
    writer.all(network.selects, network.constraints, network.clauses, network.rates, network.code);
    writer.all(network.before_update, network.after_update, network.update_footprint, network.internal_priority,
               network.faults_disable);
    writer.all(network.progress, network.clock_bounds, network.obstacles);
    if (network.prices) {
        for (const PriceRate& rate : network.prices->rates) writer.all(rate.rate, rate.condition);
        for (const Location& location : network.locations) writer.all(location.invariant.prices);
        writer.all(network.prices->otherwise);
    }
    if (network.features.costs) {
        for (const Edge& edge : network.edges) writer.all(edge.outcome.cost);
    }
    return sha256(writer.bytes());
}

// What the code extends is the network's own.
std::string goal_digest(const Formula& formula, bool wanted) {
    Writer writer;
    writer.all(wanted, formula);
    if (formula.code) writer.all(*formula.code);
    return sha256(writer.bytes());
}

}  // namespace crowfly
