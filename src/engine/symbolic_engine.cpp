// Sets of states as decision diagrams, see symbolic/systems/network_system.hpp. It is asked first for circuits, whose
// inputs give every state more successors than can be listed.
#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "engine/engine.hpp"
#include "engine/judge.hpp"
#include "engine/obstacles.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "space/discrete/discrete_transitions.hpp"
#include "symbolic/searches/inferred.hpp"
#include "symbolic/unrolling/boolean_solver.hpp"
#include "symbolic/unrolling/bounded_search.hpp"
#include "trace/witnesses/witness_maker.hpp"

namespace crowfly {
namespace {

using symbolic::NetworkSystem;
using symbolic::SearchChoice;
using symbolic::SearchKind;

constexpr const char* bounded = "bounded";
constexpr double first_turn = 1;  // seconds

std::string option(const Settings& settings, const std::string& name, const std::string& otherwise) {
    const auto found = settings.engine_options.options.find(name);
    return found == settings.engine_options.options.end() ? otherwise : found->second;
}

// The search that is asked for by its name in symbolic(…), or by --search.
std::string search_name(const Settings& settings) {
    const std::string named = option(settings, "search", "auto");
    if (named != "auto" || settings.search == automatic) return named;
    if (settings.search == "bfs") return "forward";
    if (settings.search == "astar") return "bdda";
    return settings.search;
}

SearchChoice choice_of(const Settings& settings, const std::string& name) {
    SearchChoice choice;
    choice.kind = symbolic::search_called(name).value_or(SearchKind::forward);
    const auto alpha = static_cast<std::uint32_t>(std::stoul(option(settings, "alpha", "50")));
    choice.own = choice.kind == SearchKind::greedy ? 0 : alpha;
    choice.ahead = choice.kind == SearchKind::greedy ? 1 : 100 - alpha;
    choice.visited = option(settings, "visited", "yes") == "yes";
    choice.split = std::stoull(option(settings, "split", "0"));
    choice.dense = std::stoull(option(settings, "dense", "0"));
    return choice;
}

bool has_hints(const Settings& settings) { return settings.advice && !settings.advice->hints.empty(); }

bool goes_by_parts(const Settings& settings) { return has_hints(settings) || option(settings, "dense", "0") != "0"; }

// What makes the first trace that is found any one; "": it is a shortest one.
std::string against_shortest(const Settings& settings, const std::string& name) {
    if (has_hints(settings)) return "--hint";
    if (goes_by_parts(settings)) return "`dense`";
    const SearchChoice choice = choice_of(settings, name);
    if (choice.kind == SearchKind::chaining || choice.kind == SearchKind::greedy)
        return fmt::format("the search `{}`", name);
    return choice.ahead > choice.own ? "`alpha` below 50" : "";
}

constexpr std::size_t most_layers = 1000;  // that are told: a plot has no more pixels

void note_layers(const std::vector<symbolic::LayerSize>& expanded, Answer::Symbolic& use) {
    use.sets = expanded.size();
    use.sets_per_layer = std::max<std::size_t>(1, (expanded.size() + most_layers - 1) / most_layers);
    use.layers.clear();
    for (std::size_t i = 0; i < expanded.size(); ++i) {
        const Answer::Symbolic::Layer layer{expanded[i].nodes, expanded[i].states};
        if (i % use.sets_per_layer == 0)
            use.layers.push_back(layer);
        else if (layer.nodes > use.layers.back().nodes)
            use.layers.back() = layer;
    }
}

// One question, from the diagrams to the answer.
class SymbolicRun {
public:
    SymbolicRun(const Question& question, const property::Reach& asked)
        : question_(question), asked_(asked), name_(search_name(question.settings)), budget_(question.limits) {}

