// crowfly info: what a model is made of.
#include "render/models/info.hpp"

#include <nlohmann/json.hpp>

#include "base/files/sha256.hpp"
#include "cli/files/load.hpp"
#include "cli/files/output.hpp"
#include "cli/files/queries.hpp"
#include "cli/interface/command.hpp"
#include "cli/interface/usage.hpp"
#include "network/digest.hpp"
#include "render/page/page.hpp"

namespace crowfly {
namespace {

class InfoCommand final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& info =
            tool.command("info", "Print the parts of a model: processes, variables, clocks, channels and queries");
        add_model_argument(info, info_.file);
        info.begin_section(question::output);
        info.option("--html", &html_,
                    "Write a page with the automata and the connections between the parts of the model",
                    {.name = "FILE"});
        info.flag("--all", &session.output.everything, "Print long lists in full");
        add_output_options(info, session);
        info.essential = {"--html", "--all", "--json", "--no-warn"};
        info.examples = {"crowfly info models/train_gate.xml", "crowfly info models/train_gate.xml --html model.html",
                         "crowfly info models/meeting.tck --all", "crowfly info models/fischer.xml --json"};
        return info;
    }

    int run(Session& session) override {
        if (!html_.empty() && !can_write({html_}, session)) return exit_code::bad_input;
        Loaded model;
        const bool sound = load_model(info_.file, session, model);
        if (model.problem) note_origin(model.problem->origin());
        if (!sound) return exit_code::bad_input;
        info_.summary = summarise(model.network());
        if (!html_.empty() && !write_file(html_, page(model, session), session)) return exit_code::bad_input;
        if (session.output.json) info_.digest = network_digest(model.network());
        for (const WrittenQuery& query : queries_stored(info_.file, model, session)) note_query(query, *model.problem);
        return session.exit_by_diagnostics();
    }

    std::string text(const TextStyle& style) const override { return info_.summary ? info_text(info_, style) : ""; }
    std::string json(const Session& session) const override {
        return info_json(info_, session.diagnostics, session.sources);
    }

private:
    std::string page(const Loaded& model, const Session& session) const {
        const model::Drawing drawing = model.problem->drawing();
        return page_html(page_json(model.network(), &drawing, info_.file, sha256(session.sources.text(model.file)),
                                   shell_line(session.arguments)));
    }

    void note_origin(const Problem::Origin& origin) {
        info_.format = origin.format;
        info_.dialect = origin.dialect;
        info_.language = origin.language;
        info_.options = options_of(origin.options);
    }

    static std::vector<Info::Option> options_of(const std::vector<StoredOption>& stored) {
        std::vector<Info::Option> options;
        for (const StoredOption& option : stored) options.push_back({option.key, option.value});
        return options;
    }

    // Whether a query is sound is for `check` to say.
    void note_query(const WrittenQuery& query, Problem& problem) {
        info_.queries.push_back({query.text, std::string(to_string(query.kind)), query.comment, problem.expected(query),
                                 options_of(query.options)});
    }

    std::string html_;
    Info info_;
};

}  // namespace

std::unique_ptr<Command> info_command() { return std::make_unique<InfoCommand>(); }

}  // namespace crowfly
