// What is typed to choose a plug-in and to set its options: `dU`, `greedy(lazy,ties=oldest)`,
// `max(dL,formula(and=max))`. One grammar and one parser for all kinds of plug-ins:
//
//   spec     = name [ "(" argument { "," argument } ")" ]
//   argument = option "=" value | flag | spec | "{" names "}"
//
// A value in braces, {a,b(0)}, goes up to the brace that closes it; any other up to the next comma or parenthesis.
// Names in braces without an option are the value of the one option that may have them: pdb({a,b}).
// A spec among the arguments is a part of a plug-in that combines others; what can be its part the plug-in declares.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/plugins/registry.hpp"

namespace crowfly {

struct Spec {
    std::string name;
    std::map<std::string, std::string> options = {};  // and=max; a flag is "yes" or "no"
    std::vector<Spec> parts = {};
};

// The plug-ins that a spec can name.
struct Vocabulary {
    std::string unknown;  // the sentence about a name that is none of them, with {} for it: "there is no search `{}`"
    std::vector<const Declaration*> plugins;
};

template <class Plugin>
Vocabulary vocabulary_of(const Registry<Plugin>& registry, const std::string& unknown) {
    Vocabulary vocabulary{unknown, {}};
    for (const Plugin& plugin : registry.all()) vocabulary.plugins.push_back(&plugin);
    return vocabulary;
}

// Nothing: `problem` says, in a sentence, what is wrong with the text. Every option of the result is one that its
// plug-in declares, with a value that it may have.
std::optional<Spec> parse_spec(const std::string& text, const Vocabulary& vocabulary, std::string& problem);
// The arguments alone, without the name and the parentheses.
std::optional<Spec> parse_arguments_of(const Declaration& plugin, const std::string& text, const Vocabulary& vocabulary,
                                       std::string& problem);

std::string to_string(const Spec& spec);

// An option's value, or its default.
std::string value_of(const Spec& spec, const Declaration& plugin, const std::string& option);
bool is_set(const Spec& spec, const std::string& flag);

}  // namespace crowfly
