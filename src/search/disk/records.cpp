#include "search/disk/records.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 14U;
constexpr std::size_t words_per_control = 4;
constexpr std::array<std::uint32_t, 4> difference_bytes{0, 1, 2, 4};
constexpr std::array<std::uint32_t, 4> difference_masks{0, 0xFF, 0xFFFF, 0xFFFFFFFF};
// What is decoded of a block that does not end where it should may be so many bytes behind it.
constexpr std::size_t slack = 64;
// Smaller pieces are read sooner than somebody else is asked to read them.
constexpr std::size_t least_piece = std::size_t{1} << 16U;
// Before a piece: the rest of a block that began in the one before it, unless its records are huge.
constexpr std::size_t room = 2 * block_bytes;

struct BlockHeader {
    std::uint32_t bytes, records, tag, checksum;
};
static_assert(sizeof(BlockHeader) == RecordReader::header_bytes);

std::uint32_t checksum_of(const BlockHeader& header, const char* payload) {
    const auto* first = reinterpret_cast<const Bytef*>(&header);
    const uLong sum = crc32(0, first, offsetof(BlockHeader, checksum));
    return static_cast<std::uint32_t>(crc32(sum, reinterpret_cast<const Bytef*>(payload), header.bytes));
}

std::size_t most_bytes_of(std::size_t words) { return (words + words_per_control - 1) / words_per_control + 4 * words; }

}  // namespace

// ---- Writing

RecordWriter::RecordWriter(DiskFolder& folder, const RecordShape& shape, BlockIndex* index)
    : folder_(folder), shape_(shape), index_(index), number_(folder.new_file()), file_(folder, number_),
      last_(shape.words) {}

RecordWriter::RecordWriter(DiskFolder& folder, const RecordShape& shape, const RecordFile& file)
    : folder_(folder), shape_(shape), number_(file.number), file_(folder, number_, file.bytes), records_(file.records),
      last_(shape.words) {}

void RecordWriter::add(std::span<const std::uint32_t> record) {
    if (in_block_ == 0) {
        std::ranges::fill(last_, 0);
        if (index_ != nullptr) {
            index_->offsets.push_back(file_.size());
            index_->keys.insert(index_->keys.end(), record.begin(),
                                record.begin() + static_cast<std::ptrdiff_t>(shape_.key));
        }
    }
    if (shape_.varies) {
        const auto length = static_cast<std::uint32_t>(record.size());
        block_.append(reinterpret_cast<const char*>(&length), sizeof length);
        last_.resize(record.size());
    }
    put_words(record);
    ++in_block_;
    ++records_;
    if (block_.size() >= block_bytes) end_block();
}

void RecordWriter::put_words(std::span<const std::uint32_t> words) {
    const std::size_t before = block_.size();
    block_.resize(before + most_bytes_of(words.size()));
    char* to = block_.data() + before;
    for (std::size_t i = 0; i < words.size(); i += words_per_control) {
        char* control = to++;
        unsigned codes = 0;
        for (std::size_t j = i; j < std::min(i + words_per_control, words.size()); ++j) {
            const std::uint32_t difference = words[j] ^ last_[j];
            const unsigned code = difference == 0 ? 0 : difference < 0x100 ? 1 : difference < 0x10000 ? 2 : 3;
            codes |= code << 2 * (j - i);
            std::memcpy(to, &difference, sizeof difference);
            to += difference_bytes[code];
            last_[j] = words[j];
        }
        *control = static_cast<char>(codes);
    }
    block_.resize(static_cast<std::size_t>(to - block_.data()));
}

void RecordWriter::begin_block(std::uint32_t tag) {
    if (tag == tag_) return;
    end_block();
    tag_ = tag;
}

void RecordWriter::end_block() {
    if (in_block_ == 0) return;
    BlockHeader header{static_cast<std::uint32_t>(block_.size()), in_block_, tag_, 0};
    header.checksum = checksum_of(header, block_.data());
    file_.append({reinterpret_cast<const char*>(&header), sizeof header});
    file_.append(block_);
    block_.clear();
    in_block_ = 0;
}

RecordFile RecordWriter::flush() {
    end_block();
    file_.flush();
    folder_.note_complete(number_);
    return {number_, records_, file_.size()};
}

// ---- Reading

RecordReader::RecordReader(DiskFolder& folder, const RecordShape& shape, const RecordFile& file, std::size_t read_bytes,
                           const BlockIndex* index)
    : shape_(shape), end_(file.bytes), read_bytes_(read_bytes), index_(index), file_(folder, file.number),
      record_(shape.words) {}

// So many bytes of the file. What is read in order is read in large pieces, and the next one comes meanwhile.
const char* RecordReader::fetch(std::uint64_t offset, std::size_t bytes) {
    if (!holds(offset, bytes)) {
        if (offset + bytes > end_) file_.report_damage(offset, "a block is longer than the file");
        const bool in_order = offset >= buffer_at_ && offset <= buffer_at_ + buffered_;
        if (coming_bytes_ > 0) take_next(in_order ? offset : buffer_at_ + buffered_);
        if (!holds(offset, bytes))
            read_piece(offset, in_order ? std::max(bytes, piece_bytes()) : std::max(bytes, 2 * block_bytes));
        if (in_order) begin_next();
    }
    return buffer_first_ + (offset - buffer_at_);
}

bool RecordReader::has_two_buffers() const { return read_bytes_ >= 2 * (room + least_piece); }

std::size_t RecordReader::piece_bytes() const { return has_two_buffers() ? read_bytes_ / 2 - room : read_bytes_; }

