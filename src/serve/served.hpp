// The model that is served. It never changes, so that all threads may read it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/source.hpp"
#include "frontend/problem.hpp"
#include "frontend/query_language.hpp"
#include "model/drawing.hpp"
#include "network/network.hpp"
#include "property/gantt.hpp"
#include "property/premise.hpp"
#include "property/property.hpp"
#include "search/settings/limits.hpp"
#include "serve/simulation.hpp"

namespace crowfly {

// What is wrong with an expression or a query, and what to do about it.
struct Complaint {
    std::string message;
    std::string hint;  // may be empty
};

struct Served {
    // A query and the sources its spans point into.
    struct Compiled {
        Property query;
        Sources sources;
        std::optional<Premise> premise = {};  // none: the query has none
    };
    // A query of the model's file.
    struct ModelQuery {
        std::string text;
        std::string comment;
        std::optional<bool> expected;
        Span span;
    };

    const Network& network;
    const model::Drawing& drawing;
    Sources sources;
    std::string path;
    std::string sha256;
    std::string command;
    // Nothing: the complaint says why. Several threads may call it at once.
    std::function<std::optional<Compiled>(const std::string& text, Complaint& why)> compile;
    std::vector<Pick> start;  // the walk that is shown first
    Limits limits;            // of each search
    std::vector<ModelQuery> queries;
    const QueryLanguage* language = nullptr;  // of queries
    const GanttChart* gantt = nullptr;        // that the model declares; null: none
    const Problem* problem = nullptr;         // null: what circuits put out is left out
    std::uint64_t version = 0;                // grows when the model is loaded again; 0: it never is
};

}  // namespace crowfly
