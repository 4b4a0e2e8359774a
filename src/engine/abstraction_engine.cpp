// An abstraction decides, or guides the search that does: the strategy `abstraction` alone, on the states of the engine
// that suits the network.
#include "engine/engine.hpp"
#include "engine/obstacles.hpp"

namespace crowfly {
namespace {

class AbstractionEngine final : public Engine {
public:
    std::optional<Obstacle> cannot(const Network& network, const Property& query) const override {
        if (std::optional<Obstacle> common = common_obstacle(network, query)) return common;
        if (network.features.inputs)
            return Obstacle{Code::query_not_decidable, "abstractions are not for circuits", query.span};
        if (!asks_for_states(query))
            return Obstacle{Code::query_not_decidable, "abstractions are for E<> and A[]", query.span};
        if (mentions_deadlock(query))
            return Obstacle{Code::query_not_decidable, "an abstraction has fewer deadlocks than the network",
                            query.span};
        return std::nullopt;
    }

    std::string unsound(const Question& question) const override {
        const Objective objective = question.settings.objective;
        if (objective == Objective::fastest || objective == Objective::price)
            return option_of(question.settings) + " cannot be used with abstractions";
        if (question.settings.search != automatic)
            return "--engine abstraction chooses its abstractions and searches by itself; leave out --engine, or "
                   "--search and --heuristic";
        return concrete(question).unsound(question);
    }

    Answer decide(const Question& question) const override {
        Settings settings = question.settings;
        settings.search = automatic;
        settings.strategies = {"abstraction"};
        return concrete(question).decide(
            {question.network, question.query, settings, question.limits, question.observer, question.trace_options});
    }

private:
    static const Engine& concrete(const Question& question) {
        return *choose_engine(question.network, question.query).engine;
    }
};

const AbstractionEngine abstraction_engine;
const Registered<EnginePlugin> registered_abstraction(
    engine_registry(),
    {{.name = "abstraction",
      .description = "abstraction refinement: an abstraction proves the query, or guides a search and is refined",
      .options = state_store_options()},
     1000,
     &abstraction_engine,
     nullptr,
     apply_state_store_options});

}  // namespace
}  // namespace crowfly
