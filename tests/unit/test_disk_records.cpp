// Records come back from files as they were written, whatever the size of the pieces in which they are read; what
// cannot be written or read is reported.
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "search/disk/records.hpp"
#include "unit/folder_place.hpp"

using namespace crowfly;

namespace {

constexpr RecordShape shape{.words = 6, .key = 2, .varies = false};
// One buffer, two for pieces of 64 and 96 KiB, and two of which one has all of the file.
constexpr std::size_t sizes[] = {std::size_t{1} << 14U, std::size_t{3} << 16U, std::size_t{1} << 18U,
                                 std::size_t{1} << 24U};

// Sorted by their keys, which are all different. Many have few equal words, so that they take many bytes.
std::vector<Record> sorted_records(std::size_t count) {
    std::mt19937 random(7);
    std::vector<Record> records(count, Record(shape.words));
    std::uint64_t key = 0;
    for (Record& record : records) {
        key += 1 + random() % 1'000'000;
        record = {static_cast<std::uint32_t>(key >> 32U), static_cast<std::uint32_t>(key)};
        while (record.size() < shape.words) record.push_back(random());
    }
    return records;
}

RecordFile write_records(DiskFolder& folder, const RecordShape& of, const std::vector<Record>& records,
                         BlockIndex* index = nullptr) {
    RecordWriter writer(folder, of, index);
    for (const Record& record : records) writer.add(record);
    return writer.flush();
}

// No file gets longer meanwhile: it is as if the disk were full.
class LongestFile {
public:
    explicit LongestFile(std::uint64_t bytes) {
        REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
        const rlimit limit{bytes, before_.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    LongestFile(const LongestFile&) = delete;
    LongestFile& operator=(const LongestFile&) = delete;
    ~LongestFile() { setrlimit(RLIMIT_FSIZE, &before_); }

private:
    rlimit before_{};
};

std::vector<Record> read_records(DiskFolder& folder, const RecordShape& of, const RecordFile& file,
                                 std::size_t read_bytes) {
    RecordReader reader(folder, of, file, read_bytes);
    std::vector<Record> records;
    while (reader.next()) records.push_back(reader.record());
    return records;
}

}  // namespace

TEST_CASE("records are read as they were written") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    const std::vector<Record> records = sorted_records(100'000);
    const RecordFile file = write_records(folder, shape, records);
    CHECK(file.bytes == std::filesystem::file_size(folder.path_of(file.number)));
    CHECK(file.bytes > 12 * (std::size_t{1} << 17U));
    for (const std::size_t read_bytes : sizes) CHECK(read_records(folder, shape, file, read_bytes) == records);
}

TEST_CASE("records longer than a piece are read as they were written") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    constexpr RecordShape long_shape{.words = 1, .key = 1, .varies = true};
    std::mt19937 random(11);
    std::vector<Record> records;
    for (std::uint32_t i = 0; i < 60; ++i) {
        records.emplace_back(1 + random() % (i % 3 == 0 ? 70'000 : 10'000));
        for (std::uint32_t& word : records.back()) word = random();
    }
    const RecordFile file = write_records(folder, long_shape, records);
    for (const std::size_t read_bytes : sizes) CHECK(read_records(folder, long_shape, file, read_bytes) == records);
}

TEST_CASE("records are found by their keys, near and far") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    const std::vector<Record> records = sorted_records(100'000);
    BlockIndex index;
    const RecordFile file = write_records(folder, shape, records, &index);
    for (const std::size_t read_bytes : sizes) {
        for (const std::uint32_t farthest : {3U, 900U, 20'000U}) {
            RecordReader reader(folder, shape, file, read_bytes, &index);
            std::mt19937 random(farthest);
            for (std::size_t i = 0; i < records.size(); i += 1 + random() % farthest) {
                REQUIRE(reader.seek(records[i].data()));
                REQUIRE(reader.record() == records[i]);
            }
            Record beyond = records.back();
            ++beyond[0];
            CHECK(!reader.seek(beyond.data()));
        }
    }
}

TEST_CASE("a file that became shorter is damaged, wherever it ends") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    const RecordFile file = write_records(folder, shape, sorted_records(100'000));
    for (const std::size_t part : {1U, 2U, 5U}) {
        std::filesystem::resize_file(folder.path_of(file.number), file.bytes - file.bytes * part / 6);
        for (const std::size_t read_bytes : sizes)
            CHECK_THROWS_WITH_AS(read_records(folder, shape, file, read_bytes), doctest::Contains("ends too early"),
                                 DiskTrouble);
    }
}

TEST_CASE("a disk that is full is told of, and the file goes on from what was written") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    const std::vector<Record> records = sorted_records(100'000);
    const std::vector<Record> some(records.begin(), records.begin() + 20'000);
    const RecordFile before = write_records(folder, shape, some);
    const auto go_on = [&] {
        RecordWriter writer(folder, shape, before);
        for (std::size_t i = some.size(); i < records.size(); ++i) writer.add(records[i]);
        return writer.flush();
    };
    {
        const LongestFile limit(before.bytes + 300'000);
        CHECK_THROWS_WITH_AS(go_on(), doctest::Contains("the disk is full"), DiskTrouble);
    }
    const RecordFile file = go_on();
    CHECK(file.records == records.size());
    CHECK(read_records(folder, shape, file, sizes[1]) == records);
}

TEST_CASE("of a piece that the system could write in part only the rest is written later") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    const std::uint64_t number = folder.new_file();
    DiskOutput output(folder, number);
    std::string text(std::size_t{1} << 20U, ' ');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>('a' + i % 23);
    {
        const LongestFile limit(1000);
        output.append(text);
        while (std::filesystem::file_size(folder.path_of(number)) < 1000) std::this_thread::yield();
    }
    output.append("the end");
    output.flush();
    CHECK(output.size() == text.size() + 7);
    std::ifstream file(folder.path_of(number), std::ios::binary);
    CHECK((std::string(std::istreambuf_iterator<char>(file), {}) == text + "the end"));
}

TEST_CASE("what the system cannot move meanwhile is not moved") {
    Transfer transfer;
    char byte = 7;
    CHECK(transfer.finish() == 0);
    transfer.begin_read(-1, 0, &byte, 1);
    CHECK(transfer.finish() == 0);
    transfer.begin_write(-1, 0, &byte, 1);
    CHECK(transfer.finish() == 0);
}
