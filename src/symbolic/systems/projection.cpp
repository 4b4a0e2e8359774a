#include "symbolic/systems/projection.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

// An invariant that is larger is not considered before other variables are quantified, but afterwards.
constexpr std::size_t most_nodes_of_invariant = 1000;

constexpr std::size_t most_nodes_of_relation = 5000;

// All states that lead there, at any distance.
Bdd closure(const Projection& projection, const Bdd& states) {
    Bdd all = states;
    for (Bdd last = states; !last.is_false();) {
        last = projection.preimage(last) - all;
        all |= last;
    }
    return all;
}

}  // namespace

Projection::Projection(NetworkSystem& network, const std::vector<std::uint32_t>& pattern, const Check& check)
    : check_(check), kept_(network.variables().count()) {
    const StateVariables& variables = network.variables();
    for (const std::uint32_t slot : pattern) {
        for (const VariableNumber v : variables.slot(slot).now) kept_[static_cast<std::size_t>(v)] = true;
        for (const VariableNumber v : variables.slot(slot).next) kept_[static_cast<std::size_t>(v)] = true;
    }
    std::vector<VariableNumber> others;
    for (std::uint32_t slot = 0; slot < variables.slots(); ++slot) {
        std::ranges::copy_if(variables.slot(slot).now, std::back_inserter(others),
                             [&](VariableNumber v) { return !kept_[static_cast<std::size_t>(v)]; });
    }
    others_ = Diagrams::variables(others);
    const TransitionSystem& system = network.system();
    goal_ = exists(network.whole_goal(), others_);
    legal_ = exists(system.legal, others_);
    faults_ = exists(system.faults, others_);
    add_relations(system, variables);
}

void Projection::add_relations(const TransitionSystem& system, const StateVariables& variables) {
    const Bdd invariant = nodes_of(system.invariant) <= most_nodes_of_invariant ? system.invariant : Diagrams::all();
    std::vector<Bdd> legal(kept_.size(), Diagrams::all());
    for (std::uint32_t slot = 0; slot < variables.slots(); ++slot) {
        const Bdd own = variables.is_legal(slot) & invariant;
        for (const VariableNumber v : variables.slot(slot).now) legal[static_cast<std::size_t>(v)] = own;
    }
    for (const Relation& relation : system.relations) {
        poll();
        check_();
        if (std::optional<Relation> own = relation.projected(kept_, legal, invariant)) add(std::move(*own));
    }
}

// Relations that change the same variables are one, as long as it is small.
void Projection::add(Relation relation) {
    std::vector<std::size_t>& alike = by_pairs_[relation.pairs()];
    for (const std::size_t place : alike) {
        Relation& other = relations_[place];
        if (other.freed() != relation.freed()) continue;
        if (other.parts().size() > 1 || relation.parts().size() > 1) continue;
        const Bdd both = other.parts().front() | relation.parts().front();
        if (nodes_of(both) > most_nodes_of_relation) continue;
        other.replace(both);
        return;
    }
    alike.push_back(relations_.size());
    relations_.push_back(std::move(relation));
}

Bdd Projection::preimage(const Bdd& states) const {
    Bdd result;
    for (const Relation& relation : relations_) {
        poll();
        check_();
        result |= relation.preimage(states);
    }
    return result & legal_;
}

AbstractDistances abstract_distances(const Projection& projection, const std::function<void(std::size_t)>& reached) {
    AbstractDistances found;
    try {
        Bdd all = projection.goal();
        for (Bdd last = all; !last.is_false();) {
            found.layers.push_back(last);
            reached(found.layers.size());
            last = projection.preimage(last) - all;
            all |= last;
        }
        const Bdd erring =
            projection.faults().is_false() ? Bdd() : closure(projection, projection.faults() - all) - all;
        found.erring = erring;
        found.is_complete = true;
    } catch (const LimitReached&) {
        poll();
    }
    return found;
}

}  // namespace crowfly::symbolic
