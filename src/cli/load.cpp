#include "cli/load.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "cli/input.hpp"
#include "model/tck/read.hpp"
#include "model/uppaal/read.hpp"
#include "network/warnings/warnings.hpp"
#include "space/concrete.hpp"

namespace crowfly {

namespace {

void read_tck(Session& session, Loaded& into) {
    std::unique_ptr<model::Model> model = tck::read_model(into.file, session.sources, session.diagnostics);
    into.has_document = true;
    if (!session.diagnostics.has_errors())
        into.checker = std::make_unique<uppaal::Checker>(std::move(model), &session.sources);
}

}  // namespace

bool read_model(const std::string& path, Session& session, Loaded& into) {
    const std::optional<FileId> file = read_input(path, session);
    if (!file) return false;
    into.file = *file;
    into.is_tck = path.ends_with(".tck") || tck::looks_like_model(session.sources.text(*file));
    if (into.is_tck) {
        read_tck(session, into);
        return !session.diagnostics.has_errors();
    }
    into.document = uppaal::read_document(*file, session.sources, session.diagnostics);
    into.has_document = true;
    return !session.diagnostics.has_errors();
}

namespace {

bool is_slip(const Diagnostic& diagnostic) {
    const Code code = diagnostic.code;
    return diagnostic.severity == Severity::warning || code == Code::syntax_error || code == Code::literal_too_large ||
           code == Code::misspelt_xml;
}

// Complaints about what is missing, or there twice, may be the fault of text that could not be read.
bool may_follow(const Diagnostic& diagnostic) {
    switch (diagnostic.code) {
        case Code::duplicate_name:
        case Code::unknown_name:
        case Code::unknown_type:
        case Code::no_such_member:
        case Code::not_callable:
        case Code::wrong_arity:
        case Code::missing_return:
        case Code::missing_initialiser:
        case Code::missing_initial_location:
        case Code::broken_reference:
        case Code::missing_system:
        case Code::no_processes:
        case Code::not_a_process:
        case Code::free_parameter: return true;
        default: return diagnostic.severity == Severity::warning;
    }
}

// After mere slips of the pen the rest is checked as well, so that one run shows all mistakes.
void check_the_rest(const uppaal::Document& document, Session& session) {
    const std::vector<Diagnostic>& slips = session.diagnostics.all();
    if (!std::all_of(slips.begin(), slips.end(), is_slip)) return;
    const auto line_of = [&](Span span) {
        return std::pair(span.file, session.sources.position(span.file, span.begin).line);
    };
    std::set<std::pair<FileId, std::uint32_t>> half_read;  // lines whose text lost its meaning
    for (const Diagnostic& slip : slips) half_read.insert(line_of(slip.span));
    Diagnostics found;
    const uppaal::Checker checker(document, found, &session.sources);
    for (const Diagnostic& d : found.all()) {
        if (!may_follow(d) && !half_read.contains(line_of(d.span)))
            session.diagnostics.add(d.code, d.span, d.message, d.hint);
    }
}

}  // namespace

namespace {

std::string text_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

constexpr std::uintmax_t largest_query_file = 1U << 20U;  // a trace may be larger

bool may_hold_queries(const std::string& path) {
    std::error_code error;
    return is_regular_file(path) && std::filesystem::file_size(path, error) <= largest_query_file && !error;
}

// Queries may stand in the model, beside it, on the command line, or in files named there. A word too many costs no
// more than a warning.
QueryWords words_of_queries(const std::string& path, const Loaded& model, const Session& session) {
    QueryWords words;
    for (const uppaal::Query& query : model.document.queries) words.add(query.text);
    const std::string beside = std::filesystem::path(path).replace_extension(".q").string();
    if (may_hold_queries(beside)) words.add(text_of_file(beside));
    for (const std::string& argument : session.arguments) {
        if (argument == path) continue;
        if (may_hold_queries(argument))
            words.add(text_of_file(argument));
        else if (argument.find_first_of("<>[]{}: ") != std::string::npos)
            words.add(argument);
    }
    return words;
}

}  // namespace

bool load_model(const std::string& path, Session& session, Loaded& into) {
    if (!read_model(path, session, into)) {
        if (into.has_document && !into.is_tck) check_the_rest(into.document, session);
        return false;
    }
    if (!into.is_tck)
        into.checker = std::make_unique<uppaal::Checker>(into.document, session.diagnostics, &session.sources);
    if (session.diagnostics.has_errors()) return false;
    into.compiler = std::make_unique<Compiler>(into.checker->model(), session.diagnostics);
    if (session.diagnostics.has_errors()) return false;
    warn_about(into.network(), words_of_queries(path, into, session), session.diagnostics);
    return true;
}

bool load_startable(const std::string& path, Session& session, Loaded& into) {
    if (!load_model(path, session, into)) return false;
    const std::optional<Diagnostic> problem = no_start(into.network());
    if (problem) session.diagnostics.add(problem->code, problem->span, problem->message, problem->hint);
    return !problem;
}

}  // namespace crowfly
