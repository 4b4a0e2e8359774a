// crowfly convert: a model in the other syntax.
#include "render/models/convert.hpp"
#include "cli/files/load.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/command.hpp"

namespace crowfly {
namespace {

class Convert final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& convert = tool.command("convert", "Write a model in another syntax");
        add_model_argument(convert, conversion_.file);
        convert.begin_section(question::output);
        convert.option("--to", &conversion_.format, "Write this syntax", {.choices = {"xta", "xml"}, .required = true});
        convert.option("-o,--output", &conversion_.written_to, "Write to this file instead of standard output",
                       {.name = "FILE"});
        add_output_options(convert, session);
        convert.essential = {"--to", "--output", "--json"};
        convert.examples = {
            "crowfly convert models/train_gate.xml --to xta", "crowfly convert models/lamp.xta --to xml -o lamp.xml",
            "crowfly convert models/gossip.xta --to xml", "crowfly convert models/fischer.xml --to xta --json"};
        convert.footer = "Models of UPPAAL 3.x are written in the syntax of today.";
        return convert;
    }

    int run(Session& session) override {
        if (!conversion_.written_to.empty() && !can_write({conversion_.written_to}, session))
            return exit_code::bad_input;
        Loaded model;
        if (!read_model(conversion_.file, session, model)) return exit_code::bad_input;
        const std::optional<std::string> text = model.problem->write(conversion_.format, session.diagnostics);
        if (!text) return exit_code::bad_input;
        conversion_.output = *text;
        if (!conversion_.written_to.empty()) write_file(conversion_.written_to, conversion_.output, session);
        conversion_.done = !session.diagnostics.has_errors();
        return session.exit_by_diagnostics();
    }

    std::string text(const TextStyle&) const override { return conversion_.shown(); }
    std::string json(const Session& session) const override {
        return conversion_json(conversion_, session.diagnostics, session.sources);
    }

private:
    Conversion conversion_;
};

}  // namespace

std::unique_ptr<Command> convert_command() { return std::make_unique<Convert>(); }

}  // namespace crowfly
