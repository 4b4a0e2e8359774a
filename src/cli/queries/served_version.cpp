#include "cli/queries/served_version.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/files/sha256.hpp"
#include "cli/files/load.hpp"
#include "cli/files/queries.hpp"
#include "cli/interface/usage.hpp"
#include "cli/queries/query_runner.hpp"

namespace crowfly {

ServedVersion::ServedVersion(Options options) : options_(std::move(options)), session_(options_.arguments) {}

bool ServedVersion::load_model(const std::string& path, std::uint64_t number) {
    recalled_.model_path = path;
    return load_startable(path, session_, recalled_.model) && make_routes(number, {});
}

bool ServedVersion::load_trace(const std::string& path, const std::string& model_path, std::uint64_t number) {
    return recall(path, model_path, session_, recalled_) && make_routes(number, picks_of_trace());
}

bool ServedVersion::make_routes(std::uint64_t number, const std::vector<Pick>& start) {
    if (session_.diagnostics.has_errors()) return false;
    const Loaded& model = recalled_.model;
    drawing_ = model.problem->drawing();
    gantt_ = model.problem->gantt();
    const std::vector<Served::ModelQuery> queries = model_queries();
    const auto compile_one = [this](const std::string& text, Complaint& why) { return compile(text, why); };
    routes_ = std::make_unique<Routes>(
        Served{model.network(), drawing_, session_.sources, recalled_.model_path,
               sha256(session_.sources.text(model.file)), shell_line(session_.arguments), compile_one, start,
               options_.limits, queries, &model.queries(), &gantt_, model.problem.get(), number},
        options_.bounds);
    return true;
}

// The steps of the trace, as if somebody had chosen them.
std::vector<Pick> ServedVersion::picks_of_trace() {
    Simulation simulation(recalled_.model.network());
    simulation.start(recalled_.trace.initial);
    for (const Step& step : recalled_.trace.steps) {
        if (!fits_an_address(simulation.picks())) {
            session_.diagnostics.add(
                Code::bad_trace, session_.command_line,
                fmt::format("with {} steps the trace is too long to be walked through", recalled_.trace.steps.size()),
                "`crowfly trace` can write it as a page: -o out.html");
            break;
        }
        if (simulation.take(step.move)) continue;
        session_.diagnostics.add(Code::bad_trace, session_.command_line,
                                 fmt::format("step {} of the trace cannot be taken: {}",
                                             simulation.trace().steps.size() + 1, simulation.problem()));
        break;
    }
    return simulation.picks();
}

// What is wrong with a query is said when it is asked.
std::vector<Served::ModelQuery> ServedVersion::model_queries() {
    Diagnostics said = std::exchange(session_.diagnostics, {});
    const std::vector<WrittenQuery> stored = queries_stored(recalled_.model_path, recalled_.model, session_);
    session_.diagnostics = std::move(said);
    std::vector<Served::ModelQuery> queries;
    for (const WrittenQuery& query : stored)
        queries.push_back({query.text, query.comment, recalled_.model.problem->expected(query), query.span});
    return queries;
}

// Searches compile their queries in threads of their own; problem and sources are for one at a time.
std::optional<Served::Compiled> ServedVersion::compile(const std::string& text, Complaint& why) {
    const std::scoped_lock lock(compiling_);
    Diagnostics said;
    const FileId file = session_.sources.add("<query>", text);
    const WrittenQuery query = recalled_.model.queries().parse({file, text, {}}, session_.sources, said);
    std::optional<Property> compiled;
    if (can_be_asked(query, said)) compiled = recalled_.model.problem->compile(query, said);
    for (const Diagnostic& diagnostic : said.all()) {
        if (diagnostic.severity == Severity::error && why.message.empty()) why = {diagnostic.message, diagnostic.hint};
    }
    if (!compiled) return std::nullopt;
    return Served::Compiled{std::move(*compiled), session_.sources, recalled_.model.problem->premise(query)};
}

}  // namespace crowfly
