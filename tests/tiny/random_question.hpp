// A random network and a question about it, ready to be searched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "search/schedule/reachability.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

namespace crowfly::tiny {

class RandomQuestion {
public:
    RandomQuestion(std::uint64_t seed, const Shape& shape) : rng_(seed), net_(random_net(rng_, shape)), loaded_(net_) {
        question_ = random_reach(rng_, net_, shape, seed % 2 == 0);
        query_ = loaded_.compile(question_);
        REQUIRE(query_.has_value());
    }

    const Net& net() const { return net_; }
    const crowfly::Network& network() const { return loaded_.network(); }
    const crowfly::Property& query() const { return *query_; }
    std::string text() const { return fmt::format("{}\n{}\n", to_text(question_), to_xta(net_)); }

    SearchResult search(SearchOptions options, const Limits& limits) const {
        options.wanted = as_reach(*query_).exists;
        SilentObserver quiet;
        return crowfly::search(network(), as_reach(*query_).formula, options, limits, quiet);
    }

private:
    Rng rng_;
    Net net_;
    Loaded loaded_;
    Question question_;
    std::optional<crowfly::Property> query_;
};

}  // namespace crowfly::tiny
