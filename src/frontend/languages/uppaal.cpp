// UPPAAL's files: XML and XTA, of all versions.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "frontend/frontend.hpp"
#include "frontend/typed_problem.hpp"
#include "frontend/uppaal_queries.hpp"
#include "model/uppaal/draw.hpp"
#include "model/uppaal/read.hpp"
#include "model/uppaal/write_xml.hpp"
#include "model/uppaal/write_xta.hpp"

namespace crowfly {
namespace {

bool is_slip(const Diagnostic& diagnostic) {
    const Code code = diagnostic.code;
    return diagnostic.severity == Severity::warning || code == Code::syntax_error || code == Code::literal_too_large ||
           code == Code::misspelt_xml;
}

// Whether a message about missing or duplicate names may be caused by text that could not be parsed.
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

class UppaalProblem final : public TypedProblem {
public:
    UppaalProblem(FileId file, Sources& sources, Diagnostics& diagnostics)
        : TypedProblem(file), sources_(sources), document_(uppaal::read_document(file, sources, diagnostics)) {}

    Origin origin() const override {
        Origin origin;
        origin.format = document_.format == uppaal::Format::xml ? "xml" : "xta";
        origin.dialect = document_.dialect == uppaal::Dialect::current ? "4.x" : "3.x";
        origin.language = fmt::format("UPPAAL {}, {} syntax", origin.format, origin.dialect);
        for (const uppaal::Option& option : document_.options) origin.options.push_back({option.key, option.value});
        return origin;
    }

    // Queries of an XML file are named by their place in it, which counts headings and comments as well.
    std::vector<WrittenQuery> queries() const override {
        std::vector<WrittenQuery> all;
        for (const uppaal::Query& query : document_.queries) {
            all.push_back(written_query(query));
            if (document_.format == uppaal::Format::xml)
                all.back().place = fmt::format("/nta/queries/query[{}]/formula", all.size());
        }
        return all;
    }

    model::Drawing drawing() const override { return uppaal::drawing_of(document_); }

    std::optional<std::string> write(std::string_view format, Diagnostics& diagnostics) const override {
        if (format == "xta") return uppaal::write_xta(document_);
        if (format == "xml") return uppaal::write_xml(document_);
        return Problem::write(format, diagnostics);
    }

    void build(Diagnostics& diagnostics) override {
        if (diagnostics.has_errors())
            check_the_rest(diagnostics);
        else
            compile_model(std::make_unique<uppaal::Checker>(document_, diagnostics, &sources_), diagnostics);
    }

private:
    // After small mistakes of syntax the rest is checked as well, so that one run shows all mistakes.
    void check_the_rest(Diagnostics& diagnostics) const {
        const std::vector<Diagnostic>& slips = diagnostics.all();
        if (!std::all_of(slips.begin(), slips.end(), is_slip)) return;
        const auto line_of = [&](Span span) {
            return std::pair(span.file, sources_.position(span.file, span.begin).line);
        };
        std::set<std::pair<FileId, std::uint32_t>> half_read;  // lines that were not parsed completely
        for (const Diagnostic& slip : slips) half_read.insert(line_of(slip.span));
        Diagnostics found;
        const uppaal::Checker checker(document_, found, &sources_);
        for (const Diagnostic& d : found.all()) {
            if (!may_follow(d) && !half_read.contains(line_of(d.span)))
                diagnostics.add(d.code, d.span, d.message, d.hint);
        }
    }

    const Sources& sources_;
    uppaal::Document document_;
};

Frontend uppaal_frontend() {
    Frontend frontend;
    frontend.name = "uppaal";
    frontend.description = "UPPAAL's networks of timed automata";
    frontend.suffixes = {".xml", ".xta", ".ta"};
    frontend.likeness = [](std::string_view) {
        return Likeness::possible;
    };  // certain negatives are left to its reader, which has the best messages
    frontend.read = [](FileId file, Sources& sources, Diagnostics& diagnostics) -> std::unique_ptr<Problem> {
        return std::make_unique<UppaalProblem>(file, sources, diagnostics);
    };
    frontend.queries = uppaal_queries;
    return frontend;
}

const Registered<Frontend> registered_uppaal(frontends(), uppaal_frontend());

}  // namespace
}  // namespace crowfly
