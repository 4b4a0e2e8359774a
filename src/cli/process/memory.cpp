#include "cli/process/memory.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace crowfly {
namespace {

using Bytes = std::optional<std::size_t>;

// The number after a name, in a file of lines such as "MemAvailable:   12345 kB".
Bytes entry_in(const std::filesystem::path& path, std::string_view wanted) {
    std::ifstream file(path);
    std::string name;
    std::size_t number = 0;
    while (file >> name >> number) {
        if (name == wanted) return number;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::nullopt;
}

Bytes machine(const std::filesystem::path& root) {
    const Bytes kibibytes = entry_in(root / "proc/meminfo", "MemAvailable:");
    return kibibytes ? Bytes(*kibibytes * 1024) : std::nullopt;
}

// A container's limit, "max" if there is none, less what its processes hold. Cached files do not count: they give way.
Bytes container(const std::filesystem::path& group, std::string_view limit, std::string_view held) {
    std::ifstream file(group / limit);
    std::size_t most = 0;
    if (!(file >> most)) return std::nullopt;
    return most - std::min(most, entry_in(group / "memory.stat", held).value_or(0));
}

Bytes shell() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
    return static_cast<std::size_t>(limit.rlim_cur);
}

}  // namespace

std::optional<std::size_t> available_memory(const std::filesystem::path& root) {
    const std::filesystem::path groups = root / "sys/fs/cgroup";
    Bytes least;
    for (const Bytes& bytes : {machine(root), container(groups, "memory.max", "anon"),
                               container(groups / "memory", "memory.limit_in_bytes", "total_rss"), shell()}) {
        if (bytes) least = std::min(*bytes, least.value_or(*bytes));
    }
    return least;
}

std::size_t default_memory_limit() {
    const Bytes available = available_memory();
    return available ? *available / 5 * 4 : std::numeric_limits<std::size_t>::max();
}

}  // namespace crowfly
