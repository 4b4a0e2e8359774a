#include "search/disk/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <random>
#include <thread>
#include <utility>

#include "base/files/file_sync.hpp"
#include "base/files/replace_file.hpp"

namespace crowfly {
namespace {

namespace fs = std::filesystem;

// Whatever begins otherwise is not ours.
constexpr const char* own_prefix = "crowfly.";
constexpr std::string_view number_prefix = "crowfly.states-";
constexpr const char* temporary_prefix = "crowfly.new-";
constexpr const char* lock_name = "lock";
constexpr const char* merge_name = "merge";

// The number of a file of a search, or 0.
std::uint64_t number_of(const std::string& name) {
    if (!name.starts_with(number_prefix)) return 0;
    std::uint64_t number = 0;
    const char* end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + number_prefix.size(), end, number);
    return error == std::errc() && rest == end ? number : 0;
}

std::uint64_t size_of(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// What errno says, or 0. EWOULDBLOCK: another process has the lock.
int lock_at_once(int descriptor, int kind) { return flock(descriptor, kind | LOCK_NB) == 0 ? 0 : errno; }

// The last of those that share a directory has it for itself for a moment, while it removes the files.
int lock_folder(int descriptor, bool is_shared) {
    if (!is_shared) return lock_at_once(descriptor, LOCK_EX);
    constexpr int most_tries = 200;
    int error = 0;
    for (int i = 0; i < most_tries; ++i) {
        error = lock_at_once(descriptor, LOCK_SH);
        if (error != EWOULDBLOCK) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return error;
}

}  // namespace

DiskFolder::DiskFolder(std::string path, bool is_shared) : path_(std::move(path)) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file that gets too long is an error like a full disk
    const std::string lock = path_named(lock_name);
    int tries = 100;
    do {
        if (lock_ != -1) close(lock_);
        std::error_code error;
        is_made_ = fs::create_directories(path_, error) || is_made_;
        if (error) fail("make", path_, error.value());
        lock_ = open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (lock_ == -1 && (errno != ENOENT || --tries == 0)) fail("write", lock, errno);
        const int problem = lock_ == -1 ? 0 : lock_folder(lock_, is_shared);
        if (problem != 0) close(std::exchange(lock_, -1));
        if (problem == EWOULDBLOCK) throw DiskTrouble(fmt::format("another process searches in `{}`", path_));
        if (problem != 0) fail("lock", lock, problem);
    } while (lock_ == -1 || !is_locked_file(lock));  // the last process may have removed it meanwhile
    if (is_shared) {
        next_ = std::uint64_t{std::random_device()()} << 24U | 1U;
        return;
    }
    for (const std::string& name : names()) next_ = std::max(next_, number_of(name) + 1);
}

bool DiskFolder::is_locked_file(const std::string& path) const {
    struct stat own {
    }, named{};
    if (fstat(lock_, &own) != 0) fail("read", path, errno);
    if (stat(path.c_str(), &named) == 0) return own.st_ino == named.st_ino;
    if (errno != ENOENT) fail("read", path, errno);
    return false;
}

DiskFolder::~DiskFolder() {
    if (lock_ != -1) close(lock_);
}

std::string DiskFolder::path_named(const std::string& name) const {
    return fmt::format("{}/{}{}", path_, own_prefix, name);
}

std::string DiskFolder::path_of(std::uint64_t number) const {
    return fmt::format("{}/{}{}", path_, number_prefix, number);
}

void DiskFolder::fail(const std::string& what, const std::string& path, int error) const {
    const bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    if (is_full)
        throw DiskTrouble(
            fmt::format("the disk is full: `{}` cannot be written ({}); the same command goes on when there is room",
                        path, std::strerror(error)));
    throw DiskTrouble(fmt::format("cannot {} `{}`: {}", what, path, std::strerror(error)));
}

std::vector<std::string> DiskFolder::names() const {
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(path_, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        names.push_back(entry->path().filename().string());
    if (error) fail("read", path_, error.value());
    return names;
}

std::uint64_t DiskFolder::new_file() {
    for (;; ++next_) {
        const std::string path = path_of(next_);
        const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor != -1) {
            close(descriptor);
            return next_++;
        }
        if (errno != EEXIST) fail("write", path, errno);
    }
}

bool DiskFolder::has(const std::string& name) const {
    const std::string path = path_named(name);
    if (access(path.c_str(), F_OK) == 0) return true;
    if (errno != ENOENT) fail("read", path, errno);
    return false;
}

std::optional<std::string> DiskFolder::read(const std::string& name) const {
    const std::string path = path_named(name);
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor == -1 && errno == ENOENT) return std::nullopt;
    if (descriptor == -1) fail("read", path, errno);
    std::string text;
    std::array<char, 4096> part;
    ssize_t got = 0;
    do {
        got = ::read(descriptor, part.data(), part.size());
        if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
    } while (got > 0 || (got < 0 && errno == EINTR));
    const int error = errno;
    close(descriptor);
    if (got < 0) fail("read", path, error);
    return text;
}

