#include "task/grounding.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/sort_out.hpp"
#include "task/factoring.hpp"

namespace crowfly {
namespace {

constexpr std::uint64_t per_transition = 2000;  // of the effort, to split it into factors

// Enumerates the cases of all factors, again where a slot they read has got new values, until none has.
class Enumeration {
public:
    Enumeration(const Network& network, Factoring& factoring, Domains& domains, const Effort& effort)
        : factoring_(factoring), domains_(domains), enumerator_(network, domains, effort),
          seen_(factoring.factors().size()) {}

    void run() {
        for (bool grown = true; grown;) {
            grown = false;
            for (std::size_t f = 0; f < factoring_.factors().size(); ++f) {
                poll();
                if (factoring_.factors()[f].fixed || is_current(f)) continue;
                enumerate(f);
                grown = true;
            }
        }
    }

private:
    struct Seen {
        bool enumerated = false;
        std::vector<CaseEnumerator::Read> slots;
    };

    bool is_current(std::size_t factor) const {
        return seen_[factor].enumerated &&
               std::ranges::all_of(seen_[factor].slots, [&](const CaseEnumerator::Read& read) {
                   return domains_.size(read.first) == read.second;
               });
    }

    void enumerate(std::size_t index) {
        RawFactor& factor = factoring_.factors()[index];
        std::vector<Statement> statements;
        for (const StatementIndex statement : factor.statements)
            statements.push_back(factoring_.statements()[statement]);
        held_ -= bytes_of(factor);
        factor.fixed = !enumerator_.enumerate(statements, factor.exhaustive, factor.cases, held_);
        factor.faults = enumerator_.faults();
        held_ += bytes_of(factor);
        seen_[index] = {true, enumerator_.slots_read()};
    }

    static std::size_t bytes_of(const RawFactor& factor) {
        std::size_t values = 0;
        for (const RawCase& each : factor.cases)
            values += each.preconditions.size() + each.effects.size() + each.havoc.size();
        for (const std::vector<SlotValue>& fault : factor.faults) values += fault.size();
        return values * sizeof(SlotValue) + factor.cases.size() * sizeof(RawCase) +
               factor.faults.size() * sizeof(std::vector<SlotValue>);
    }

    Factoring& factoring_;
    Domains& domains_;
    CaseEnumerator enumerator_;
    std::vector<Seen> seen_;
    std::size_t held_ = 0;  // bytes, by all factors
};

void collect_leaves(const Target& target, std::vector<const Target*>& leaves) {
    if (target.kind == Target::Kind::leaf && target.leaf->kind == Formula::Kind::discrete) leaves.push_back(&target);
    for (const Target& part : target.parts) collect_leaves(part, leaves);
}

// From values in order of discovery to facts.
class Conversion {
public:
    Conversion(const Network& network, const Domains& domains, const Effort& effort, Grounding& into)
        : network_(network), effort_(effort), into_(into), numbering_(domains.numbering(into.facts)) {}

    void add(const RawFactor& raw) {
        GroundedFactor factor;
        factor.exhaustive = raw.exhaustive;
        factor.faults.first = static_cast<std::uint32_t>(into_.faults.size());
        // If there are many, one of them is in reach almost everywhere.
        if (raw.faults.size() > most_faults)
            into_.faults.push_back({});
        else
            for (const std::vector<SlotValue>& fault : raw.faults) into_.faults.push_back(store(facts(fault)));
        factor.faults.count = static_cast<std::uint32_t>(into_.faults.size()) - factor.faults.first;
        factor.cases = {static_cast<std::uint32_t>(into_.cases.size()), static_cast<std::uint32_t>(raw.cases.size())};
        for (const RawCase& each : raw.cases) {
            const Run preconditions = store(facts(each.preconditions));
            into_.cases.push_back({preconditions, store(effects(each))});
        }
        into_.factors.push_back(factor);
    }

    void add(RawTransition raw) {
        Facts sources, targets;
        for (const EdgeIndex e : raw.edges) {
            const Edge& edge = network_.edges[e];
            sources.push_back(into_.facts.fact(edge.process, static_cast<std::int32_t>(edge.source)));
            if (edge.target != edge.source)
                targets.push_back(into_.facts.fact(edge.process, static_cast<std::int32_t>(edge.target)));
        }
        const Run preconditions = store(sources);
        into_.transitions.push_back(
            {raw.transition, std::move(raw.edges), preconditions, store(targets), std::move(raw.factors)});
    }

private:
    static constexpr std::size_t most_faults = 16;
    static constexpr std::uint64_t per_list = 50;  // of the effort
    static constexpr std::uint64_t per_fact = 15;

    Fact fact(const SlotValue& of) const {
        if (of.value == other_values) return into_.facts.of(of.slot).first + into_.facts.size(of.slot) - 1;
        return numbering_[of.slot][of.value];
    }

    Facts facts(const std::vector<SlotValue>& values) const {
        Facts all;
        for (const SlotValue& value : values) all.push_back(fact(value));
        return all;
    }

    Facts effects(const RawCase& of) const {
        Facts all = facts(of.effects);
        for (const std::uint32_t slot : of.havoc) {
            for (Fact f = 0; f < into_.facts.size(slot); ++f) all.push_back(into_.facts.of(slot).first + f);
        }
        sort_out(all);
        return all;
    }

    Run store(const Facts& facts) {
        const Run run{static_cast<std::uint32_t>(into_.lists.size()), static_cast<std::uint32_t>(facts.size())};
        effort_.spend(per_list + per_fact * facts.size());
        into_.lists.insert(into_.lists.end(), facts.begin(), facts.end());
        return run;
    }

    const Network& network_;
    const Effort& effort_;
    Grounding& into_;
    std::vector<Facts> numbering_;
};

}  // namespace

Grounding ground(const Network& network, const Target& target, const Effort& effort, const Symmetry* symmetry,
                 const std::vector<std::vector<std::int32_t>>& also) {
    Factoring factoring(network);
    for (std::uint32_t t = 0; t < network.transitions.size(); ++t) {
        effort.spend(per_transition);
        factoring.add_transition(t);
        if (t % 64 == 0) effort.tell(factoring.transitions().size() * sizeof(RawTransition));
    }
    std::vector<const Target*> leaves;
    collect_leaves(target, leaves);
    std::map<const Formula*, std::uint32_t> leaf_factors;
    for (const Target* leaf : leaves)
        leaf_factors.emplace(leaf->leaf, factoring.add_condition(*leaf->leaf, leaf->wanted));

    Domains domains(network);
    const std::vector<std::vector<std::int32_t>> starts = start_values(network, symmetry);
    for (std::uint32_t slot = 0; slot < network.state_slots; ++slot) {
        for (const std::int32_t value : starts[slot]) domains.add(slot, value);
    }
    for (const std::vector<std::int32_t>& state : also) domains.add(state);
    Enumeration(network, factoring, domains, effort).run();

    Grounding result{domains.facts(), {}, {}, {}, {}, {}, std::move(leaf_factors)};
    Conversion conversion(network, domains, effort, result);
    for (const RawFactor& factor : factoring.factors()) conversion.add(factor);
    for (RawTransition& transition : factoring.transitions()) conversion.add(std::move(transition));
    result.lists.shrink_to_fit();
    result.cases.shrink_to_fit();
    effort.tell(bytes_of(result));
    return result;
}

}  // namespace crowfly