    Answer run() {
        Alarm alarm(question_.limits.interrupted);
        alarm.set(question_.limits.seconds);
        Answer answer;
        SearchOutcome outcome;
        symbolic::SearchFound found;
        try {
            end_at_limits(outcome.unfinished, [&] { found = search(answer, outcome); });
        } catch (const symbolic::NotSupported& why) {
            outcome.unfinished = fmt::format(
                "{} this model: {}",
                name_ == bounded ? "the search `bounded` is not for" : "decision diagrams cannot be made of",
                why.reason);
        }
        budget_.close(outcome.statistics);
        conclude(found, outcome, answer);
        return answer;
    }

private:
    // Of a circuit with many inputs decision diagrams may become too large, though a short path is easily found by
    // unrolling it. Which of both is better is not known before; so they take turns, each three times as long as the
    // one before.
    symbolic::SearchFound search(Answer& answer, SearchOutcome& outcome) {
        const bool takes_turns = name_ == "auto" && !goes_by_parts(question_.settings) &&
                                 question_.network.features.inputs &&
                                 !symbolic::is_moved_by_few_inputs(question_.network);
        if (!takes_turns && name_ != bounded) return by_diagrams(answer, outcome);
        const std::unique_ptr<symbolic::BoundedSearch> unrolling = symbolic::make_bounded_search(goal());
        if (name_ == bounded && !unrolling) throw symbolic::NotSupported{why_not_unrolled()};
        if (name_ == bounded) return by_unrolling(*unrolling, answer, outcome);
        if (!unrolling) return by_diagrams(answer, outcome);
        for (double turn = std::min(first_turn, question_.limits.seconds / 4);; turn *= 3) {
            std::optional<symbolic::SearchFound> found = within(turn, [&] { return by_diagrams(answer, outcome); });
            if (!found) found = within(turn, [&] { return by_unrolling(*unrolling, answer, outcome); });
            if (found) return std::move(*found);
        }
    }

    static std::string why_not_unrolled() {
        const std::string problem = symbolic::boolean_solver_problem();
        return problem.empty() ? "only circuits are unrolled"
                               : fmt::format("it needs Z3 to solve unrolled circuits: {}", problem);
    }

    // Nothing: the turn is over. Other limits end the run.
    template <class Part>
    std::optional<symbolic::SearchFound> within(double seconds, Part part) const {
        try {
            Alarm alarm(question_.limits.interrupted);
            alarm.set(seconds);
            return part();
        } catch (const LimitReached& limit) {
            if (limit.what() != std::string_view(time_limit_reason)) throw;
        }
        poll();
        return std::nullopt;
    }

    symbolic::SystemGoal goal() const { return {question_.network, asked_.formula, asked_.exists}; }

    symbolic::SearchFound by_unrolling(symbolic::BoundedSearch& unrolling, Answer& answer, SearchOutcome& outcome) {
        answer.symbolic = Answer::Symbolic{};
        answer.symbolic->search = bounded;
        outcome.statistics = {};  // of an earlier turn
        for (;; ++shortest_) {
            poll();
            outcome.statistics.depth = shortest_;
            budget_.clock(outcome.statistics);
            question_.observer.progress(outcome.statistics);
            if (std::optional<symbolic::FoundPath> path = unrolling.find(shortest_))
                return {std::move(path), std::nullopt};
        }
    }

    symbolic::SearchFound by_diagrams(Answer& answer, SearchOutcome& outcome) {
        NetworkSystem system(goal(), system_options());
        symbolic::Monitor monitor(system, question_.limits, question_.observer);
        symbolic::SearchFound found;
        answer.symbolic = Answer::Symbolic{};
        Answer::Symbolic& use = *answer.symbolic;
        const auto note = [&] { note_use(system, monitor, use, outcome.statistics); };
        try {
            const SearchChoice choice = name_ == "auto" ? chosen() : choice_of(question_.settings, name_);
            use.search = to_string(choice.kind);
            symbolic::EstimateSets estimates;
            if (is_guided(choice.kind)) estimates = infer(system, use);
            found = symbolic::search({system, choice, estimates, monitor});
            // What is handed on must not outlive the diagrams.
            if (found.path) found.path->last = {};
            if (found.to_fault) found.to_fault->last = {};
            note();
        } catch (const LimitReached&) {
            note();
            // No state of the layers before the last is one of the goal.
            if (use.search == to_string(SearchKind::forward))
                shortest_ = std::max(shortest_, outcome.statistics.depth.value_or(0));
            throw;
        }
        return found;
    }

