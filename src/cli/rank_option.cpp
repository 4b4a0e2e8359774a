#include "cli/rank_option.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/session.hpp"
#include "cli/usage.hpp"

namespace crowfly {

void RankOption::declare(CommandDeclaration& command) {
    command.flag("--distributed", &is_asked_for_,
                 "Search together with the other processes that mpirun has started, for bfs (the default then),\n"
                 "greedy and astar: mpirun -n 4 crowfly check --distributed MODEL");
}

void RankOption::settle(const CommandDeclaration& command, const std::string& model, SearchConfig& config) {
    if (!is_asked_for_) return;
    const auto refuse = [](const std::string& why) { throw UsageError("--distributed", why); };
    if (model == "-") refuse("every process reads the model, so it has to be a file");
    for (const char* option : {"--threads", "--portfolio", "--strategies", "--save-heuristic"}) {
        if (command.is_given(option)) refuse(fmt::format("it cannot be used with {}", option));
    }
    std::string problem;
    ranks_ = connect_ranks(problem);
    if (!ranks_) refuse(problem);
    config.settings.ranks = ranks_;
    if (config.search == automatic) config.search = config.settings.search = "bfs";
    if (!is_follower()) return;
    for (std::FILE* stream : {stdout, stderr}) {
        if (std::freopen("/dev/null", "w", stream) == nullptr) std::fclose(stream);
    }
}

int RankOption::end(int code) {
    if (!ranks_) return code;
    if (code == exit_code::bad_input || code == exit_code::our_bug) {
        std::fflush(stdout);
        ranks_->abort(code);
    }
    return is_follower() ? exit_code::fine : code;
}

}  // namespace crowfly
