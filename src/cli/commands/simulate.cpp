// crowfly simulate: a random walk with concrete clock values.
#include "base/files/sha256.hpp"
#include "cli/files/load.hpp"
#include "cli/interface/command.hpp"
#include "render/steps/walk.hpp"
#include "space/walk.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_steps = 1'000'000;

class Simulate final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& simulate = tool.command("simulate", "Take a random walk through a model");
        add_model_argument(simulate, report_.file);
        simulate.begin_section(question::order);
        simulate.option("--steps", &report_.steps, "The number of transitions",
                        {.name = "N", .range = NumberRange{0, most_steps}, .otherwise = "20"});
        simulate.option("--seed", &report_.seed, "Seed of random choices. The same seed gives the same walk",
                        {.name = "N", .range = NumberRange{}, .otherwise = "1"});
        simulate.begin_section(question::output);
        simulate.flag("--all", &session.output.everything, "Print long lists in full");
        add_output_options(simulate, session);
        simulate.essential = {"--steps", "--seed", "--all", "--json"};
        simulate.examples = {"crowfly simulate models/train_gate.xml",
                             "crowfly simulate models/train_gate.xml --steps 100 --seed 7",
                             "crowfly simulate models/lamp.xta --steps 5 --all",
                             "crowfly simulate models/fischer.xml --json >walk.json"};
        simulate.footer = "The JSON document is a trace, which crowfly trace, replay and serve read.";
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
