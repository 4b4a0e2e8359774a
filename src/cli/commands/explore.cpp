// crowfly explore: what a heuristic says of the initial state, or of another, and how right it is over all states, for
// whoever wants to know why a search goes where it goes; and how many states there are, whatever is searched for.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/heuristic_files.hpp"
#include "cli/files/load.hpp"
#include "cli/files/output.hpp"
#include "cli/files/queries.hpp"
#include "cli/interface/command.hpp"
#include "cli/options/search_options.hpp"
#include "cli/process/limit_guard.hpp"
#include "cli/queries/progress.hpp"
#include "cli/queries/query_runner.hpp"
#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "render/abstractions/abstraction_page.hpp"
#include "render/abstractions/accuracy.hpp"
#include "render/abstractions/count.hpp"
#include "render/json.hpp"
#include "search/explore/classification.hpp"
#include "search/explore/count.hpp"
#include "search/guidance/estimates.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "space/described.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

std::string_view yes_or_no(bool yes) { return yes ? "yes" : "no"; }

// A state that was asked for, and what is known of it.
struct Place {
    std::vector<std::int32_t> slots;
    std::optional<Estimate> estimate;
    std::optional<Distances::Distance> distance;  // once all states are known; nothing if it is none of them
    std::vector<AbstractStep> steps;              // that the estimate counts
};

// "P: l0 -> l1 with Q: m0 -> m1"
std::string step_text(const Network& network, const AbstractStep& step) {
    std::vector<std::string> edges;
    for (const EdgeIndex edge : step.edges) edges.push_back(to_string(network, network.edges[edge]));
    return fmt::format("{}", fmt::join(edges, " with "));
}

Json place_json(const Network& network, const Place& place) {
    Json steps = Json::array();
    for (const AbstractStep& step : place.steps)
        steps.push_back({{"round", step.round}, {"transition", step_text(network, step)}});
    return {{"estimate", distance_json(*place.estimate)},
            {"distance", place.distance ? distance_json(*place.distance) : Json(nullptr)},
            {"abstract_trace", std::move(steps)}};
}

constexpr std::size_t most_steps_shown = 30;

