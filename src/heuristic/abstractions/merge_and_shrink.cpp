// The distances of an abstraction by merge-and-shrink (abstraction/merge_and_shrink/).
#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"
#include "heuristic/abstraction_plugin.hpp"

namespace crowfly {
namespace {

mas::Shrink shrink_of(const std::string& text) {
    if (text == "high_first") return mas::Shrink::high_first;
    if (text == "weak") return mas::Shrink::weak;
    return text == "bisimulation" ? mas::Shrink::bisimulation : mas::Shrink::low_first;
}

mas::Merge merge_of(const std::string& text) {
    if (text == "definition") return mas::Merge::definition;
    if (text == "scc") return mas::Merge::scc;
    if (text == "silent") return mas::Merge::silent;
    return text == "dfp" ? mas::Merge::dfp : mas::Merge::ranking;
}

AbstractionSet build(const FactoredSystem& system, const Spec& spec, const Effort& effort) {
    const auto most = static_cast<std::uint32_t>(abstraction_number(spec, "N"));
    return mas::merge_and_shrink(
        system, {most, shrink_of(abstraction_option(spec, "shrink")), merge_of(abstraction_option(spec, "merge"))},
        effort);
}

const RegisteredAbstraction merge_and_shrink(
    {{.name = "mas",
      .description = "merge-and-shrink: distances in an abstract product of all processes and variables",
      .options =
          {{.name = "N",
            .text = "the greatest number of abstract states after each merge",
            .kind = PluginOption::Kind::number,
            .least = 1,
            .most = 100'000,
            .otherwise = "100"},
           {.name = "shrink",
            .text = "the shrink strategy: states far from the goal are merged first (low_first), states near it "
                    "(high_first), bisimilar states, or weakly bisimilar states",
            .kind = PluginOption::Kind::choice,
            .choices = {"low_first", "high_first", "bisimulation", "weak"},
            .otherwise = "low_first"},
           {.name = "merge",
            .text = "the merge strategy: labels near the goal first (ranking), as declared (definition), cycles first "
                    "(scc), ties by size (dfp), or unshared labels first (silent)",
            .kind = PluginOption::Kind::choice,
            .choices = {"ranking", "definition", "scc", "dfp", "silent"},
            .otherwise = "ranking"},
           {.name = "clocks",
            .text =
                "clocks are ignored, read as integers with strict bounds relaxed (digital), or abstracted to regions",
            .kind = PluginOption::Kind::choice,
            .choices = {"ignored", "digital", "regions"},
            .otherwise = "ignored"}},
      .also_called = {"merge-and-shrink", "m&s"}},
     build});

}  // namespace
}  // namespace crowfly
