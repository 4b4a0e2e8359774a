// Files of states. A state is a record of words: so many that every record has, and, where records have zones, the
// words of the zone behind them. Records of a file that is sorted are in the order of their first words, the key.
//
// Records are in blocks of about 16 KiB, each with its length, the number of its records, a tag, and a checksum. Within
// a block a record is coded by how it differs from the one before: two bits for each word say whether it is the same,
// or how many bytes its difference has. So sorted states take few bytes, and decoding them has no branches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "search/disk/files.hpp"

namespace crowfly {

struct RecordShape {
    std::size_t words = 0;  // that every record has
    std::size_t key = 0;    // so many of them are compared
    bool varies = false;    // others follow
};

using Record = std::vector<std::uint32_t>;

inline bool is_less(const std::uint32_t* a, const std::uint32_t* b, std::size_t words) {
    for (std::size_t i = 0; i < words; ++i) {
        if (a[i] != b[i]) return a[i] < b[i];
    }
    return false;
}

// A file that is complete.
struct RecordFile {
    std::uint64_t number = 0;
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    void parts(auto& each) { each(number, records, bytes); }
};

// Where the blocks of a sorted file begin.
struct BlockIndex {
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint32_t> keys;  // of the first record of each block, one after the other

    void parts(auto& each) { each(offsets, keys); }
};

class RecordWriter {
public:
    // `index`: is filled, if it is not null.
    RecordWriter(DiskFolder& folder, const RecordShape& shape, BlockIndex* index = nullptr);
    // Goes on with a file.
    RecordWriter(DiskFolder& folder, const RecordShape& shape, const RecordFile& file);

    void add(std::span<const std::uint32_t> record);
    // Ends the block; records that follow have this tag.
    void begin_block(std::uint32_t tag);

    RecordFile flush();  // all records are in the file

private:
    void put_words(std::span<const std::uint32_t> words);
    void end_block();

    DiskFolder& folder_;
    RecordShape shape_;
    BlockIndex* index_ = nullptr;
    std::uint64_t number_;
    DiskOutput file_;
    std::uint64_t records_ = 0;
    std::uint32_t tag_ = 0;
    std::uint32_t in_block_ = 0;
    std::string block_;
    Record last_;
};

// Records one after the other.
class RecordReader {
public:
    // `index`: of a sorted file in which records are looked up; null: they are only read in their order. `read_bytes`:
    // what its buffers have, about.
    RecordReader(DiskFolder& folder, const RecordShape& shape, const RecordFile& file, std::size_t read_bytes,
                 const BlockIndex* index = nullptr);

    bool next() {
        if (left_in_block_ == 0 && !next_block()) return false;
        decode();
        return true;
    }
    const Record& record() const { return record_; }
    std::uint32_t tag() const { return tag_; }

    // With an index, and without next(): moves on to the first record whose key is not below this one, which is not
    // below that of the last call. False: there is none.
    bool seek(const std::uint32_t* key);
    bool step() { return is_at_record_ = next(); }
    bool is_at(const std::uint32_t* key) const {
        return is_at_record_ && std::equal(key, key + shape_.key, record_.begin());
    }

    // The tag of each block and where it begins, without reading more.
    template <class Visit>
    void for_each_block(const Visit& visit) {
        for (; peek_block(); next_offset_ += header_bytes + next_bytes_) visit(next_tag_, next_offset_);
    }
    // One block of them.
    void begin_block(std::uint64_t offset) {
        next_offset_ = offset;
        next_block();
    }
    bool next_in_block() {
        if (left_in_block_ == 0) return false;
        decode();
        return true;
    }
    void start_at(std::uint64_t offset) { next_offset_ = offset; }  // where a block begins
    std::uint64_t block_offset() const { return block_offset_; }    // of the block of the record

    static constexpr std::size_t header_bytes = 16;

private:
    bool next_block();
    bool peek_block();  // its header
    void load_block(std::uint64_t offset);
    const char* fetch(std::uint64_t offset, std::size_t bytes);
    bool holds(std::uint64_t offset, std::size_t bytes) const {
        return offset >= buffer_at_ && offset + bytes <= buffer_at_ + buffered_;
    }
    bool has_two_buffers() const;
    std::size_t piece_bytes() const;
    void read_piece(std::uint64_t offset, std::size_t bytes);
    void begin_next();
    void take_next(std::uint64_t offset);
    void decode();
    void decode_words();
    void skip_blocks(const std::uint32_t* key);

    RecordShape shape_;
    std::uint64_t end_;  // of the file
    std::size_t read_bytes_;
    const BlockIndex* index_;
    std::vector<char> buffer_, coming_;   // pieces of the file: one is used while the next one is read …
    const char* buffer_first_ = nullptr;  // … the first byte of the one that is used …
    std::uint64_t buffer_at_ = 0;         // … where it is in the file …
    std::size_t buffered_ = 0;            // … and how many there are
    std::size_t coming_bytes_ = 0;        // of the next piece, which follows; 0: it is not being read
    DiskInput file_;                      // ends before the buffers that it fills
    std::uint64_t next_offset_ = 0;       // where the next block begins
    std::uint32_t next_bytes_ = 0, next_tag_ = 0;
    std::size_t block_ = 0;  // with an index: the number of the next block
    std::uint32_t tag_ = 0;
    std::uint32_t left_in_block_ = 0;
    const char* at_ = nullptr;  // the next record in the buffer
    const char* block_end_ = nullptr;
    std::uint64_t block_offset_ = 0;
    bool is_at_record_ = false;  // of seek
    Record record_;
};

// Reads a sorted file whole, which compares all checksums, and finds where its blocks begin.
BlockIndex read_index(DiskFolder& folder, const RecordShape& shape, const RecordFile& file, std::size_t read_bytes);

}  // namespace crowfly