class Explore final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& explore =
            tool.command("explore", "Print the estimates of a heuristic and their accuracy, or count all states");
        add_model_argument(explore, model_path_);
        explore.argument("QUERY", &asked_, "A query E<> or A[]. Without it, the first such query of the model");
        explore.begin_section(question::order);
        explore.option("--heuristic", &heuristic_, "The heuristic, see `crowfly list heuristics` (default: hU)",
                       {.name = "NAME", .offered = [] { return heuristics().names(); }});
        heuristic_files_.declare(explore);
        explore.option("--state", &described_,
                       "Estimate the initial state with these locations and values: 'P.l && v == 1'",
                       {.name = "STATE"});
        explore.flag("--accuracy", &wants_accuracy_,
                     "Visit all states and compare each estimate with the true distance");
        add_classify_option(explore);
        explore.flag("--abstraction", &wants_abstraction_,
                     "Print the sizes of the abstraction while it was built, for --heuristic mas");
        explore.flag("--count", &counts_, "Visit all states, without a query, and count them");
        add_limit_options(explore, limits_);
        explore.begin_section(question::output);
        explore.option("--csv", &csv_,
                       "With --accuracy: write the number of states for each pair of distance and estimate",
                       {.name = "FILE", .needs = "--accuracy"});
        explore.option("--dot", &dot_, "With --abstraction: draw the abstraction, if it has at most 200 states",
                       {.name = "FILE", .needs = "--abstraction"});
        explore.option("--html", &html_,
                       "With --abstraction: write a page with the sizes and, up to 200 states, a picture",
                       {.name = "FILE", .needs = "--abstraction"});
        add_progress_option(explore, progress_);
        add_output_options(explore, session);
        explore.settle = [this, &explore] {
            settle_count(explore);
            settle_heuristic_files();
        };
        explore.essential = {"--heuristic", "--accuracy",    "--count", "--state",
                             "--classify",  "--abstraction", "--time",  "--json"};
        explore.examples = {"crowfly explore models/fischer_broken.xml --heuristic dL",
                            "crowfly explore models/fischer_broken.xml --accuracy --csv accuracy.csv",
                            "crowfly explore models/fischer_broken.xml --heuristic mas --abstraction",
                            "crowfly explore models/train_gate.xml --count"};
        return explore;
    }

    int run(Session& session) override {
        if (!csv_.empty() && !can_write({csv_}, session)) return exit_code::bad_input;
        if (!dot_.empty() && !can_write({dot_}, session)) return exit_code::bad_input;
        if (!html_.empty() && !can_write({html_}, session)) return exit_code::bad_input;
        if (counts_) return count(session);
        if (!heuristic_files_.can_save(session)) return exit_code::bad_input;
        std::string problem;
        spec_ = parse_heuristic(heuristic_, problem);
        if (!spec_) {
            session.diagnostics.add(Code::usage, session.command_line, "--heuristic: " + problem);
            return exit_code::bad_input;
        }
        LimitGuard guard(limits_);
        if (!load_startable(model_path_, session, model_)) return exit_code::bad_input;
        const std::optional<Property> query = goal(session);
        if (!query) return exit_code::bad_input;
        if (described_ && !find_described(*described_, session)) return exit_code::bad_input;
        if (problem = why_not(model_.network(), *spec_); !problem.empty()) {
            session.diagnostics.add(Code::usage, session.command_line, "--heuristic: " + problem);
            return exit_code::bad_input;
        }
        if (!heuristic_files_.open(session)) return exit_code::bad_input;
        Goal goal{model_.network(), as_reach(*query).formula, as_reach(*query).exists};
        goal.kept = heuristic_files_.kept().get();
        // What is kept is for searches, which reset dead variables.
        const Distinction compared(model_.network(), slots_read(*query));
        if (goal.kept != nullptr) goal.form.compared = &compared;
        limits_ = guard.begin_query();
        const std::unique_ptr<Heuristic> heuristic = build(goal, session);
        if (session.diagnostics.has_errors()) return exit_code::bad_input;
        if (!heuristic) return exit_code::undecided;
        initial_.slots = first_start(model_.network());
        for (Place* place : {&initial_, &other_}) {
            if (place->slots.empty()) continue;
            place->estimate = heuristic->estimate(place->slots);
            place->steps = heuristic->explain(place->slots);
        }
        if (wants_abstraction_ && !show_abstraction(*heuristic, session)) return exit_code::bad_input;
        return wants_accuracy_ || removal_ ? measure(goal, *query, *heuristic, session) : exit_code::fine;
    }

    std::string text(const TextStyle& style) const override {
        if (count_) return count_text(*count_, style);
        if (!not_built_.empty())
            return fmt::format("{}\n  unknown: {} while {} was built\n", painted(style, Ink::bold, printable(query_)),
                               not_built_, to_string(*spec_));
        if (!initial_.estimate) return "";
        const Guarantees guarantees = guarantees_of(*spec_);
        std::string text =
            painted(style, Ink::bold, printable(query_)) + "\n" + place_text("the initial state", initial_);
        if (other_.estimate) text += place_text(printable(*described_), other_);
        text += fmt::format("  admissible: {}, consistent: {}, safe: {}\n", yes_or_no(guarantees.admissible),
                            yes_or_no(guarantees.consistent), yes_or_no(guarantees.safe));
        if (abstraction_) text += abstraction_text(*abstraction_);
        if (removal_ && report_)
            return text +
                   (classification_ ? classification_text() : fmt::format("  unknown: {}\n", report_->unfinished));
        return report_ ? text + accuracy_text(*report_, style) : text;
    }

    std::string json(const Session& session) const override {
        Json json = document("crowfly-explore/1");
        json["model"] = text_or_null(model_path_);
        json["query"] = text_or_null(query_);
        json["heuristic"] = spec_ ? Json(to_string(*spec_)) : Json(nullptr);
        json["initial"] = initial_.estimate ? place_json(model_.network(), initial_) : Json(nullptr);
        if (!not_built_.empty()) json["reason"] = not_built_;
        json["state"] = other_.estimate ? place_json(model_.network(), other_) : Json(nullptr);
        json["accuracy"] = report_ && wants_accuracy_ ? accuracy_json(*report_) : Json(nullptr);
        if (removal_) json["classification"] = classification_ ? classification_json() : Json(nullptr);
        if (count_) json["count"] = count_json(*count_);
        if (abstraction_) json["abstraction"] = abstraction_json(*abstraction_);
        json["diagnostics"] = diagnostics_json(session.diagnostics, session.sources);
        return dump(json);
    }

