#include <fmt/format.h>

#include "render/steps/run_text.hpp"
#include "render/steps/walk.hpp"
#include "render/trace.hpp"
#include "space/input_steps.hpp"

namespace crowfly {
namespace {

std::string closing_line(const Network& network, const Walk& walk) {
    const std::string steps = counted(walk.steps.size(), "step");
    if (!walk.initial) return fmt::format("{}\n", describe(walk.end));
    const Rational time = walk.steps.empty() ? walk.initial->time : walk.steps.back().state.time;
    return fmt::format("{}{}: {}\n", steps, duration_text(network, time), describe(walk.end));
}

// A walk takes one of very many choices.
std::string inputs_text(const Network& network) {
    if (!InputSteps::fit(network)) return "";
    return fmt::format("; inputs at random, 2^{} choices a step", network.edges[0].selects.count);
}

}  // namespace

std::string walk_text(const WalkReport& report, const TextStyle& style) {
    if (!report.walk) return {};
    const Walk& walk = *report.walk;
    RunView view;
    view.all_clocks = true;
    RunText writer(*report.network, nullptr, style, std::move(view));
    std::string text = fmt::format("{} (random walk, seed {}{})\n", painted(style, Ink::bold, shown_path(report.file)),
                                   report.seed, inputs_text(*report.network));
    if (walk.initial) text += writer.start(*walk.initial);
    const ConcreteState* before = walk.initial ? &*walk.initial : nullptr;
    std::size_t number = 0;
    for (const Step& step : walk.steps) {
        text += writer.step(++number, step.move, *before, step.state);
        before = &step.state;
    }
    if (walk.failed) text += writer.failed(++number, *walk.failed);
    return text + closing_line(*report.network, walk);
}

}  // namespace crowfly
