// Families of models that can be written at any size: benchmarks of the literature whose answers are known. Each
// registers itself from a file of its own in families/ with the parameters it has, and writes UPPAAL's textual syntax
// with the query and what to expect of it inside. The command line reads its options off the parameters, so a family
// adds options without anything else being edited.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.hpp"

namespace crowfly {

// "N", a word after the family's name that must be there; or "--seed", an option.
using FamilyParameter = PluginOption;

inline bool is_word(const FamilyParameter& parameter) { return !parameter.name.starts_with("--"); }

// The values of a family's parameters, each known to be one it may have.
class FamilyArguments {
public:
    bool has(std::string_view name) const { return values_.contains(name); }
    std::uint64_t number(std::string_view name) const;
    const std::string& text(std::string_view name) const { return values_.find(name)->second; }
    void set(const std::string& name, const std::string& value) { values_[name] = value; }
    const std::map<std::string, std::string, std::less<>>& all() const { return values_; }

private:
    std::map<std::string, std::string, std::less<>> values_;
};

struct FamilyPlugin : Declaration {
    std::vector<FamilyParameter> parameters = {};
    // The model; "" with a sentence in `problem` if the values do not go together.
    std::string (*write)(const FamilyArguments& arguments, std::string& problem) = nullptr;
};

Registry<FamilyPlugin>& families();

// A family as it declares itself; what `crowfly list` shows of its parameters follows from them.
FamilyPlugin family(const std::string& name, const std::string& description, const std::string& source,
                    std::vector<FamilyParameter> parameters,
                    std::string (*write)(const FamilyArguments&, std::string&));

// The values that the words and options typed after the family's name give its parameters. Nothing: `problem` says, in
// a sentence, what is wrong.
std::optional<FamilyArguments> read_arguments(const FamilyPlugin& family, const std::vector<std::string>& words,
                                              const std::map<std::string, std::string>& options, std::string& problem);

}  // namespace crowfly