    symbolic::SystemOptions system_options() const {
        symbolic::SystemOptions options;
        options.limits.nodes = std::stoull(option(question_.settings, "nodes", "0"));
        options.limits.bytes =
            question_.limits.bytes == std::numeric_limits<std::size_t>::max() ? 0 : question_.limits.bytes / 2;
        options.order = option(question_.settings, "order", "force") == "force" ? symbolic::OrderKind::force
                                                                                : symbolic::OrderKind::declared;
        options.sifts = option(question_.settings, "sift", "no") == "yes";
        options.advice = question_.settings.advice.get();
        return options;
    }

    // Where gates interleave, guidance saves most of the states; elsewhere estimates are rarely worth their diagrams.
    SearchChoice chosen() const {
        const Network& network = question_.network;
        const bool is_guided = network.features.inputs && symbolic::is_moved_by_few_inputs(network);
        return choice_of(question_.settings, is_guided && !goes_by_parts(question_.settings) ? "bdda" : "forward");
    }

    symbolic::EstimateSets infer(NetworkSystem& system, Answer::Symbolic& use) const {
        const std::string depth = option(question_.settings, "depth", "auto");
        symbolic::InferredHeuristic heuristic =
            depth == "auto" ? symbolic::infer(system)
                            : symbolic::infer(system, static_cast<std::uint32_t>(std::stoul(depth)));
        use.heuristic = fmt::format("inferred(depth={})", heuristic.depth);
        return std::move(heuristic.sets);
    }

    static void note_use(NetworkSystem& system, symbolic::Monitor& monitor, Answer::Symbolic& use,
                         Statistics& statistics) {
        statistics = monitor.statistics();
        const symbolic::Diagrams::Use nodes = system.diagrams().use();
        use.variables = system.variables().count();
        use.relations = system.system().relations.size();
        use.peak_nodes = nodes.peak_nodes;
        use.collections = nodes.collections;
        use.cached = nodes.cached;
        std::vector<symbolic::Bdd> parts;
        for (const symbolic::Relation& relation : system.system().relations)
            parts.insert(parts.end(), relation.parts().begin(), relation.parts().end());
        use.relation_nodes = symbolic::nodes_of(parts);
        note_layers(monitor.layers(), use);
        use.order = system.order();
    }

    void conclude(symbolic::SearchFound& found, SearchOutcome& outcome, Answer& answer) const {
        if (found.to_fault) outcome.stop = stop_in(found.to_fault->states.back());
        if (found.to_fault && !outcome.stop) outcome.unfinished = "a run-time error may be reached";
        if (found.path) {
            const TraceOptions options = trace_options(found);
            WitnessMaker make(
                {question_.network, question_.query, options, question_.limits, question_.observer, nullptr},
                outcome.statistics);
            answer.witness = make.state(found.path->states, found.path->firings);
            settle(outcome, answer);
            judge(question_.network, question_.trace_options.strict, true, asked_.exists, answer);
            make.account(*answer.statistics);
            return;
        }
        if (outcome.is_sure()) outcome.proof = proof(answer);
        if (settle(outcome, answer)) judge(question_.network, false, false, asked_.exists, answer);
    }

    // Only where single states have few successors a trace can be shortened by trying them.
    TraceOptions trace_options(const symbolic::SearchFound& found) const {
        TraceOptions options = question_.trace_options;
        if (!found.path->firings.empty()) options.shorten = false;
        return options;
    }

    static Proof proof(const Answer& answer) {
        Proof result;
        result.search = fmt::format("symbolic, {}", answer.symbolic->search);
        result.heuristic = answer.symbolic->heuristic;
        return result;
    }

    // What the model does wrong in this state.
    Stop stop_in(const std::vector<std::int32_t>& state) const {
        if (question_.network.features.clocks) return {};
        DiscreteTransitions transitions(question_.network);
        if (transitions.expand(state)) {
            while (transitions.next()) continue;
        }
        return transitions.stop();
    }

    const Question& question_;
    const property::Reach& asked_;
    std::string name_;
    Budget budget_;
    std::uint32_t shortest_ = 0;  // no shorter path leads to the goal
};

class SymbolicEngine final : public Engine {
public:
    std::optional<Obstacle> cannot(const Network& network, const Property& query) const override {
        if (std::optional<Obstacle> common = common_obstacle(network, query)) return common;
        const property::Reach* asked = decisive_state(query);
        if (asked == nullptr)
            return Obstacle{Code::query_not_decidable, "decision diagrams are for E<> and A[]", query.span};
        if (std::optional<symbolic::NotSupported> why =
                symbolic::obvious_obstacle({network, asked->formula, asked->exists}))
            return Obstacle{Code::query_not_decidable, why->reason, why->span};
        return std::nullopt;
    }

