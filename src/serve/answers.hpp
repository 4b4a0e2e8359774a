// Whoever answers the requests of a page, without HTTP.
#pragma once

#include <map>
#include <string>

namespace crowfly {

struct Reply {
    int status = 200;
    std::string type = "application/json";
    std::string body;
};

class Answers {
public:
    using Parameters = std::map<std::string, std::string>;

    virtual ~Answers() = default;
    // `path` without parameters. Called from several threads.
    virtual Reply answer(const std::string& path, const Parameters& parameters) = 0;
    virtual void stop() = 0;  // cancels all searches
};

// "" if it is missing.
inline std::string parameter(const Answers::Parameters& parameters, const std::string& name) {
    const auto found = parameters.find(name);
    return found == parameters.end() ? "" : found->second;
}

}  // namespace crowfly
