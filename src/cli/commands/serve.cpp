// crowfly serve: the page of a model or a trace, with a simulator behind it.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cli/interface/command.hpp"
#include "cli/options/search_options.hpp"
#include "cli/process/console.hpp"
#include "cli/process/interrupt.hpp"
#include "cli/process/memory.hpp"
#include "cli/queries/served_version.hpp"
#include "render/diagnostics.hpp"
#include "render/json.hpp"
#include "serve/saved_files.hpp"
#include "serve/server.hpp"
#include "serve/versions.hpp"

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
        serve.flag("--watch", &watches_, "Load the model again when its file is saved; the page follows");
        add_limit_options(serve, limits_);
        serve.begin_section(question::output);
        add_output_options(serve, session);
        serve.essential = {"--open", "--watch", "--port", "--model", "--time", "--memory", "--states", "--json"};
        serve.examples = {"crowfly serve models/train_gate.xml --open", "crowfly serve models/lamp.xta --open --watch",
                          "crowfly serve models/fischer_broken.xml --port 8080",
                          "crowfly simulate models/lamp.xta --json >walk.json && crowfly serve walk.json"};
        serve.footer =
            "Searches from the page may take 60s each, unless --time says otherwise. Only programs on this machine can "
            "connect.\nCtrl-C ends the server.";
        return serve;
    }

    int run(Session& session) override {
        if (watches_ && path_ == "-") {
            session.diagnostics.add(Code::usage, session.command_line, "standard input cannot be watched",
                                    "give --watch a file, or leave it out");
            return exit_code::bad_input;
        }
        if (limits_.bytes == Limits{}.bytes) limits_.bytes = default_memory_limit() / bounds.threads;
        if (limits_.seconds == Limits{}.seconds) limits_.seconds = seconds_per_search;
        const auto first = std::make_shared<ServedVersion>(options(session));
        const bool loaded = load_first(*first);
        session.sources = first->session().sources;
        session.diagnostics = first->session().diagnostics;
        if (!loaded) return exit_code::bad_input;
        const InterruptGuard guard;
        return watches_ ? serve_versions(first, session, guard.flag())
                        : serve_until(first->routes(), session, guard.flag());
    }

    std::string text(const TextStyle&) const override { return ""; }
    std::string json(const Session& session) const override {
        if (!session.diagnostics.has_errors()) return "";
        return error_document(session.diagnostics, session.sources);
    }

private:
    ServedVersion::Options options(const Session& session) const { return {session.arguments, limits_, bounds}; }

    bool load_first(ServedVersion& version) const {
        const std::uint64_t number = watches_ ? 1 : 0;
        return is_trace(path_) ? version.load_trace(path_, model_path_, number) : version.load_model(path_, number);
    }

    int serve_until(Answers& answers, Session& session, const std::atomic<bool>& ended) const {
        const auto ready = [&](const std::string& address) {
            const std::string line = session.output.json ? fmt::format("{{\n  \"address\": \"{}\"\n}}\n", address)
                                                         : fmt::format("{}  (Ctrl-C ends it)\n", address);
            if (!write(Stream::out, line)) std::raise(SIGTERM);  // nobody learns where it is
            if (opens_) open_in_browser(address);
        };
        if (serve(answers, port_, ended, ready)) return exit_code::fine;
        session.diagnostics.add(Code::usage, session.command_line, fmt::format("port {} cannot be listened on", port_),
                                "leave out --port to have a free one chosen");
        return exit_code::bad_input;
    }

    // The file is loaded again each time it, or the file of queries beside it, is saved.
    int serve_versions(const std::shared_ptr<ServedVersion>& first, Session& session,
                       const std::atomic<bool>& ended) const {
        const std::string path = first->model_path();
        Versions versions({first, &first->routes()}, [path, options = options(session)](std::uint64_t number) {
            const auto version = std::make_shared<ServedVersion>(options);
            if (version->load_model(path, number))
                return Versions::Loaded{std::shared_ptr<Routes>(version, &version->routes()), {}};
            return Versions::Loaded{nullptr, mistakes_of(version->session())};
        });
        const std::string queries = std::filesystem::path(path).replace_extension(".q").string();
        const SavedFiles files({path, queries}, [&] { versions.reload(); });
        return serve_until(versions, session, ended);
    }

    static std::vector<std::string> mistakes_of(const Session& session) {
        std::vector<std::string> texts;
        for (const Diagnostic* diagnostic : distinct(session.diagnostics)) {
            if (diagnostic->severity != Severity::error) continue;
            texts.push_back(diagnostic_text(*diagnostic, session.sources, {}));
        }
        return texts;
    }

    Limits limits_;
    std::string path_, model_path_;
    int port_ = 0;
    bool opens_ = false, watches_ = false;
};

}  // namespace

std::unique_ptr<Command> serve_command() { return std::make_unique<Serve>(); }

}  // namespace crowfly
