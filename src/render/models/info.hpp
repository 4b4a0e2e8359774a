// The result of `crowfly info`, as text and as JSON (schema crowfly-info/1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "render/summary.hpp"
#include "render/text.hpp"

namespace crowfly {

struct Info {
    struct Option {
        std::string key, value;
    };
    struct Query {
        std::string text;
        std::string kind;  // "E<>", "statistical", …
        std::string comment;
        std::optional<bool> expected;
        std::vector<Option> options;
    };

    std::string file;
    std::string format;              // the name of the format: "xml"; empty: the file could not be read
    std::string dialect;             // "4.x", "3.x"; empty: the language has no dialects
    std::string language;            // for messages: "UPPAAL xml, 4.x syntax"
    std::optional<Summary> summary;  // none if the model has errors
    std::string digest;              // of the network
    std::vector<Query> queries;
    std::vector<Option> options;
};

std::string info_text(const Info& info, const TextStyle& style);
std::string info_json(const Info& info, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
