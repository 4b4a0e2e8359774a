// Files of a search on disk, each with two buffers: while the search fills or uses one of them, the other one is
// written or read by the system's asynchronous input and output (POSIX AIO).
#pragma once

#include <aio.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "search/disk/folder.hpp"

namespace crowfly {

// A piece of a file that is moved while the search goes on. Where the system takes no request it is not moved at all.
class Transfer {
public:
    Transfer() = default;
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;
    ~Transfer() { finish(); }  // until then the bytes are the system's

    // Not before the last one has finished.
    void begin_read(int descriptor, std::uint64_t offset, char* into, std::size_t bytes);
    void begin_write(int descriptor, std::uint64_t offset, const char* from, std::size_t bytes);

    // Waits for the end, and says how many bytes were moved. They may be fewer than all, for any reason: whoever moves
    // the others then hears of it.
    std::size_t finish();

private:
    void describe(int descriptor, std::uint64_t offset, std::size_t bytes);

    aiocb request_{};
    bool is_under_way_ = false;
};

// A file that is appended to.
class DiskOutput {
public:
    DiskOutput(DiskFolder& folder, std::uint64_t number);
    // Goes on after so many bytes of a file that is there; what follows is forgotten.
    DiskOutput(DiskFolder& folder, std::uint64_t number, std::uint64_t length);
    DiskOutput(const DiskOutput&) = delete;
    DiskOutput& operator=(const DiskOutput&) = delete;
    ~DiskOutput();

    void append(std::string_view bytes);
    void flush();  // afterwards all bytes are in the file
    std::uint64_t size() const { return written_ + leaving_.size() + buffer_.size(); }

private:
    void finish_leaving();  // what the system has not written is written now

    DiskFolder& folder_;
    std::string path_;
    int descriptor_;
    std::uint64_t written_ = 0;
    std::uint64_t started_ = 0;  // the system was told to bring what is before to the disk
    std::string buffer_;
    std::string leaving_;  // is being written after `written_`
    Transfer transfer_;
};

// A file that is read at any place.
class DiskInput {
public:
    DiskInput(DiskFolder& folder, std::uint64_t number);
    DiskInput(const DiskInput&) = delete;
    DiskInput& operator=(const DiskInput&) = delete;
    ~DiskInput();

    // All of it; throws DiskTrouble where the file is shorter.
    void read(std::uint64_t offset, char* into, std::size_t bytes);
    // The same, while the search goes on: the bytes are there when `finish_read` returns, which comes before the next
    // call of either.
    void begin_read(std::uint64_t offset, char* into, std::size_t bytes);
    void finish_read();
    // So many bytes behind will be read next: the system gets them meanwhile.
    void read_ahead(std::uint64_t offset, std::size_t bytes) const;
    [[noreturn]] void report_damage(std::uint64_t offset, const char* what) const;

private:
    void read_now(std::uint64_t offset, char* into, std::size_t bytes) const;

    DiskFolder& folder_;
    std::string path_;
    int descriptor_;
    std::uint64_t coming_at_ = 0;
    char* coming_into_ = nullptr;
    std::size_t coming_bytes_ = 0;
    Transfer transfer_;
};

}  // namespace crowfly
