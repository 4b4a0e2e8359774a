// Models with their sources, and runs of them, for tests of what is written about runs.
#pragma once

#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "base/messages/diagnostic.hpp"
#include "model/uppaal/check/check.hpp"
#include "model/uppaal/read.hpp"
#include "network/compile/compile.hpp"
#include "render/trace.hpp"
#include "space/walk.hpp"
#include "trace/trace.hpp"

namespace crowfly {

inline std::string file_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE_MESSAGE(file.good(), path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// A text that may be no correct model.
struct Attempted {
    explicit Attempted(std::string text, std::string name = "test.xta") {
        const FileId file = sources.add(std::move(name), std::move(text));
        document = uppaal::read_document(file, sources, diagnostics);
        if (diagnostics.has_errors()) return;
        checker = std::make_unique<uppaal::Checker>(document, diagnostics, &sources);
        if (!diagnostics.has_errors()) compiler = std::make_unique<Compiler>(checker->model(), diagnostics);
    }

    bool sound() const { return !diagnostics.has_errors(); }
    const Network& network() const { return compiler->network(); }

    // The text, or why there is none.
    std::string written(const std::string& format, const Trace& trace, const std::string& query = "E<> P.b") const {
        const TraceFormat* found = trace_formats().find(format);
        REQUIRE(found != nullptr);
        std::string problem;
        const std::optional<std::string> text =
            written_as(*found, {network(), sources, trace, "test.xta", "", query, Verdict::satisfied}, problem);
        return text.value_or(problem);
    }

    Sources sources;
    Diagnostics diagnostics;
    uppaal::Document document;
    std::unique_ptr<uppaal::Checker> checker;
    std::unique_ptr<Compiler> compiler;
};

// Fails the test with the first message if the text is not a correct model.
struct Modelled : Attempted {
    explicit Modelled(std::string text, std::string name = "test.xta") : Attempted(std::move(text), std::move(name)) {
        REQUIRE_MESSAGE(sound(), diagnostics.all().front().message);
    }
};

inline Trace random_trace(const Network& network, std::uint64_t seed, std::size_t steps) {
    Walk walked = walk(network, seed, steps);
    REQUIRE(walked.initial.has_value());
    Trace trace;
    trace.initial = *walked.initial;
    trace.steps = std::move(walked.steps);
    return trace;
}

}  // namespace crowfly
