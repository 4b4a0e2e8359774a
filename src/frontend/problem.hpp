// A model together with what is asked about it, whatever language they are written in. A frontend reads a file into a
// problem (frontend.hpp); commands know nothing else of languages.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "frontend/written_query.hpp"
#include "model/drawing.hpp"
#include "network/network.hpp"
#include "property/property.hpp"

namespace crowfly {

class Problem {
public:
    // What is known of the file once it has been read, even with mistakes.
    struct Origin {
        std::string format;    // "xml", "xta", "tck"
        std::string dialect;   // "4.x"; empty where the language has none
        std::string language;  // for people: "UPPAAL xml, 4.x syntax"
        std::vector<StoredOption> options;
    };

    explicit Problem(FileId file) : file_(file) {}
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
    virtual ~Problem() = default;

    FileId file() const { return file_; }
    virtual Origin origin() const = 0;
    virtual std::vector<WrittenQuery> queries() const = 0;  // of the file, decoration included
    virtual model::Drawing drawing() const { return {}; }
    // The model in another format, if the language can be written in it. Nothing: an error was reported.
    virtual std::optional<std::string> write(std::string_view format, Diagnostics& diagnostics) const;

    // From what was read to a network. If there have been errors before, further mistakes are looked for instead.
    virtual void build(Diagnostics& diagnostics) = 0;

    // From here on: after build() without errors.
    virtual const Network& network() const = 0;
    // Nothing if an error was reported.
    virtual std::optional<Property> compile(const WrittenQuery& query, Diagnostics& diagnostics) = 0;
    // The verdict that is recorded with a query, if it is one of this model.
    virtual std::optional<bool> expected(const WrittenQuery& query) = 0;
    // Can a state be reached where each of these labels, a list such as `a,b`, is on some current location?
    virtual WrittenQuery ask_labels(const std::string& labels, Span span) const = 0;

private:
    FileId file_;
};

}  // namespace crowfly
