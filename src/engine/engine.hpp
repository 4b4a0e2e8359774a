// Engines decide queries over a network. Each declares what it cannot do, as a reason with its place in the model; the first
// one without a reason gets the query, and people are told the reasons of the others.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly {

class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    virtual std::string_view name() const = 0;

    // Why this query on this network is beyond the engine, or nothing.
    virtual std::optional<Obstacle> cannot(const Network& network, const Query& query) const = 0;
};

// All engines, the most specialised first.
std::span<const Engine* const> engines();

struct Refusal {
    std::string_view engine;
    Obstacle why;
};

struct Choice {
    const Engine* engine = nullptr;  // null: none can
    std::vector<Refusal> refusals;   // of the engines asked before it
};

Choice choose_engine(const Network& network, const Query& query);

}  // namespace crowfly
