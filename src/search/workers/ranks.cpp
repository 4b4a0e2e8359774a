#include "search/workers/ranks.hpp"

#include <fmt/format.h>

#include "base/plugins/module.hpp"

namespace crowfly {

std::unique_ptr<Cluster> connect_ranks(std::string& problem) {
    const Module& module = mpi_module();
    problem = module.problem();
    const auto connect = module.function<Cluster*()>("crowfly_connect_ranks");
    if (connect != nullptr) return std::unique_ptr<Cluster>(connect());
    if (problem.empty()) problem = fmt::format("{} is not its module", module.place().string());
    return nullptr;
}

}  // namespace crowfly
