// States without any time: slots alone.
#include "engine/conclude.hpp"
#include "engine/engine.hpp"
#include "engine/obstacles.hpp"
#include "engine/pruned_search.hpp"

namespace crowfly {
namespace {

class DiscreteEngine final : public Engine {
public:
    std::optional<Obstacle> cannot(const Network& network, const Property& query) const override {
        if (network.features.clocks) {
            const Span span = network.clocks.size() > 1 ? network.clocks[1].span : Span{};
            return Obstacle{Code::query_not_decidable, "the network has clocks", span};
        }
        if (mentions_clocks(query)) {
            return Obstacle{Code::query_not_decidable, "the query mentions clocks", query.span};
        }
        if (std::optional<Obstacle> inputs = listing_obstacle(network)) return inputs;
        return common_obstacle(network, query);
    }

    std::string unsound(const Question& question) const override {
        if (std::string why = heuristic_against_network(question); !why.empty()) return why;
        if (std::string why = search_against_question(question); !why.empty()) return why;
        if (std::string why = store_against_question(question); !why.empty()) return why;
        if (std::string why = traces_against_question(question); !why.empty()) return why;
        if (std::string why = workers_against_question(question); !why.empty()) return why;
        if (std::string why = disk_against_question(question); !why.empty()) return why;
        if (std::string why = checkpoint_against_question(question); !why.empty()) return why;
        const std::string why = pruning_against_question(question);
        return why.empty() ? order_against_objective(question) : why;
    }

    Answer decide(const Question& question) const override { return conclude(question, std::nullopt); }
};

const DiscreteEngine discrete_engine;
const Registered<EnginePlugin> registered_discrete(engine_registry(),
                                                   {{.name = "discrete",
                                                     .description = "explicit states, for models without clocks",
                                                     .options = state_store_options()},
                                                    10,
                                                    &discrete_engine,
                                                    nullptr,
                                                    apply_state_store_options});

}  // namespace

}  // namespace crowfly
