// Encodes the transitions of a network as relations, see network_system.hpp.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "symbolic/systems/clauses.hpp"
#include "symbolic/systems/network_system.hpp"

namespace crowfly::symbolic {

// What an edge is made of, in terms.
struct EdgeTerms {
    TermId guard{};
    std::optional<TermId> channel;  // none: a constant
    Effect effect;
    // Per select: the slot that gets its value and nothing else does; none: it is an ordinary input.
    std::vector<std::optional<std::uint32_t>> freed;
};

// Throws NotSupported if an update cannot be taken apart.
EdgeTerms terms_of(Terms& terms, const Edge& edge);

class RelationEncoder {
public:
    RelationEncoder(const Network& network, Terms& terms, const StateVariables& variables, Diagrams& diagrams,
                    const SystemOptions& options);

    // From now on transitions that lead into these traps are left out.
    void avoid(std::vector<Trap> traps) { traps_ = std::move(traps); }
    Bdd holds(const TermClause& clause);

    // The relations of a transition: several, if it is split by inputs. None: it is never possible.
    std::vector<Relation> encode(std::uint32_t transition, bool splits);
    bool is_relaxed() const { return relaxed_ > 0; }  // relations that were encoded do more than their transitions
    // Throws NotSupported where it depends on the state.
    Priority priority(std::uint32_t transition) const;

    // Time passes by one unit. Nothing: it never does.
    std::optional<Relation> delay(const TransitionSystem& system);
    // `code`: of its bound and condition.
    Bdd holds(const ClockConstraint& constraint, const Footprint& footprint, const Bytecode& code);
    Bdd clocks_allow(Run constraints, const Footprint& footprint);

    Environment& environment() { return before_; }  // the state before any transition
    TermDiagrams& diagrams_of_terms() { return of_terms_; }
    const Bdd& faults() const { return faults_; }  // states in which a transition that was encoded ends in an error
    Bdd at(ProcessIndex process, std::uint32_t location) const {
        return variables_.holds(process, static_cast<std::int32_t>(location));
    }

private:
    // An edge that takes part, where `taken` holds.
    struct Part {
        EdgeIndex edge = 0;
        std::vector<std::pair<std::int32_t, Number>> inputs;  // by local cell
        Bdd taken;
    };
    // The receive edges of one process, of which it takes one if it can.
    struct Group {
        std::vector<EdgeIndex> edges;
        bool required = false;
    };
    struct Draft {
        Bdd condition;
        Bdd inputs;  // the variables of the selects
        Environment after;
        std::vector<std::uint32_t> freed;
    };

    std::vector<Relation> encode_exactly(std::uint32_t transition, bool splits);
    std::vector<Relation> relaxed(std::uint32_t transition);
    bool may_decline(const Edge& edge) const;
    void add_faults(Run constraints, const Footprint& footprint);
    // A bound of a clock, or the condition under which it is bounded.
    struct ClockTerm {
        Program program;
        const Footprint& footprint;
        const Bytecode& code;
        Span span;
    };
    Operated value_of(const ClockTerm& clock_term, std::int32_t otherwise);
    const EdgeTerms& terms_of_edge(EdgeIndex edge);
    Part join(EdgeIndex edge, Draft& draft);
    void add_groups(const Transition& transition, Draft& draft, std::vector<Part>& parts);
    std::vector<Group> groups_of(const Transition& transition, Draft& draft);
    void add_group(const Group& group, const Part& sender, Draft& draft, std::vector<Part>& parts);
    Bdd channels_agree(const Part& a, const Part& b);
    Operated evaluate(TermId term, const Part& part);
    Bdd urgent(const TransitionSystem& system) const;
    void obey_commitment(const std::vector<Part>& parts, Draft& draft);
    void update(const Part& part, Draft& draft);
    void apply(const Effect& effect, const Bdd& taken, Draft& draft);
    Number fresh(std::int64_t least, std::int64_t greatest, Draft& draft);

    std::vector<Relation> relations_of(std::uint32_t transition, Draft& draft, const std::vector<Part>& parts,
                                       bool splits);
    std::optional<InputStep> input_step(const std::vector<Part>& parts);

    const Network& network_;
    Terms& terms_;
    const StateVariables& variables_;
    Diagrams& diagrams_;
    std::size_t most_nodes_per_part_;
    bool ignores_clocks_;
    bool relaxes_;  // what cannot be encoded
    std::size_t relaxed_ = 0;
    std::vector<Number> numbers_;
    Environment before_;
    TermDiagrams of_terms_;
    std::map<EdgeIndex, EdgeTerms> edges_;
    std::vector<Trap> traps_;
    Bdd committed_;
    Bdd faults_;
    std::vector<VariableNumber> inputs_;  // the variables of selects, used again by every transition
    std::size_t next_input_ = 0;
};

}  // namespace crowfly::symbolic
