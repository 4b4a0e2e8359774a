#include "search/workers/ranks.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace crowfly {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "crowfly_mpi.so";

// Beside the program, as it is built, or where it is installed.
std::vector<fs::path> module_places() {
    std::error_code none;
    const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
    return {folder / module_name, folder.parent_path() / "lib" / "crowfly" / module_name};
}

}  // namespace

// The libraries of MPI load parts of their own, which look for its symbols everywhere.
std::unique_ptr<Cluster> connect_ranks(std::string& problem) {
    void* module = nullptr;
    for (const fs::path& place : module_places()) {
        std::error_code none;
        if (module != nullptr || !fs::exists(place, none)) continue;
        module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (module == nullptr) problem = fmt::format("its module cannot be loaded: {}", dlerror());
    }
    if (module == nullptr) {
        if (problem.empty())
            problem = fmt::format(
                "there is no `{}` beside the program or in ../lib/crowfly: it was built without MPI "
                "(install libopenmpi-dev and openmpi-bin, and build it in a new folder), or copied "
                "alone",
                module_name);
        return nullptr;
    }
    using Connect = Cluster* (*)();
    const auto connect = reinterpret_cast<Connect>(dlsym(module, "crowfly_connect_ranks"));
    if (connect == nullptr) {
        problem = fmt::format("{} is not its module", module_name);
        return nullptr;
    }
    return std::unique_ptr<Cluster>(connect());
}

}  // namespace crowfly