    std::string unsound(const Question& question) const override {
        const Settings& s = question.settings;
        if (s.objective != Objective::any && s.objective != Objective::shortest)
            return option_of(s) + " cannot be used with decision diagrams";
        if (s.pruning != Pruning::none || s.reduction != Reduction::none)
            return "decision diagrams cannot be used with --prune and --reduce";
        if (s.store || s.disk || s.checkpoints)
            return "decision diagrams cannot be used with --store, --disk and --checkpoint";
        if (question.trace_options.traces > 1) return "decision diagrams are for a single trace";
        const std::string name = search_name(s);
        if (name != "auto" && name != bounded && !symbolic::search_called(name))
            return fmt::format("there is no search `{}` over decision diagrams: see `crowfly list engines`", name);
        if (s.longest < no_bound) return "decision diagrams cannot be used with --max-depth";
        if (goes_by_parts(s) && name != "auto" && name != "forward")
            return fmt::format("{} is for the search `forward`", has_hints(s) ? "--hint" : "`dense`");
        const std::string any = against_shortest(s, name);
        if (s.objective == Objective::shortest && !any.empty())
            return fmt::format("--shortest cannot be used with {}: the first trace need not be shortest", any);
        return "";
    }

    Answer decide(const Question& question) const override {
        return SymbolicRun(question, as_reach(question.query)).run();
    }
};

const SymbolicEngine symbolic_engine;

EnginePlugin symbolic_plugin() {
    using Kind = PluginOption::Kind;
    EnginePlugin plugin;
    plugin.name = "symbolic";
    plugin.description = "sets of states as BDDs, for circuits and networks without clocks";
    plugin.options = {
        {.name = "search",
         .text = "the symbolic search",
         .kind = Kind::choice,
         .choices = {"auto", "forward", "backward", "bidirectional", "chaining", "bounded", "bdda", "seta", "greedy"},
         .otherwise = "auto"},
        {.name = "depth",
         .text = "the depth of the inferred heuristic of bdda, seta and greedy",
         .kind = Kind::choice,
         .choices = {"auto", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "14", "16", "20", "30"},
         .otherwise = "auto"},
        {.name = "alpha",
         .text = "f = alpha g + (100 - alpha) h; with alpha below 50 the trace need not be shortest",
         .kind = Kind::number,
         .least = 1,
         .most = 100,
         .otherwise = "50"},
        {.name = "visited",
         .text = "bdda, seta and greedy remove expanded states from sets; no: they only drop sets of expanded states",
         .kind = Kind::flag,
         .otherwise = "yes"},
        {.name = "split",
         .text = "the number of BDD nodes above which a set is expanded in parts",
         .kind = Kind::number,
         .least = 1,
         .most = 1'000'000'000,
         .otherwise = ""},
        {.name = "dense",
         .text = "the number of BDD nodes above which forward search expands a dense subset first",
         .kind = Kind::number,
         .least = 1,
         .most = 1'000'000'000,
         .otherwise = ""},
        {.name = "order",
         .text = "the order of the variables: by FORCE, or as declared",
         .kind = Kind::choice,
         .choices = {"force", "declared"},
         .otherwise = "force"},
        {.name = "sift",
         .text = "the order is improved by sifting once the model is encoded",
         .kind = Kind::flag,
         .otherwise = "no"},
        {.name = "nodes",
         .text = "the greatest number of BDD nodes",
         .kind = Kind::number,
         .least = 1,
         .most = 1'000'000'000,
         .otherwise = ""},
    };
    plugin.rank = 900;
    plugin.engine = &symbolic_engine;
    plugin.suits = [](const Network& network, const Property&) { return network.features.inputs; };
    plugin.apply = [](const Spec& spec, Settings& settings) { settings.engine_options = spec; };
    return plugin;
}

const Registered<EnginePlugin> registered_symbolic(engine_registry(), symbolic_plugin());

}  // namespace
}  // namespace crowfly
