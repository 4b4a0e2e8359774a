// The container of kept files: what was written is read, and whatever is not exactly that is refused as the error of
// its kind, with a reason.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/archive.hpp"
#include "base/files/kept_file.hpp"
#include "base/files/sha256.hpp"

using namespace crowfly;

namespace {

class UnfitList : public UnfitFile {
public:
    using UnfitFile::UnfitFile;
};

constexpr std::string_view beginning("crowfly list\n\0", 14);
constexpr std::size_t digits = 64;

constexpr FileKind list_file{
    .beginning = beginning,
    .format = 7,
    .why_other = "holds no list",
    .other_hint = "name a list",
    .hint = "write it anew",
    .unfit = unfit_as<UnfitList>,
};

std::string written(const FileKind& kind, const std::vector<std::uint32_t>& list, std::string_view tag = "") {
    return kept_file(kind, tag, [&](ArchiveWriter& to) { to.list(list); });
}

struct Refusal {
    std::string why, hint;
};

Refusal refusal_of(std::string_view file, const FileKind& kind = list_file) {
    try {
        KeptFile kept = read_kept_file(kind, file);
        read_or_refuse(kind, [&] {
            kept.content.list<std::uint32_t>();
            kept.content.demand_end();
        });
    } catch (const UnfitList& unfit) {
        return {unfit.what(), unfit.hint()};
    }
    return {};
}

// With the right checksum for whatever the file holds.
std::string sealed(std::string file) {
    file.resize(file.size() - digits);
    return file + sha256(file);
}

}  // namespace

TEST_CASE("a kept file is read as it was written") {
    const std::vector<std::uint32_t> list{1, 2, 1U << 31U};
    const std::string file = written(list_file, list, "of ten");
    KeptFile kept = read_kept_file(list_file, file);
    CHECK(kept.tag == "of ten");
    CHECK(kept.content.list<std::uint32_t>() == list);
    CHECK(kept.content.left() == 0);
    CHECK(read_kept_file(list_file, written(list_file, list)).tag.empty());
}

TEST_CASE("a kept file is the same in one piece and in many") {
    const std::vector<std::uint32_t> list(1'000'000, 3);
    std::string pieces;
    std::size_t count = 0;
    const auto sink = [&](std::string_view bytes) {
        pieces += bytes;
        ++count;
    };
    write_kept_file(list_file, "", sink, [&](ArchiveWriter& to) {
        to.number(std::uint64_t{list.size()});
        for (const std::uint32_t number : list) to.number(number);
    });
    CHECK(count > 3);
    CHECK(pieces == written(list_file, list));
}

TEST_CASE("a kept file that is damaged anywhere is refused") {
    const std::string file = written(list_file, {1, 2, 3}, "of ten");
    REQUIRE(refusal_of(file).why.empty());
    for (std::size_t i = 0; i < file.size(); ++i) {
        std::string damaged = file;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
        CHECK_MESSAGE(!refusal_of(damaged).why.empty(), i);
        CHECK_MESSAGE(!refusal_of(file.substr(0, i)).why.empty(), i);
    }
    for (const std::string& other : {file + "x", file + file, file.substr(0, file.size() - 1)})
        CHECK(refusal_of(other).why == "is damaged: it does not match its checksum");
    CHECK(refusal_of(file.substr(0, beginning.size())).why == "is damaged: it ends too early");
    CHECK(refusal_of(file + "x").hint == "write it anew");
}

TEST_CASE("content that makes no sense is refused, whatever its checksum") {
    const auto of_content = [](const WriteContent& write) { return kept_file(list_file, "", write); };
    CHECK(refusal_of(of_content([](ArchiveWriter&) {})).why == "is damaged: it ends too early");
    CHECK(refusal_of(of_content([](ArchiveWriter& to) { to.number(~std::uint64_t{0}); })).why ==
          "is damaged: it ends too early");
    const std::string longer = of_content([](ArchiveWriter& to) {
        to.list(std::vector<std::uint32_t>{1});
        to.number(std::uint8_t{0});
    });
    CHECK(refusal_of(longer).why == "is damaged: it has bytes that belong to nothing");
}

TEST_CASE("a kept file of another kind, format or version is refused before its checksum is compared") {
    const std::string file = written(list_file, {1, 2, 3});
    FileKind other = list_file;
    other.beginning = std::string_view("crowfly tree\n\0", 14);
    for (const std::string& text : {std::string(), std::string("<?xml version='1.0'?>"), written(other, {1, 2, 3})}) {
        CHECK(refusal_of(text).why == "holds no list");
        CHECK(refusal_of(text).hint == "name a list");
    }
    other = list_file;
    other.format = 8;
    CHECK(refusal_of(file, other).why == "has format 7, and this version reads format 8");
    CHECK(refusal_of(file, other).hint == "write it anew");
    std::string newer = file;
    newer[beginning.size() + sizeof(std::uint32_t) + sizeof(std::uint64_t)] = '9';
    for (const std::string& text : {newer, sealed(newer)})
        CHECK(refusal_of(text).why.starts_with("was saved by Crowfly 9"));
    CHECK_THROWS_AS(check_header(list_file, std::string_view(newer).substr(0, 100)), UnfitList);
    CHECK_NOTHROW(check_header(list_file, std::string_view(file).substr(0, 100)));
}

TEST_CASE("the first bytes tell what a file may hold") {
    const std::string file = written(list_file, {});
    CHECK(may_begin(list_file, ""));
    CHECK(may_begin(list_file, file));
    CHECK(may_begin(list_file, std::string_view(file).substr(0, 5)));
    CHECK_FALSE(may_begin(list_file, "crowfly tree"));
    CHECK_FALSE(may_begin(list_file, "<?xml"));
}
