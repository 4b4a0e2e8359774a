// crowfly serve: the page of a model or a trace, with a simulator behind it.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <csignal>
#include <mutex>
#include <thread>
#include <utility>

#include "base/sha256.hpp"
#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/load.hpp"
#include "cli/memory.hpp"
#include "cli/queries.hpp"
#include "cli/query_runner.hpp"
#include "cli/recall.hpp"
#include "cli/search_options.hpp"
#include "cli/usage.hpp"
#include "render/json.hpp"
#include "serve/server.hpp"

extern char** environ;

namespace crowfly {
namespace {

constexpr double seconds_per_search = 60;
constexpr Searches::Bounds bounds{};

// Whatever the desktop opens addresses with. Without one nothing happens.
void open_in_browser(const std::string& address) {
    std::string program = "xdg-open", argument = address;
    char* words[] = {program.data(), argument.data(), nullptr};
    pid_t child = 0;
    posix_spawnattr_t apart;  // Ctrl-C is not meant for it
    posix_spawnattr_init(&apart);
    posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP);
    const bool started = posix_spawnp(&child, program.c_str(), nullptr, &apart, words, environ) == 0;
    posix_spawnattr_destroy(&apart);
    if (started)
        std::thread([child] { waitpid(child, nullptr, 0); }).detach();  // some stay as long as the browser does
}

bool is_trace(const std::string& path) { return path.ends_with(".json") || path.ends_with(".xtr"); }

class Serve final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& serve = tool.command("serve", "Show a model or a trace in the browser, with a simulator");
        serve.argument("FILE", &path_, "A model, or a trace: a .json file of crowfly, or an .xtr file",
                       {.required = true});
        serve.option("--model", &model_path_, "The model of a trace, if it is not at the path in the trace",
                     {.name = "MODEL"});
        serve.option("--port", &port_, "The port of the server (default: any free port)",
                     {.name = "N", .range = NumberRange{1, 65535}});
        serve.flag("--open", &opens_, "Open the page in the browser");
        add_limit_options(serve, limits_);
        serve.begin_section(question::output);
        add_output_options(serve, session);
        serve.essential = {"--open", "--port", "--model", "--time", "--memory", "--states", "--json"};
        serve.examples = {"crowfly serve models/train_gate.xml --open",
                          "crowfly serve models/fischer_broken.xml --port 8080",
                          "crowfly simulate models/lamp.xta --json >walk.json && crowfly serve walk.json",
                          "crowfly serve models/train_gate.xml --time 10s"};
        serve.footer =
            "Searches from the page may take 60s each, unless --time says otherwise. Only programs on this machine can "
            "connect.\nCtrl-C ends the server.";
        return serve;
    }

    int run(Session& session) override {
        if (!load(session)) return exit_code::bad_input;
        const Loaded& model = recalled_.model;
        const model::Drawing drawing = model.problem->drawing();
        const GanttChart gantt = model.problem->gantt();
        const std::vector<Pick> start = picks(session);
        if (session.diagnostics.has_errors()) return exit_code::bad_input;
        const InterruptGuard guard;
        if (limits_.bytes == Limits{}.bytes) limits_.bytes = default_memory_limit() / bounds.threads;
        if (limits_.seconds == Limits{}.seconds) limits_.seconds = seconds_per_search;
        const std::vector<Served::ModelQuery> queries = model_queries(session);
        const auto compile_one = [&](const std::string& text, Complaint& why) {
            return compile(text, session, why);
        };
        Routes routes({model.network(), drawing, session.sources, recalled_.model_path,
                       sha256(session.sources.text(model.file)), shell_line(session.arguments), compile_one, start,
                       limits_, queries, &model.queries(), &gantt, model.problem.get()},
                      bounds);
        const auto ready = [&](const std::string& address) {
            const std::string line = session.output.json ? fmt::format("{{\n  \"address\": \"{}\"\n}}\n", address)
                                                         : fmt::format("{}  (Ctrl-C ends it)\n", address);
            if (!write(Stream::out, line)) std::raise(SIGTERM);  // nobody learns where it is
            if (opens_) open_in_browser(address);
        };
        if (serve(routes, port_, guard.flag(), ready)) return exit_code::fine;
        session.diagnostics.add(Code::usage, session.command_line, fmt::format("port {} cannot be listened on", port_),
                                "leave out --port to have a free one chosen");
        return exit_code::bad_input;
    }

    std::string text(const TextStyle&) const override { return ""; }
    std::string json(const Session& session) const override {
        if (!session.diagnostics.has_errors()) return "";
        return error_document(session.diagnostics, session.sources);
    }

private:
    bool load(Session& session) {
        if (is_trace(path_)) return recall(path_, model_path_, session, recalled_);
        recalled_.model_path = path_;
        return load_startable(path_, session, recalled_.model);
    }

    // The steps of the trace, as if somebody had chosen them.
    std::vector<Pick> picks(Session& session) const {
        Simulation simulation(recalled_.model.network());
        if (is_trace(path_)) simulation.start(recalled_.trace.initial);
        for (const Step& step : recalled_.trace.steps) {
            if (!fits_an_address(simulation.picks())) {
                session.diagnostics.add(Code::bad_trace, session.command_line,
                                        fmt::format("with {} steps the trace is too long to be walked through",
                                                    recalled_.trace.steps.size()),
                                        "`crowfly trace` can write it as a page: -o out.html");
                break;
            }
            if (simulation.take(step.move)) continue;
            session.diagnostics.add(Code::bad_trace, session.command_line,
                                    fmt::format("step {} of the trace cannot be taken: {}",
                                                simulation.trace().steps.size() + 1, simulation.problem()));
            break;
        }
        return simulation.picks();
    }

    // What is wrong with a query is said when it is asked.
    std::vector<Served::ModelQuery> model_queries(Session& session) {
        Diagnostics said = std::exchange(session.diagnostics, {});
        const std::vector<WrittenQuery> stored = queries_stored(recalled_.model_path, recalled_.model, session);
        session.diagnostics = std::move(said);
        std::vector<Served::ModelQuery> queries;
        for (const WrittenQuery& query : stored)
            queries.push_back({query.text, query.comment, recalled_.model.problem->expected(query), query.span});
        return queries;
    }

    // Searches compile their queries in threads of their own; problem and sources are for one at a time.
    std::optional<Served::Compiled> compile(const std::string& text, Session& session, Complaint& why) {
        const std::scoped_lock lock(compiling_);
        Diagnostics said;
        const FileId file = session.sources.add("<query>", text);
        const WrittenQuery query = recalled_.model.queries().parse({file, text, {}}, session.sources, said);
        std::optional<Property> compiled;
        if (can_be_asked(query, said)) compiled = recalled_.model.problem->compile(query, said);
        for (const Diagnostic& diagnostic : said.all()) {
            if (diagnostic.severity == Severity::error && why.message.empty())
                why = {diagnostic.message, diagnostic.hint};
        }
        if (!compiled) return std::nullopt;
        return Served::Compiled{std::move(*compiled), session.sources, recalled_.model.problem->premise(query)};
    }

    std::mutex compiling_;
    Limits limits_;
    std::string path_, model_path_;
    int port_ = 0;
    bool opens_ = false;
    Recalled recalled_;
};

}  // namespace

std::unique_ptr<Command> serve_command() { return std::make_unique<Serve>(); }

}  // namespace crowfly
