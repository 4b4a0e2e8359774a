#include "render/abstractions/count.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "render/results/statistics.hpp"

namespace crowfly {
namespace {

// States explored per second. A run shorter than a millisecond has no rate worth telling.
std::size_t rate_of(const Statistics& s) {
    return s.seconds < 0.001 ? 0 : static_cast<std::size_t>(std::round(static_cast<double>(s.explored) / s.seconds));
}

}  // namespace

std::string count_text(const StateCount& count, const TextStyle& style) {
    const Statistics& s = count.statistics;
    std::string text = count.is_sure()
                           ? painted(style, Ink::bold, "all states visited") + "\n"
                           : fmt::format("{}\n  unknown: {}; these were visited before\n",
                                         painted(style, Ink::bold, "not all states visited"), count.unfinished);
    const auto add = [&](std::string_view what, std::size_t number, const std::string& more) {
        text += fmt::format("  {:<16} {:>14}{}\n", what, grouped(number), more.empty() ? "" : "  " + more);
    };
    if (count.abstraction) {
        add("symbolic states", s.stored,
            fmt::format("{} explored, abstraction {}", grouped(s.explored), to_string(*count.abstraction)));
        add("discrete states", count.discrete_states, "");
    } else {
        add("states", s.stored, count.is_sure() ? "" : grouped(s.explored) + " explored");
    }
    add("transitions", count.transitions, "");
    const std::size_t rate = rate_of(s);
    text += fmt::format("  {}{}, {}, {:.1f} bytes per state\n", seconds(s.seconds),
                        rate == 0 ? "" : fmt::format(", {} states/s", grouped(rate)), mebibytes(peak_of(s)),
                        s.bytes_per_state());
    return text;
}

Json count_json(const StateCount& count) {
    const std::size_t rate = rate_of(count.statistics);
    return {{"complete", count.is_sure()},
            {"reason", count.unfinished.empty() ? Json(nullptr) : Json(count.unfinished)},
            {"abstraction", count.abstraction ? Json(to_string(*count.abstraction)) : Json(nullptr)},
            {"states", count.statistics.stored},
            {"discrete_states", count.discrete_states},
            {"transitions", count.transitions},
            {"states_per_second", rate == 0 ? Json(nullptr) : Json(rate)},
            {"bytes", count.statistics.bytes},
            {"stats", statistics_json(count.statistics)}};
}

}  // namespace crowfly
