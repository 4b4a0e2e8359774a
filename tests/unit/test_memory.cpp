// The memory that is free: the machine's, less if a container or the shell grants less.
#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "cli/process/memory.hpp"

using namespace crowfly;

namespace {

// A folder that looks like the root of a machine.
class Machine {
public:
    Machine()
        : root_(std::filesystem::temp_directory_path() /
                ("crowfly-memory-" + std::to_string(++count_) + "-" + std::to_string(getpid()))) {}
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    ~Machine() { std::filesystem::remove_all(root_); }

    void write(const std::filesystem::path& path, const std::string& text) const {
        std::filesystem::create_directories((root_ / path).parent_path());
        std::ofstream(root_ / path) << text;
    }
    const std::filesystem::path& root() const { return root_; }

private:
    static inline int count_ = 0;
    std::filesystem::path root_;
};

}  // namespace

TEST_CASE("the machine's own word") {
    const Machine machine;
    machine.write("proc/meminfo",
                  "MemTotal:  9000 kB\nMemFree:  100 kB\nMemAvailable:  2000 kB\nHugePages_Total:  0\n");
    machine.write("sys/fs/cgroup/memory.max", "max\n");
    CHECK(available_memory(machine.root()) == 2000U * 1024);
}

TEST_CASE("a container that grants less, without the files it caches") {
    const Machine machine;
    machine.write("proc/meminfo", "MemAvailable:  2000 kB\n");
    machine.write("sys/fs/cgroup/memory.max", "1000000\n");
    machine.write("sys/fs/cgroup/memory.stat", "anon 300000\nfile 650000\n");
    CHECK(available_memory(machine.root()) == 700'000U);
}

TEST_CASE("an old container, which grants nothing any more") {
    const Machine machine;
    machine.write("proc/meminfo", "MemAvailable:  2000 kB\n");
    machine.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000\n");
    machine.write("sys/fs/cgroup/memory/memory.stat", "total_rss 5000\n");
    CHECK(available_memory(machine.root()) == 0U);
}

TEST_CASE("this machine has some, and a search does not take all of it") {
    REQUIRE(available_memory().has_value());
    CHECK(default_memory_limit() > 0);
}
