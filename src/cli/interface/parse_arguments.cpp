// The only file that includes CLI11, which takes longer to compile than anything else here. It builds CLI11's parser
// from the declarations and tells how the parsing ended; what CLI11 has to say about its own options is not asked for.
#include "cli/interface/parse_arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace crowfly {
namespace {

using Kind = OptionDeclaration::Kind;

class Parser {
public:
    // Adding the options of all commands would be a third of the start-up. A command that no argument names cannot be
    // chosen, and needs none.
    Parser(CommandDeclaration& tool, const std::vector<std::string>& arguments, std::string version)
        : tool_(tool), version_(std::move(version)) {
        app_.require_subcommand(1);
        fill(app_, tool);
        for (const auto& command : tool.commands) {
            CLI::App& added = *app_.add_subcommand(command->name);
            if (std::ranges::find(arguments, command->name) != arguments.end()) fill(added, *command);
        }
    }

    ParsedArguments parse(const std::vector<std::string>& arguments) {
        try {
            app_.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // as CLI11 wants them
        } catch (const CLI::CallForVersion&) {
            return ended(ParsedArguments::Kind::version);
        } catch (const CLI::CallForHelp&) {
            return ended(ParsedArguments::Kind::short_help);
        } catch (const CLI::Success&) {
            return ended(ParsedArguments::Kind::help);
        } catch (const CLI::ParseError& error) {
            return ended(ParsedArguments::Kind::mistake, error.what());
        } catch (const UsageError& error) {
            return ended(ParsedArguments::Kind::mistake, error.what());
        }
        return ended(ParsedArguments::Kind::run);
    }

private:
    ParsedArguments ended(ParsedArguments::Kind kind, const std::string& problem = "") {
        const std::vector<CLI::App*> named = app_.get_subcommands();
        CommandDeclaration* command = &tool_;
        for (const auto& declared : tool_.commands) {
            if (!named.empty() && named.back()->get_name() == declared->name) command = declared.get();
        }
        return {kind, command, problem, wrong_choice_};
    }

    void fill(CLI::App& app, CommandDeclaration& command) {
        app.set_help_flag(help_names.front());
        app.set_help_all_flag(help_names.back());
        app.allow_extras(command.keeps_unknown);
        std::vector<const CLI::Option*> added;
        for (OptionDeclaration& option : command.options) added.push_back(add(app, option));
        for (const OptionDeclaration& option : command.options) {
            if (!option.rules.needs.empty()) app.get_option(option.name())->needs(app.get_option(option.rules.needs));
        }
        app.final_callback([&app, &command, added = std::move(added)] {
            for (std::size_t i = 0; i < added.size(); ++i) command.options[i].given = added[i]->count() > 0;
            command.unknown = app.remaining();
            if (command.settle) command.settle();
        });
    }

    const CLI::Option* add(CLI::App& app, OptionDeclaration& option) {
        const std::string names = fmt::format("{}", fmt::join(option.names, ","));
        if (option.kind == Kind::version) return app.set_version_flag(names, version_);
        if (option.kind == Kind::flag) {
            bool* const* set = std::get_if<bool*>(&option.target);
            return set != nullptr ? app.add_flag(names, **set) : app.add_flag(names);
        }
        CLI::Option& added = *std::visit([&](auto& to) { return add_value(app, names, to); }, option.target);
        apply(option, added);
        return &added;
    }

    static CLI::Option* add_value(CLI::App& app, const std::string& names, std::monostate) {
        return app.add_option(names);
    }
    template <class Value>
    static CLI::Option* add_value(CLI::App& app, const std::string& names, Value* to) {
        return app.add_option(names, *to);
    }
    template <class Value>
    static CLI::Option* add_value(CLI::App& app, const std::string& names,
                                  const std::function<void(const Value&)>& take) {
        return app.add_option_function<Value>(names, take);
    }

    void apply(const OptionDeclaration& option, CLI::Option& added) {
        const ValueRules& rules = option.rules;
        added.type_name(rules.name)->required(rules.required);
        if (rules.separator != '\0') added.delimiter(rules.separator);
        if (rules.one_a_time) added.allow_extra_args(false)->take_all();
        if (option.kind == Kind::argument && option.takes_several()) added.take_all();
        if (!rules.choices.empty()) check_choice(option, added);
        if (rules.range) check_range(option, *rules.range, added);
    }

    void check_choice(const OptionDeclaration& option, CLI::Option& added) {
        const std::string all = fmt::format("{{{}}}", fmt::join(option.rules.choices, ","));
        const auto check = [this, &option, all](const std::string& value) -> std::string {
            const std::vector<std::string>& choices = option.rules.choices;
            if (std::find(choices.begin(), choices.end(), value) != choices.end()) return "";
            wrong_choice_ = {option.name(), value, choices};
            return fmt::format("{} not in {}", value, all);
        };
        added.check(check, all);
    }

    static void check_range(const OptionDeclaration& option, const NumberRange& range, CLI::Option& added) {
        if (!range.most)
            added.check(CLI::NonNegativeNumber);
        else if (std::holds_alternative<int*>(option.target))
            added.check(CLI::Range(static_cast<int>(range.least), static_cast<int>(*range.most)));
        else
            added.check(CLI::Range(range.least, *range.most));
    }

    CommandDeclaration& tool_;
    std::string version_;
    CLI::App app_;
    std::optional<WrongChoice> wrong_choice_;
};

}  // namespace

ParsedArguments parse_arguments(CommandDeclaration& tool, const std::vector<std::string>& arguments,
                                const std::string& version) {
    return Parser(tool, arguments, version).parse(arguments);
}

}  // namespace crowfly
