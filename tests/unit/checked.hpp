// What the type checker says about a text, as codes and places. An `@` in the text marks where a message is expected:
// it is taken out before reading.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/uppaal/check/check.hpp"
#include "model/uppaal/parse/parse.hpp"
#include "model/uppaal/read.hpp"

namespace crowfly::uppaal {

struct Marked {
    explicit Marked(std::string marked) : text(std::move(marked)) {
        const std::size_t found = text.find('@');
        if (found == std::string::npos) return;
        at = static_cast<std::uint32_t>(found);
        text.erase(found, 1);
    }

    std::string text;
    std::uint32_t at = UINT32_MAX;
};

// "E012" for a message at the mark, "E012 at 3:7" for one anywhere else; several are joined by commas.
inline std::string summary(const Sources& sources, const Diagnostics& diagnostics, Severity severity,
                           std::uint32_t mark) {
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

// A document with everything that hangs on it.
struct Checked {
    explicit Checked(std::string text) : marked(std::move(text)) {
        const FileId file = sources.add("test.xta", marked.text);
        document = read_document(file, sources, diagnostics);
        checker = std::make_unique<Checker>(document, diagnostics, &sources);
    }

    std::string errors() const { return summary(sources, diagnostics, Severity::error, marked.at); }
    std::string warnings() const { return summary(sources, diagnostics, Severity::warning, marked.at); }

    // What is wrong with a query, the mark inside it.
    std::string ask(std::string formula) {
        const Marked query(std::move(formula));
        Fragment fragment;
        fragment.file = sources.add("query", query.text);
        fragment.text = query.text;
        Diagnostics said;
        ParseContext context{sources, said};
        answer = checker->check_query(parse_query(fragment, context), said);
        return summary(sources, said, Severity::error, query.at);
    }

    const Diagnostic& first() const { return diagnostics.all().front(); }

    Marked marked;
    Sources sources;
    Diagnostics diagnostics;
    Document document;
    std::unique_ptr<Checker> checker;
    std::optional<model::Query> answer;
};

// One template around the piece under test.
inline std::string with_system(const std::string& declarations) {
    return declarations + "\nprocess P() { state a; init a; }\nsystem P;\n";
}

struct Process {
    std::string local = {};
    std::string invariant = {};
    std::string select = {};
    std::string guard = {};
    std::string sync = {};
    std::string assign = {};
};

inline std::string with_process(const std::string& declarations, const Process& p) {
    const auto label = [](const char* keyword, const std::string& text) {
        return text.empty() ? "" : keyword + (" " + text) + "; ";
    };
    return declarations + "\nprocess P() { " + p.local + "\nstate a" +
           (p.invariant.empty() ? "" : " { " + p.invariant + " }") + ", b;\ninit a;\ntrans a -> b { " +
           label("select", p.select) + label("guard", p.guard) + label("sync", p.sync) + label("assign", p.assign) +
           "};\n}\nsystem P;\n";
}

inline std::string errors_in(const std::string& declarations) { return Checked(with_system(declarations)).errors(); }
inline std::string errors_in(const std::string& declarations, const Process& p) {
    return Checked(with_process(declarations, p)).errors();
}
inline std::string warnings_in(const std::string& declarations, const Process& p) {
    return Checked(with_process(declarations, p)).warnings();
}

}  // namespace crowfly::uppaal
