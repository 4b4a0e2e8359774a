// The directory of a search on disk: whatever goes wrong with its files is reported, never taken for a file that is not
// there or a lock that somebody else has.
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include "search/disk/files.hpp"
#include "search/disk/manifest.hpp"
#include "unit/folder_place.hpp"

using namespace crowfly;

namespace {

namespace fs = std::filesystem;

void write_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

TEST_CASE("a file of no bytes is not a file that is missing") {
    const FolderPlace place;
    const DiskFolder folder(place.path(), false);
    CHECK(!folder.manifest());
    write_text(folder.path_named("manifest"), "");
    REQUIRE(folder.manifest());
    CHECK_THROWS_AS(read_manifest(*folder.manifest()), UnfitCheckpoint);
}

TEST_CASE("files are replaced and read whole") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    folder.sync_before_replacing();
    for (const std::size_t length : {0U, 1U, 4096U, 100'000U}) {
        const std::string text(length, static_cast<char>('a' + length % 7));
        folder.replace("manifest", text);
        CHECK(folder.manifest() == text);
    }
}

TEST_CASE("a search that begins anew removes files that were never finished") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    folder.replace("manifest", "text");
    write_text(folder.path_named("new-abcdef"), "te");
    folder.begin_anew();
    CHECK(!folder.manifest());
    CHECK(!fs::exists(folder.path_named("new-abcdef")));
}

TEST_CASE("a new file has a number that no file has") {
    const FolderPlace place;
    DiskFolder folder(place.path(), true);
    const std::uint64_t first = folder.new_file();
    write_text(folder.path_of(first + 1), "of another process");
    CHECK(folder.new_file() == first + 2);
    CHECK(fs::file_size(folder.path_of(first + 1)) == 18);
    fs::remove_all(place.path());
    CHECK_THROWS_AS(folder.new_file(), DiskTrouble);
}

TEST_CASE("a lock that somebody has is told from one that cannot be had") {
    const FolderPlace place;
    const DiskFolder folder(place.path(), true);
    {
        const DiskLock first(folder, "merge");
        CHECK(first.is_held());
        CHECK(!DiskLock(folder, "merge").is_held());
    }
    CHECK(DiskLock(folder, "merge").is_held());
    fs::remove_all(place.path());
    CHECK_THROWS_AS(DiskLock(folder, "merge"), DiskTrouble);
}

TEST_CASE("a directory that cannot be listed is trouble") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    fs::remove_all(place.path());
    CHECK_THROWS_AS(folder.keep_only({}), DiskTrouble);
    CHECK_THROWS_AS(folder.begin_anew(), DiskTrouble);
    folder.clear();
}

TEST_CASE("a file that is gone on with must be as long as it was") {
    const FolderPlace place;
    DiskFolder folder(place.path(), false);
    const std::uint64_t number = folder.new_file();
    write_text(folder.path_of(number), "12345");
    CHECK_THROWS_AS(DiskOutput(folder, number, 6), DiskTrouble);
    DiskOutput(folder, number, 3).flush();
    CHECK(fs::file_size(folder.path_of(number)) == 3);
}
