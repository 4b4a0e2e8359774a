#include "cli/queries.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>

#include "cli/input.hpp"
#include "model/uppaal/parse.hpp"
#include "model/uppaal/query_hint.hpp"
#include "render/text.hpp"

namespace crowfly {
namespace {

Fragment whole(FileId file, const Session& session) { return {file, session.sources.text(file), {}}; }

// Without comments and headings. Other text that is no query stays: somebody meant it, and has to be told.
std::vector<uppaal::Query> without_decoration(std::vector<uppaal::Query> queries, Session& session) {
    std::vector<uppaal::Query> kept;
    for (uppaal::Query& query : queries) {
        if (query.kind == uppaal::QueryKind::empty) continue;
        if (query.kind == uppaal::QueryKind::not_a_query && uppaal::is_heading(query.text)) {
            session.diagnostics.add(Code::skipped_query, query.span,
                                    fmt::format("the heading `{}` is skipped", shortened(query.text, 60)),
                                    "a comment starts with `//`");
            continue;
        }
        kept.push_back(std::move(query));
    }
    return kept;
}

std::vector<uppaal::Query> queries_in_file(const std::string& path, Session& session) {
    const std::optional<FileId> file = read_input(path, session);
    if (!file) return {};
    uppaal::ParseContext context{session.sources, session.diagnostics};
    return without_decoration(uppaal::parse_query_file(whole(*file, session), context), session);
}

// A word such as `train.q` that names no file was hardly meant as a formula.
bool looks_like_path(const std::string& argument) {
    const bool one_word = argument.find_first_of(" \t\n<[(") == std::string::npos;
    return one_word && (argument.ends_with(".q") || argument.find('/') != std::string::npos);
}

}  // namespace

bool is_query(const uppaal::Query& query) {
    return query.kind != uppaal::QueryKind::empty && query.kind != uppaal::QueryKind::not_a_query;
}

std::vector<uppaal::Query> queries_asked(const std::vector<std::string>& arguments, Session& session) {
    std::vector<uppaal::Query> queries;
    std::size_t number = 0;
    for (const std::string& argument : arguments) {
        if (is_regular_file(argument) || looks_like_path(argument)) {
            std::vector<uppaal::Query> more = queries_in_file(argument, session);
            std::move(more.begin(), more.end(), std::back_inserter(queries));
            continue;
        }
        const FileId file = session.sources.add(fmt::format("<query {}>", ++number), argument);
        uppaal::ParseContext context{session.sources, session.diagnostics};
        queries.push_back(uppaal::parse_query(whole(file, session), context));
    }
    return queries;
}

std::vector<uppaal::Query> queries_stored(const std::string& model_path, Loaded& model, Session& session) {
    std::vector<uppaal::Query> queries = without_decoration(std::move(model.document.queries), session);
    if (!queries.empty() || model_path == "-") return queries;
    const std::string beside = std::filesystem::path(model_path).replace_extension(".q").string();
    return is_regular_file(beside) ? queries_in_file(beside, session) : std::move(queries);
}

std::string_view kind_name(uppaal::QueryKind kind) {
    using Kind = uppaal::QueryKind;
    switch (kind) {
        case Kind::exists_eventually: return "E<>";
        case Kind::always_globally: return "A[]";
        case Kind::exists_globally: return "E[]";
        case Kind::always_eventually: return "A<>";
        case Kind::leads_to: return "-->";
        case Kind::sup: return "sup";
        case Kind::inf: return "inf";
        case Kind::bounds: return "bounds";
        case Kind::statistical: return "statistical";
        case Kind::game: return "game";
        case Kind::scenario: return "scenario";
        case Kind::empty: return "empty";
        case Kind::not_a_query: return "not a query";
    }
    return "";
}

}  // namespace crowfly
