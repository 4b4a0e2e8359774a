#include "cli/files/load.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/files/input.hpp"
#include "network/warnings/warnings.hpp"
#include "space/concrete.hpp"

namespace crowfly {

bool read_model(const std::string& path, Session& session, Loaded& into) {
    into.frontend = &frontend_of(path, "");
    const std::optional<FileId> file = read_input(path, session);
    if (!file) return false;
    into.file = *file;
    into.frontend = &frontend_of(path, session.sources.text(*file));
    into.problem = into.frontend->read(*file, session.sources, session.diagnostics);
    return !session.diagnostics.has_errors();
}

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
    for (const WrittenQuery& query : model.problem->queries()) words.add(query.text);
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
    read_model(path, session, into);
    if (into.problem) into.problem->build(session.diagnostics);
    if (session.diagnostics.has_errors()) return false;
    warn_about(into.network(), words_of_queries(path, into, session), session.diagnostics);
    return true;
}

bool load_startable(const std::string& path, Session& session, Loaded& into) {
    if (!load_model(path, session, into)) return false;
    if (into.problem->may_lack_start()) return true;
    const std::optional<Diagnostic> problem = no_start(into.network());
    if (problem) session.diagnostics.add(problem->code, problem->span, problem->message, problem->hint);
    return !problem;
}

}  // namespace crowfly
