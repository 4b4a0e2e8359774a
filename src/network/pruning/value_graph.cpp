#include "network/pruning/value_graph.hpp"

#include <algorithm>
#include <optional>

#include "base/alarm.hpp"
#include "network/machine.hpp"

namespace crowfly {

// Fires transitions in a state of which only the slots they read are set.
class ValueGraphs::Trial {
public:
    explicit Trial(const Network& network) : network_(network), machine_(network.code) {
        for (const Slot& s : network.slots) state_.push_back(s.initial);
    }

    // What was set for another slot is forgotten.
    void begin(std::uint32_t slot) {
        for (const std::uint32_t other : set_) state_[other] = network_.slots[other].initial;
        set_.clear();
        slot_ = slot;
        failed_ = too_large_ = false;
    }

    void set(std::uint32_t slot, std::int32_t value) {
        if (state_[slot] == value) return;
        state_[slot] = value;
        set_.push_back(slot);
    }
    bool failed() const { return failed_; }  // some program ended in a run-time error
    bool is_too_large() const { return too_large_; }

    // Appends the values of the slot after the transition, for all its select values.
    void fire(const Transition& transition, std::vector<std::int32_t>& into) {
        const Edge& first = network_.edges[transition.edge];
        const bool is_pair = transition.kind == Transition::Kind::binary;
        const std::vector<Offer> senders = offers(first);
        const std::vector<Offer> receivers =
            is_pair && !senders.empty() ? offers(network_.edges[transition.partner]) : std::vector<Offer>{};
        for (const Offer& sender : senders) {
            if (!is_pair) run({{&first, &sender}}, into);
            for (const Offer& receiver : receivers) {
                if (sender.channel == receiver.channel)
                    run({{&first, &sender}, {&network_.edges[transition.partner], &receiver}}, into);
            }
        }
    }

private:
    // The select values with which an edge is enabled, and its channel.
    struct Offer {
        std::vector<std::int32_t> selected;
        std::int32_t channel = 0;
    };
    using Part = std::pair<const Edge*, const Offer*>;

    std::span<const Select> selects_of(const Edge& edge) const { return edge.selects.of(network_.selects); }

    void select(const Edge& edge, const std::vector<std::int32_t>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) machine_.local(selects_of(edge)[i].local) = values[i];
    }

    // Sets the next combination of select values. False: there is none.
    bool next(const Edge& edge, std::vector<std::int32_t>& values) const {
        for (std::size_t i = values.size(); i-- > 0;) {
            if (values[i] < selects_of(edge)[i].greatest) {
                ++values[i];
                return true;
            }
            values[i] = selects_of(edge)[i].least;
        }
        return false;
    }

    std::vector<Offer> offers(const Edge& edge) {
        std::vector<Offer> result;
        if (state_[edge.process] != static_cast<std::int32_t>(edge.source)) return result;
        machine_.bind(state_);
        std::vector<std::int32_t> values;
        for (const Select& s : selects_of(edge)) {
            if (s.least > s.greatest) return result;
            values.push_back(s.least);
        }
        std::size_t tried = 0;
        do {
            if (++tried > most_combinations) {
                too_large_ = true;
                return result;
            }
            select(edge, values);
            Offer offer{values, static_cast<std::int32_t>(edge.channel)};
            if (!is_enabled(edge)) continue;
            if (edge.channel_program) {
                if (!runs(edge.channel_program)) continue;
                offer.channel = machine_.result();
            }
            result.push_back(std::move(offer));
        } while (next(edge, values));
        return result;
    }

    bool is_enabled(const Edge& edge) { return !edge.guard || (runs(edge.guard) && machine_.result() != 0); }

    bool runs(Program program) {
        if (!program || machine_.run(program)) return true;
        failed_ |= !fault_disables();
        return false;
    }

    // In TChecker's language a run-time error disables the transition (as in space/evaluator.cpp).
    bool fault_disables() const {
        const FaultKind kind = machine_.fault().kind;
        return network_.faults_disable && (kind == FaultKind::range || kind == FaultKind::index ||
                                           kind == FaultKind::division || kind == FaultKind::overflow);
    }

