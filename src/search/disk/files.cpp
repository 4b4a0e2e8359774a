#include "search/disk/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/files/file_sync.hpp"

namespace crowfly {
namespace {

constexpr std::size_t write_bytes = std::size_t{1} << 17U;
constexpr std::uint64_t begin_writing_every = std::uint64_t{8} << 20U;

bool has_bytes(int descriptor, std::uint64_t bytes) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 && static_cast<std::uint64_t>(status.st_size) >= bytes;
}

// Files of a search are only removed with what names them.
[[noreturn]] void fail_to_open(const DiskFolder& folder, const char* what, const std::string& path, int error) {
    if (error == ENOENT)
        throw DiskTrouble(
            fmt::format("the directory is damaged: there is no file `{}`; remove it and begin anew", path));
    folder.fail(what, path, error);
}

}  // namespace

// ---- A piece

void Transfer::describe(int descriptor, std::uint64_t offset, std::size_t bytes) {
    request_ = {};
    request_.aio_fildes = descriptor;
    request_.aio_offset = static_cast<off_t>(offset);
    request_.aio_nbytes = bytes;
    request_.aio_sigevent.sigev_notify = SIGEV_NONE;
}

void Transfer::begin_read(int descriptor, std::uint64_t offset, char* into, std::size_t bytes) {
    describe(descriptor, offset, bytes);
    request_.aio_buf = into;
    is_under_way_ = aio_read(&request_) == 0;
}

void Transfer::begin_write(int descriptor, std::uint64_t offset, const char* from, std::size_t bytes) {
    describe(descriptor, offset, bytes);
    request_.aio_buf = const_cast<char*>(from);  // it is only read from
    is_under_way_ = aio_write(&request_) == 0;
}

std::size_t Transfer::finish() {
    if (!std::exchange(is_under_way_, false)) return 0;
    const aiocb* const requests[] = {&request_};
    while (aio_error(&request_) == EINPROGRESS) aio_suspend(requests, 1, nullptr);  // signals end it early
    const ssize_t moved = aio_return(&request_);
    return moved < 0 ? 0 : static_cast<std::size_t>(moved);
}

// ---- Writing

DiskOutput::DiskOutput(DiskFolder& folder, std::uint64_t number) : DiskOutput(folder, number, 0) {}

DiskOutput::DiskOutput(DiskFolder& folder, std::uint64_t number, std::uint64_t length)
    : folder_(folder), path_(folder.path_of(number)), descriptor_(open(path_.c_str(), O_WRONLY | O_CLOEXEC)),
      written_(length), started_(length) {
    if (descriptor_ == -1) fail_to_open(folder_, "write", path_, errno);
    const bool is_long_enough = has_bytes(descriptor_, length);
    if (is_long_enough && ftruncate(descriptor_, static_cast<off_t>(length)) == 0) return;
    const int error = errno;
    close(std::exchange(descriptor_, -1));
    if (is_long_enough) folder_.fail("write", path_, error);
    throw DiskTrouble(
        fmt::format("the file `{}` is damaged: it is too short; remove the directory and begin anew", path_));
}

DiskOutput::~DiskOutput() {
    transfer_.finish();
    if (descriptor_ != -1) close(descriptor_);
}

void DiskOutput::append(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() < write_bytes) return;
    finish_leaving();
    std::swap(buffer_, leaving_);
    transfer_.begin_write(descriptor_, written_, leaving_.data(), leaving_.size());
}

// Most files are short, and written here only.
void DiskOutput::flush() {
    finish_leaving();
    std::swap(buffer_, leaving_);
    finish_leaving();
}

// The system has the bytes then, and brings them to the disk while the search goes on: it is told to begin every few
// megabytes, so that a later manifest has little left to wait for.
void DiskOutput::finish_leaving() {
    const std::size_t moved = transfer_.finish();
    const std::string_view rest = std::string_view(leaving_).substr(moved);
    if (!rest.empty()) {
        const auto end = static_cast<off_t>(written_ + moved);
        if (lseek(descriptor_, end, SEEK_SET) != end) folder_.fail("write", path_, errno);
        if (const int error = write_whole(descriptor_, rest)) folder_.fail("write", path_, error);
    }
    folder_.note_written(leaving_.size());
    written_ += leaving_.size();
    leaving_.clear();
    if (written_ - started_ < begin_writing_every) return;
    static_cast<void>(sync_file_range(descriptor_, static_cast<off64_t>(started_),
                                      static_cast<off64_t>(written_ - started_), SYNC_FILE_RANGE_WRITE));
    started_ = written_;
}

// ---- Reading

DiskInput::DiskInput(DiskFolder& folder, std::uint64_t number)
    : folder_(folder), path_(folder.path_of(number)), descriptor_(open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ == -1) fail_to_open(folder_, "read", path_, errno);
}

DiskInput::~DiskInput() {
    transfer_.finish();
    if (descriptor_ != -1) close(descriptor_);
}

void DiskInput::read(std::uint64_t offset, char* into, std::size_t bytes) {
    folder_.note_read(bytes);
    read_now(offset, into, bytes);
}

void DiskInput::read_now(std::uint64_t offset, char* into, std::size_t bytes) const {
    while (bytes > 0) {
        const ssize_t got = pread(descriptor_, into, bytes, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) folder_.fail("read", path_, errno);
        if (got == 0) report_damage(offset, "it ends too early");
        into += got;
        bytes -= static_cast<std::size_t>(got);
        offset += static_cast<std::uint64_t>(got);
    }
}

void DiskInput::begin_read(std::uint64_t offset, char* into, std::size_t bytes) {
    folder_.note_read(bytes);
    coming_at_ = offset;
    coming_into_ = into;
    coming_bytes_ = bytes;
    transfer_.begin_read(descriptor_, offset, into, bytes);
}

void DiskInput::finish_read() {
    const std::size_t moved = transfer_.finish();
    read_now(coming_at_ + moved, coming_into_ + moved, std::exchange(coming_bytes_, 0) - moved);
}

void DiskInput::read_ahead(std::uint64_t offset, std::size_t bytes) const {
    static_cast<void>(
        posix_fadvise(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(bytes), POSIX_FADV_WILLNEED));
}

void DiskInput::report_damage(std::uint64_t offset, const char* what) const {
    throw DiskTrouble(fmt::format("the file `{}` is damaged at byte {}: {}; remove the directory and begin anew", path_,
                                  offset, what));
}

}  // namespace crowfly
