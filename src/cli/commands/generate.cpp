// crowfly generate: a benchmark family of the papers at any size.
#include <fmt/format.h>

#include <map>

#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/command.hpp"
#include "family/registry.hpp"
#include "frontend/frontend.hpp"
#include "model/binary_circuit.hpp"
#include "render/models/convert.hpp"

namespace crowfly {
namespace {

class Generate final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& generate =
            tool.command("generate", "Write a model of a benchmark family, with its query and the expected verdict");
        generate.argument("FAMILY", &generation_.family, "A family, see `crowfly list families`",
                          {.choices = families().names(), .required = true});
        generate.argument("SIZE", &words_, "The size of the family: the number of disks, the name of a figure");
        declare_parameters(generate);
        generate.begin_section(question::output);
        generate.option("--to", &generation_.format,
                        "Write this syntax (default: xml). The syntaxes aag and aig are the forms of AIGER circuits",
                        {.choices = {"xml", "xta", "aag", "aig"}});
        generate.option("-o,--output", &generation_.written_to, "Write to this file instead of standard output",
                        {.name = "FILE"});
        add_output_options(generate, session);
        generate.essential = {"--to", "--output", "--broken", "--correct", "--processes", "--seed", "--json"};
        generate.examples = {"crowfly generate hanoi 5 | crowfly check -",
                             "crowfly generate fischer 8 --broken -o f8.xml",
                             "crowfly generate random --processes 7 --seed 3",
                             "crowfly generate tree_arbiter 4 --fault B1 --to aig -o arbiter.aig"};
        return generate;
    }

    int run(Session& session) override {
        if (generation_.format.empty()) generation_.format = "xml";
        if (!generation_.written_to.empty() && !can_write({generation_.written_to}, session))
            return exit_code::bad_input;
        const FamilyPlugin& family = *families().find(generation_.family);
        std::string problem;
        std::optional<FamilyArguments> arguments = read_arguments(family, words_, options_given(), problem);
        if (arguments) {
            generation_.parameters = arguments->all();
            if (!read_files(family, *arguments, session)) return exit_code::bad_input;
        }
        const WriteFamily write = is_circuit() ? family.write_circuit : family.write;
        if (arguments && write == nullptr) problem = fmt::format("`{}` cannot be written as a circuit", family.name);
        if (generation_.format == "aig" && session.output.json && generation_.written_to.empty())
            problem = "JSON cannot contain the bytes of a binary circuit: name a file with `-o`";
        std::string text = problem.empty() ? write(*arguments, problem) : "";
        if (!problem.empty()) {
            session.diagnostics.add(
                Code::usage, session.command_line, problem,
                "`crowfly list families` shows the parameters of each family, and which are circuits");
            return exit_code::bad_input;
        }
        generation_.output = in_format(std::move(text), session);
        if (!generation_.written_to.empty()) write_file(generation_.written_to, generation_.output, session);
        generation_.done = !session.diagnostics.has_errors();
        return session.exit_by_diagnostics();
    }

    std::string text(const TextStyle&) const override { return generation_.shown(); }
    std::string json(const Session& session) const override {
        return generation_json(generation_, session.diagnostics, session.sources);
    }

private:
    // A family is given what is in a file, not its name.
    static bool read_files(const FamilyPlugin& family, FamilyArguments& arguments, Session& session) {
        for (const FamilyParameter& parameter : family.parameters) {
            if (parameter.kind != FamilyParameter::Kind::file) continue;
            const std::optional<FileId> file = read_input(arguments.text(parameter.name), session);
            if (!file) return false;
            arguments.set(parameter.name, std::string(session.sources.text(*file)));
        }
        return true;
    }

    // One option for all families that have it; its help says whose it is.
    void declare_parameters(CommandDeclaration& generate) {
        std::map<std::string, std::string> help;
        for (const FamilyPlugin& family : families().all()) {
            for (const FamilyParameter& parameter : family.parameters) {
                if (is_word(parameter)) continue;
                std::string& text = help[parameter.name];
                text += fmt::format("{}{}: {}", text.empty() ? "" : ". ", family.name, parameter.text);
                if (parameter.kind == FamilyParameter::Kind::flag)
                    flags_[parameter.name] = false;
                else
                    values_[parameter.name] = "";
            }
        }
        for (auto& [name, given] : flags_) generate.flag(name, &given, help[name]);
        for (auto& [name, value] : values_) generate.option(name, &value, help[name], {.name = "VALUE"});
    }

    std::map<std::string, std::string> options_given() const {
        std::map<std::string, std::string> given;
        for (const auto& [name, value] : values_) {
            if (!value.empty()) given[name] = value;
        }
        for (const auto& [name, is_given] : flags_) {
            if (is_given) given[name] = "yes";
        }
        return given;
    }

    bool is_circuit() const { return generation_.format == "aag" || generation_.format == "aig"; }

    // Families write XTA, and circuits in the ASCII form.
    std::string in_format(std::string text, Session& session) const {
        if (generation_.format == "xta" || generation_.format == "aag") return text;
        const std::string name = is_circuit() ? "generated.aag" : "generated.xta";
        const FileId file = session.sources.add(name, text);
        if (is_circuit()) return binary_circuit(file, session.sources, session.diagnostics).value_or("");
        const auto problem = frontend_of(name, text).read(file, session.sources, session.diagnostics);
        return problem->write("xml", session.diagnostics).value_or("");
    }

    Generation generation_;
    std::vector<std::string> words_;
    std::map<std::string, std::string> values_;
    std::map<std::string, bool> flags_;
};

}  // namespace

std::unique_ptr<Command> generate_command() { return std::make_unique<Generate>(); }

}  // namespace crowfly
