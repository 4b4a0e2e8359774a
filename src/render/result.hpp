// The answers of one `crowfly check`, as text and as JSON (schema crowfly-result/1).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "engine/answer.hpp"
#include "render/text.hpp"

namespace crowfly {

struct Result {
    struct Option {
        std::string key, value;
        friend bool operator==(const Option&, const Option&) = default;
    };

    std::string model;   // path as given; empty if the command line named none
    std::string sha256;  // of the model's bytes; empty if they could not be read
    bool dry_run = false;
    std::vector<Answer> answers;
    std::vector<Option> options;  // stored in the model file, not obeyed
    bool complete = false;        // every query that was asked has its answer
};

std::string result_text(const Result& result, const TextStyle& style);
std::string result_json(const Result& result, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
