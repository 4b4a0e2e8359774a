#include "cli/interface/completions.hpp"

#include <fmt/format.h>

namespace crowfly {
namespace {

// In single quotes, whatever it holds. The shells agree on this.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::vector<std::string> names_of(const std::vector<CommandInfo>& commands) {
    std::vector<std::string> names;
    for (const CommandInfo& command : commands) names.push_back(command.name);
    return names;
}

// Words after which nothing but the choices makes sense.
std::string bash_values(const CommandInfo& command) {
    std::string text;
    for (const OptionInfo& option : command.options()) {
        if (option.choices.empty() || option.is_argument) continue;
        std::vector<std::string> patterns;
        for (const std::string& name : option.names) patterns.push_back(command.name + ":" + name);
        text += fmt::format("        {}) COMPREPLY=($(compgen -W {} -- \"$current\")); return ;;\n",
                            fmt::join(patterns, "|"), quoted(fmt::format("{}", fmt::join(option.choices, " "))));
    }
    return text;
}

// What may stand anywhere else: options if a dash was typed, else the values of the argument.
std::string bash_words(const CommandInfo& command, const std::vector<std::string>& otherwise) {
    std::vector<std::string> options, words = otherwise;
    for (const OptionInfo& option : command.options()) {
        if (option.is_argument) {
            words.insert(words.end(), option.choices.begin(), option.choices.end());
        } else {
            options.insert(options.end(), option.names.begin(), option.names.end());
        }
    }
    return fmt::format("        {}:-*) words={} ;;\n        {}:*) words={} ;;\n", command.name,
                       quoted(fmt::format("{}", fmt::join(options, " "))), command.name,
                       quoted(fmt::format("{}", fmt::join(words, " "))));
}

// zsh reads [, ] and : inside a description.
std::string zsh_description(const std::string& text) {
    std::string result;
    for (const char c : first_sentence(text)) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string zsh_action(const OptionInfo& option) {
    if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
    return option.takes_file ? "_files" : " ";
}

std::string zsh_argument(const OptionInfo& option) {
    const std::string& name = option.names[0];
    return fmt::format("{}:{}:{}", option.several ? "*" : option.required ? "" : ":", name, zsh_action(option));
}

std::string zsh_arguments(const CommandInfo& command) {
    std::string text = "_arguments -s";
    for (const OptionInfo& option : command.options()) {
        if (option.is_argument) {
            text += " \\\n                " + quoted(zsh_argument(option));
            continue;
        }
        const std::string value = option.value.empty() ? "" : fmt::format(":{}:{}", option.value, zsh_action(option));
        for (const std::string& name : option.names) {
            text += " \\\n                " +
                    quoted(fmt::format("{}[{}]{}", name, zsh_description(option.description), value));
        }
    }
    return text;
}

std::string fish_option(const std::string& condition, const OptionInfo& option) {
    std::string text = "complete -c crowfly -n " + quoted(condition);
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty()) text += option.takes_file ? " -r -F" : " -x";
    if (!option.choices.empty()) text += " -a " + quoted(fmt::format("{}", fmt::join(option.choices, " ")));
    return text + " -d " + quoted(first_sentence(option.description)) + "\n";
}

std::string fish_argument(const std::string& condition, const OptionInfo& option) {
    if (!option.choices.empty())
        return fmt::format("complete -c crowfly -n {} -f -a {}\n", quoted(condition),
                           quoted(fmt::format("{}", fmt::join(option.choices, " "))));
    return option.takes_file ? fmt::format("complete -c crowfly -n {} -F\n", quoted(condition)) : "";
}

std::string fish_options(const std::string& condition, const CommandInfo& command) {
    std::string text;
    for (const OptionInfo& option : command.options())
        text += option.is_argument ? fish_argument(condition, option) : fish_option(condition, option);
    return text;
}

}  // namespace

std::string bash_completions(const CommandInfo& tool) {
    std::string values, words = bash_words(tool, names_of(tool.commands));
    for (const CommandInfo& command : tool.commands) {
        values += bash_values(command);
        words += bash_words(command, {});
    }
    return fmt::format(
        "# Completions of crowfly for bash, by `crowfly completions bash`.\n"
        "_crowfly() {{\n"
        "    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= word words=\n"
        "    for word in \"${{COMP_WORDS[@]:1:COMP_CWORD-1}}\"; do\n"
        "        case $word in {}) command=$word; break ;; esac\n"
        "    done\n"
        "    case $command:$previous in\n{}    esac\n"
        "    case $command:$current in\n{}    esac\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
        "}}\n"
        "complete -o default -F _crowfly crowfly\n",
        fmt::join(names_of(tool.commands), "|"), values, words);
}

std::string zsh_completions(const CommandInfo& tool) {
    std::string commands, cases;
    for (const CommandInfo& command : tool.commands) {
        commands += "        " + quoted(command.name + ":" + zsh_description(command.description)) + "\n";
        cases += fmt::format("            {})\n                {} ;;\n", command.name, zsh_arguments(command));
    }
    return fmt::format(
        "#compdef crowfly\n"
        "# Completions of crowfly for zsh, by `crowfly completions zsh`.\n"
        "_crowfly() {{\n"
        "    local -a commands\n"
        "    commands=(\n{}    )\n"
        "    if (( CURRENT == 2 )); then\n"
        "        _describe command commands\n"
        "    else\n"
        "        shift words\n"
        "        (( CURRENT-- ))\n"
        "        case $words[1] in\n{}        esac\n"
        "    fi\n"
        "}}\n"
        "_crowfly \"$@\"\n",
        commands, cases);
}

std::string fish_completions(const CommandInfo& tool) {
    std::string text = "# Completions of crowfly for fish, by `crowfly completions fish`.\ncomplete -c crowfly -f\n";
    for (const CommandInfo& command : tool.commands) {
        text += fmt::format("complete -c crowfly -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            quoted(command.description));
    }
    text += fish_options("__fish_use_subcommand", tool);
    for (const CommandInfo& command : tool.commands)
        text += fish_options("__fish_seen_subcommand_from " + command.name, command);
    return text;
}

}  // namespace crowfly
