// Modules: parts of the tool that need a large library (Z3, MPI) and are loaded on first use. The tool starts without
// these libraries and runs without them, and packages need not depend on them.
//
// A module is a shared object beside the program or in ../lib/crowfly. It exports C functions that return objects of
// the tool's abstract classes. No exception leaves a module.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace crowfly {

struct ModuleInfo {
    const char* library;  // "Z3"
    const char* file;
    const char* use;          // which part of the tool needs it
    const char* to_run;       // the Debian packages with the library
    const char* to_build;     // the Debian packages that the module is built with
    bool shares_its_symbols;  // parts that the library loads itself look for its symbols everywhere
};

class Module {
public:
    explicit Module(const ModuleInfo& info);

    const ModuleInfo& info() const { return info_; }
    // The file that was loaded; empty if there is none.
    const std::filesystem::path& place() const { return place_; }
    // Why the module is not loaded, and the remedy; empty if it is.
    const std::string& problem() const { return problem_; }
    // As the library states it: "Z3 4.8.12".
    std::string library_version() const;

    // A null pointer if the module is not loaded or has no such function.
    template <class Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }

private:
    void* symbol(const char* name) const;

    ModuleInfo info_;
    void* handle_ = nullptr;
    std::filesystem::path place_;
    std::string problem_;
};

// Both are loaded by the first call.
const Module& z3_module();
const Module& mpi_module();

}  // namespace crowfly
