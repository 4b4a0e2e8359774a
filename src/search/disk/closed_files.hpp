// The states that were expanded, or are being expanded, of one estimate: sorted files. As soon as four are
// of about the same size they are merged, so that there are few (as in O'Neil et al.: The log-structured merge-tree,
// 1996).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "base/files/parts.hpp"
#include "search/disk/merging.hpp"

namespace crowfly {

struct ClosedFile {
    RecordFile file;
    BlockIndex index;
    bool in_memory = false;  // all its states are in memory as well
    void parts(auto& each) { each(file, index, in_memory); }
};

class ClosedFiles {
public:
    void add(ClosedFile file) { files_.push_back(std::move(file)); }
    const std::vector<ClosedFile>& files() const { return files_; }
    void forget_memory() {
        for (ClosedFile& file : files_) file.in_memory = false;
    }
    bool must_be_read() const {
        return std::ranges::any_of(files_, [](const ClosedFile& file) { return !file.in_memory; });
    }
    void parts(auto& each) { each.derived(files_); }

    // The places of files that are to be merged into one, in ascending order. Empty: there are none.
    std::vector<std::size_t> to_merge() const {
        std::map<int, std::vector<std::size_t>> by_size;
        for (std::size_t i = 0; i < files_.size(); ++i) by_size[size_class(files_[i])].push_back(i);
        for (auto& [size, places] : by_size) {
            if (places.size() < least_merged) continue;
            places.resize(std::min(places.size(), most_merged));
            return places;
        }
        return {};
    }

    std::vector<ClosedFile> take(const std::vector<std::size_t>& places) {
        std::vector<ClosedFile> taken;
        for (const std::size_t place : places) taken.push_back(std::move(files_[place]));
        for (auto place = places.rbegin(); place != places.rend(); ++place)
            files_.erase(files_.begin() + static_cast<std::ptrdiff_t>(*place));
        return taken;
    }

private:
    static constexpr std::size_t least_merged = 4, most_merged = 16;

    static int size_class(const ClosedFile& file) { return std::bit_width(file.file.records) / 2; }

    std::vector<ClosedFile> files_;
};

// Looks keys up in all of them, in ascending order.
class ClosedCursors {
public:
    ClosedCursors(DiskFolder& folder, const RecordShape& shape, const ClosedFiles& closed, std::size_t read_bytes)
        : folder_(folder), shape_(shape), closed_(closed), read_bytes_(read_bytes) {
        begin_again();
    }

    // Any key may be looked up next.
    void begin_again() {
        readers_.clear();
        for (const ClosedFile& file : closed_.files()) {
            if (!file.in_memory)
                readers_.push_back(
                    std::make_unique<RecordReader>(folder_, shape_, file.file, read_bytes_, &file.index));
        }
    }

    bool contain(const std::uint32_t* key) {
        return std::ranges::any_of(readers_, [&](auto& reader) { return reader->seek(key) && reader->is_at(key); });
    }
    // All records with this key, which is then behind.
    template <class Visit>
    void for_each(const std::uint32_t* key, const Visit& visit) {
        for (auto& reader : readers_) {
            for (bool is_there = reader->seek(key); is_there && reader->is_at(key); is_there = reader->step())
                visit(reader->record());
        }
    }

private:
    DiskFolder& folder_;
    RecordShape shape_;
    const ClosedFiles& closed_;
    std::size_t read_bytes_;
    std::vector<std::unique_ptr<RecordReader>> readers_;
};

}  // namespace crowfly
