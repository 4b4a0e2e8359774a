#include "cli/options/rank_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/files/input_file.hpp"
#include "cli/files/output.hpp"
#include "cli/interface/usage.hpp"
#include "cli/process/interrupt.hpp"
#include "cli/process/session.hpp"

namespace crowfly {

namespace {

void be_silent() {
    for (std::FILE* stream : {stdout, stderr}) {
        if (std::freopen("/dev/null", "w", stream) == nullptr) std::fclose(stream);
    }
}

}  // namespace

void RankOption::silence_follower(const std::vector<std::string>& arguments) {
    if (std::ranges::find(arguments, "--distributed") == arguments.end()) return;
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
        const char* rank = std::getenv(name);
        if (rank == nullptr) continue;
        if (std::string_view(rank) != "0") be_silent();
        return;
    }
}

void RankOption::declare(CommandDeclaration& command) {
    command.flag("--distributed", &is_asked_for_,
                 "Share the search with the other processes of mpirun, for bfs (the default then), greedy, astar and "
                 "wastar: mpirun -n 4 crowfly check --distributed MODEL");
}

void RankOption::settle(const CommandDeclaration& command, const std::string& model, SearchConfig& config) {
    if (!is_asked_for_) return;
    const auto refuse = [](const std::string& why) { throw UsageError("--distributed", why); };
    if (model == "-") refuse("every process reads the model, so it has to be a file");
    for (const char* option : {"--threads", "--portfolio", "--strategies", "--save-heuristic", "--share"}) {
        if (command.is_given(option)) refuse(fmt::format("it cannot be used with {}", option));
    }
    std::string problem;
    ranks_ = connect_ranks(problem);
    if (!ranks_) refuse(problem);
    config.settings.ranks = ranks_;
    if (config.search == automatic) config.search = config.settings.search = "bfs";
    watch_ = std::make_unique<RankWatch>(InterruptGuard::flag(), !is_follower());
    if (is_follower()) be_silent();
}

void RankOption::open(const CheckpointFiles& files, Session& session) {
    if (!ranks_ || !files.are_asked_for()) return;
    const auto write = [&session](const std::string& path, const Checkpoints::Content& content) {
        return write_file(path, content, session);
    };
    const auto read = [](const std::string& path, const RankFiles::Use& use) {
        const MappedFile file(path);
        if (!file.problem().empty())
            throw UnfitCheckpoint(file.problem(),
                                  "name a file that --checkpoint has written, with its parts beside it");
        use(file.bytes());
    };
    ranks_->files = std::make_unique<RankFiles>(files.save_name(), files.resume_name(), files.every(), write, read);
    watch_->tell_of(*ranks_->files);
}

int RankOption::end(int code) {
    if (!ranks_) return code;
    watch_->close(code != exit_code::undecided);
    if (code == exit_code::bad_input || code == exit_code::our_bug) failure_ = code;
    return is_follower() ? exit_code::fine : code;
}

// Another rank says goodbye, and the first one, which does not search without it, answers as far as it can.
RankOption::~RankOption() {
    if (failure_ == 0 || is_follower()) return;
    std::fflush(nullptr);
    ranks_->abort(failure_);
}

}  // namespace crowfly
