// Checkpoints: what a search knows, written to a file now and then, so that another run goes on where this one ended.
//
// A file names its format, the version of the tool, and the question: the digests of the network and of the goal, and
// the options on which the order and the form of states depend. It ends with a checksum, which finds damage, not
// forgery. What does not fit is refused, for states of another question would make wrong answers.
//
// A search is saved between two expansions (search/kernels/ledger.hpp), when all successors of a state are stored and
// open; an algorithm that can be saved is `Resumable`.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/archive.hpp"
#include "base/files/kept_file.hpp"
#include "base/files/parts.hpp"
#include "network/formula.hpp"
#include "search/settings/limits.hpp"

namespace crowfly {

struct SearchOptions;

// The checkpoint cannot be gone on from: why, as the end of a sentence about the file, and what to do.
class UnfitCheckpoint : public UnfitFile {
public:
    // `where`: the directory of a search on disk, or the part of a rank; else the file is the one that is resumed.
    using UnfitFile::UnfitFile;
};

extern const FileKind checkpoint_file;

struct CheckpointKey {
    std::string network, goal;  // digests
    std::string options;        // "search=bfs seed=1 …"
    void parts(auto& each) { each(network, goal, options); }
};

CheckpointKey checkpoint_key(const Network& network, const Formula& formula, const SearchOptions& options);
// The limits of a search that is saved or resumed if the options say so. Throws UnfitCheckpoint.
Limits with_checkpoints(const Network& network, const Formula& formula, const SearchOptions& options, Limits limits);

// Who has written a file: one process, all ranks together, or a rank its part.
enum class SavedBy : std::uint8_t { process, ranks, rank };

// An algorithm whose parts say all that it knows (base/files/parts.hpp), so that another run can go on with it. One
// that has parts, and cannot be gone on with, has `is_resumable = false`.
template <class A>
concept Resumable = Saved<A> && !requires {
    requires !A::is_resumable;
};

class Checkpoints {
public:
    // `tag`: which checkpoint the part of a rank belongs to.
    explicit Checkpoints(SavedBy by = SavedBy::process, std::string tag = "") : by_(by), tag_(std::move(tag)) {}

    using Content = std::function<void(const ArchiveWriter::Sink&)>;
    using Replace = std::function<void(const Content&)>;  // a file, as a whole, by what the sink is given

    // From now on the search is saved whenever so many seconds have passed, and where it ends at a limit.
    void save_by(Replace replace, double every);
    // The file must stay until the search has begun. Throws UnfitCheckpoint.
    void resume_from(std::string_view file);

    // ---- For searches

    // The search that begins now. Throws UnfitCheckpoint where another one was saved.
    void begin(const CheckpointKey& key);
    bool resumes() const { return resumed_.has_value(); }
    bool resumes_wide() const { return resumed_ && resumed_is_wide_; }  // zones with bounds of 64 bits
    void use_wide() { is_wide_ = true; }

    // False: there is nothing to go on from. Throws UnfitCheckpoint.
    bool resume(const std::function<void(ArchiveReader&)>& load);

    bool is_due() const { return replace_ && Clock::now() >= next_; }
    bool saves() const { return static_cast<bool>(replace_); }
    void save(const std::function<void(ArchiveWriter&)>& content);

private:
    using Clock = std::chrono::steady_clock;

    void wait() { next_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(every_); }

    SavedBy by_;
    std::string tag_;
    Replace replace_;
    std::chrono::duration<double> every_{0};
    Clock::time_point next_;
    CheckpointKey key_;
    bool is_wide_ = false;
    std::optional<KeptFile> resumed_;  // none: the search begins anew, or has been resumed
    SavedBy resumed_by_ = SavedBy::process;
    CheckpointKey resumed_key_;
    bool resumed_is_wide_ = false;
};

}  // namespace crowfly
