// What is encoded where an exact relation is not asked for: a relation that does all that the transition can do, and
// perhaps more. Distances to the goal never grow by that.
//
// Clocks are ignored: their constraints always hold. Then an edge with a constraint that could receive a broadcast may
// be unable to, so its process may as well do nothing.
#include "symbolic/systems/assignments.hpp"
#include "symbolic/systems/relation_encoder.hpp"

namespace crowfly::symbolic {

bool RelationEncoder::may_decline(const Edge& edge) const { return ignores_clocks_ && edge.constraints.count > 0; }

// A bound that cannot be computed is a run-time error, whatever the clocks are.
void RelationEncoder::add_faults(Run constraints, const Footprint& footprint) {
    if (network_.faults_disable) return;
    for (const ClockConstraint& constraint : constraints.of(network_.constraints)) {
        for (const Program program : {constraint.bound.program, constraint.condition}) {
            try {
                faults_ |= value_of({program, footprint, network_.code, constraint.span}, 0).faults;
            } catch (const NotSupported&) {
                faults_ = Diagrams::all();
            }
        }
    }
}

// A transition that cannot be encoded: those who take part in any case go from their source to their target. All others
// that may take part can be anywhere afterwards, and all slots that may be written have any value.
std::vector<Relation> RelationEncoder::relaxed(std::uint32_t number) {
    const Transition& transition = network_.transitions[number];
    ++relaxed_;
    Assignments assignments(variables_);
    assignments.condition = assignments.inputs = Diagrams::all();
    SlotSet written = network_.update_footprint.writes;
    SlotSet moved;
    for (const EdgeIndex e : edges_of(transition)) {
        const Edge& edge = network_.edges[e];
        assignments.condition &= at(edge.process, edge.source);
        assignments.assign(edge.process, symbolic::number(edge.target));
        moved.add(edge.process);
        written.add(edge.footprint.writes);
    }
    const auto may_join = [&](const Edge& edge) {
        written.add(edge.process);
        written.add(edge.footprint.writes);
    };
    for (const EdgeIndex e : transition.receivers.of(network_.receivers)) may_join(network_.edges[e]);
    for (const VectorPart& part : transition.parts.of(network_.parts)) {
        for (const std::uint32_t e : network_.processes[part.process].edges) may_join(network_.edges[e]);
    }
    for (const std::uint32_t slot : written.members()) {
        if (!moved.contains(slot)) assignments.free(slot);
    }
    if (!network_.faults_disable) faults_ |= assignments.condition;
    return assignments.relations(number, most_nodes_per_part_, false);
}

}  // namespace crowfly::symbolic
