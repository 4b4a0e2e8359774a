// --hint and --order: what a user knows of a model that helps decision diagrams (symbolic/advice.hpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/files/load.hpp"
#include "cli/interface/declaration.hpp"
#include "render/results/result.hpp"

namespace crowfly {

class DiagramOptions {
public:
    void declare(CommandDeclaration& command);
    // They choose the engine. Throws UsageError.
    void settle(SearchConfig& config) const;

    // False: the session was told what is wrong with a hint or with the file.
    bool open(Loaded& model, Session& session, SearchConfig& config);
    // Writes the order of the variables to the file, if it did not exist before. False: it could not be written, and
    // the session was told.
    bool save(const Result& result, Session& session) const;

private:
    bool compile_hint(const std::string& hint, Loaded& model, Session& session, std::vector<Formula>& hints) const;
    bool read_order(const Network& network, Session& session, std::vector<std::string>& order) const;

    std::vector<std::string> hints_;
    std::string order_;
    bool writes_order_ = false;
};

}  // namespace crowfly
