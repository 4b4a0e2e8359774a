// A version of the model that `crowfly serve` shows, with all that its routes refer to.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/process/session.hpp"
#include "cli/queries/recall.hpp"
#include "model/drawing.hpp"
#include "property/gantt.hpp"
#include "search/settings/limits.hpp"
#include "serve/routes.hpp"

namespace crowfly {

class ServedVersion {
public:
    // What is the same for all versions.
    struct Options {
        std::vector<std::string> arguments;
        Limits limits;  // of each search
        Searches::Bounds bounds;
    };

    explicit ServedVersion(Options options);
    ServedVersion(const ServedVersion&) = delete;
    ServedVersion& operator=(const ServedVersion&) = delete;

    // False: the session says why. `number` 0: there will be no other version.
    bool load_model(const std::string& path, std::uint64_t number);
    bool load_trace(const std::string& path, const std::string& model_path, std::uint64_t number);

    Session& session() { return session_; }
    Routes& routes() { return *routes_; }  // once it is loaded
    const std::string& model_path() const { return recalled_.model_path; }

private:
    bool make_routes(std::uint64_t number, const std::vector<Pick>& start);
    std::vector<Pick> picks_of_trace();
    std::vector<Served::ModelQuery> model_queries();
    std::optional<Served::Compiled> compile(const std::string& text, Complaint& why);

    Options options_;
    Session session_;  // with its own sources and diagnostics
    Recalled recalled_;
    model::Drawing drawing_;
    GanttChart gantt_;
    std::mutex compiling_;
    std::unique_ptr<Routes> routes_;
};

}  // namespace crowfly