private:
    void add_classify_option(CommandDeclaration& explore) {
        const auto take = [this](const std::string& text) {
            std::string problem;
            const std::optional<Preference> preference = parse_preference(text, problem);
            if (!preference || !preference->useless || preference->contexts || preference->helpful)
                throw UsageError("--classify", "only `useless` transitions can be told from others");
            removal_ = preference->removal;
        };
        explore.option("--classify", take,
                       "Visit all states and count true and false positives of the class `useless`, see check --prefer",
                       {.name = "NAME"});
    }

    // False: there is nothing to show.
    bool show_abstraction(const Heuristic& heuristic, Session& session) {
        const auto refuse = [&](const char* option, const std::string& why) {
            session.diagnostics.add(Code::usage, session.command_line, fmt::format("{}: {}", option, why));
            return false;
        };
        if (heuristic.abstractions() == nullptr)
            return refuse(
                "--abstraction",
                fmt::format("there is no abstraction behind {} that can be shown; mas, pdb, cegar and scp have one",
                            to_string(*spec_)));
        abstraction_ = describe_abstraction(model_.network(), *heuristic.factored_system(), *heuristic.abstractions());
        const AbstractionTitle title{model_path_, query_, to_string(*spec_)};
        if (!html_.empty() && !write_file(html_, abstraction_page(*abstraction_, title), session)) return false;
        if (dot_.empty()) return true;
        const bool is_drawn = !abstraction_->parts.empty() && abstraction_->parts.front().graph;
        if (!is_drawn && !heuristic.uses_task())
            return refuse("--dot",
                          "an abstraction that was loaded has no transitions to draw; leave out --load-heuristic");
        if (!is_drawn)
            return refuse("--dot", fmt::format("only an abstraction of at most {} states is drawn", most_states_drawn));
        return write_file(dot_, abstraction_dot(*abstraction_->parts.front().graph), session);
    }

    // Whether there is such a heuristic is told later.
    void settle_heuristic_files() const {
        std::string problem;
        if (const auto spec = parse_heuristic(heuristic_, problem)) heuristic_files_.settle({*spec});
    }

    void settle_count(const CommandDeclaration& explore) const {
        if (!counts_) return;
        if (!asked_.empty()) throw UsageError("--count", "all states are visited, whatever the query; leave it out");
        for (const char* other : {"--heuristic", "--state", "--accuracy", "--classify", "--abstraction",
                                  "--save-heuristic", "--load-heuristic"}) {
            if (explore.is_given(other))
                throw UsageError("--count",
                                 fmt::format("all states are visited, without any heuristic; leave out {}", other));
        }
    }

    // That nothing is asked is `E<> false` to the engines, which may not be able to visit any state.
    int count(Session& session) {
        LimitGuard guard(limits_);
        if (!load_startable(model_path_, session, model_)) return exit_code::bad_input;
        const Network& network = model_.network();
        Property nothing;
        property::Reach never;
        never.formula.value = false;
        nothing.asks = std::move(never);
        if (const Choice choice = choose_engine(network, nothing); choice.engine == nullptr)
            return report(choice, session);
        ProgressObserver observer = progress_on_stderr(progress_, session.output.json);
        observer.begin(1, 1);
        const StateCount counted = count_states(network, guard.begin_query(), observer);
        observer.end();
        if (counted.stop) return report(network, counted.stop, session);
        count_ = counted;
        return counted.is_sure() ? session.exit_by_diagnostics() : exit_code::undecided;
    }

    static int report(const Choice& choice, Session& session) {
        const Obstacle& why = choice.refusals.back().why;
        session.diagnostics.add(why.code, why.span, why.reason);
        return exit_code::bad_input;
    }

    static int report(const Network& network, const Stop& stop, Session& session) {
        const Diagnostic problem = to_diagnostic(network, stop);
        session.diagnostics.add(problem.code, problem.span, problem.message, problem.hint);
        return exit_code::bad_input;
    }

    // "P: a -> b with Q: c -> d"
    std::string edges_text(const std::vector<EdgeIndex>& edges) const {
        return step_text(model_.network(), {1, edges});
    }

    static std::string tally_text(const Classification::Tally& tally, std::string_view which) {
        const auto share = [&](std::size_t part) {
            return tally.all() == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(tally.all());
        };
        std::string text = fmt::format("  of {} {}:\n", counted(tally.all(), "transition"), which);
        text += fmt::format("    classified useless: {:.3f} true positives, {:.3f} false positives\n",
                            share(tally.true_positive), share(tally.false_positive));
        text += fmt::format("    classified useful:  {:.3f} true negatives, {:.3f} false negatives\n",
                            share(tally.true_negative), share(tally.false_negative));
        return text;
    }

    std::string classification_text() const {
        return tally_text(classification_->all, "that start where the goal can be reached") +
               tally_text(classification_->met, "of these that greedy search with this heuristic meets");
    }

    static Json tally_json(const Classification::Tally& tally) {
        return {{"transitions", tally.all()},
                {"true_positive", tally.true_positive},
                {"true_negative", tally.true_negative},
                {"false_positive", tally.false_positive},
                {"false_negative", tally.false_negative}};
    }

    Json classification_json() const {
        const Classification& c = *classification_;
        Json judged = Json::array();
        for (const Classification::Judgement& j : c.judged) {
            judged.push_back({{"transition", edges_text(j.edges)},
                              {"without", distance_json(j.without)},
                              {"after", distance_json(j.after)},
                              {"useless", j.is_useless}});
        }
        Json json = tally_json(c.all);
        json["met"] = tally_json(c.met);
        json["judged"] = std::move(judged);
        return json;
    }

    std::string place_text(const std::string& name, const Place& place) const {
        const std::string never =
            guarantees_of(*spec_).safe ? "the goal cannot be reached" : "it sees no way to the goal";
        const std::string distance = *place.estimate == dead_end ? never
                                     : *place.estimate == farthest
                                         ? "only a run-time error may be reached"
                                         : counted(*place.estimate, "transition") + " to the goal";
        std::string truth;
        if (place.distance)
            truth = fmt::format(" (in truth {})", distance_text(*place.distance));
        else if (report_ && report_->unfinished.empty())
            truth = " (this state cannot be reached)";
        return fmt::format("  {}, from {}: {}{}\n", to_string(*spec_), name, distance, truth) + steps_text(place);
    }

    std::string steps_text(const Place& place) const {
        std::string text;
        for (std::size_t i = 0; i < std::min(place.steps.size(), most_steps_shown); ++i) {
            text += fmt::format("    {:>3}  {}\n", place.steps[i].round,
                                printable(step_text(model_.network(), place.steps[i])));
        }
        if (place.steps.size() > most_steps_shown)
            text += fmt::format("    and {} more; --json has them all\n", place.steps.size() - most_steps_shown);
        return text;
    }

    bool find_described(const std::string& text, Session& session) {
        const FileId file = session.sources.add("<--state>", text);
        const WrittenQuery query =
            model_.queries().parse_condition({file, text, {}}, session.sources, session.diagnostics);
        if (!query.is_query() && !session.diagnostics.has_errors())
            session.diagnostics.add(Code::bad_query, query.span, "--state describes no state");
        if (session.diagnostics.has_errors()) return false;
        const std::optional<Property> compiled = compile_query(model_, query, session.diagnostics);
        const auto slots = compiled
                               ? described_state(model_.network(), as_reach(*compiled).formula, session.diagnostics)
                               : std::nullopt;
        if (slots) other_.slots = *slots;
        return slots.has_value();
    }

    std::unique_ptr<Heuristic> build(const Goal& goal, Session& session) try {
        ProgressObserver observer = progress_on_stderr(progress_, session.output.json);
        observer.begin(1, 1);
        const Budget budget(limits_);
        BuildBudget building(budget, {}, observer);
        std::unique_ptr<Heuristic> heuristic = build_heuristic(goal, *spec_, building);
        observer.end();
        not_built_ = building.exceeded();
        return heuristic;
    } catch (const UnfitHeuristic& unfit) {
        heuristic_files_.report(unfit, session.command_line, session.diagnostics);
        return nullptr;
    }

    int measure(const Goal& goal, const Property& query, Heuristic& heuristic, Session& session) {
        if (const Choice choice = choose_engine(goal.network, query); choice.engine == nullptr)
            return report(choice, session);
        ProgressObserver observer = progress_on_stderr(progress_, session.output.json);
        observer.begin(1, 1);
        Distances distances(goal, limits_, observer, removal_.has_value());
        observer.end();
        if (distances.stop()) return report(goal.network, distances.stop(), session);
        report_ = AccuracyReport{{}, distances.unfinished(), distances.statistics()};
        if (!distances.is_complete()) return exit_code::undecided;
        initial_.distance = distances.distance_of(initial_.slots);
        if (other_.estimate) other_.distance = distances.distance_of(other_.slots);
        if (removal_) {
            end_at_limits(report_->unfinished, [&] {
                classification_ =
                    classify(goal.network, heuristic, distances, *removal_,
                             other_.slots.empty() ? initial_.slots : other_.slots, limits_, report_->unfinished);
            });
            if (!classification_) return exit_code::undecided;
        }
        if (!wants_accuracy_) return session.exit_by_diagnostics();
        std::optional<Accuracy> accuracy;
        end_at_limits(report_->unfinished,
                      [&] { accuracy = accuracy_of(heuristic, distances, limits_, report_->unfinished); });
        if (!accuracy) return exit_code::undecided;
        report_->accuracy = *accuracy;
        if (!csv_.empty()) write_file(csv_, accuracy_csv(report_->accuracy), session);
        return session.exit_by_diagnostics();
    }

    std::optional<Property> goal(Session& session) {
        const std::vector<WrittenQuery> queries =
            asked_.empty() ? queries_stored(model_path_, model_, session) : queries_asked(asked_, model_, session);
        for (const WrittenQuery& query : queries) {
            if (!asks_for_states(query.kind)) continue;
            query_ = query.text;
            return compile_query(model_, query, session.diagnostics);
        }
        if (!session.diagnostics.has_errors()) {
            session.diagnostics.add(Code::no_queries, session.command_line,
                                    "there is no query of the form E<> or A[] to estimate the distance for");
        }
        return std::nullopt;
    }

    std::string model_path_, query_, csv_, dot_, html_;
    std::string not_built_;  // the limit that was reached before the heuristic was ready
    std::optional<std::string> described_;
    bool wants_accuracy_ = false;
    bool counts_ = false;
    bool wants_abstraction_ = false;
    std::string progress_ = "auto";
    Limits limits_;
    HeuristicFiles heuristic_files_;
    std::string heuristic_ = "hU";
    std::vector<std::string> asked_;
    Loaded model_;
    std::optional<HeuristicSpec> spec_;
    Place initial_, other_;  // the other one is the one described
    std::optional<AccuracyReport> report_;
    std::optional<StateCount> count_;
    std::optional<AbstractionReport> abstraction_;
    std::optional<Removal> removal_;  // useless transitions are to be told from others
    std::optional<Classification> classification_;
};

}  // namespace

std::unique_ptr<Command> explore_command() { return std::make_unique<Explore>(); }

}  // namespace crowfly
