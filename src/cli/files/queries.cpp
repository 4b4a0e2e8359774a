#include "cli/files/queries.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>

#include "cli/files/input.hpp"
#include "render/text.hpp"

namespace crowfly {
namespace {

Fragment whole(FileId file, const Session& session) { return {file, session.sources.text(file), {}}; }

// Without comments and headings. Other text that is no query stays: somebody meant it, and has to be told.
std::vector<WrittenQuery> without_decoration(std::vector<WrittenQuery> queries, Session& session) {
    std::vector<WrittenQuery> kept;
    for (WrittenQuery& query : queries) {
        if (query.role == WrittenQuery::Role::empty) continue;
        if (query.role == WrittenQuery::Role::heading) {
            session.diagnostics.add(Code::skipped_query, query.span,
                                    fmt::format("the heading `{}` is skipped", shortened(query.text, 60)),
                                    "a comment starts with `//`");
            continue;
        }
        kept.push_back(std::move(query));
    }
    return kept;
}

std::vector<WrittenQuery> queries_in_file(const std::string& path, const Loaded& model, Session& session) {
    const std::optional<FileId> file = read_input(path, session);
    if (!file) return {};
    return without_decoration(model.queries().parse_file(whole(*file, session), session.sources, session.diagnostics),
                              session);
}

// A word such as `train.q` that names no file was hardly meant as a formula.
bool looks_like_path(const std::string& argument) {
    const bool one_word = argument.find_first_of(" \t\n<[(") == std::string::npos;
    return one_word && (argument.ends_with(".q") || argument.find('/') != std::string::npos);
}

}  // namespace

std::vector<WrittenQuery> queries_asked(const std::vector<std::string>& arguments, const Loaded& model,
                                        Session& session) {
    std::vector<WrittenQuery> queries;
    for (const std::string& argument : arguments) {
        if (is_regular_file(argument) || looks_like_path(argument)) {
            std::vector<WrittenQuery> more = queries_in_file(argument, model, session);
            std::move(more.begin(), more.end(), std::back_inserter(queries));
            continue;
        }
        const FileId file =
            session.sources.add(fmt::format("<query {}>", queries.size() + 1), argument);  // as in answers
        queries.push_back(model.queries().parse(whole(file, session), session.sources, session.diagnostics));
    }
    return queries;
}

std::vector<WrittenQuery> queries_stored(const std::string& model_path, const Loaded& model, Session& session) {
    std::vector<WrittenQuery> queries = without_decoration(model.problem->queries(), session);
    if (!queries.empty() || model_path == "-") return queries;
    const std::string beside = std::filesystem::path(model_path).replace_extension(".q").string();
    return is_regular_file(beside) ? queries_in_file(beside, model, session) : std::move(queries);
}

}  // namespace crowfly
