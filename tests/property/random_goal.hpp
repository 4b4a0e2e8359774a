// A random network with a question of reachability, and all its states, for laws that hold in each of them.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <optional>
#include <string>

#include "property/property.hpp"
#include "search/explore/distances.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

namespace crowfly {

// `two`: as in tiny::random_reach.
struct RandomGoal {
    RandomGoal(std::uint64_t seed, const tiny::Shape& shape, bool two)
        : rng(seed), net(tiny::random_net(rng, shape)), loaded(net), question(tiny::random_reach(rng, net, shape, two)),
          query(loaded.compile(question)) {
        REQUIRE(query.has_value());
        where = fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
        goal.emplace(Goal{loaded.network(), as_reach(*query).formula, as_reach(*query).exists});
    }

    Rng rng;
    tiny::Net net;
    tiny::Loaded loaded;
    tiny::Question question;
    std::optional<Property> query;
    std::string where;  // for messages
    std::optional<Goal> goal;
};

struct SolvedGoal : RandomGoal {
    SolvedGoal(std::uint64_t seed, const tiny::Shape& shape, bool two, std::size_t most_states)
        : RandomGoal(seed, shape, two) {
        limits.states = most_states;
        distances.emplace(*goal, limits, silent);
    }

    SilentObserver silent;
    Limits limits;
    std::optional<Distances> distances;  // not complete if there are more states
};

}  // namespace crowfly
