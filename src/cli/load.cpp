#include "cli/load.hpp"

#include "cli/input.hpp"
#include "model/uppaal/read.hpp"

namespace crowfly {

bool read_model(const std::string& path, Session& session, Loaded& into) {
    const std::optional<FileId> file = read_input(path, session);
    if (!file) return false;
    into.file = *file;
    into.document = uppaal::read_document(*file, session.sources, session.diagnostics);
    into.has_document = true;
    return !session.diagnostics.has_errors();
}

bool load_model(const std::string& path, Session& session, Loaded& into) {
    if (!read_model(path, session, into)) return false;
    into.checker = std::make_unique<uppaal::Checker>(into.document, session.diagnostics, &session.sources);
    if (session.diagnostics.has_errors()) return false;
    into.compiler = std::make_unique<Compiler>(into.checker->model(), session.diagnostics);
    return !session.diagnostics.has_errors();
}

}  // namespace crowfly
