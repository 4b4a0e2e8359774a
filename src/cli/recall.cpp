#include "cli/recall.hpp"

#include "base/sha256.hpp"
#include "cli/asking.hpp"
#include "cli/input.hpp"
#include "cli/queries.hpp"
#include "model/labels.hpp"
#include "model/uppaal/parse.hpp"

namespace crowfly {
namespace {

constexpr std::string_view reach = "reach ";  // what asks for labels begins like this

std::optional<Query> recall_query(const std::string& text, Loaded& model, Session& session) {
    const FileId file = session.sources.add("<query of the trace>", text);
    const Span span{file, 0, static_cast<std::uint32_t>(text.size())};
    if (text.starts_with(reach)) {
        const auto typed = model::reach_query(model.checker->model(), text.substr(reach.size()), span, session.diagnostics);
        return typed ? model.compiler->compile(*typed, session.diagnostics) : std::nullopt;
    }
    uppaal::ParseContext context{session.sources, session.diagnostics};
    return compile_query(model, uppaal::parse_query({file, text, {}}, context), session.diagnostics);
}

}  // namespace

bool recall(const std::string& trace_path, const std::string& model_path, Session& session, Recalled& into) {
    const std::optional<FileId> file = read_input(trace_path, session);
    if (!file) return false;
    std::optional<SavedTrace> saved = SavedTrace::parse(*file, session.sources, session.diagnostics);
    if (!saved) return false;
    into.saved = std::move(*saved);
    into.model_path = model_path.empty() ? into.saved.model : model_path;
    if (!load_model(into.model_path, session, into.model)) return false;
    into.model_changed = !into.saved.sha256.empty() && into.saved.sha256 != sha256(session.sources.text(into.model.file));
    std::optional<Trace> trace = into.saved.resolve(into.model.network(), session.diagnostics);
    if (!trace) return false;
    into.trace = std::move(*trace);
    if (into.saved.query.empty()) return true;
    into.query = recall_query(into.saved.query, into.model, session);
    return into.query.has_value();
}

}  // namespace crowfly
