#include "cli/files/checkpoint_files.hpp"

#include <fmt/format.h>

#include "cli/files/kept_files.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/quantities.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

// Why such a search cannot be saved, or "". That for the least time or price has no name.
std::string search_against_checkpoints(const SearchConfig& config) {
    const Settings& settings = config.settings;
    if (settings.objective == Objective::fastest || settings.objective == Objective::price) return "";
    if (settings.search == automatic)
        return "the default search is several that take turns; name one that is saved, for example --search bfs";
    if (settings.store) return "there are no states to be saved with --store";
    if (settings.disk) return "the directory of --disk is the checkpoint: the same command goes on with it";
    if (settings.restart > 0) return fmt::format("`--search {}` begins anew by itself", config.search);
    if (settings.pruning != Pruning::none) return "a search with --prune cannot be saved";
    if (settings.time == TimeSemantics::local) return "a search in local time cannot be saved";
    return "";
}

}  // namespace

void CheckpointFiles::declare(CommandDeclaration& command) {
    command.option("--checkpoint", file_name_into(save_, "--checkpoint"),
                   "Save the search to a file at intervals, and when a limit or Ctrl-C ends it", {.name = "FILE"});
    command.option("--every",
                   [this](const std::string& text) {
                       const std::optional<double> seconds = parse_duration(text);
                       if (!seconds)
                           throw UsageError("--every",
                                            fmt::format("`{}` is not a duration; write for example 60s or 10m", text));
                       every_ = *seconds;
                   },
                   "How often it is saved (default: 60s)", {.name = "T", .needs = "--checkpoint"});
    command.option("--resume", file_name_into(resume_, "--resume"),
                   "Continue a saved search. A file of another model, query or search is refused", {.name = "FILE"});
}

void CheckpointFiles::settle(const SearchConfig& config) const {
    if (!are_asked_for()) return;
    const std::string why = search_against_checkpoints(config);
    if (!why.empty()) throw UsageError(option(), why);
}

bool CheckpointFiles::can_save(Session& session) const {
    return save_.empty() || can_replace(save_, checkpoint_file, session);
}

bool CheckpointFiles::open(Session& session) {
    if (!are_asked_for()) return true;
    checkpoints_ = std::make_shared<Checkpoints>();
    if (!save_.empty()) {
        const auto replace = [this, &session](const Checkpoints::Content& content) {
            if (could_not_be_written_) return;  // which was said
            could_not_be_written_ = !write_file(save_, content, session);
        };
        checkpoints_->save_by(replace, every_);
    }
    if (resume_.empty()) return true;
    try {
        resumed_ = std::make_unique<MappedFile>(resume_);
        if (!resumed_->problem().empty())
            throw UnfitCheckpoint(resumed_->problem(), "name a file that --checkpoint has written");
        checkpoints_->resume_from(resumed_->bytes());
        return true;
    } catch (const UnfitCheckpoint& unfit) {
        report(unfit, session.command_line, session.diagnostics);
        return false;
    }
}

bool CheckpointFiles::suit(std::size_t queries, Session& session) const {
    if (!are_asked_for() || queries == 1) return true;
    session.diagnostics.add(Code::usage, session.command_line,
                            fmt::format("{}: one query is saved at a time, and there are {}", option(), queries),
                            "name the query after the model");
    return false;
}

void CheckpointFiles::report(const UnfitCheckpoint& unfit, Span where, Diagnostics& diagnostics) const {
    diagnostics.add(Code::unfit_checkpoint, where,
                    fmt::format("`{}` {}", unfit.where().empty() ? resume_ : unfit.where(), unfit.what()),
                    unfit.hint());
}

}  // namespace crowfly
