// The buckets of a search on disk: open ones, the one that is being expanded, and the states expanded before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "search/disk/closed_files.hpp"
#include "search/disk/manifest.hpp"
#include "search/disk/state_filter.hpp"
#include "search/disk/table.hpp"
#include "search/disk/thinning.hpp"

namespace crowfly {

template <class Space>
class Buckets {
public:
    struct Sizes {
        std::size_t small;       // a bucket of fewer states gets no file
        std::size_t read_bytes;  // at once, of a file
        std::size_t filter_bytes;
        std::size_t group_bytes;  // for zones of one discrete state that are compared
    };

    Buckets(Space& space, DiskFolder& folder, DiskTable<Space>& table, bool by_simulation, const Sizes& sizes)
        : space_(space), folder_(folder), table_(table), is_by_simulation_(by_simulation),
          sizes_(sizes), shape_{space.layout().words(), space.layout().key_words(), DiskTable<Space>::has_zones},
          sorter_(space, shape_.key),
          thinning_(space, folder, shape_, {by_simulation, sizes.group_bytes, sizes.read_bytes, alarm_}) {}

    // ---- The table

    void push(const BucketKey& key, NodeId node) {
        if (last_ == nullptr || last_key_ != key) {
            last_ = &open_[key];
            last_key_ = key;
        }
        last_->nodes.push_back(node);
    }

    // Writes what the table holds to files, and empties it but for states of the bucket that are still to be expanded.
    void spill() {
        for (auto& [key, bucket] : open_) write_run(key, bucket);
        std::vector<NodeId> rest;
        if (is_current_ && !frontier_)
            rest.assign(nodes_.begin() + static_cast<std::ptrdiff_t>(expanded_), nodes_.end());
        close_expanded();
        std::ranges::sort(rest);
        table_.keep_only(rest, current_.length);
        for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = static_cast<NodeId>(i);
        opened_.clear();
        if (is_current_ && !frontier_) {
            nodes_ = std::move(rest);
            expanded_ = 0;
            in_memory_[current_.ahead] = nodes_;
            opened_.push_back({current_, false});
        }
        for (auto& [ahead, closed] : closed_) closed.forget_memory();
    }

    // Merges files where there are many: some of one bucket, or some of expanded states. False: there are few. What
    // ends it in the middle, here and in open(), leaves everything as it was.
    bool merge_some() {
        for (auto& [key, bucket] : open_) {
            if (bucket.runs.size() < most_runs) continue;
            merge_runs(bucket);
            return true;
        }
        return std::ranges::any_of(closed_, [&](auto& closed) { return merge_closed(closed.second); });
    }

    // ---- States to be expanded

    const BucketKey& current() const { return current_; }
    // With --share another process may have opened the bucket whose states this one expands.
    void stand_at(const BucketKey& key) { current_ = key; }
    // Where the blocks of the opened bucket begin in its file.
    const std::vector<std::uint64_t>& blocks() const { return blocks_; }
    // The next state of the bucket that is being expanded. False: there is none.
    bool next(Record& state) {
        if (!is_current_) return false;
        if (frontier_) {
            if (!frontier_->next()) return false;
            state.assign(frontier_->record().begin(), frontier_->record().end());
        } else {
            if (expanded_ == nodes_.size()) return false;
            state.clear();
            space_.write(nodes_[expanded_], state);
        }
        ++expanded_;
        return true;
    }
    // The last one is still to be expanded, by a search that goes on.
    void put_back() {
        if (is_current_) --expanded_;
    }
    bool is_in_memory() const { return is_current_ && !frontier_; }
    bool has_open() const { return !open_.empty(); }

    // Opens the best bucket, after there was nothing to merge. Returns how many new states it has.
    std::uint64_t open() {
        const BucketKey key = open_.begin()->first;
        Bucket& bucket = open_.begin()->second;
        std::erase_if(bucket.nodes, [&](NodeId node) { return !table_.is_open(node, key.length); });
        const bool is_small = bucket.runs.empty() && bucket.nodes.size() < sizes_.small;
        std::vector<NodeId> nodes;
        ClosedFile file;
        if (is_small)
            nodes = new_among(key, bucket.nodes);
        else
            file = write_new(key, bucket);
        for (const RecordFile& run : bucket.runs) folder_.remove_later(run.number);
        open_.erase(open_.begin());
        last_ = nullptr;
        begin(key, !is_small);
        return is_small ? expand_in_memory(std::move(nodes)) : expand_file(std::move(file));
    }

