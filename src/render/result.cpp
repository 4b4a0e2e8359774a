#include "render/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "render/json.hpp"

namespace crowfly {
namespace {

Ink ink_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::satisfied: return Ink::green;
        case Verdict::not_satisfied:
        case Verdict::error: return Ink::red;
        case Verdict::maybe:
        case Verdict::unknown: return Ink::yellow;
    }
    return Ink::plain;
}

// "engine zone (not discrete: the network has clocks)"; a reason that was told already is not told again.
std::string engine_line(const Answer& answer, std::set<std::string>& told) {
    if (answer.engine.empty()) return (answer.passed.empty() ? "error: " : "no engine can decide it: ") + answer.reason;
    std::string text = "engine " + answer.engine;
    for (const Answer::Passed& passed : answer.passed) {
        const std::string why = fmt::format("not {}: {}", passed.engine, passed.reason);
        if (told.insert(why).second) text += fmt::format(" ({})", why);
    }
    return text;
}

std::string verdict_line(const Answer& answer, const TextStyle& style) {
    std::string text = painted(style, ink_of(*answer.verdict), to_string(*answer.verdict));
    return answer.reason.empty() ? text : text + ": " + printable(answer.reason);
}

std::string closing_line(const Result& result) {
    const auto decidable = std::count_if(result.answers.begin(), result.answers.end(), [](const Answer& a) { return !a.engine.empty(); });
    const std::string queries = counted(result.answers.size(), "query", "queries");
    if (result.dry_run) return fmt::format("{}, {} can be decided; nothing was searched\n", queries, decidable);
    const auto decided = std::count_if(result.answers.begin(), result.answers.end(), [](const Answer& a) { return a.as_expected().has_value(); });
    return fmt::format("{}, {} decided\n", queries, decided);
}

Json answer_json(const Answer& answer) {
    Json passed = Json::array();
    for (const Answer::Passed& other : answer.passed) passed.push_back({{"engine", other.engine}, {"reason", other.reason}});
    const std::optional<bool> as_expected = answer.as_expected();
    Json json;
    json["text"] = answer.query;
    json["verdict"] = answer.verdict ? Json(to_string(*answer.verdict)) : Json(nullptr);
    json["expected"] = answer.expected ? Json(*answer.expected) : Json(nullptr);
    json["as_expected"] = as_expected ? Json(*as_expected) : Json(nullptr);
    json["reason"] = text_or_null(answer.reason);
    json["engine"] = text_or_null(answer.engine);
    json["passed_over"] = std::move(passed);
    json["values"] = Json::array();
    json["trace"] = nullptr;
    json["stats"] = nullptr;
    return json;
}

}  // namespace

std::string result_text(const Result& result, const TextStyle& style) {
    std::string text;
    std::size_t number = 0;
    std::set<std::string> told;
    for (const Answer& answer : result.answers) {
        text += fmt::format("{:>3}  {}\n", ++number, painted(style, Ink::bold, printable(answer.query)));
        text += fmt::format("     {}\n", answer.verdict ? verdict_line(answer, style) : printable(engine_line(answer, told)));
    }
    if (!result.options.empty()) {
        text += fmt::format("the file stores {} for UPPAAL, which {} not obeyed\n", counted(result.options.size(), "option"),
                            result.options.size() == 1 ? "is" : "are");
    }
    return text + closing_line(result);
}

std::string result_json(const Result& result, const Diagnostics& diagnostics, const Sources& sources) {
    Json json = document("crowfly-result/1");
    json["model"] = {{"path", text_or_null(result.model)}, {"sha256", text_or_null(result.sha256)}};
    Json stored = Json::array();
    for (const Result::Option& option : result.options) stored.push_back({{"key", option.key}, {"value", option.value}});
    json["config"] = {{"dry_run", result.dry_run}, {"seed", nullptr}, {"ignored_options", std::move(stored)}};
    json["diagnostics"] = diagnostics_json(diagnostics, sources);
    json["queries"] = Json::array();
    for (const Answer& answer : result.answers) json["queries"].push_back(answer_json(answer));
    json["complete"] = result.complete;
    return dump(json);
}

}  // namespace crowfly
