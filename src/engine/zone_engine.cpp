// Discrete states with sets of clock values, each set a zone.
#include <fmt/format.h>

#include "engine/engine.hpp"
#include "engine/obstacles.hpp"
#include "search/reachability.hpp"

namespace crowfly {
namespace {

class ZoneEngine final : public Engine {
public:
    std::string_view name() const override { return "zone"; }

    std::optional<Obstacle> cannot(const Network& network, const Query& query) const override {
        return common_obstacle(network, query);
    }

    std::string unsound(const Question& q) const override {
        if (!q.settings.abstraction || !is_lu(*q.settings.abstraction)) return "";
        const bool liveness = q.query.kind == QueryKind::exists_globally || q.query.kind == QueryKind::always_eventually ||
                              q.query.kind == QueryKind::leads_to;
        if (!liveness && !mentions_deadlock(q.query.first)) return "";
        return fmt::format("the extrapolation `{}` is not sound for {}", to_string(*q.settings.abstraction), liveness ? "liveness" : "`deadlock`");
    }

    Answer decide(const Question& q) const override {
        Answer answer;
        Reachability how;
        how.order = q.settings.order;
        how.wanted = q.query.kind == QueryKind::exists_eventually;
        how.abstraction = q.settings.abstraction.value_or(mentions_deadlock(q.query.first) ? Abstraction::m_plus : Abstraction::lu_plus);
        how.simulation_covering = is_lu(how.abstraction);
        const SearchResult result = search(q.network, q.query.first, how, q.limits, q.observer);
        answer.statistics = result.statistics;
        answer.abstraction = to_string(how.abstraction);
        answer.stop = result.stop;
        answer.reason = result.unfinished;
        if (result.stop) {
            answer.verdict = Verdict::error;
        } else if (!result.unfinished.empty()) {
            answer.verdict = Verdict::unknown;
        } else {
            answer.verdict = result.found.has_value() == how.wanted ? Verdict::satisfied : Verdict::not_satisfied;
        }
        if (result.found) answer.trace = Answer::Evidence{result.found->length, {}, {}};
        return answer;
    }
};

}  // namespace

const Engine& zone_engine() {
    static const ZoneEngine engine;
    return engine;
}

}  // namespace crowfly
