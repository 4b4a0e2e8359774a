// TChecker's .tck files.
#include "frontend/frontend.hpp"
#include "frontend/typed_problem.hpp"
#include "frontend/uppaal_queries.hpp"
#include "model/tck/constructs.hpp"
#include "model/tck/read.hpp"

namespace crowfly {
namespace {

class TckProblem final : public TypedProblem {
public:
    TckProblem(FileId file, Sources& sources, Diagnostics& diagnostics)
        : TypedProblem(file), sources_(sources), model_(tck::read_model(file, sources, diagnostics)) {}

    Origin origin() const override { return {"tck", "", "TChecker", {}}; }
    std::vector<WrittenQuery> queries() const override { return {}; }

    // UPPAAL has no vectors of more than two processes, no several initial locations, and no assignments that disable a
    // transition.
    std::optional<std::string> write(std::string_view, Diagnostics& diagnostics) const override {
        diagnostics.add(Code::no_conversion, {file(), 0, 0}, "a TChecker model cannot be written as an UPPAAL model",
                        "`info`, `check` and `simulate` read it as it is");
        return std::nullopt;
    }

    void build(Diagnostics& diagnostics) override {
        if (diagnostics.has_errors()) return;
        compile_model(std::make_unique<uppaal::Checker>(std::move(model_), &sources_), diagnostics);
    }

private:
    const Sources& sources_;
    std::unique_ptr<model::Model> model_;
};

Frontend tck_frontend() {
    Frontend frontend;
    frontend.name = "tck";
    frontend.description = "TChecker's networks of timed automata";
    frontend.suffixes = {".tck"};
    frontend.likeness = [](std::string_view text) {
        return tck::looks_like_model(text) ? Likeness::certain : Likeness::none;
    };
    frontend.read = [](FileId file, Sources& sources, Diagnostics& diagnostics) -> std::unique_ptr<Problem> {
        return std::make_unique<TckProblem>(file, sources, diagnostics);
    };
    frontend.queries = uppaal_queries;
    frontend.constructs = tck::constructs;
    return frontend;
}

const Registered<Frontend> registered_tck(frontends(), tck_frontend());

}  // namespace
}  // namespace crowfly
