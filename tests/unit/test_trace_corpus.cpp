// Every form of a trace, for random walks through every model of the corpus.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "trace/formats/xtr.hpp"
#include "unit/traces.hpp"
#include "zone/bound.hpp"

using namespace crowfly;

namespace {

bool contains(const zone::WideZone& zone, const std::vector<Rational>& clocks) {
    const std::size_t n = clocks.size();
    for (std::size_t i = 0; i < zone.size(); ++i) {
        if (zone[i] == zone::infinity<zone::WideBound>) continue;
        const Rational difference = clocks[i / n] - clocks[i % n], bound = zone::value_of(zone[i]);
        if (zone::is_strict(zone[i]) ? difference >= bound : difference > bound) return false;
    }
    return true;
}

void check_round_trip(const Network& network, const Trace& trace, const std::string& text) {
    const auto result = read_xtr(network, text);
    if (const auto* problem = std::get_if<XtrProblem>(&result))
        FAIL("line " << problem->line << ": " << problem->message);
    const XtrTrace& read = std::get<XtrTrace>(result);
    REQUIRE(read.steps.size() == trace.steps.size());
    CHECK(read.initial.slots == trace.initial.slots);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        CHECK(read.steps[i].state.slots == trace.steps[i].state.slots);
        CHECK(contains(read.steps[i].state.zone, trace.steps[i].state.clocks));
        CHECK(read.steps[i].participants == trace.steps[i].move.firing.participants);
    }
}

bool is_model(const std::filesystem::path& path) {
    const std::string suffix = path.extension().string();
    return suffix == ".xml" || suffix == ".xta" || suffix == ".ta";
}

// Whether there was a walk to write.
bool check_formats(const Attempted& model) {
    const Walk walked = walk(model.network(), 1, 15);
    if (!walked.initial) return false;
    const Trace trace = random_trace(model.network(), 1, 15);
    for (const TraceFormat& format : trace_formats().all()) CHECK(!model.written(format.name, trace).empty());
    check_round_trip(model.network(), trace, model.written("xtr", trace));
    return true;
}

}  // namespace

TEST_CASE("random walks through the corpus can be written in every form or are refused, and xtr is read back") {
    const char* corpus = std::getenv("CROWFLY_CORPUS");
    if (corpus == nullptr) {
        MESSAGE("skipped: CROWFLY_CORPUS is not set");
        return;
    }
    std::size_t models = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / "uppaal")) {
        if (!is_model(entry.path())) continue;
        const std::string path = entry.path().string();
        const Attempted model(file_text(path), path);
        CAPTURE(path);
        if (model.sound() && check_formats(model)) ++models;
    }
    CHECK(models > 100);
}
