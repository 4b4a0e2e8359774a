// The answers of one `crowfly check`, as text and as JSON (schema crowfly-result/1).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "base/spec.hpp"
#include "engine/answer.hpp"
#include "network/network.hpp"
#include "render/text.hpp"
#include "search/limits.hpp"
#include "search/settings.hpp"

namespace crowfly {

// What was asked for.
struct SearchConfig {
    Spec engine{.name = "auto"};  // with the options that were written in its parentheses
    std::string search = "bfs";   // a name of the registry, or "auto"
    Settings settings;
    Limits limits;  // each per query
};

struct Result {
    struct Option {
        std::string key, value;
        friend bool operator==(const Option&, const Option&) = default;
    };

    std::string model;   // path as given; empty if the command line named none
    std::string sha256;  // of the model's bytes; empty if they could not be read
    bool dry_run = false;
    SearchConfig config;
    std::vector<Answer> answers;
    std::vector<Option> options;  // stored in the model file, not obeyed
    bool complete = false;        // every query that was asked has its answer
    bool samples = false;         // tell how each search went
    bool explain = false;         // tell how each query was searched
    bool all_traces = false;      // show every trace, not only that of a single query and of what is not as expected
    const Network* network = nullptr;  // what traces speak of; null: none are shown
    const Sources* sources = nullptr;
};

std::string result_text(const Result& result, const TextStyle& style);
std::string closing_line(const Result& result);  // "3 queries: 2 satisfied, 1 unknown; 2 as expected"
std::string result_json(const Result& result, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