    std::size_t waiting() const {
        std::size_t waiting = (frontier_ ? frontier_file_.records : nodes_.size()) - expanded_;
        for (const auto& [key, bucket] : open_) {
            waiting += bucket.nodes.size();
            for (const RecordFile& run : bucket.runs) waiting += run.records;
        }
        return waiting;
    }
    void parts(auto& each) { each.derived(filter_, closed_); }

    // Moves the runs of all open buckets there: with --share whoever opens a bucket needs those of all processes.
    void take_runs(Manifest& to) {
        for (const auto& [key, bucket] : std::exchange(open_, {})) {
            for (const RecordFile& run : bucket.runs) to.runs.push_back({key, run});
        }
        last_ = nullptr;
    }
    bool is_by_simulation() const { return is_by_simulation_; }

    // ---- For the manifest

    void save(Manifest& to) const {
        for (const auto& [ahead, closed] : closed_) {
            for (const ClosedFile& file : closed.files()) to.closed.push_back({ahead, file.file});
        }
        for (const auto& [key, bucket] : open_) {
            for (const RecordFile& run : bucket.runs) to.runs.push_back({key, run});
        }
        to.opened = opened_;
        to.current = current_;
        to.is_current = is_current_;
        if (frontier_) to.frontier = frontier_file_;
        to.expanded = frontier_ ? expanded_ : 0;
    }
    // The files; the table follows. `known`: indices of files, by their numbers, that need not be read again.
    using Indices = std::map<std::uint64_t, BlockIndex>;
    void load(const Manifest& from, Indices known = {}) {
        for (const Manifest::Closed& closed : from.closed) {
            const auto at = known.find(closed.file.number);
            BlockIndex index =
                at != known.end() ? std::move(at->second) : read_index(folder_, shape_, closed.file, sizes_.read_bytes);
            closed_[closed.ahead].add({closed.file, std::move(index), false});
        }
        for (const Manifest::Run& run : from.runs) open_[run.bucket].runs.push_back(run.file);
        opened_ = from.opened;
        for (const Manifest::Opened& opened : opened_) loaded_[opened.bucket] = opened.in_file;
        current_ = from.current;
        is_current_ = from.is_current;
        expanded_ = from.expanded;
        if (from.frontier.number == 0) return;
        frontier_file_ = from.frontier;
        frontier_.emplace(folder_, shape_, frontier_file_, sizes_.read_bytes);
        is_frontier_merged_ = std::ranges::none_of(
            from.closed, [&](const Manifest::Closed& closed) { return closed.file.number == from.frontier.number; });
        for (std::uint64_t i = 0; i < expanded_; ++i) {
            poll();
            frontier_->next();
        }
    }
    Indices indices() const {
        Indices all;
        for (const auto& [ahead, closed] : closed_) {
            for (const ClosedFile& file : closed.files()) all.emplace(file.file.number, file.index);
        }
        return all;
    }
    // A state that was in the table.
    void load(const BucketKey& key, NodeId node) {
        const auto opened = loaded_.find(key);
        if (opened == loaded_.end())
            push(key, node);
        else if (is_in_memory() && key == current_)
            nodes_.push_back(node);
        else if (!opened->second)
            in_memory_[key.ahead].push_back(node);
    }
    // After the table was loaded: a bucket whose states are in memory is expanded from its start.
    void begin_again() {
        loaded_.clear();
        if (!is_in_memory()) return;
        std::erase_if(nodes_, [&](NodeId node) { return !table_.is_open(node, current_.length); });
        expand_in_memory(new_among(current_, std::move(nodes_)));
    }

private:
    struct Bucket {
        std::vector<NodeId> nodes;  // in the table
        std::vector<RecordFile> runs;
    };
    static constexpr std::size_t most_runs = 32;  // read at once
    static constexpr std::size_t most_read_for_small = 32;

    std::unique_ptr<RecordSource> source_of(const RecordFile& file) {
        return std::make_unique<FileSource>(folder_, shape_, file, sizes_.read_bytes);
    }

