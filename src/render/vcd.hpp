// A run of signals as a Value Change Dump (IEEE 1364, section 18), the format of waveform viewers. A step of the run is
// one unit of time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crowfly {

struct Waveform {
    std::string name;
    unsigned bits = 1;  // at most 64
};

struct WaveformRun {
    std::vector<Waveform> signals;
    std::vector<std::vector<std::int64_t>> steps;  // the values of all signals in each step
};

// Values that change are written, in each step after the first. Negative numbers are in two's complement. Names have no
// blanks: these become underscores.
std::string vcd_text(const WaveformRun& run);

}  // namespace crowfly
