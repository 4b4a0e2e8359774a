// --save-heuristic and --load-heuristic: abstractions that are written to a file once they are built, and read from it
// instead of being built (heuristic/kept_heuristics.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/interface/declaration.hpp"
#include "cli/process/session.hpp"
#include "heuristic/kept_heuristics.hpp"

namespace crowfly {

class HeuristicFiles {
public:
    void declare(CommandDeclaration& command);
    bool are_asked_for() const { return !save_.empty() || !load_.empty(); }
    // Whether the options go together with these heuristics. `against`: what speaks against any, or "". Throws
    // UsageError.
    void settle(const std::vector<HeuristicSpec>& heuristics, const std::string& against = "") const;

    // False: the session was told that the file cannot be written, or that something else would be lost …
    bool can_save(Session& session) const;
    // … or not be read. Otherwise kept() is what searches are given; null: neither was asked for. The session must
    // outlive it.
    bool open(Session& session);
    const std::shared_ptr<KeptHeuristics>& kept() const { return kept_; }

    // At the end. False: nothing was built, or it was not written, and the session was told.
    bool is_saved(Session& session) const;
    // About a heuristic that was to be loaded for a query.
    void report(const UnfitHeuristic& unfit, Span where, Diagnostics& diagnostics) const;

private:
    const char* option() const { return save_.empty() ? "--load-heuristic" : "--save-heuristic"; }

    std::string save_, load_;
    std::shared_ptr<SavedHeuristics> saved_;
    std::shared_ptr<KeptHeuristics> kept_;
    bool could_not_be_written_ = false;
};

}  // namespace crowfly
