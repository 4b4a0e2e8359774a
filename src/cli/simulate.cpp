// crowfly simulate: a random walk with concrete clock values.
#include "base/sha256.hpp"
#include "cli/command.hpp"
#include "cli/load.hpp"
#include "render/walk.hpp"
#include "space/walk.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_steps = 1'000'000;

class Simulate final : public Command {
public:
    CLI::App* declare(CLI::App& app, Session& session) override {
        CLI::App* simulate = app.add_subcommand("simulate", "Take a random walk through a model");
        add_model_argument(*simulate, report_.file);
        simulate->option_defaults()->group("Search");
        simulate->add_option("--steps", report_.steps, "How many transitions to take")
            ->check(CLI::Range(std::size_t{0}, most_steps))
            ->type_name("N")
            ->default_str("20");
        simulate->add_option("--seed", report_.seed, "The same seed gives the same walk")
            ->check(CLI::NonNegativeNumber)
            ->type_name("N")
            ->default_str("1");
        simulate->option_defaults()->group("Output");
        simulate->add_flag("--all", session.output.everything, "Show long lists in full");
        add_output_options(*simulate, session);
        simulate->footer(
            "Examples:\n"
            "  crowfly simulate train-gate.xml\n"
            "  crowfly simulate train-gate.xml --steps 100 --seed 7\n"
            "  crowfly simulate train-gate.xml --json >walk.json    a trace, for crowfly trace, replay and serve");
        return simulate;
    }

    int run(Session& session) override {
        if (!load_model(report_.file, session, model_)) return exit_code::bad_input;
        report_.network = &model_.network();
        report_.sha256 = sha256(session.sources.text(model_.file));
        report_.walk = walk(*report_.network, report_.seed, report_.steps);
        if (const auto& problem = report_.walk->problem) {
            session.diagnostics.add(problem->code, problem->span, problem->message, problem->hint);
        }
        return session.exit_by_diagnostics();
    }

    std::string text(const TextStyle& style) const override { return walk_text(report_, style); }
    std::string json(const Session& session) const override {
        return walk_json(report_, session.diagnostics, session.sources);
    }

private:
    Loaded model_;
    WalkReport report_;
};

}  // namespace

std::unique_ptr<Command> simulate_command() { return std::make_unique<Simulate>(); }

}  // namespace crowfly
