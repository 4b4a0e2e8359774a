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
      .description = "distances in a product of all processes and variables, shrunk after each of its factors",
      .options =
          {{.name = "N",
            .text = "states that are kept of each product",
            .kind = PluginOption::Kind::number,
            .least = 1,
            .most = 100'000,
            .otherwise = "100"},
           {.name = "shrink",
            .text = "which states are told apart: those near the goal first, those far from it, by bisimulation, or "
                    "whether the goal can be reached alone",
            .kind = PluginOption::Kind::choice,
            .choices = {"low_first", "high_first", "bisimulation", "weak"},
            .otherwise = "low_first"},
           {.name = "merge",
            .text =
                "merged next: where common labels lead near the goal, as defined, cycles, small ones, or for proofs",
            .kind = PluginOption::Kind::choice,
            .choices = {"ranking", "definition", "scc", "dfp", "silent"},
            .otherwise = "ranking"},
           {.name = "clocks",
            .text = "not at all, as integers with strict bounds relaxed, or by their regions",
            .kind = PluginOption::Kind::choice,
            .choices = {"ignored", "digital", "regions"},
            .otherwise = "ignored"}}},
     build});

}  // namespace
}  // namespace crowfly
