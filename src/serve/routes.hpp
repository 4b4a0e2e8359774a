// What the page of `crowfly serve` asks for. Nothing is remembered from one request to the next: each brings the whole walk along, as the numbers of the transitions that
// were chosen (`0@0,3@1/2`).
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "network/formula.hpp"
#include "render/page/page.hpp"
#include "search/limits.hpp"
#include "serve/simulation.hpp"

namespace crowfly {

// The model that is served.
struct Served {
    const Network& network;
    const model::Drawing& drawing;
    const Sources& sources;
    std::string path;
    std::string sha256;
    std::string command;
    // Compiles `E<> …`. Nothing: `problem` says why.
    std::function<std::optional<Query>(const std::string& text, std::string& problem)> compile;
    std::vector<Pick> start;  // the walk that is shown first
    Limits limits;            // of searches
};

struct Reply {
    int status = 200;
    std::string type = "application/json";
    std::string body;
};

class Routes {
public:
    using Parameters = std::map<std::string, std::string>;

    explicit Routes(Served served) : served_(std::move(served)) {}

    // `path` without parameters.
    Reply answer(const std::string& path, const Parameters& parameters);

private:
    struct Problem {
        int status = 400;
        std::string text;
    };

    Json page() const;
    Json walk(const Parameters& parameters) const;
    Json random(const Parameters& parameters) const;
    Json reach(const Parameters& parameters) const;
    std::string exported(const Parameters& parameters) const;
    void follow(const Parameters& parameters, Simulation& simulation) const;

    Served served_;
    std::mutex mutex_;  // queries are compiled into the one network
};

}  // namespace crowfly
