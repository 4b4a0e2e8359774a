#include "render/abstractions/accuracy.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "render/results/statistics.hpp"

namespace crowfly {
namespace {

static_assert(Distances::infinite == dead_end, "distances and estimates without end are written alike");

std::string number_or_dash(const std::optional<double>& number) {
    return number ? fmt::format("{:.2f}", *number) : "-";
}
Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

std::string row_text(Accuracy::Distance distance, const Accuracy::Row& row) {
    const bool estimated = row.dead_ends < row.states;
    const std::string least = estimated ? fmt::format("{}", row.least) : "-",
                      most = estimated ? fmt::format("{}", row.most) : "-";
    const std::string mean = estimated ? fmt::format("{:.2f}", row.mean) : "-";
    return fmt::format("    {:>8}  {:>9}  {:>6}  {:>8}  {:>6}  {:>9}\n", distance_text(distance), grouped(row.states),
                       least, mean, most, grouped(row.dead_ends));
}

Json row_json(Accuracy::Distance distance, const Accuracy::Row& row) {
    const bool estimated = row.dead_ends < row.states;
    return {{"distance", distance_json(distance)},
            {"states", row.states},
            {"least", estimated ? Json(row.least) : Json(nullptr)},
            {"mean", estimated ? Json(row.mean) : Json(nullptr)},
            {"most", estimated ? Json(row.most) : Json(nullptr)},
            {"dead_ends", row.dead_ends}};
}

}  // namespace

std::string distance_text(Accuracy::Distance distance) {
    return distance == Distances::infinite ? "inf" : fmt::format("{}", distance);
}
Json distance_json(Accuracy::Distance distance) {
    return distance == Distances::infinite ? Json("inf") : Json(distance);
}

std::string accuracy_text(const AccuracyReport& report, const TextStyle& style) {
    if (!report.unfinished.empty()) {
        return fmt::format("  accuracy: unknown, for not all states were looked at ({}; {})\n", report.unfinished,
                           statistics_line(report.statistics));
    }
    const Accuracy::Summary sum = report.accuracy.summary();
    std::string text =
        fmt::format("  accuracy over all states ({}, of which {} have a way to the goal and an estimate):\n",
                    grouped(sum.all), grouped(sum.compared));
    text += fmt::format("    estimate / distance: {} on average; absolute error: {} on average\n",
                        number_or_dash(sum.mean_ratio), number_or_dash(sum.mean_absolute_error));
    text += fmt::format("    at most {} too many, at most {} too few; correlation: {}\n", sum.most_over, sum.most_under,
                        number_or_dash(sum.correlation));
    text += fmt::format("    dead ends: {} of {} seen, {} states wrongly taken for one\n", grouped(sum.proved),
                        grouped(sum.hopeless), grouped(sum.given_up));
    text += painted(style, Ink::faint, "    distance     states   least      mean    most  dead ends") + "\n";
    for (const auto& [distance, row] : report.accuracy.rows()) text += row_text(distance, row);
    return text;
}

Json accuracy_json(const AccuracyReport& report) {
    const Accuracy::Summary sum = report.accuracy.summary();
    Json json{{"complete", report.unfinished.empty()},
              {"reason", text_or_null(report.unfinished)},
              {"states", report.statistics.stored}};
    json["compared"] = sum.compared;
    json["mean_ratio"] = number_or_null(sum.mean_ratio);
    json["mean_absolute_error"] = number_or_null(sum.mean_absolute_error);
    json["max_overestimate"] = sum.most_over;
    json["max_underestimate"] = sum.most_under;
    json["correlation"] = number_or_null(sum.correlation);
    json["dead_ends"] = {{"states", sum.hopeless}, {"proved", sum.proved}, {"wrong", sum.given_up}};
    json["distances"] = Json::array();
    for (const auto& [distance, row] : report.accuracy.rows()) json["distances"].push_back(row_json(distance, row));
    return json;
}

std::string accuracy_csv(const Accuracy& accuracy) {
    std::string text = "distance,estimate,states\n";
    for (const auto& [pair, count] : accuracy.states)
        text += fmt::format("{},{},{}\n", distance_text(pair.first), distance_text(pair.second), count);
    return text;
}

}  // namespace crowfly
