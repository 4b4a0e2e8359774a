// Splits transitions into factors: lists the statements of the edges that fire together, and groups those that share
// variables.
#pragma once

#include <map>
#include <optional>

#include "task/cases.hpp"

namespace crowfly {

using StatementIndex = std::uint32_t;

// A factor before grounding.
struct RawFactor {
    std::vector<StatementIndex> statements;  // in the order in which they run
    std::vector<RawCase> cases;
    bool exhaustive = false;
    bool fixed = false;  // the cases do not depend on what values are known
    std::vector<std::vector<SlotValue>> faults = {};
};

struct RawTransition {
    std::uint32_t transition = 0;
    std::vector<EdgeIndex> edges;
    std::vector<std::uint32_t> factors;
};

class Factoring {
public:
    explicit Factoring(const Network& network);

    void add_transition(std::uint32_t transition);
    std::uint32_t add_condition(const Formula& leaf, bool wanted);

    const std::vector<Statement>& statements() const { return statements_; }
    std::vector<RawFactor>& factors() { return factors_; }
    std::vector<RawTransition>& transitions() { return transitions_; }

private:
    struct EdgeStatements {
        std::vector<StatementIndex> guards, updates, havoc_updates, invariant;
    };

    void add_broadcast(std::uint32_t transition);
    void add_vector(std::uint32_t transition);
    std::vector<EdgeIndex> edges_of(const VectorPart& part) const;
    std::uint32_t add_source_factor(const std::vector<EdgeIndex>& edges);

    // `others_write`: what other participants may change at the same time. `more`: factors of theirs.
    void add(std::uint32_t transition, std::vector<EdgeIndex> edges, const SlotSet& others_write,
             std::vector<std::uint32_t> more = {});
    std::vector<StatementIndex> in_order(const std::vector<EdgeIndex>& edges, const SlotSet& others_write);
    void add_channel_condition(const std::vector<EdgeIndex>& edges, std::vector<StatementIndex>& into);
    std::vector<std::uint32_t> split(const std::vector<StatementIndex>& statements);
    const EdgeStatements& statements_of(EdgeIndex edge);
    StatementIndex add(Statement statement);

    const Network& network_;
    std::vector<Statement> statements_;
    std::vector<std::optional<EdgeStatements>> edge_statements_;
    std::optional<StatementIndex> before_, after_, havoc_after_;
    std::vector<RawFactor> factors_;
    std::map<std::vector<StatementIndex>, std::uint32_t> known_factors_;
    std::vector<RawTransition> transitions_;
};

}  // namespace crowfly