    void write_run(const BucketKey& key, Bucket& bucket) {
        std::erase_if(bucket.nodes, [&](NodeId node) { return !table_.is_open(node, key.length); });
        if (!bucket.nodes.empty()) bucket.runs.push_back(write_sorted(bucket.nodes, nullptr));
        bucket.nodes = {};
    }
    // The oldest ones, so many that all can be read at once.
    void merge_runs(Bucket& bucket) {
        const std::span<const RecordFile> merged = std::span(bucket.runs).first(most_runs);
        RecordMerger merger(shape_.key, alarm_);
        for (const RecordFile& run : merged) merger.add(source_of(run));
        const RecordFile whole = write_merged(merger, nullptr, nullptr);
        for (const RecordFile& run : merged) folder_.remove_later(run.number);
        bucket.runs.erase(bucket.runs.begin(), bucket.runs.begin() + most_runs);
        bucket.runs.push_back(whole);
        folder_.note_merge();
    }

    RecordFile write_sorted(std::vector<NodeId>& nodes, BlockIndex* index) {
        sorter_.sort(nodes);
        RecordWriter writer(folder_, shape_, index);
        NodeSource<Space> source(space_, nodes);
        while (source.next()) write_record(writer, source.record(), index != nullptr);
        return writer.flush();
    }

    // The states of small buckets that were expanded get a file.
    void close_expanded() {
        if (is_in_memory() && expanded_ < nodes_.size()) {
            std::vector<NodeId>& all = in_memory_[current_.ahead];
            all.resize(all.size() - (nodes_.size() - expanded_));  // those of the bucket came last
        }
        for (auto& [ahead, nodes] : in_memory_) {
            std::erase_if(nodes, [&](NodeId node) { return space_.is_covered(node); });
            if (nodes.empty()) continue;
            ClosedFile closed;
            closed.file = write_sorted(nodes, &closed.index);
            closed_[ahead].add(std::move(closed));
        }
        in_memory_.clear();
    }

    // False: there is nothing to merge.
    bool merge_closed(ClosedFiles& closed) {
        const std::vector<std::size_t> places = closed.to_merge();
        if (places.empty()) return false;
        RecordMerger merger(shape_.key, alarm_);
        for (const std::size_t place : places) merger.add(source_of(closed.files()[place].file));
        ClosedFile merged;
        merged.file = write_merged(merger, nullptr, &merged.index);
        for (const ClosedFile& file : closed.take(places)) {
            if (frontier_ && file.file.number == frontier_file_.number)
                is_frontier_merged_ = true;
            else
                folder_.remove_later(file.file.number);
        }
        closed.add(std::move(merged));
        folder_.note_merge();
        return true;
    }

    RecordFile write_merged(RecordMerger& merger, ClosedCursors* closed, BlockIndex* index) {
        RecordWriter writer(folder_, shape_, index);
        thinning_.thin(merger, closed, [&](const Record& record) { write_record(writer, record, index != nullptr); });
        return writer.flush();
    }

    // This bucket is the one that is expanded.
    void begin(const BucketKey& key, bool in_file) {
        frontier_.reset();
        if (std::exchange(is_frontier_merged_, false)) folder_.remove_later(frontier_file_.number);
        nodes_.clear();
        current_ = key;
        is_current_ = true;
        expanded_ = 0;
        opened_.push_back({key, in_file});
    }
    std::uint64_t expand_in_memory(std::vector<NodeId> nodes) {
        nodes_ = std::move(nodes);
        std::vector<NodeId>& all = in_memory_[current_.ahead];
        all.insert(all.end(), nodes_.begin(), nodes_.end());
        return nodes_.size();
    }
    std::uint64_t expand_file(ClosedFile file) {
        frontier_file_ = file.file;
        blocks_ = file.index.offsets;
        closed_[current_.ahead].add(std::move(file));
        frontier_.emplace(folder_, shape_, frontier_file_, sizes_.read_bytes);
        return frontier_file_.records;
    }

