// A model of any size for benchmarks, the same on every machine: controllers that talk in a ring, each with its own
// template of locations, clocks, integers and functions.
#pragma once

#include <fmt/format.h>

#include <string>

namespace crowfly::bench {

constexpr int edges_per_process = 50;

namespace detail {

// Four kinds of edges in turn: timed, counting, sending to the next controller, receiving from the one before.
inline std::string edge(int process, int number) {
    const int from = number % 20;
    const int to = (number * 7 + 3) % 20;
    const std::string arrow = fmt::format("        l{} -> l{} {{ ", from, to);
    switch (number % 4) {
        case 0: return arrow + fmt::format("guard x >= {} && n < {}; assign x = 0, n++;", number % 9, 40 + number);
        case 1:
            return arrow + fmt::format("guard may_go({}) && table[{}] != n; ", number % 5, number % 10) +
                   fmt::format("assign put({}, n);", number % 10);
        case 2:
            return arrow + "select k : small_t; guard k <= n; sync token[(me + 1) % N]!; " +
                   fmt::format("assign passed[me] = k, y = {};", number % 3);
        default:
            return arrow + fmt::format("guard y <= limit + {}; sync token[{}]?; assign n = (n + {}) % 50;", number % 7,
                                       process, number);
    }
}

inline std::string controller(int process) {
    std::string text = fmt::format("process Controller{}(const id_t me, const int limit) {{\n", process);
    text += R"(    clock x, y;
    int[0, 100] n;
    int table[10];
    bool may_go(int by) { return n + by < limit && exists (i : small_t) passed[i] == 0; }
    void put(int at, int value) {
        int i;
        for (i = 0; i < at; i++) table[i] = value;
    }
    state
)";
    for (int i = 0; i < 20; ++i) text += fmt::format("        l{} {{ x <= {} }}{}\n", i, 10 + i, i < 19 ? "," : ";");
    text += "    urgent l7;\n    commit l11;\n    init l0;\n    trans\n";
    for (int i = 0; i < edges_per_process; ++i) {
        text += edge(process, i) + (i + 1 < edges_per_process ? " },\n" : " };\n");
    }
    return text + "}\n\n";
}

}  // namespace detail

// A text model with `edges` edges, rounded down to a multiple of edges_per_process.
inline std::string large_model(int edges) {
    const int processes = edges / edges_per_process;
    std::string text = fmt::format("const int N = {};\n", processes);
    text += "typedef int[0, N - 1] id_t;\ntypedef int[0, 3] small_t;\n";
    text += "chan token[id_t];\nint[0, 3] passed[id_t];\n\n";
    for (int i = 0; i < processes; ++i) text += detail::controller(i);
    std::string names;
    for (int i = 0; i < processes; ++i) {
        text += fmt::format("C{} = Controller{}({}, {});\n", i, i, i, 20 + i % 10);
        names += fmt::format("{}C{}", i == 0 ? "" : ", ", i);
    }
    return text + "\nsystem " + names + ";\n";
}

}  // namespace crowfly::bench