void DiskFolder::replace(const std::string& name, std::string_view text) {
    sync_complete();
    const std::string path = path_named(name);
    if (const int error = replace_file(path, text, {.syncs = syncs_, .temporary = temporary_prefix}))
        fail("write", path, error);
}

void DiskFolder::remove(const std::string& name) { unlink(path_named(name).c_str()); }

bool DiskFolder::try_become_sole_owner() { return lock_at_once(lock_, LOCK_EX) == 0; }

void DiskFolder::sync_complete() {
    for (const std::uint64_t number : std::exchange(complete_, {})) {
        const int descriptor = open(path_of(number).c_str(), O_RDONLY | O_CLOEXEC);
        if (descriptor == -1 && errno == ENOENT) continue;  // it was merged, and is gone
        if (descriptor == -1) fail("read", path_of(number), errno);
        const int error = sync_file(descriptor);
        close(descriptor);
        if (error != 0) fail("write", path_of(number), error);
    }
}

void DiskFolder::replace_manifest(std::string_view text) {
    replace("manifest", text);
    use_.written += text.size();
    for (const std::uint64_t number : std::exchange(obsolete_, {})) remove_now(number);
}

void DiskFolder::remove_now(std::uint64_t number) {
    const std::string path = path_of(number);
    held_ -= std::min(held_, size_of(path));
    unlink(path.c_str());
}

void DiskFolder::keep_only(std::vector<std::uint64_t> numbers) {
    std::ranges::sort(numbers);
    held_ = 0;
    std::vector<std::uint64_t> others;
    for (const std::string& name : names()) {
        const std::uint64_t number = number_of(name);
        if (number == 0) continue;
        held_ += size_of(path_of(number));
        if (!std::ranges::binary_search(numbers, number)) others.push_back(number);
    }
    for (const std::uint64_t number : others) remove_now(number);
    use_.peak = std::max(use_.peak, held_);
}

// The manifest soon: without it nobody takes what may be left of the others for a search. The answer before it: alone
// it would have the next search refused. Locks may be held.
void DiskFolder::begin_anew() {
    remove("verdict");
    remove("manifest");
    for (const std::string& name : names()) {
        if (!name.starts_with(own_prefix)) continue;
        const std::string path = fmt::format("{}/{}", path_, name);
        if (path != path_named(lock_name) && path != path_named(merge_name)) unlink(path.c_str());
    }
    obsolete_.clear();
    complete_.clear();
    held_ = 0;
}

void DiskFolder::clear() {
    try {
        begin_anew();
    } catch (const DiskTrouble&) {
        return;  // some files are left, which the next search removes
    }
    remove(merge_name);
    remove(lock_name);
    if (is_made_) rmdir(path_.c_str());
}

void DiskFolder::note_written(std::uint64_t bytes) {
    use_.written += bytes;
    held_ += bytes;
    use_.peak = std::max(use_.peak, held_);
}

DiskLock::DiskLock(const DiskFolder& folder, const std::string& name)
    : descriptor_(open(folder.path_named(name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    const int error = descriptor_ == -1 ? errno : lock_at_once(descriptor_, LOCK_EX);
    if (error == 0) return;
    if (descriptor_ != -1) close(std::exchange(descriptor_, -1));
    if (error != EWOULDBLOCK) folder.fail("lock", folder.path_named(name), error);
}

DiskLock::~DiskLock() {
    if (descriptor_ != -1) close(descriptor_);
}

}  // namespace crowfly
