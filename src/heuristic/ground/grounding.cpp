#include "heuristic/ground/grounding.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "heuristic/ground/steps.hpp"

namespace crowfly {
namespace {

// Looks at aspects until no new values turn up.
class Enumeration {
public:
    Enumeration(const Network& network, Taking& taking, Domains& domains, const Effort& effort)
        : taking_(taking), domains_(domains), ways_(network, domains, effort), seen_(taking.aspects().size()) {}

    void run() {
        for (bool grown = true; grown;) {
            grown = false;
            for (std::size_t a = 0; a < taking_.aspects().size(); ++a) {
                poll();
                if (taking_.aspects()[a].fixed || is_current(a)) continue;
                look_at(a);
                grown = true;
            }
        }
    }

private:
    struct Seen {
        bool looked = false;
        std::vector<Ways::Read> slots;
    };

    bool is_current(std::size_t aspect) const {
        return seen_[aspect].looked && std::ranges::all_of(seen_[aspect].slots, [&](const Ways::Read& read) {
                   return domains_.size(read.first) == read.second;
               });
    }

    void look_at(std::size_t index) {
        RawAspect& aspect = taking_.aspects()[index];
        std::vector<GroundStep> steps;
        for (const StepIndex step : aspect.steps) steps.push_back(taking_.steps()[step]);
        held_ -= bytes_of(aspect);
        aspect.fixed = !ways_.enumerate(steps, aspect.certain, aspect.ways, held_);
        aspect.faults = ways_.faults();
        held_ += bytes_of(aspect);
        seen_[index] = {true, ways_.slots_read()};
    }

    static std::size_t bytes_of(const RawAspect& aspect) {
        std::size_t values = 0;
        for (const RawWay& way : aspect.ways) values += way.needs.size() + way.adds.size() + way.anything.size();
        for (const std::vector<SlotValue>& fault : aspect.faults) values += fault.size();
        return values * sizeof(SlotValue) + aspect.ways.size() * sizeof(RawWay) +
               aspect.faults.size() * sizeof(std::vector<SlotValue>);
    }

    Taking& taking_;
    Domains& domains_;
    Ways ways_;
    std::vector<Seen> seen_;
    std::size_t held_ = 0;  // bytes, by all aspects
};

void collect_leaves(const Target& target, std::vector<const Target*>& leaves) {
    if (target.kind == Target::Kind::leaf && target.leaf->kind == Formula::Kind::discrete) leaves.push_back(&target);
    for (const Target& part : target.parts) collect_leaves(part, leaves);
}

class Conversion {
public:
    Conversion(const FactTable& facts, const Domains& domains) : facts_(facts), numbering_(domains.numbering(facts)) {}

    GroundAspect aspect(const RawAspect& raw) const {
        GroundAspect result;
        result.certain = raw.certain;
        for (const std::vector<SlotValue>& fault : raw.faults) {
            Facts& needs = result.faults.emplace_back();
            for (const SlotValue& need : fault) needs.push_back(fact(need));
        }
        // Many of them are hardly ever all out of reach.
        if (result.faults.size() > most_faults) result.faults.assign(1, {});
        for (const RawWay& way : raw.ways) {
            GroundWay& converted = result.ways.emplace_back();
            for (const SlotValue& need : way.needs) converted.needs.push_back(fact(need));
            for (const SlotValue& add : way.adds) converted.adds.push_back(fact(add));
            for (const std::uint32_t slot : way.anything) {
                for (Fact f = 0; f < facts_.size(slot); ++f) converted.adds.push_back(facts_.of(slot).first + f);
            }
            sort_out(converted.adds);
        }
        return result;
    }

private:
    static constexpr std::size_t most_faults = 16;

    Fact fact(const SlotValue& of) const {
        if (of.value == other_values) return facts_.of(of.slot).first + facts_.size(of.slot) - 1;
        return numbering_[of.slot][of.value];
    }

    const FactTable& facts_;
    std::vector<Facts> numbering_;
};

GroundTransition convert(const Network& network, const FactTable& facts, const RawTransition& raw) {
    GroundTransition result{raw.transition, raw.edges, {}, {}, {}};
    for (const EdgeIndex e : raw.edges) {
        const Edge& edge = network.edges[e];
        result.needs.push_back(facts.fact(edge.process, static_cast<std::int32_t>(edge.source)));
        if (edge.target != edge.source)
            result.adds.push_back(facts.fact(edge.process, static_cast<std::int32_t>(edge.target)));
    }
    result.aspects = raw.aspects;
    return result;
}

}  // namespace

Ground ground(const Network& network, const Target& target, const Effort& effort,
              const std::vector<std::vector<std::int32_t>>& also) {
    Taking taking(network);
    for (std::uint32_t t = 0; t < network.transitions.size(); ++t) {
        taking.take_apart(t);
        if (t % 64 == 0) effort.tell(taking.transitions().size() * sizeof(RawTransition));
    }
    std::vector<const Target*> leaves;
    std::vector<std::uint32_t> leaf_aspects;
    collect_leaves(target, leaves);
    for (const Target* leaf : leaves) leaf_aspects.push_back(taking.add_condition(*leaf->leaf, leaf->wanted));

    Domains domains(network);
    for (std::uint32_t slot = 0; slot < network.state_slots; ++slot) domains.add(slot, network.slots[slot].initial);
    for (const std::vector<std::int32_t>& state : also) domains.add(state);
    Enumeration(network, taking, domains, effort).run();

    Ground result{domains.facts(), {}, {}, std::move(leaves), std::move(leaf_aspects)};
    const Conversion conversion(result.facts, domains);
    for (const RawAspect& aspect : taking.aspects()) result.aspects.push_back(conversion.aspect(aspect));
    for (const RawTransition& transition : taking.transitions())
        result.transitions.push_back(convert(network, result.facts, transition));
    effort.tell(bytes_of(result));
    return result;
}

std::size_t bytes_of(const Ground& ground) {
    const auto listed = [](const Facts& facts) { return sizeof(Facts) + facts.capacity() * sizeof(Fact); };
    std::size_t bytes = ground.facts.count() * (sizeof(std::int32_t) + 2 * sizeof(Fact));
    for (const GroundAspect& aspect : ground.aspects) {
        bytes += sizeof aspect;
        for (const GroundWay& way : aspect.ways) bytes += listed(way.needs) + listed(way.adds);
        for (const Facts& fault : aspect.faults) bytes += listed(fault);
    }
    for (const GroundTransition& transition : ground.transitions) {
        bytes += sizeof transition +
                 (transition.edges.capacity() + transition.aspects.capacity()) * sizeof(std::uint32_t) +
                 listed(transition.needs) + listed(transition.adds);
    }
    return bytes;
}

}  // namespace crowfly
