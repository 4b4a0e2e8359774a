#include "render/results/statistics.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace crowfly {
namespace {

// Rounded to microseconds: clocks are less precise than the digits of a double.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

// The parts of a search in the order in which a state passes through them.
constexpr std::array shown_phases{Phase::successors, Phase::zones,     Phase::covering,
                                  Phase::table,      Phase::heuristic, Phase::other};

std::string_view name_of(Phase phase) { return phase_names[static_cast<std::size_t>(phase)]; }

// ": merging 5 of 12, 20 000 states"
std::string stage_text(const BuildStage& stage) {
    if (stage.doing.empty()) return "";
    std::string text = fmt::format(": {}", stage.doing);
    if (stage.number > 0) text += " " + grouped(stage.number);
    if (stage.of > 0) text += " of " + grouped(stage.of);
    if (stage.predicates > 0) text += fmt::format(", {} predicates", grouped(stage.predicates));
    if (stage.states > 0) text += fmt::format(", {} states", grouped(stage.states));
    return text;
}

Json stage_json(const BuildStage& stage) {
    Json json{{"doing", stage.doing}};
    if (stage.number > 0) json["number"] = stage.number;
    if (stage.of > 0) json["of"] = stage.of;
    if (stage.predicates > 0) json["predicates"] = stage.predicates;
    if (stage.states > 0) json["states"] = stage.states;
    return json;
}

}  // namespace

std::size_t peak_of(const Statistics& s) { return s.peak_bytes > 0 ? s.peak_bytes : s.bytes; }

std::string grouped(std::size_t number) {
    std::string digits = std::to_string(number);
    if (digits.size() <= 4) return digits;
    for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, " ");
    return digits;
}

std::string mebibytes(std::size_t bytes) {
    const double size = static_cast<double>(bytes) / 0x1p20;
    return size < 100 ? fmt::format("{:.1f} MiB", size) : grouped(static_cast<std::size_t>(size)) + " MiB";
}

std::string seconds(double seconds) {
    if (seconds < 0.01) return "<0.01 s";
    return seconds < 100 ? fmt::format("{:.2f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string statistics_line(const Statistics& s) {
    const std::string trace =
        s.trace_seconds < 0.01 ? "" : fmt::format(" ({} for the trace)", seconds(s.trace_seconds));
    return fmt::format("explored {}, stored {}, {}{}, {}", grouped(s.explored), grouped(s.stored), seconds(s.seconds),
                       trace, mebibytes(peak_of(s)));
}

Json statistics_json(const Statistics& s) {
    Json json;
    json["explored"] = s.explored;
    json["generated"] = s.generated;
    json["stored"] = s.stored;
    json["waiting"] = s.waiting;
    json["pruned"] = s.pruned;
    json["deferred_explored"] = s.deferred_explored;
    json["heuristic_evaluations"] = s.heuristic_evaluations;
    json["seconds"] = rounded(s.seconds);
    json["cpu_seconds"] = rounded(s.cpu_seconds);
    json["heuristic_seconds"] = rounded(s.heuristic_seconds);
    json["trace_seconds"] = rounded(s.trace_seconds);
    json["peak_bytes"] = peak_of(s);
    json["state_bytes"] = rounded(s.bytes_per_state());
    if (s.disk)
        json["disk"] = {
            {"read", s.disk->read}, {"written", s.disk->written}, {"peak", s.disk->peak}, {"merges", s.disk->merges}};
    return json;
}

Json samples_json(const std::vector<Sample>& samples) {
    const auto or_null = [](const std::optional<std::uint32_t>& number) {
        return number ? Json(*number) : Json(nullptr);
    };
    Json list = Json::array();
    for (const Sample& s : samples)
        list.push_back(
            Json::array({rounded(s.seconds), s.explored, s.waiting, or_null(s.best_estimate), or_null(s.depth)}));
    return list;
}

std::string profile_line(const Profile& profile) {
    if (profile.all() == 0) return "profile: too short for a sample";
    std::string shares;
    for (const Phase phase : shown_phases)
        shares += fmt::format("{}{} {:.0f} %", shares.empty() ? "" : ", ", name_of(phase), 100 * profile.share(phase));
    return fmt::format("profile of {} sample{}: {}", grouped(profile.all()), profile.all() == 1 ? "" : "s", shares);
}

Json profile_json(const Profile& profile) {
    Json json{{"samples", profile.all()}};
    for (const Phase phase : shown_phases) json[std::string(name_of(phase))] = rounded(profile.share(phase));
    return json;
}

std::string progress_line(const Progress& p) {
    const Statistics& s = p.statistics;
    const std::string query = p.queries == 1 ? "" : fmt::format("query {} of {}: ", p.query, p.queries);
    if (!s.building.empty())
        return fmt::format("{}{:.0f} s, building {}{}, explored {}, {}", query, p.elapsed, s.building,
                           stage_text(s.stage), grouped(s.explored), mebibytes(s.bytes));
    const std::string best =
        s.shortest_found ? fmt::format(", best trace so far {} transitions", *s.shortest_found) : "";
    return fmt::format("{}{:.0f} s, explored {}, stored {}, waiting {}, {}/s, {}{}", query, p.elapsed,
                       grouped(s.explored), grouped(s.stored), grouped(s.waiting),
                       grouped(static_cast<std::size_t>(p.rate)), mebibytes(s.bytes), best);
}

std::string progress_json(const Progress& p) {
    const Statistics& s = p.statistics;
    Json json;
    json["query"] = p.query;
    json["elapsed"] = rounded(p.elapsed);
    json["explored"] = s.explored;
    json["generated"] = s.generated;
    json["stored"] = s.stored;
    json["waiting"] = s.waiting;
    json["bytes"] = s.bytes;
    json["rate"] = std::round(p.rate);
    if (!s.building.empty()) json["building"] = s.building;
    if (!s.building.empty() && !s.stage.doing.empty()) json["stage"] = stage_json(s.stage);
    return json.dump() + "\n";
}

}  // namespace crowfly
