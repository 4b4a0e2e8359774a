// The answers of one `crowfly check`, as text and as JSON (schema crowfly-result/1).
#pragma once

#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "base/plugins/spec.hpp"
#include "engine/answer.hpp"
#include "network/network.hpp"
#include "render/text.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/settings.hpp"

namespace crowfly {

// The options of the run.
struct SearchConfig {
    Spec engine{.name = "auto"};  // with the options that were written in its parentheses
    std::string search = "bfs";   // a name of the registry, or "auto"
    std::string expression;       // of `--heuristic expr(…)`, before it is compiled
    Settings settings;
    Limits limits;                     // per query
    std::vector<std::string> aliases;  // that were written: a sentence for each says which option has replaced it
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
    std::vector<Option> options;  // stored in the model file, not applied
    bool complete = false;        // every query has its answer
    bool samples = false;         // show how each search went
    bool explain = false;         // show how each query was searched
    // Show every trace, not only that of a single query and of answers that are not as expected.
    bool all_traces = false;
    const Network* network = nullptr;  // of the traces; null: none are shown
    const Sources* sources = nullptr;
};

std::string result_text(const Result& result, const TextStyle& style);
std::string closing_line(const Result& result);  // "3 queries: 2 satisfied, 1 unknown; 2 as expected"
std::string result_json(const Result& result, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
