#include "base/plugins/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/auxv.h>

namespace crowfly {
namespace {

namespace fs = std::filesystem;

// A root that was only just set up may have no /proc.
fs::path program() {
    std::error_code none;
    fs::path program = fs::read_symlink("/proc/self/exe", none);
    if (!program.empty()) return program;
    const auto* started_as = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    return started_as != nullptr ? fs::canonical(started_as, none) : fs::path();
}

// Beside the program, as it is built, or where it is installed.
std::vector<fs::path> module_places(const char* file) {
    const fs::path folder = program().parent_path();
    if (folder.empty()) return {};
    return {folder / file, folder.parent_path() / "lib" / "crowfly" / file};
}

}  // namespace

Module::Module(const ModuleInfo& info) : info_(info) {
    problem_ = fmt::format(
        "there is no `{}` beside the program or in ../lib/crowfly; the tool was copied alone, or built without {} "
        "(install {} and build it in a new folder)",
        info.file, info.library, info.to_build);
    for (const fs::path& place : module_places(info.file)) {
        std::error_code none;
        if (!fs::exists(place, none)) continue;
        handle_ = dlopen(place.c_str(), RTLD_NOW | (info.shares_its_symbols ? RTLD_GLOBAL : RTLD_LOCAL));
        if (handle_ != nullptr) {
            place_ = place.lexically_normal();
            problem_.clear();
            return;
        }
        problem_ = fmt::format("its module cannot be loaded: {} (install {})", dlerror(), info.to_run);
    }
}

std::string Module::library_version() const {
    const auto version = function<const char*()>("crowfly_module_version");
    return version != nullptr ? version() : info_.library;
}

void* Module::symbol(const char* name) const { return handle_ != nullptr ? dlsym(handle_, name) : nullptr; }

const Module& z3_module() {
    static const Module module({.library = "Z3",
                                .file = "crowfly_z3.so",
                                .use = "sums in predicate abstractions, and unrolled circuits",
                                .to_run = "libz3-4",
                                .to_build = "libz3-dev",
                                .shares_its_symbols = false});
    return module;
}

const Module& mpi_module() {
    static const Module module({.library = "MPI",
                                .file = "crowfly_mpi.so",
                                .use = "--distributed",
                                .to_run = "libopenmpi3 and openmpi-bin",
                                .to_build = "libopenmpi-dev and openmpi-bin",
                                .shares_its_symbols = true});
    return module;
}

}  // namespace crowfly