    // The state is as before afterwards.
    void run(const std::vector<Part>& parts, std::vector<std::int32_t>& into) {
        poll();
        std::vector<std::pair<std::uint32_t, std::int32_t>> before;
        for (const auto& [edge, offer] : parts) {
            for (const std::uint32_t slot : edge->footprint.writes.members()) before.emplace_back(slot, state_[slot]);
            before.emplace_back(edge->process, state_[edge->process]);
        }
        machine_.bind(state_);
        for (const auto& [edge, offer] : parts) select(*edge, offer->selected);
        const bool are_run = std::ranges::all_of(parts, [&](const Part& part) { return runs(part.first->update); });
        for (const auto& [edge, offer] : parts) state_[edge->process] = static_cast<std::int32_t>(edge->target);
        if (are_run) into.push_back(state_[slot_]);
        for (const auto& [slot, value] : before) state_[slot] = value;
    }

    const Network& network_;
    std::uint32_t slot_ = 0;
    Machine machine_;
    std::vector<std::int32_t> state_;
    std::vector<std::uint32_t> set_;  // slots whose value may not be the initial one
    bool failed_ = false;
    bool too_large_ = false;
};

class ValueGraphs::Exploration {
public:
    Exploration(const Network& network, std::uint32_t slot, const SafeSlots& known, Trial& trial)
        : network_(network), slot_(slot), known_(known), trial_(trial) {
        trial.begin(slot);
    }

    ValueGraph run(std::span<const std::uint32_t> transitions) {
        graph_.values.push_back(network_.slots[slot_].initial);
        for (std::size_t from = 0; from < graph_.values.size(); ++from) {
            for (const std::uint32_t t : transitions) leave(from, network_.transitions[t]);
            if (trial_.failed()) return with_problem("a change of it can end in a run-time error");
            if (trial_.is_too_large() || too_many_) return with_problem("its changes have too many alternatives");
            if (graph_.values.size() > ValueGraph::most_values) return with_problem("it has too many values");
        }
        if (graph_.values.size() == 1) return with_problem("it never changes");
        if (!all_return()) return with_problem("it does not come back from some of its values");
        return std::move(graph_);
    }

private:
    ValueGraph with_problem(std::string problem) {
        graph_.problem = std::move(problem);
        return std::move(graph_);
    }

    void leave(std::size_t from, const Transition& transition) {
        SlotSet reads;
        for (const EdgeIndex e : participants(network_, transition)) reads.add(network_.edges[e].footprint.reads);
        const std::vector<const SafeSlot*> read = known_.among(reads);
        std::size_t combinations = 1;
        for (const SafeSlot* other : read) {
            combinations *= other->values.size();
            if (combinations > most_combinations) {
                too_many_ = true;
                return;
            }
        }
        std::vector<std::int32_t> results;
        for (std::size_t which = 0; which < combinations; ++which) {
            std::size_t rest = which;
            for (const SafeSlot* other : read) {
                trial_.set(other->slot, other->values[rest % other->values.size()]);
                rest /= other->values.size();
            }
            trial_.set(slot_, graph_.values[from]);
            trial_.fire(transition, results);
        }
        for (const std::int32_t value : results) arrive(from, value);
    }

    void arrive(std::size_t from, std::int32_t value) {
        const auto at = std::ranges::find(graph_.values, value);
        const auto to = static_cast<std::size_t>(at - graph_.values.begin());
        if (at == graph_.values.end()) graph_.values.push_back(value);
        if (to != from) arcs_.emplace_back(from, to);
    }

    // All values are reachable from the first, so the graph is strongly connected if the first is reachable from all.
    bool all_return() const {
        std::vector<bool> returns(graph_.values.size());
        returns[0] = true;
        for (bool grown = true; grown;) {
            grown = false;
            for (const auto& [from, to] : arcs_) {
                if (!returns[to] || returns[from]) continue;
                returns[from] = grown = true;
            }
        }
        return std::ranges::find(returns, false) == returns.end();
    }

    const Network& network_;
    std::uint32_t slot_;
    const SafeSlots& known_;
    Trial& trial_;
    ValueGraph graph_;
    std::vector<std::pair<std::size_t, std::size_t>> arcs_;
    bool too_many_ = false;
};

ValueGraphs::ValueGraphs(const Network& network) : network_(network), trial_(std::make_unique<Trial>(network)) {}
ValueGraphs::~ValueGraphs() = default;

ValueGraph ValueGraphs::of(std::uint32_t slot, std::span<const std::uint32_t> transitions, const SafeSlots& known) {
    return Exploration(network_, slot, known, *trial_).run(transitions);
}

}  // namespace crowfly
