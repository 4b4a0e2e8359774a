// Waveforms of runs: what viewers read of them is what was written.
#include "render/vcd.hpp"

#include <doctest/doctest.h>

#include <map>
#include <sstream>

#include "base/rng.hpp"

using namespace crowfly;

namespace {

// Reads a dump as the standard says: the last value of each signal holds until the next one.
std::vector<std::vector<std::int64_t>> values_in(const std::string& text, const std::vector<Waveform>& signals) {
    std::istringstream in(text);
    std::map<std::string, std::size_t> index;
    std::vector<std::vector<std::int64_t>> steps;
    std::vector<std::int64_t> now(signals.size(), -1);
    for (std::string word; in >> word;) {
        if (word == "$var") {
            std::string type, bits, code, name;
            in >> type >> bits >> code >> name;
            CHECK(index.emplace(code, index.size()).second);
            CHECK(name == signals[index.size() - 1].name);
        } else if (word.front() == '#') {
            if (word != "#0") steps.push_back(now);
            CHECK(word == "#" + std::to_string(steps.size()));
        } else if (word.front() == 'b') {
            std::string code;
            in >> code;
            now[index.at(code)] = std::stoll(word.substr(1), nullptr, 2);
        } else if ((word.front() == '0' || word.front() == '1') && word.size() > 1 && index.contains(word.substr(1))) {
            now[index.at(word.substr(1))] = word.front() - '0';
        }
    }
    return steps;
}

}  // namespace

TEST_CASE("a run of two signals is written as the standard says") {
    const WaveformRun run{{{"go now", 1}, {"count", 3}}, {{0, 5}, {1, 5}, {1, -1}}};
    CHECK(vcd_text(run) ==
          "$version Crowfly $end\n$timescale 1 ns $end\n$scope module run $end\n"
          "$var wire 1 ! go_now $end\n$var wire 3 \" count $end\n$upscope $end\n$enddefinitions $end\n"
          "#0\n$dumpvars\n0!\nb101 \"\n$end\n#1\n1!\n#2\nb111 \"\n#3\n");
}

TEST_CASE("random runs are read as they were written, however many signals there are") {
    Rng rng(9);
    for (const std::size_t count : {1U, 93U, 94U, 95U, 300U, 9000U}) {
        WaveformRun run;
        for (std::size_t i = 0; i < count; ++i)
            run.signals.push_back({"s" + std::to_string(i), static_cast<unsigned>(1 + rng.below(8))});
        for (int step = 0; step < 5; ++step) {
            std::vector<std::int64_t>& values = run.steps.emplace_back();
            for (const Waveform& signal : run.signals)
                values.push_back(static_cast<std::int64_t>(rng.below(std::uint64_t{1} << signal.bits)));
        }
        CAPTURE(count);
        CHECK(values_in(vcd_text(run), run.signals) == run.steps);
    }
}