void RecordReader::read_piece(std::uint64_t offset, std::size_t bytes) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, end_ - offset));
    if (buffer_.size() < length + slack) buffer_.resize(length + slack);
    file_.read(offset, buffer_.data(), length);
    buffer_first_ = buffer_.data();
    buffer_at_ = offset;
    buffered_ = length;
}

// Room is left for what the piece before has of the block that goes on in this one.
void RecordReader::begin_next() {
    const std::uint64_t offset = buffer_at_ + buffered_;
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(piece_bytes(), end_ - offset));
    if (length == 0) return;
    if (!has_two_buffers()) {
        file_.read_ahead(offset, length);
        return;
    }
    if (coming_.size() < room + length + slack) coming_.resize(room + length + slack);
    file_.begin_read(offset, coming_.data() + room, length);
    coming_bytes_ = length;
}

// From this byte of the last piece on, if there is room for the rest of it.
void RecordReader::take_next(std::uint64_t offset) {
    file_.finish_read();
    const std::size_t bytes = std::exchange(coming_bytes_, 0);
    const auto rest = static_cast<std::size_t>(buffer_at_ + buffered_ - offset);
    if (rest > room) return;
    char* first = coming_.data() + room - rest;
    std::memcpy(first, buffer_first_ + (offset - buffer_at_), rest);
    std::swap(buffer_, coming_);
    buffer_first_ = first;
    buffer_at_ = offset;
    buffered_ = rest + bytes;
}

bool RecordReader::peek_block() {
    if (next_offset_ >= end_) return false;
    BlockHeader header;
    std::memcpy(&header, fetch(next_offset_, header_bytes), sizeof header);
    if (header.records == 0 || header.bytes > end_ - next_offset_)
        file_.report_damage(next_offset_, "no block begins there");
    next_bytes_ = header.bytes;
    next_tag_ = header.tag;
    return true;
}

bool RecordReader::next_block() {
    if (at_ != block_end_) file_.report_damage(block_offset_, "a block does not end with its last record");
    if (!peek_block()) return false;
    load_block(next_offset_);
    return true;
}

void RecordReader::load_block(std::uint64_t offset) {
    BlockHeader header;
    std::memcpy(&header, fetch(offset, header_bytes + next_bytes_), sizeof header);
    at_ = buffer_first_ + (offset - buffer_at_) + header_bytes;
    if (checksum_of(header, at_) != header.checksum) file_.report_damage(offset, "a block has another checksum");
    block_end_ = at_ + header.bytes;
    block_offset_ = offset;
    left_in_block_ = header.records;
    tag_ = header.tag;
    next_offset_ = offset + header_bytes + header.bytes;
    ++block_;
    std::ranges::fill(record_, 0);
}

void RecordReader::decode() {
    --left_in_block_;
    if (shape_.varies) {
        std::uint32_t length = 0;
        std::memcpy(&length, at_, sizeof length);
        at_ += sizeof length;
        if (length < shape_.words || length > static_cast<std::size_t>(block_end_ - at_) * words_per_control)
            file_.report_damage(block_offset_, "a record is longer than its block");
        record_.resize(length);
    }
    decode_words();
}

void RecordReader::decode_words() {
    const char* at = at_;
    const std::size_t count = record_.size();
    for (std::size_t i = 0; i < count; i += words_per_control) {
        if (at >= block_end_) file_.report_damage(block_offset_, "a record is longer than its block");
        unsigned codes = static_cast<unsigned char>(*at++);
        const std::size_t end = std::min(i + words_per_control, count);
        for (std::size_t j = i; j < end; ++j, codes >>= 2U) {
            std::uint32_t difference;
            std::memcpy(&difference, at, sizeof difference);
            record_[j] ^= difference & difference_masks[codes & 3U];
            at += difference_bytes[codes & 3U];
        }
    }
    at_ = at;
}

// To the last block that may have a key as great as this one, unless it is the next one anyway. Steps get longer, since
// most are short.
void RecordReader::skip_blocks(const std::uint32_t* key) {
    const std::size_t blocks = index_->offsets.size();
    const auto begins_below = [&](std::size_t block) {
        return is_less(&index_->keys[block * shape_.key], key, shape_.key);
    };
    std::size_t low = block_, step = 1;
    if (low >= blocks || !begins_below(low)) return;
    while (low + step < blocks && begins_below(low + step)) {
        low += step;
        step *= 2;
    }
    std::size_t high = std::min(low + step, blocks);  // the block `low` begins below, `high` does not
    while (low + 1 < high) {
        const std::size_t middle = low + (high - low) / 2;
        (begins_below(middle) ? low : high) = middle;
    }
    block_ = low;
    next_offset_ = index_->offsets[low];
    left_in_block_ = 0;
    at_ = block_end_;
}

bool RecordReader::seek(const std::uint32_t* key) {
    if (is_at_record_ && !is_less(record_.data(), key, shape_.key)) return true;
    skip_blocks(key);
    while (step()) {
        if (!is_less(record_.data(), key, shape_.key)) return true;
    }
    return false;
}

BlockIndex read_index(DiskFolder& folder, const RecordShape& shape, const RecordFile& file, std::size_t read_bytes) {
    BlockIndex index;
    RecordReader reader(folder, shape, file, read_bytes);
    std::uint64_t records = 0, offset = 0;
    while (reader.next()) {
        poll();
        ++records;
        if (const std::uint64_t block = reader.block_offset(); records == 1 || block != offset) {
            offset = block;
            index.offsets.push_back(offset);
            index.keys.insert(index.keys.end(), reader.record().begin(),
                              reader.record().begin() + static_cast<std::ptrdiff_t>(shape.key));
        }
    }
    if (records != file.records)
        throw DiskTrouble("the file `" + folder.path_of(file.number) +
                          "` is damaged: it has another number of records; remove the directory and begin anew");
    return index;
}

}  // namespace crowfly
