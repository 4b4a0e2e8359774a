#include "cli/interface/built_in.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include "base/plugins/module.hpp"
#include "cli/interface/command.hpp"
#include "symbolic/diagrams/diagram_library.hpp"

namespace crowfly {
namespace {

#if defined(__clang__)
constexpr const char* compiler = "Clang " __clang_version__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif
#if defined(NDEBUG)
constexpr const char* build_kind = "without assertions";
#else
constexpr const char* build_kind = "with assertions";
#endif

std::string line(const std::string& library, const std::string& text) {
    return fmt::format("  {:<16} {}\n", library, text);
}

std::string described(const Module& module) {
    if (!module.problem().empty()) return line(module.info().library, "not available: " + module.problem());
    return line(module.library_version(), fmt::format("{}, for {}", module.place().string(), module.info().use));
}

}  // namespace

std::string built_in_text() {
    return fmt::format("{}\nbuilt with {}, {}\nlibraries:\n", version_line(), compiler, build_kind) +
           line(symbolic::diagram_library(), "decision diagrams") +
           line(fmt::format("zlib {}", zlibVersion()), "pages, and searches on disk") +
           "modules, loaded on first use:\n" + described(z3_module()) + described(mpi_module());
}

}  // namespace crowfly