    // Of the states of a bucket those that were not expanded before.
    std::vector<NodeId> new_among(const BucketKey& key, std::vector<NodeId> nodes) {
        const ClosedFiles& closed = closed_[key.ahead];
        if (!closed.must_be_read() || nodes.empty()) return nodes;
        if (!filter_ && ++read_for_small_ > most_read_for_small) make_filter();
        std::vector<NodeId> suspects = suspects_among(nodes);
        if (suspects.empty()) return nodes;
        sorter_.sort(suspects);
        ClosedCursors cursors(folder_, shape_, closed, sizes_.read_bytes);
        NodeSource<Space> source(space_, suspects);
        std::vector<bool> remains(suspects.size(), false);
        thinning_.subtract(source, cursors, [&](std::size_t position) { remains[position] = true; });
        std::size_t i = 0;
        std::erase_if(suspects, [&](NodeId /*node*/) { return remains[i++]; });
        std::ranges::sort(suspects);
        std::erase_if(nodes, [&](NodeId node) { return std::ranges::binary_search(suspects, node); });
        return nodes;
    }
    std::vector<NodeId> suspects_among(const std::vector<NodeId>& nodes) {
        if (!filter_) return nodes;
        std::vector<NodeId> suspects;
        Record packed(shape_.words);
        for (const NodeId node : nodes) {
            space_.read_packed(node, packed.data());
            if (filter_->may_contain(packed.data(), shape_.key)) suspects.push_back(node);
        }
        return suspects;
    }
    void make_filter() {
        StateFilter filter(sizes_.filter_bytes);
        for (const auto& [ahead, closed] : closed_) {
            for (const ClosedFile& file : closed.files()) {
                RecordReader reader(folder_, shape_, file.file, sizes_.read_bytes);
                while (reader.next()) {
                    hear(alarm_);
                    filter.add(reader.record().data(), shape_.key);
                }
            }
        }
        filter_ = std::move(filter);
    }
    void write_record(RecordWriter& writer, const Record& record, bool is_closed) {
        writer.add(record);
        if (filter_ && is_closed) filter_->add(record.data(), shape_.key);
    }

    // A file of the states of a bucket that were not expanded before.
    ClosedFile write_new(const BucketKey& key, Bucket& bucket) {
        sorter_.sort(bucket.nodes);
        RecordMerger merger(shape_.key, alarm_);
        merger.add(std::make_unique<NodeSource<Space>>(space_, bucket.nodes));
        for (const RecordFile& run : bucket.runs) merger.add(source_of(run));
        if (!bucket.runs.empty()) folder_.note_merge();
        const ClosedFiles& closed = closed_[key.ahead];
        ClosedCursors cursors(folder_, shape_, closed, sizes_.read_bytes);
        ClosedFile fresh;
        fresh.file = write_merged(merger, closed.must_be_read() ? &cursors : nullptr, &fresh.index);
        fresh.in_memory = bucket.runs.empty();
        return fresh;
    }

    Space& space_;
    DiskFolder& folder_;
    DiskTable<Space>& table_;
    bool is_by_simulation_;
    Sizes sizes_;
    RecordShape shape_;
    NodeSorter<Space> sorter_;
    const Alarm* alarm_ = Alarm::of_this_thread();  // of whoever searches; expansions do not hear it, but merges do
    Thinning<Space> thinning_;

    std::map<BucketKey, Bucket> open_;
    Bucket* last_ = nullptr;  // to which a state was added last
    BucketKey last_key_;
    std::map<std::uint32_t, ClosedFiles> closed_;             // per estimate
    std::map<std::uint32_t, std::vector<NodeId>> in_memory_;  // likewise: states of small buckets that were opened
    std::optional<StateFilter> filter_;     // of all these, if small buckets are opened again and again
    std::size_t read_for_small_ = 0;        // how often files were read for one
    std::vector<Manifest::Opened> opened_;  // since the table was emptied
    std::map<BucketKey, bool> loaded_;      // the same, while the table is loaded

    // The bucket that is being expanded.
    BucketKey current_;
    bool is_current_ = false;
    std::vector<NodeId> nodes_;             // its states, if it is small …
    std::optional<RecordReader> frontier_;  // … or their file
    RecordFile frontier_file_;
    bool is_frontier_merged_ = false;    // nobody else needs the file
    std::vector<std::uint64_t> blocks_;  // where they begin in it
    std::uint64_t expanded_ = 0;
};

}  // namespace crowfly
