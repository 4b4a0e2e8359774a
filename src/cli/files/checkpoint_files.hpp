// --checkpoint, --every and --resume: a search that is saved now and then, and one that goes on from where another one
// was saved (search/settings/checkpoint.hpp).
#pragma once

#include <memory>
#include <string>

#include "cli/files/input_file.hpp"
#include "cli/interface/declaration.hpp"
#include "cli/process/session.hpp"
#include "render/results/result.hpp"
#include "search/settings/checkpoint.hpp"

namespace crowfly {

class CheckpointFiles {
public:
    void declare(CommandDeclaration& command);
    const std::string& save_name() const { return save_; }
    const std::string& resume_name() const { return resume_; }
    double every() const { return every_; }
    bool are_asked_for() const { return !save_.empty() || !resume_.empty(); }
    // Whether the options go together. `traces`: how many are asked for. Throws UsageError.
    void settle(const SearchConfig& config) const;

    // False: the session was told that the file cannot be written, or that something else would be lost …
    bool can_save(Session& session) const;
    // … or not be read. Otherwise checkpoints() is what the search is given; null: neither was asked for. The session
    // must outlive it.
    bool open(Session& session);
    // A checkpoint is of one query. False: the session was told that there are more, or none.
    bool suit(std::size_t queries, Session& session) const;
    const std::shared_ptr<Checkpoints>& checkpoints() const { return checkpoints_; }

    bool are_written() const { return !could_not_be_written_; }  // or nothing had to be
    void report(const UnfitCheckpoint& unfit, Span where, Diagnostics& diagnostics) const;

private:
    const char* option() const { return save_.empty() ? "--resume" : "--checkpoint"; }

    std::string save_, resume_;
    double every_ = 60;  // seconds
    std::unique_ptr<MappedFile> resumed_;
    std::shared_ptr<Checkpoints> checkpoints_;
    bool could_not_be_written_ = false;
};

}  // namespace crowfly
