#include "render/vcd.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {
namespace {

// Short names of signals, of the characters that the format allows.
std::string vcd_code(std::size_t signal) {
    constexpr std::size_t characters = 94;
    std::string code;
    do {
        code += static_cast<char>('!' + signal % characters);
        signal /= characters;
    } while (signal > 0);
    return code;
}

std::string vcd_name(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; }, '_');
    return name.empty() ? "_" : name;
}

std::string vcd_value(const Waveform& signal, std::size_t index, std::int64_t value) {
    if (signal.bits == 1) return fmt::format("{}{}\n", value == 0 ? 0 : 1, vcd_code(index));
    const std::uint64_t kept = signal.bits >= 64 ? UINT64_MAX : (std::uint64_t{1} << signal.bits) - 1;
    return fmt::format("b{:b} {}\n", static_cast<std::uint64_t>(value) & kept, vcd_code(index));
}

}  // namespace

std::string vcd_text(const WaveformRun& run) {
    std::string text = "$version Crowfly $end\n$timescale 1 ns $end\n$scope module run $end\n";
    for (std::size_t i = 0; i < run.signals.size(); ++i)
        text +=
            fmt::format("$var wire {} {} {} $end\n", run.signals[i].bits, vcd_code(i), vcd_name(run.signals[i].name));
    text += "$upscope $end\n$enddefinitions $end\n";
    for (std::size_t step = 0; step < run.steps.size(); ++step) {
        text += fmt::format("#{}\n{}", step, step == 0 ? "$dumpvars\n" : "");
        for (std::size_t i = 0; i < run.signals.size(); ++i) {
            const bool changed = step == 0 || run.steps[step][i] != run.steps[step - 1][i];
            if (changed) text += vcd_value(run.signals[i], i, run.steps[step][i]);
        }
        if (step == 0) text += "$end\n";
    }
    // The last step takes its time as well.
    return text + fmt::format("#{}\n", run.steps.size());
}

}  // namespace crowfly
