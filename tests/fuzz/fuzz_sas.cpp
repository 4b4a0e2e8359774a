// Any text, taken for a planning task, ends in diagnostics or in a network whose goal can be compiled and that can be
// walked.
#include <cstddef>
#include <cstdint>

#include "frontend/frontend.hpp"
#include "pipeline.hpp"
#include "space/walk.hpp"

using namespace crowfly;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("fuzz", std::string(reinterpret_cast<const char*>(data), size));
    const std::unique_ptr<Problem> problem = frontends().find("sas")->read(file, sources, diagnostics);
    problem->build(diagnostics);
    if (diagnostics.has_errors()) return 0;
    for (const WrittenQuery& query : problem->queries()) {
        if (!problem->compile(query, diagnostics))
            fuzz::fail("the goal of a task can be asked for", diagnostics.all().back().message);
    }
    walk(problem->network(), 1, 5);
    return 0;
}
