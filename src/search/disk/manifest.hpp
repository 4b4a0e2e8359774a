// What a search on disk knows, as its directory says: the question, the files with expanded and with open states, and
// how far the search is. A search goes on from its last manifest.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "search/disk/records.hpp"
#include "search/settings/checkpoint.hpp"

namespace crowfly {

// The states with a path of `length` transitions that are estimated `ahead` from the goal. Buckets are ordered by the
// sum, and by length among equals: if estimates are consistent nothing is then added to a bucket that was opened.
struct BucketKey {
    std::uint32_t length = 0;
    std::uint32_t ahead = 0;

    std::uint64_t sum() const { return std::uint64_t{length} + ahead; }
    friend bool operator==(const BucketKey&, const BucketKey&) = default;
    friend auto operator<=>(const BucketKey& a, const BucketKey& b) {
        if (const auto order = a.sum() <=> b.sum(); order != 0) return order;
        return a.length <=> b.length;
    }
    void parts(auto& each) { each(length, ahead); }
};

struct Manifest {
    CheckpointKey key;
    bool is_wide = false;  // zones have bounds of 64 bits

    RecordFile log;           // of the states that were in memory …
    std::uint64_t table = 0;  // … and where those begin in it that are now

    struct Closed {
        std::uint32_t ahead = 0;
        RecordFile file;
        void parts(auto& each) { each(ahead, file); }
    };
    std::vector<Closed> closed;
    struct Run {
        BucketKey bucket;
        RecordFile file;
        void parts(auto& each) { each(bucket, file); }
    };
    std::vector<Run> runs;  // of open buckets
    struct Opened {
        BucketKey bucket;
        bool in_file = false;  // else its states are only in memory
        void parts(auto& each) { each(bucket, in_file); }
    };
    std::vector<Opened> opened;  // since memory was emptied last

    BucketKey current;
    bool is_current = false;     // there is a bucket that is being expanded
    RecordFile frontier;         // its states; without a number: they are in memory
    std::uint64_t expanded = 0;  // of these
    std::uint64_t states = 0;    // different ones, all in all
    Statistics statistics;       // explored, generated, pruned
    bool cut = false;
    DiskUse use;

    // Of a search that several processes share: a bucket is expanded in pieces of its file, and the next one opened
    // when all are done.
    std::uint64_t round = 0;            // how many buckets were opened
    bool is_finished = false;           // there is none left
    std::vector<std::uint64_t> pieces;  // where they begin in the file, and where the last one ends
    std::vector<RecordFile> logs;       // of all processes

    void parts(auto& each) {
        each(key, is_wide, log, table, closed, runs, opened, current, is_current, frontier, expanded, states,
             statistics, statistics.pruned, cut, use, round, is_finished, pieces, logs);
    }
    std::vector<std::uint64_t> numbers() const;  // of the files
};

std::string to_text(const Manifest& manifest);
// Throws UnfitCheckpoint.
Manifest read_manifest(std::string_view text);
// Throws UnfitCheckpoint where the directory is `own`'s and not that of `key`.
void demand_same_question(const CheckpointKey& own, const CheckpointKey& key);

}  // namespace crowfly
