// crowfly replay: is this trace a run of this model, and does it show what it says?
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/input.hpp"
#include "cli/interface/command.hpp"
#include "cli/queries/recall.hpp"
#include "network/pruning/relevance.hpp"
#include "render/json.hpp"
#include "render/trace.hpp"
#include "trace/checker/replay.hpp"

namespace crowfly {
namespace {

class Replaying final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& replay = tool.command("replay", "Check a saved trace, step by step, against a model");
        add_model_argument(replay, model_);
        replay.argument("TRACE", &trace_,
                        "A trace: a .json file of crowfly, an .xtr file, or an .aigwit file of a circuit",
                        {.required = true});
        replay.begin_section(question::output);
        add_output_options(replay, session);
        replay.essential = {"--json", "--no-warn"};
        replay.examples = {"crowfly simulate models/train_gate.xml --json >walk.json",
                           "crowfly replay models/train_gate.xml walk.json",
                           "crowfly replay models/train_gate.xml walk.json --json",
                           "crowfly simulate models/lamp.xta --json | crowfly replay models/lamp.xta -"};
        replay.footer = "Exit codes: 0 accepted, 1 rejected, 2 the trace or the model cannot be read.";
        return replay;
    }

    int run(Session& session) override {
        if (trace_.ends_with(".aigwit")) return check_witness(session);
        if (!recall(trace_, model_, session, recalled_)) return exit_code::bad_input;
        Claim claim;
        SlotSet relevant;
        if (recalled_.query) {
            relevant = relevant_slots(recalled_.model.network(), slots_read(*recalled_.query));
            claim = {&*recalled_.query, &relevant};
        }
        rejection_ =
            recalled_.rejection ? recalled_.rejection : replay(recalled_.model.network(), recalled_.trace, claim);
        done_ = true;
        return rejection_ ? exit_code::not_as_expected : exit_code::fine;
    }

    std::string text(const TextStyle& style) const override {
        if (!done_) return "";
        if (witness_)
            return witness_->wrong.empty()
                       ? fmt::format("{}: {} step{}, by simulation of the circuit\n",
                                     painted(style, Ink::green, "accepted"), witness_->steps,
                                     witness_->steps == 1 ? "" : "s")
                       : fmt::format("{}: {}\n", painted(style, Ink::red, "rejected"), printable(witness_->wrong));
        const std::string changed = recalled_.model_changed ? "the model has changed since the trace was made\n" : "";
        if (rejection_)
            return fmt::format("{}{} at {}: {}\n", changed, painted(style, Ink::red, "rejected"), where(),
                               printable(rejection_->reason));
        return fmt::format("{}{}: {}{}\n", changed, painted(style, Ink::green, "accepted"),
                           length_text(recalled_.model.network(), recalled_.trace), shows());
    }

    std::string json(const Session& session) const override {
        Json json = document("crowfly-replay/1");
        json["model"] = text_or_null(model_);
        json["trace"] = text_or_null(trace_);
        json["model_changed"] = recalled_.model_changed;
        const bool accepted = witness_ ? witness_->wrong.empty() : !rejection_;
        json["accepted"] = done_ ? Json(accepted) : Json(nullptr);
        json["step"] = rejection_ ? Json(rejection_->step) : Json(nullptr);
        json["reason"] = rejection_ ? Json(rejection_->reason) : text_or_null(witness_ ? witness_->wrong : "");
        json["diagnostics"] = diagnostics_json(session.diagnostics, session.sources);
        return dump(json);
    }

private:
    // A witness of AIGER is judged by simulating the circuit: neither the network nor its replayer takes part.
    int check_witness(Session& session) {
        const std::optional<FileId> file = read_input(trace_, session);
        if (!file || !load_model(model_, session, recalled_.model)) return exit_code::bad_input;
        witness_ = recalled_.model.problem->check_witness(*file, session.sources, session.diagnostics);
        if (!witness_) return exit_code::bad_input;
        done_ = true;
        return witness_->wrong.empty() ? exit_code::fine : exit_code::not_as_expected;
    }

    std::string where() const {
        if (rejection_->step > recalled_.trace.steps.size() && !recalled_.rejection) return "the end";
        return rejection_->step == 0 ? "the start" : fmt::format("step {}", rejection_->step);
    }
    std::string shows() const {
        if (!recalled_.query) return "";
        const bool holds = is_shown_by_witness(*recalled_.query);
        return fmt::format(", which show that `{}` is {}", printable(recalled_.saved.query),
                           holds ? "satisfied" : "not satisfied");
    }

    std::string model_, trace_;
    Recalled recalled_;
    std::optional<Rejection> rejection_;
    std::optional<Problem::WitnessCheck> witness_;  // of an .aigwit file
    bool done_ = false;
};

}  // namespace

std::unique_ptr<Command> replay_command() { return std::make_unique<Replaying>(); }

}  // namespace crowfly
