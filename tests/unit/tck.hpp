// TChecker models in tests: what is said about a text, and what its network does. A `^` marks where a message is
// expected: it is taken out before reading.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/messages/diagnostic.hpp"
#include "model/labels.hpp"
#include "model/tck/read.hpp"
#include "model/uppaal/check/check.hpp"
#include "model/uppaal/parse/parse.hpp"
#include "network/compile/compile.hpp"
#include "property/compile.hpp"
#include "search/schedule/reachability.hpp"

namespace crowfly {

struct TckModel {
    explicit TckModel(std::string text) {
        const std::size_t found = text.find('^');
        if (found != std::string::npos) {
            mark = static_cast<std::uint32_t>(found);
            text.erase(found, 1);
        }
        const FileId file = sources.add("test.tck", std::move(text));
        std::unique_ptr<model::Model> model = tck::read_model(file, sources, diagnostics);
        if (diagnostics.has_errors()) return;
        checker = std::make_unique<uppaal::Checker>(std::move(model), &sources);
        compiler = std::make_unique<Compiler>(checker->model(), diagnostics);
    }

    // "E012" for a message at the mark, "E012 at 3:7" for one anywhere else; several are joined by commas.
    std::string said(Severity severity = Severity::error) const {
        std::string result;
        for (const Diagnostic& d : diagnostics.all()) {
            if (d.severity != severity) continue;
            if (!result.empty()) result += ", ";
            result += std::string(describe(d.code).id);
            if (d.span.begin == mark) continue;
            const Position position = sources.position(d.span.file, d.span.begin);
            result += " at " + std::to_string(position.line) + ":" + std::to_string(position.column);
        }
        return result;
    }

    const Network& network() const {
        REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.all().front().message);
        return compiler->network();
    }

    std::optional<Property> query(const std::string& text) {
        network();
        const FileId file = sources.add("query", text);
        uppaal::ParseContext context{sources, diagnostics};
        const auto typed = checker->check_query(uppaal::parse_query({file, text, {}}, context), diagnostics);
        return typed ? compile_property(*compiler, *typed, diagnostics) : std::nullopt;
    }

    // Whether a state can be reached where the formula holds: `reachable("P.a && i == 1")`.
    bool reachable(const std::string& formula) { return found(query("E<> " + formula)); }

    bool reaches_labels(const std::string& labels) {
        network();
        const auto typed = model::reach_query(checker->model(), labels, {}, diagnostics);
        return found(typed ? compile_property(*compiler, *typed, diagnostics) : std::nullopt);
    }

    Sources sources;
    Diagnostics diagnostics;
    std::unique_ptr<uppaal::Checker> checker;
    std::unique_ptr<Compiler> compiler;
    std::uint32_t mark = UINT32_MAX;
    SearchResult result;

private:
    bool found(const std::optional<Property>& query) {
        REQUIRE_MESSAGE(query.has_value(), diagnostics.all().back().message);
        SilentObserver observer;
        SearchOptions how;
        if (network().features.diagonals || mentions_diagonals(*query)) {  // which widened zones do not keep
            how.abstraction = Abstraction::m;
        }
        result = search(network(), as_reach(*query).formula, how, Limits{}, observer);
        CHECK_FALSE(result.stop);
        CHECK(result.unfinished.empty());
        return result.found.has_value();
    }
};

inline std::string said_of(const std::string& text) { return TckModel(text).said(); }

// A process P with locations a and b and one edge between them, after the declarations given. `more` follows.
inline std::string one_edge(const std::string& declarations, const std::string& attributes,
                            const std::string& more = {}) {
    return "system:s\nevent:e\nclock:1:x\nclock:2:y\nint:1:0:5:0:i\nint:3:-1:9:1:l\n" + declarations +
           "\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b\nedge:P:a:b:e{" + attributes + "}\n" + more;
}

inline std::string said_of_guard(const std::string& guard) { return said_of(one_edge("", "provided:" + guard)); }
inline std::string said_of_updates(const std::string& updates) { return said_of(one_edge("", "do:" + updates)); }

}  // namespace crowfly
