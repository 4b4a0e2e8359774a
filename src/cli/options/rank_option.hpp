// --distributed: this process is one of several ranks that mpirun has started, and that search together
// (search/workers/ranks.hpp). The first one answers; the others are silent and write no files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/files/checkpoint_files.hpp"
#include "cli/interface/declaration.hpp"
#include "cli/process/rank_watch.hpp"
#include "render/results/result.hpp"
#include "search/workers/ranks.hpp"

namespace crowfly {

class RankOption {
public:
    RankOption() = default;
    RankOption(const RankOption&) = delete;
    RankOption& operator=(const RankOption&) = delete;
    ~RankOption();

    // Before anything is said: whoever started this process may have made it a rank other than the first.
    static void silence_follower(const std::vector<std::string>& arguments);

    void declare(CommandDeclaration& command);
    // Throws UsageError where there are no ranks, or where they cannot be asked like this.
    void settle(const CommandDeclaration& command, const std::string& model, SearchConfig& config);

    bool is_on() const { return ranks_ != nullptr; }
    // What is saved, and gone on with, by all ranks.
    void open(const CheckpointFiles& files, Session& session);
    bool is_follower() const { return ranks_ && ranks_->self() != 0; }
    // The exit code of this rank, for that of the command. Where the command failed before it could search together
    // with the others, all end at once, after this one has said why.
    int end(int code);

private:
    int failure_ = 0;
    bool is_asked_for_ = false;
    std::unique_ptr<RankWatch> watch_;  // until the ranks have parted
    std::shared_ptr<Cluster> ranks_;
};

}  // namespace crowfly
