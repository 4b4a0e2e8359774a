#include "cli/queries/recall.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files/sha256.hpp"
#include "cli/files/input.hpp"
#include "cli/files/queries.hpp"
#include "cli/queries/query_runner.hpp"
#include "trace/formats/xtr.hpp"
#include "trace/runs/concretise.hpp"
#include "trace/runs/retrace.hpp"

namespace crowfly {
namespace {

constexpr std::string_view reach = "reach ";  // what asks for labels begins like this

std::optional<Property> recall_query(const std::string& text, Loaded& model, Session& session) {
    const FileId file = session.sources.add("<query of the trace>", text);
    const Span span{file, 0, static_cast<std::uint32_t>(text.size())};
    const WrittenQuery query = text.starts_with(reach)
                                   ? model.problem->ask_labels(text.substr(reach.size()), span)
                                   : model.queries().parse({file, text, {}}, session.sources, session.diagnostics);
    return compile_query(model, query, session.diagnostics);
}

// Where it was when the trace was made; or, if it is not there, beside the trace.
std::string model_beside(const std::string& trace_path, const std::string& model_path) {
    const std::filesystem::path beside =
        std::filesystem::path(trace_path).parent_path() / std::filesystem::path(model_path).filename();
    return !is_regular_file(model_path) && is_regular_file(beside.string()) ? beside.string() : model_path;
}

// A model that came through a pipe or from a terminal is gone; to wait for another one would look like a hang.
bool can_be_read_again(const std::string& path) {
    std::error_code ignored;
    return path != "-" && !path.empty() &&
           (!std::filesystem::exists(path, ignored) || is_regular_file(path) ||
            std::filesystem::is_directory(path, ignored));
}

std::string where_from(const std::string& model) {
    if (model.empty()) return "the trace does not name its model";
    if (model == "-") return "the model of the trace came from standard input";
    return fmt::format("the model of the trace came from `{}`, which is no file", model);
}

Span line_of(FileId file, std::size_t line, const Sources& sources) {
    const std::string& text = sources.text(file);
    std::size_t at = 0;
    for (; line > 1 && at < text.size(); ++at) line -= text[at] == '\n' ? 1 : 0;
    const auto offset = static_cast<std::uint32_t>(at);
    return {file, offset, offset};
}

bool is_same(const XtrStep& step, const Firing& firing) {
    const auto takes_part = [&](const Participant& said) {
        return std::any_of(firing.participants.begin(), firing.participants.end(), [&](const Participant& p) {
            return p.edge == said.edge && (said.selects.empty() || said.selects == p.selects);
        });
    };
    return step.participants.size() == firing.participants.size() &&
           std::all_of(step.participants.begin(), step.participants.end(), takes_part);
}

// Delays are chosen anew.
void give_delays(const Network& network, const XtrTrace& read, Recalled& into) {
    Path path{read.initial.slots};
    for (const XtrStep& step : read.steps) path.push_back(step.state.slots);
    Destination destination;
    destination.accepts = [&](std::size_t step, const Firing& firing) { return is_same(read.steps[step], firing); };
    RetraceFailure failure;
    const std::optional<SymbolicPath> symbolic_path = retrace(network, path, destination, &failure);
    std::optional<Trace> trace = symbolic_path ? concretise(network, *symbolic_path, symbolic_path->goal_zones.front(),
                                                            Delays::earliest, nullptr)
                                               : std::nullopt;
    if (trace)
        into.trace = std::move(*trace);
    else
        into.rejection = Rejection{failure.furthest, "there are no delays after which these edges lead to this state"};
}

bool recall_xtr(FileId file, const std::string& model_path, Session& session, Recalled& into) {
    if (model_path.empty()) {
        session.diagnostics.add(Code::usage, session.command_line, "an .xtr file does not name its model",
                                "give it with --model");
        return false;
    }
    into.model_path = model_path;
    if (!load_model(model_path, session, into.model)) return false;
    const auto read = read_xtr(into.model.network(), session.sources.text(file));
    if (const auto* problem = std::get_if<XtrProblem>(&read)) {
        session.diagnostics.add(Code::bad_trace, line_of(file, problem->line, session.sources), problem->message);
        return false;
    }
    give_delays(into.model.network(), std::get<XtrTrace>(read), into);
    return true;
}

}  // namespace

bool recall(const std::string& trace_path, const std::string& model_path, Session& session, Recalled& into) {
    const std::optional<FileId> file = read_input(trace_path, session);
    if (!file) return false;
    if (trace_path.ends_with(".xtr")) return recall_xtr(*file, model_path, session, into);
    std::optional<SavedTrace> saved = SavedTrace::parse(*file, session.sources, session.diagnostics);
    if (!saved) return false;
    into.saved = std::move(*saved);
    into.model_path = model_path.empty() ? model_beside(trace_path, into.saved.model) : model_path;
    if (model_path.empty() && !can_be_read_again(into.model_path)) {
        session.diagnostics.add(Code::usage, session.command_line,
                                where_from(into.saved.model) + "; it cannot be read again",
                                "give the model with --model MODEL");
        return false;
    }
    if (!load_model(into.model_path, session, into.model)) return false;
    into.model_changed =
        !into.saved.sha256.empty() && into.saved.sha256 != sha256(session.sources.text(into.model.file));
    std::optional<Trace> trace = into.saved.resolve(into.model.network(), session.diagnostics);
    if (!trace) return false;
    into.trace = std::move(*trace);
    if (into.saved.query.empty() || !into.trace.error.empty()) return true;  // an error says nothing of the query
    into.query = recall_query(into.saved.query, into.model, session);
    if (into.query && asks_for_values(*into.query)) {
        session.diagnostics.add(Code::bad_trace, {*file, 0, 0}, "no trace can show the values of sup, inf and bounds");
        return false;
    }
    return into.query.has_value();
}

namespace {

// As traces have it.
Verdict verdict_named(const std::string& name) {
    for (const Verdict verdict :
         {Verdict::satisfied, Verdict::not_satisfied, Verdict::maybe, Verdict::unknown, Verdict::error}) {
        if (to_string(verdict) == name) return verdict;
    }
    return Verdict::unknown;
}

}  // namespace

TraceReport report_of(const Recalled& recalled, const Session& session, const TraceOrigin& origin) {
    return {recalled.model.network(),
            session.sources,
            recalled.trace,
            recalled.model_path,
            recalled.saved.sha256,
            recalled.saved.query,
            verdict_named(recalled.saved.verdict),
            origin};
}

}  // namespace crowfly
