// crowfly convert: a model in the other syntax.
#include "render/convert.hpp"
#include "cli/command.hpp"
#include "cli/load.hpp"
#include "cli/output.hpp"
#include "model/uppaal/write_xml.hpp"
#include "model/uppaal/write_xta.hpp"

namespace crowfly {
namespace {

class Convert final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& convert = tool.command("convert", "Write a model in another syntax");
        add_model_argument(convert, conversion_.file);
        convert.begin_section("Output");
        convert.option("--to", &conversion_.format, "The syntax to write",
                       {.choices = {"xta", "xml"}, .required = true});
        convert.option("-o,--output", &conversion_.written_to, "Write to this file instead of standard output",
                       {.name = "FILE"});
        add_output_options(convert, session);
        convert.footer =
            "Examples:\n"
            "  crowfly convert train-gate.xml --to xta\n"
            "  crowfly convert old.ta --to xml -o new.xml   models of UPPAAL 3.x come out in today's syntax";
        return convert;
    }

    int run(Session& session) override {
        if (!conversion_.written_to.empty() && !can_write({conversion_.written_to}, session))
            return exit_code::bad_input;
        Loaded model;
        if (!read_model(conversion_.file, session, model)) return exit_code::bad_input;
        if (model.is_tck) return refuse(model, session);
        conversion_.output =
            conversion_.format == "xta" ? uppaal::write_xta(model.document) : uppaal::write_xml(model.document);
        if (!conversion_.written_to.empty()) write_file(conversion_.written_to, conversion_.output, session);
        conversion_.done = !session.diagnostics.has_errors();
        return session.exit_by_diagnostics();
    }

    std::string text(const TextStyle&) const override { return conversion_.shown(); }
    std::string json(const Session& session) const override {
        return conversion_json(conversion_, session.diagnostics, session.sources);
    }

private:
    // Vectors of more than two processes, several initial locations, assignments that disable a transition: UPPAAL has
    // none.
    static int refuse(const Loaded& model, Session& session) {
        session.diagnostics.add(Code::no_conversion, {model.file, 0, 0},
                                "a TChecker model cannot be written as an UPPAAL model",
                                "`info`, `check` and `simulate` read it as it is");
        return exit_code::bad_input;
    }

    Conversion conversion_;
};

}  // namespace

std::unique_ptr<Command> convert_command() { return std::make_unique<Convert>(); }

}  // namespace crowfly
