#include "cli/load.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "cli/input.hpp"
#include "model/tck/read.hpp"
#include "model/uppaal/read.hpp"
#include "space/concrete.hpp"

namespace crowfly {

namespace {

void read_tck(Session& session, Loaded& into) {
    std::unique_ptr<model::Model> model = tck::read_model(into.file, session.sources, session.diagnostics);
    into.has_document = true;
    if (!session.diagnostics.has_errors()) into.checker = std::make_unique<uppaal::Checker>(std::move(model), &session.sources);
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
    return diagnostic.severity == Severity::warning || code == Code::syntax_error || code == Code::literal_too_large;
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
    const auto line_of = [&](Span span) { return std::pair(span.file, session.sources.position(span.file, span.begin).line); };
    std::set<std::pair<FileId, std::uint32_t>> half_read;  // lines whose text lost its meaning
    for (const Diagnostic& slip : slips) half_read.insert(line_of(slip.span));
    Diagnostics found;
    const uppaal::Checker checker(document, found, &session.sources);
    for (const Diagnostic& d : found.all()) {
        if (!may_follow(d) && !half_read.contains(line_of(d.span))) session.diagnostics.add(d.code, d.span, d.message, d.hint);
    }
}

}  // namespace

bool load_model(const std::string& path, Session& session, Loaded& into) {
    if (!read_model(path, session, into)) {
        if (into.has_document && !into.is_tck) check_the_rest(into.document, session);
        return false;
    }
    if (!into.is_tck) into.checker = std::make_unique<uppaal::Checker>(into.document, session.diagnostics, &session.sources);
    if (session.diagnostics.has_errors()) return false;
    into.compiler = std::make_unique<Compiler>(into.checker->model(), session.diagnostics);
    return !session.diagnostics.has_errors();
}

bool load_startable(const std::string& path, Session& session, Loaded& into) {
    if (!load_model(path, session, into)) return false;
    const std::optional<Diagnostic> problem = no_start(into.network());
    if (problem) session.diagnostics.add(problem->code, problem->span, problem->message, problem->hint);
    return !problem;
}

}  // namespace crowfly
