// Any text, taken for a TChecker model, ends in diagnostics or in a network that can be asked about its labels and
// walked.
#include <cstddef>
#include <cstdint>

#include "model/labels.hpp"
#include "model/tck/read.hpp"
#include "pipeline.hpp"
#include "property/compile.hpp"
#include "space/walk.hpp"

using namespace crowfly;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("fuzz", std::string(reinterpret_cast<const char*>(data), size));
    std::unique_ptr<model::Model> model = tck::read_model(file, sources, diagnostics);
    if (diagnostics.has_errors()) return 0;
    uppaal::Checker checker(std::move(model), &sources);
    Compiler compiler(checker.model(), diagnostics);
    if (diagnostics.has_errors()) return 0;
    std::string labels;
    for (const std::string& label : model::labels_of(checker.model())) labels += label + ",";
    if (!labels.empty()) {
        const auto query = model::reach_query(checker.model(), labels, {}, diagnostics);
        if (!query || !compile_property(compiler, *query, diagnostics))
            fuzz::fail("every label of a model can be asked about", labels);
    }
    walk(compiler.network(), 1, 5);
    return 0;
}
