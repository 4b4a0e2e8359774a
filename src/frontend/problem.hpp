// A model and the queries about it, in any language. A frontend reads a file into a problem (frontend.hpp); commands
// depend on no language otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "frontend/written_query.hpp"
#include "model/drawing.hpp"
#include "network/network.hpp"
#include "property/gantt.hpp"
#include "property/output_wave.hpp"
#include "property/premise.hpp"
#include "property/property.hpp"

namespace crowfly {

class Problem {
public:
    // What is known of the file after reading, even with mistakes.
    struct Origin {
        std::string format;    // "xml", "xta", "tck"
        std::string dialect;   // "4.x"; empty where the language has none
        std::string language;  // for messages: "UPPAAL xml, 4.x syntax"
        std::vector<StoredOption> options;
    };

    explicit Problem(FileId file) : file_(file) {}
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
    virtual ~Problem() = default;

    FileId file() const { return file_; }
    virtual Origin origin() const = 0;
    virtual std::vector<WrittenQuery> queries() const = 0;  // of the file, headings included
    virtual model::Drawing drawing() const { return {}; }
    // The model in another format, if the language can be converted to it. Nothing: an error was reported.
    virtual std::optional<std::string> write(std::string_view format, Diagnostics& diagnostics) const;

    // A witness in a format of the language itself, checked without the network.
    struct WitnessCheck {
        std::string wrong;      // a sentence; "": it is accepted
        std::size_t steps = 0;  // transitions
    };
    // Nothing: an error was reported. Languages without such a format report that.
    virtual std::optional<WitnessCheck> check_witness(FileId witness, const Sources& sources,
                                                      Diagnostics& diagnostics) const;

    // Builds the network. After errors of reading it only looks for further mistakes.
    virtual void build(Diagnostics& diagnostics) = 0;

    // Reports the mistakes of a query about a model that has mistakes itself, except those that may only be
    // consequences. build() was called.
    virtual void find_mistakes(const WrittenQuery&, Diagnostics&) {}

    // The functions below require that build() reported no errors.
    virtual const Network& network() const = 0;
    // Nothing: an error was reported.
    virtual std::optional<Property> compile(const WrittenQuery& query, Diagnostics& diagnostics) = 0;
    // The premise of a query that compile() accepts. Nothing: the query has none.
    virtual std::optional<Premise> premise(const WrittenQuery&) { return std::nullopt; }
    // The Gantt chart that the model declares, for pages. Its mistakes are told in the chart, not reported.
    virtual GanttChart gantt() { return {}; }
    // What a circuit puts out in these states, which are slots of the network. Other languages have nothing of the
    // kind.
    virtual std::vector<OutputWave> outputs_along(const std::vector<std::vector<std::int32_t>>&) const { return {}; }
    // The facts that a query about a planning task names, and whether they hold in these states, for pages.
    virtual std::vector<OutputWave> facts_along(const std::string&,
                                                const std::vector<std::vector<std::int32_t>>&) const {
        return {};
    }
    // Whether a model without an initial state is legal: nothing can be reached in it. In most languages that is a
    // mistake.
    virtual bool may_lack_start() const { return false; }
    // The verdict that the file records for the query, if there is one.
    virtual std::optional<bool> expected(const WrittenQuery& query) = 0;
    // The query whether a state is reachable in which each of these labels, a list such as `a,b`, is on a current
    // location.
    virtual WrittenQuery ask_labels(const std::string& labels, Span span) const = 0;

private:
    FileId file_;
};

}  // namespace crowfly
