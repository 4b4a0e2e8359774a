// crowfly explore: what a heuristic says of the initial state, for whoever wants to know why a search goes where it goes.
#include <fmt/format.h>

#include "cli/asking.hpp"
#include "cli/command.hpp"
#include "cli/load.hpp"
#include "cli/queries.hpp"
#include "heuristic/registry.hpp"
#include "render/json.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

std::string_view yes_or_no(bool yes) { return yes ? "yes" : "no"; }

class Explore final : public Command {
public:
    CLI::App* declare(CLI::App& app, Session& session) override {
        CLI::App* explore = app.add_subcommand("explore", "Show how far a heuristic thinks it is to the goal");
        add_model_argument(*explore, model_path_);
        explore->add_option("QUERY", asked_, "A query of the form E<> or A[]; without it, the first such query of the model")->take_all()->type_name("");
        explore->option_defaults()->group("Search");
        explore->add_option("--heuristic", heuristic_, "One of `crowfly list heuristics` (default: dU)")->type_name("NAME");
        explore->option_defaults()->group("Output");
        add_output_options(*explore, session);
        explore->footer("Example:\n  crowfly explore train-gate.xml 'E<> Gate.Occ' --heuristic dL");
        return explore;
    }

    int run(Session& session) override {
        std::string problem;
        spec_ = parse_heuristic(heuristic_, problem);
        if (!spec_) {
            session.diagnostics.add(Code::usage, session.command_line, "--heuristic: " + problem);
            return exit_code::bad_input;
        }
        if (!load_model(model_path_, session, model_)) return exit_code::bad_input;
        const std::optional<Query> query = goal(session);
        if (!query) return exit_code::bad_input;
        const Goal goal{model_.network(), query->first, query->kind == QueryKind::exists_eventually};
        estimate_ = make_heuristic(goal, *spec_)->estimate(first_start(model_.network()));
        return exit_code::fine;
    }

    std::string text(const TextStyle& style) const override {
        if (!estimate_) return "";
        const Reliance reliance = reliance_of(*spec_);
        const std::string distance = *estimate_ == dead_end ? "the goal cannot be reached" : fmt::format("{} transitions to the goal", *estimate_);
        return fmt::format("{}\n  {}, from the initial state: {}\n  admissible: {}, consistent: {}, safe: {}\n", painted(style, Ink::bold, printable(query_)),
                           to_string(*spec_), distance, yes_or_no(reliance.admissible), yes_or_no(reliance.consistent), yes_or_no(reliance.safe));
    }

    std::string json(const Session& session) const override {
        Json json = document("crowfly-explore/1");
        json["model"] = text_or_null(model_path_);
        json["query"] = text_or_null(query_);
        json["heuristic"] = spec_ ? Json(to_string(*spec_)) : Json(nullptr);
        json["initial"] = nullptr;
        if (estimate_) json["initial"] = {{"estimate", *estimate_ == dead_end ? Json("inf") : Json(*estimate_)}};
        json["diagnostics"] = diagnostics_json(session.diagnostics, session.sources);
        return dump(json);
    }

private:
    static bool has_goal(uppaal::QueryKind kind) { return kind == uppaal::QueryKind::exists_eventually || kind == uppaal::QueryKind::always_globally; }

    std::optional<Query> goal(Session& session) {
        const std::vector<uppaal::Query> queries = asked_.empty() ? queries_stored(model_path_, model_, session) : queries_asked(asked_, session);
        for (const uppaal::Query& query : queries) {
            if (!has_goal(query.kind)) continue;
            query_ = query.text;
            return compile_query(model_, query, session.diagnostics);
        }
        if (!session.diagnostics.has_errors()) {
            session.diagnostics.add(Code::no_queries, session.command_line, "there is no query of the form E<> or A[] to estimate the distance for");
        }
        return std::nullopt;
    }

    std::string model_path_, query_;
    std::string heuristic_ = "dU";
    std::vector<std::string> asked_;
    Loaded model_;
    std::optional<HeuristicSpec> spec_;
    std::optional<Estimate> estimate_;
};

}  // namespace

std::unique_ptr<Command> explore_command() { return std::make_unique<Explore>(); }

}  // namespace crowfly
