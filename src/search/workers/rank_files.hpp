// Checkpoints of ranks: each rank writes a part, and when all have the leader writes the file that was named, which
// says how many parts there are. So what that file tells of is whole, whenever a rank is lost. Another number of ranks
// can go on from it: each reads all parts, and keeps the states that it owns now.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/settings/checkpoint.hpp"

namespace crowfly {

class RankFiles {
public:
    using Write = std::function<bool(const std::string& path, const Checkpoints::Content& content)>;
    using Use = std::function<void(std::string_view bytes)>;
    using Read = std::function<void(const std::string& path, const Use& use)>;  // throws UnfitCheckpoint

    // Empty names: nothing is saved, or the search begins anew.
    RankFiles(std::string save, std::string resume, double every, Write write, Read read);

    // The search that begins now, with bounds of 64 bits or not. Throws UnfitCheckpoint where another one was saved.
    void begin(const CheckpointKey& key, bool is_wide);
    // Whether a search was saved with bounds of 64 bits.
    bool resumes_wide();

    const std::string& save_name() const { return save_; }
    const std::string& resume_name() const { return resume_; }
    // Since the last checkpoint was whole; nothing: there is none of this run. Of any thread.
    std::optional<double> seconds_since_saved() const;

    bool saves() const { return !save_.empty(); }
    bool is_due() const { return saves() && Clock::now() >= next_; }

    // What the file says beside the question.
    struct Whole {
        std::uint32_t number = 0;  // of the checkpoint, from 1 on
        std::uint32_t ranks = 0;   // so many parts there are
        std::uint32_t layer = 0;   // of breadth first search
        std::uint32_t runs = 0;    // how often it was gone on before
        // Per rank what its part says as well: parts of other checkpoints, whatever their names, do not belong to it.
        std::vector<std::uint64_t> tags;
        void parts(auto& each) { each(number, ranks, layer, runs, tags); }
    };
    // Of the search that begins; nothing: it begins anew.
    const std::optional<Whole>& resumed() const { return resumed_; }

    // Of the leader: the number of the next checkpoint. The parts that the file names now have a smaller one, whoever
    // wrote them, so that the file stays whole until it is replaced.
    std::uint32_t new_number() { return ++number_; }

    // Throw LimitReached where a file cannot be written. A part gets a tag of its own.
    std::uint64_t save_part(std::uint32_t number, std::size_t rank, const std::function<void(ArchiveWriter&)>& content);
    // Of the leader: all parts are there; those of the one before are not needed any more.
    void save_whole(const Whole& whole);
    void load_part(std::size_t rank, const std::function<void(ArchiveReader&)>& load) const;

private:
    using Clock = std::chrono::steady_clock;

    void save_after(std::chrono::duration<double> seconds);
    static std::string part_of(const std::string& path, std::uint32_t number, std::size_t rank);
    Whole read_whole(Checkpoints& checkpoints) const;
    std::optional<Whole> read_named() const;
    void remove_other_parts(std::uint32_t number) const;
    void write(Checkpoints checkpoints, const std::string& path, const std::function<void(ArchiveWriter&)>& content);

    std::string save_, resume_;
    std::chrono::duration<double> every_;
    Write write_;
    Read read_;
    CheckpointKey key_;
    bool is_wide_ = false;
    std::optional<Whole> resumed_;
    std::optional<Whole> named_;            // what the file to save to says now
    std::uint32_t number_ = 0;              // of the checkpoint that was begun last
    std::atomic<Clock::rep> saved_at_ = 0;  // 0: not yet
    Clock::time_point began_, next_;        // when the last part was begun, and when it is time for the next one
};

}  // namespace crowfly
