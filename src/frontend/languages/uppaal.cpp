// UPPAAL's files: XML and XTA, of all versions.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "frontend/frontend.hpp"
#include "frontend/typed_problem.hpp"
#include "frontend/uppaal_queries.hpp"
#include "model/uppaal/constructs.hpp"
#include "model/uppaal/read.hpp"
#include "model/uppaal/write/draw.hpp"
#include "model/uppaal/write/unparsed.hpp"
#include "model/uppaal/write/write_xml.hpp"
#include "model/uppaal/write/write_xta.hpp"

namespace crowfly {
namespace {

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

    void find_mistakes(const WrittenQuery& query, Diagnostics& diagnostics) override {
        Diagnostics found;
        TypedProblem::find_mistakes(query, found);
        append_causes(found, diagnostics);
    }

private:
    // Further mistakes, except those that may only be consequences of text that was not parsed.
    void check_the_rest(Diagnostics& diagnostics) {
        unparsed_.emplace(document_, sources_, diagnostics);
        if (!unparsed_->leaves_rest()) return;
        Diagnostics found;
        keep(std::make_unique<uppaal::Checker>(document_, found, &sources_));
        append_causes(found, diagnostics);
    }

    void append_causes(const Diagnostics& found, Diagnostics& to) const {
        for (const Diagnostic& d : found.all()) {
            if (!unparsed_ || !unparsed_->may_cause(d)) to.add(d.code, d.span, d.message, d.hint);
        }
    }

    const Sources& sources_;
    uppaal::Document document_;
    std::optional<uppaal::Unparsed> unparsed_;  // none: all was parsed
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
    frontend.constructs = uppaal::constructs;
    return frontend;
}

const Registered<Frontend> registered_uppaal(frontends(), uppaal_frontend());

}  // namespace
}  // namespace crowfly
