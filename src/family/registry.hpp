// Families of scalable benchmark models whose answers are known. Each registers itself from a file of its own in
// families/ with its parameters, and writes a model in UPPAAL's textual syntax, with a query and its expected answer.
// Some are circuits as well, and write themselves in AIGER's ASCII form. The command line derives its options from the
// parameters, so that adding a family edits no list.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/plugins/registry.hpp"

namespace crowfly {

// "N", a required positional argument; or "--seed", an option.
using FamilyParameter = PluginOption;

inline bool is_word(const FamilyParameter& parameter) { return !parameter.name.starts_with("--"); }

// The values of a family's parameters, checked against their declarations.
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

// The text of a model; "" with a sentence in `problem` if the values are not compatible.
using WriteFamily = std::string (*)(const FamilyArguments& arguments, std::string& problem);

struct FamilyPlugin : Declaration {
    std::vector<FamilyParameter> parameters = {};
    WriteFamily write = nullptr;
    WriteFamily write_circuit = nullptr;  // null: it is no circuit
};

Registry<FamilyPlugin>& families();

// A family as it registers itself; `crowfly list` shows its parameters.
FamilyPlugin family(const std::string& name, const std::string& description, const std::string& source,
                    std::vector<FamilyParameter> parameters, WriteFamily write, WriteFamily write_circuit = nullptr);

// The values of the parameters, from the words and options after the family's name. Nothing: `problem` says what is
// wrong, in a sentence.
std::optional<FamilyArguments> read_arguments(const FamilyPlugin& family, const std::vector<std::string>& words,
                                              const std::map<std::string, std::string>& options, std::string& problem);

}  // namespace crowfly
