// How long a model takes from its text to a network, and which stage takes it. The models: the largest ones of the
// public collection, if CROWFLY_CORPUS names it, and a generated one of 5 000 edges as XTA and as XML.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "large_model.hpp"
#include "model/uppaal/check/check.hpp"
#include "model/uppaal/read.hpp"
#include "model/uppaal/write/write_xml.hpp"
#include "network/compile/compile.hpp"

namespace crowfly::bench {
namespace {

constexpr int generated_edges = 5000;
constexpr std::size_t corpus_models = 3;

// One loading, stage by stage.
class Loading {
public:
    explicit Loading(const std::string& text) : file_(sources_.add("model", text)) {}

    void read() { document_ = uppaal::read_document(file_, sources_, diagnostics_); }
    void check() { checker_ = std::make_unique<uppaal::Checker>(document_, diagnostics_, &sources_); }
    void compile() { compiler_ = std::make_unique<Compiler>(checker_->model(), diagnostics_); }

    bool is_sound() const { return !diagnostics_.has_errors(); }
    bool load() {
        read();
        if (is_sound()) check();
        if (is_sound()) compile();
        return is_sound();
    }
    const uppaal::Document& document() const { return document_; }
    const Network& network() const { return compiler_->network(); }

private:
    Sources sources_;
    Diagnostics diagnostics_;
    FileId file_;
    uppaal::Document document_;
    std::unique_ptr<uppaal::Checker> checker_;
    std::unique_ptr<Compiler> compiler_;
};

void count(benchmark::State& state, const std::string& text, const Network& network) {
    state.counters["bytes"] = static_cast<double>(text.size());
    state.counters["processes"] = static_cast<double>(network.processes.size());
    state.counters["edges"] = static_cast<double>(network.edges.size());
    state.counters["transitions"] = static_cast<double>(network.transitions.size());
    state.counters["instructions"] = static_cast<double>(network.code.instructions.size());
}

void whole(benchmark::State& state, const std::string& text) {
    for ([[maybe_unused]] auto _ : state) {
        Loading loading(text);
        if (!loading.load()) return state.SkipWithError("the model does not load");
        state.PauseTiming();
        count(state, text, loading.network());
        state.ResumeTiming();
    }
}

// Times `stage` alone; `before` are the stages it needs.
using Stage = void (Loading::*)();
void one_stage(benchmark::State& state, const std::string& text, const std::vector<Stage>& before, Stage stage) {
    for ([[maybe_unused]] auto _ : state) {
        state.PauseTiming();
        auto loading = std::make_unique<Loading>(text);
        for (const Stage earlier : before) (loading.get()->*earlier)();
        state.ResumeTiming();
        (loading.get()->*stage)();
        state.PauseTiming();
        loading.reset();
        state.ResumeTiming();
    }
}

void add_model(const std::string& name, const std::string& text) {
    const auto add = [&](const std::string& stage, auto run) {
        benchmark::RegisterBenchmark((stage + "/" + name).c_str(), run)->Unit(benchmark::kMillisecond);
    };
    add("load", [text](benchmark::State& state) { whole(state, text); });
    add("read", [text](benchmark::State& state) { one_stage(state, text, {}, &Loading::read); });
    add("check", [text](benchmark::State& state) { one_stage(state, text, {&Loading::read}, &Loading::check); });
    add("compile", [text](benchmark::State& state) {
        one_stage(state, text, {&Loading::read, &Loading::check}, &Loading::compile);
    });
}

std::string content_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// The ones with the most edges in their network: large files can be small models with long comments.
void add_corpus(const std::filesystem::path& corpus) {
    struct Candidate {
        std::size_t edges;
        std::filesystem::path path;
    };
    std::vector<Candidate> candidates;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(corpus / "uppaal")) {
        const std::string suffix = entry.path().extension().string();
        if (suffix != ".xml" && suffix != ".xta" && suffix != ".ta") continue;
        Loading loading(content_of(entry.path()));
        if (loading.load()) candidates.push_back({loading.network().edges.size(), entry.path()});
    }
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.edges > b.edges; });
    candidates.resize(std::min(candidates.size(), corpus_models));
    for (const Candidate& one : candidates) add_model(one.path.filename().string(), content_of(one.path));
}

void add_generated() {
    const std::string text = large_model(generated_edges);
    Loading loading(text);
    loading.load();
    add_model("generated.xta", text);
    add_model("generated.xml", uppaal::write_xml(loading.document()));
}

}  // namespace
}  // namespace crowfly::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (const char* corpus = std::getenv("CROWFLY_CORPUS")) crowfly::bench::add_corpus(corpus);
    crowfly::bench::add_generated();
    benchmark::RunSpecifiedBenchmarks();
}
