#include "search/settings/checkpoint.hpp"

#include <fmt/format.h>

#include "network/digest.hpp"
#include "search/costs/step_costs.hpp"
#include "search/settings/search_options.hpp"

namespace crowfly {
namespace {

constexpr const char* begin_anew = "begin anew, without --resume";

[[noreturn]] void refuse_saved_by(SavedBy by) {
    if (by == SavedBy::rank)
        throw UnfitCheckpoint("is the part that one rank has written", "name the file that --checkpoint named");
    if (by == SavedBy::ranks)
        throw UnfitCheckpoint("was saved by ranks",
                              "add --distributed: any number of ranks goes on with it, also one, without mpirun");
    throw UnfitCheckpoint("was saved by a single process",
                          "leave out --distributed and mpirun, or " + std::string(begin_anew));
}

std::string text_of(const Guidance& guide) {
    std::string text = fmt::format(" heuristic={} own={} ahead={} lazy={} ties={}", to_string(guide.heuristic),
                                   guide.own, guide.ahead, guide.lazy, static_cast<int>(guide.ties));
    for (const auto& [option, value] : guide.search.options) text += fmt::format(" {}={}", option, value);
    if (guide.preference.any()) text += fmt::format(" prefer={}", to_string(guide.preference));
    if (guide.bounding) text += fmt::format(" interference={}", guide.bounding->interference);
    if (!guide.list.name.empty()) text += fmt::format(" list={}", to_string(guide.list));
    return text;
}

}  // namespace

constinit const FileKind checkpoint_file{
    .beginning = {"crowfly checkpoint\n\0", 20},
    .format = 4,
    .why_other = "holds no checkpoint",
    .other_hint = "name a file that --checkpoint has written",
    .hint = begin_anew,
    .unfit = unfit_as<UnfitCheckpoint>,
};

// How states are compressed, and what may be used, does not matter.
CheckpointKey checkpoint_key(const Network& network, const Formula& formula, const SearchOptions& options) {
    std::string text = fmt::format("search={} seed={}", options.search, options.seed);
    if (options.abstraction) text += fmt::format(" extrapolation={}", to_string(*options.abstraction));
    if (!options.guidance.heuristic.name.empty()) text += text_of(options.guidance);
    if (options.longest < no_bound) text += fmt::format(" max-depth={}", options.longest);
    if (options.dearest) text += fmt::format(" max-cost={}", *options.dearest);
    if (options.costs != nullptr)
        text += fmt::format(" minimise={} cost={}", options.costs->algebra.name(), options.costs->written);
    const auto add_flag = [&](bool is_set, const char* name) {
        if (is_set) text += fmt::format(" {}", name);
    };
    add_flag(options.adaptive, "adaptive");
    add_flag(options.topological, "topological");
    add_flag(options.wants_shortest(), "shortest");
    add_flag(options.hull, "hulls");
    add_flag(options.compared == nullptr, "all-variables");
    add_flag(options.symmetry != nullptr, "symmetry");
    return {network_digest(network), goal_digest(formula, options.wanted), text};
}

Limits with_checkpoints(const Network& network, const Formula& formula, const SearchOptions& options, Limits limits) {
    if (!options.checkpoints) return limits;
    options.checkpoints->begin(checkpoint_key(network, formula, options));
    limits.checkpoints = options.checkpoints.get();
    return limits;
}

void Checkpoints::save_by(Replace replace, double every) {
    replace_ = std::move(replace);
    every_ = std::chrono::duration<double>(every);
    wait();
}

void Checkpoints::resume_from(std::string_view file) {
    resumed_ = read_kept_file(checkpoint_file, file);
    read_or_refuse(checkpoint_file, [&] {
        ArchiveReader& from = resumed_->content;
        resumed_by_ = static_cast<SavedBy>(from.number<std::uint8_t>());
        for (std::string* text : {&resumed_key_.network, &resumed_key_.goal, &resumed_key_.options})
            *text = from.text();
        resumed_is_wide_ = from.truth();
    });
}

void Checkpoints::begin(const CheckpointKey& key) {
    key_ = key;
    if (!resumed_) return;
    if (resumed_by_ != by_) refuse_saved_by(resumed_by_);
    if (resumed_->tag != tag_) throw UnfitCheckpoint("is of another checkpoint", begin_anew);
    if (resumed_key_.network != key.network)
        throw UnfitCheckpoint("is of another model, or of an earlier version of this one", begin_anew);
    if (resumed_key_.goal != key.goal) throw UnfitCheckpoint("is of another query", begin_anew);
    if (resumed_key_.options != key.options)
        throw UnfitCheckpoint(
            fmt::format("was saved with other options: {}; not {}", resumed_key_.options, key.options),
            "give the options it was saved with, or " + std::string(begin_anew));
}

bool Checkpoints::resume(const std::function<void(ArchiveReader&)>& load) {
    if (!resumed_) return false;
    read_or_refuse(checkpoint_file, [&] {
        load(resumed_->content);
        resumed_->content.demand_end();
    });
    resumed_.reset();
    wait();
    return true;
}

void Checkpoints::save(const std::function<void(ArchiveWriter&)>& content) {
    replace_([&](const ArchiveWriter::Sink& sink) {
        write_kept_file(checkpoint_file, tag_, sink, [&](ArchiveWriter& to) {
            to.number(static_cast<std::uint8_t>(by_));
            for (const std::string* text : {&key_.network, &key_.goal, &key_.options}) to.text(*text);
            to.number(is_wide_);
            content(to);
        });
    });
    wait();
}

}  // namespace crowfly
