#include "heuristic/kept_heuristics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/files/archive.hpp"
#include "base/files/kept_file.hpp"
#include "heuristic/abstraction_plugin.hpp"
#include "network/digest.hpp"

namespace crowfly {
namespace {

constexpr const char* save_anew = "save it anew: --save-heuristic instead of --load-heuristic";

// With every option, so that what is typed differently but means the same is the same.
std::string in_full(const Spec& spec) {
    const AbstractionPlugin& plugin = *abstractions().find(spec.name);
    std::vector<std::string> arguments;
    for (const PluginOption& option : plugin.options) {
        const std::string value = value_of(spec, plugin, option.name);
        if (!value.empty()) arguments.push_back(fmt::format("{}={}", option.name, value));
    }
    for (const Spec& part : spec.parts) arguments.push_back(in_full(part));
    return fmt::format("{}({})", spec.name, fmt::join(arguments, ","));
}

}  // namespace

constinit const FileKind heuristics_file{
    .beginning = {"crowfly heuristics\n\0", 20},
    .format = 3,
    .why_other = "holds no heuristics",
    .other_hint = "name a file that --save-heuristic has written",
    .hint = save_anew,
    .unfit = unfit_as<UnfitHeuristic>,
};

HeuristicKey key_of(const Goal& goal, const HeuristicSpec& spec) {
    return {network_digest(goal.network), goal_digest(goal.formula, goal.wanted), in_full(spec), goal.form.forms()};
}

bool fits(const HeuristicKey& kept, const HeuristicKey& wanted) {
    return kept.network == wanted.network && kept.goal == wanted.goal && kept.heuristic == wanted.heuristic &&
           kept.forms.covers(wanted.forms);
}

const KeptHeuristics::Entry* KeptHeuristics::entry(const HeuristicKey& key) const {
    const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) { return fits(entry.key, key); });
    return found == entries_.end() ? nullptr : &*found;
}

const std::string* SavedHeuristics::find(const HeuristicKey& key) const {
    const Entry* found = entry(key);
    return found == nullptr ? nullptr : &found->bytes;
}

void SavedHeuristics::keep(const HeuristicKey& key, std::string bytes) {
    entries_.push_back({key, std::move(bytes)});
    take_(file());
}

std::string SavedHeuristics::file() const {
    return kept_file(heuristics_file, "", [&](ArchiveWriter& to) {
        to.number(std::uint64_t{entries_.size()});
        for (const Entry& entry : entries_) {
            for (const std::string* text : {&entry.key.network, &entry.key.goal, &entry.key.heuristic, &entry.bytes})
                to.text(*text);
            to.number(entry.key.forms.bits());
        }
    });
}

LoadedHeuristics::LoadedHeuristics(std::string_view file) {
    KeptFile kept = read_kept_file(heuristics_file, file);
    read_or_refuse(heuristics_file, [&] {
        ArchiveReader& from = kept.content;
        for (std::size_t entries = from.count(4 * sizeof(std::uint64_t)); entries > 0; --entries) {
            Entry& entry = entries_.emplace_back();
            for (std::string* text : {&entry.key.network, &entry.key.goal, &entry.key.heuristic, &entry.bytes})
                *text = from.text();
            entry.key.forms = NormalForms::of_bits(from.number<std::uint32_t>());
        }
        from.demand_end();
    });
}

const std::string* LoadedHeuristics::find(const HeuristicKey& key) const {
    if (const Entry* found = entry(key)) return &found->bytes;
    bool knows_network = false;
    std::vector<std::string> others;  // for the same goal
    for (const Entry& entry : entries_) {
        knows_network = knows_network || entry.key.network == key.network;
        if (entry.key.network == key.network && entry.key.goal == key.goal) others.push_back(entry.key.heuristic);
    }
    if (!knows_network)
        throw UnfitHeuristic("has heuristics of another model, or of an earlier version of this one", save_anew);
    if (others.empty()) throw UnfitHeuristic("has heuristics of this model, but none for this query", save_anew);
    if (std::ranges::find(others, key.heuristic) != others.end())
        throw UnfitHeuristic(
            fmt::format("has {} for this query, but not for searches with {}", key.heuristic, to_string(key.forms)),
            save_anew);
    throw UnfitHeuristic(fmt::format("has {} for this query, not {}", fmt::join(others, " and "), key.heuristic),
                         "choose it by --heuristic, or " + std::string(save_anew));
}

std::string why_not_kept(const HeuristicSpec& spec) {
    if (abstractions().find(spec.name) != nullptr) {
        if (clocks_of(spec) == Clocks::ignored) return "";
        return fmt::format("`{}` with clocks reads them off the model, which is not written to files", spec.name);
    }
    std::string why;
    bool keeps = false;
    for (const HeuristicSpec& part : spec.parts) {
        const std::string why_not_part = why_not_kept(part);
        keeps = keeps || why_not_part.empty();
        if (why.empty()) why = why_not_part;
    }
    if (keeps) return "";
    if (!why.empty()) return why;
    if (spec.name == "pred") return "`pred` refers to terms of the model, which are not written to files";
    if (spec.name == "sympdb" || spec.name == "inferred")
        return fmt::format("`{}` is made of decision diagrams, which are not written to files", spec.name);
    return fmt::format("`{}` builds nothing that could be kept", spec.name);
}

}  // namespace crowfly
