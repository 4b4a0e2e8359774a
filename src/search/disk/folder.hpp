// The directory of a search on disk: its files by number, how many bytes were moved, and what can go wrong with them.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "search/settings/limits.hpp"

namespace crowfly {

// A file cannot be written or read, or is damaged: the search ends without an answer, for this reason.
class DiskTrouble : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class DiskFolder {
public:
    // Makes the directory if there is none, and locks it; others may do so as well if all of them share it. Throws
    // DiskTrouble, also where another process has it.
    DiskFolder(std::string path, bool is_shared);
    DiskFolder(const DiskFolder&) = delete;
    DiskFolder& operator=(const DiskFolder&) = delete;
    ~DiskFolder();

    const std::string& path() const { return path_; }
    std::string path_named(const std::string& name) const;
    std::string path_of(std::uint64_t number) const;
    // Makes an empty file of states under a number that none has.
    std::uint64_t new_file();

    // From now on a file by name is only replaced when the files of states that it may name are on the disk.
    void sync_before_replacing() { syncs_ = true; }
    // The file is complete, and may be named by a manifest.
    void note_complete(std::uint64_t number) {
        if (syncs_) complete_.push_back(number);
    }
    // The manifest says what the search knows; it is replaced as a whole.
    std::optional<std::string> manifest() const { return read("manifest"); }
    void replace_manifest(std::string_view text);

    // ---- Other files, by name

    bool has(const std::string& name) const;
    std::optional<std::string> read(const std::string& name) const;  // none: there is no such file
    void replace(const std::string& name, std::string_view text);
    void remove(const std::string& name);
    // Succeeds for the last of those that share the directory. The others do not hold it any more, either.
    bool try_become_sole_owner();

    // The file is not needed any more, once the manifest does not name it.
    void remove_later(std::uint64_t number) { obsolete_.push_back(number); }
    // Or never was: no manifest names it.
    void remove_now(std::uint64_t number);
    // Removes files that belong to a search but are not among these.
    void keep_only(std::vector<std::uint64_t> numbers);
    // Removes the manifest and all files that belong to a search …
    void begin_anew();
    // … and the directory, if it was made for it and nothing else is in it. Leaves what cannot be removed.
    void clear();

    // ---- For files

    void note_read(std::uint64_t bytes) { use_.read += bytes; }
    void note_written(std::uint64_t bytes);
    void note_merge() { ++use_.merges; }
    void restore_use(const DiskUse& use) { use_ = use; }
    const DiskUse& use() const { return use_; }

    [[noreturn]] void fail(const std::string& what, const std::string& path, int error) const;

private:
    std::vector<std::string> names() const;  // of all files in the directory
    bool is_locked_file(const std::string& path) const;
    void sync_complete();

    std::string path_;
    bool is_made_ = false;  // by this object
    int lock_ = -1;
    std::uint64_t next_ = 1;
    std::vector<std::uint64_t> obsolete_;
    bool syncs_ = false;
    std::vector<std::uint64_t> complete_;  // since a file was replaced
    std::uint64_t held_ = 0;               // bytes on disk now
    DiskUse use_;
};

// A lock on a file of the directory, which ends with the process at the latest.
class DiskLock {
public:
    DiskLock(const DiskFolder& folder, const std::string& name);
    DiskLock(const DiskLock&) = delete;
    DiskLock& operator=(const DiskLock&) = delete;
    ~DiskLock();
    bool is_held() const { return descriptor_ != -1; }

private:
    int descriptor_;
};

}  // namespace crowfly
