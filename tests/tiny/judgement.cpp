#include "tiny/judgement.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/interface/usage.hpp"
#include "heuristic/registry.hpp"
#include "search/methods/registry.hpp"
#include "tiny/tool.hpp"

namespace crowfly::tiny {
namespace {

using Json = nlohmann::json;

constexpr int internal_error = 70;
constexpr int bad_input = 2;

// Without extrapolation a search need not end, and it is not worth waiting for.
const char* time_limit(const Combination& combination) {
    return to_text(combination).find("none") != std::string::npos ? "300ms" : "5s";
}

std::vector<std::string> arguments_of(const Case& subject, const Combination& combination, const Workplace& workplace) {
    std::vector<std::string> words{"check", workplace.model(), to_text(subject.question, subject.net)};
    for (const std::string& word : combination.words())
        words.push_back(word == "DIRECTORY" ? workplace.empty_directory() : word);
    words.insert(words.end(), {"--time", time_limit(combination), "--memory", "4G", "--progress", "off"});
    return words;
}

// The end of an interval as the tool writes it: "5", "<5", ">5", "inf".
Extreme extreme_of(const std::string& text) {
    if (text == "inf") return {0, false, true};
    const bool attained = text.front() != '<' && text.front() != '>';
    return {std::stoll(text.substr(attained ? 0 : 1)), attained, false};
}

class Judge {
public:
    Judge(const Case& subject, const Combination& combination, const Reference& reference, const Json& told)
        : subject_(subject), combination_(combination), reference_(reference), config_(told["config"]),
          told_(told["queries"][0]), truth_(reference.answer(subject.question)) {}

    static constexpr std::size_t longest_replayed = 5'000;

    // How the answer contradicts the reference, or "".
    std::string contradiction() const {
        Answer claimed;
        claimed.holds = told_["verdict"] == "satisfied";
        if (asks_for_values()) claimed.extreme = measured();
        if (asks_for_states() && found()) {
            if (told_["trace"].is_null()) return "no trace";
            // A search that goes astray in an infinite zone graph may find a trace that is too long to work out delays.
            if (told_["unverified"] && told_["trace"]["length"] < longest_replayed)
                return fmt::format("not replayed: {}", told_["trace"]["remark"].dump());
            if (is_shortest()) claimed.steps = told_["trace"]["length"];
            if (told_["trace"]["length"] < truth_.steps.value_or(0)) return "shorter than any trace";
        }
        if (told_["trace"].is_null() && told_["proof"].is_null() && !asks_for_values())
            return "neither trace nor proof";
        if (const auto time = least_time()) claimed.least_time = *time;
        const std::string wrong = tiny::contradiction(truth_, claimed);
        return wrong.empty() ? wrong_cost() : wrong;
    }

private:
    bool asks_for_values() const {
        return subject_.question.kind == Question::Kind::sup || subject_.question.kind == Question::Kind::inf;
    }
    bool asks_for_states() const {
        return subject_.question.kind == Question::Kind::exists_eventually ||
               subject_.question.kind == Question::Kind::always_globally;
    }
    bool found() const {
        return (told_["verdict"] == "satisfied") == (subject_.question.kind == Question::Kind::exists_eventually);
    }

    std::optional<Extreme> measured() const {
        if (told_["values"].empty()) return std::nullopt;
        const Json& value = told_["values"][0][subject_.question.kind == Question::Kind::sup ? "sup" : "inf"];
        if (value.is_null()) return std::nullopt;
        return extreme_of(value);
    }

    // Where fewest transitions were asked for, or the search that was named promises them.
    bool is_shortest() const {
        if (config_["objective"] == "shortest") return true;
        const Given* search = combination_.find("--search");
        if (config_["objective"] != "any" || search == nullptr || search->specs.empty()) return false;
        if (config_["heuristic"].is_null() || is_set(search->specs[0], "lazy") || combination_.has("--prefer"))
            return false;
        std::string problem;
        const std::optional<HeuristicSpec> heuristic = parse_heuristic(config_["heuristic"], problem);
        const SearchPlugin* plugin = searches().find(search->specs[0].name);
        const auto promises = [](const Declaration::Note& note) {
            return note.name == "shortest" && note.text == "with an admissible heuristic";
        };
        return heuristic && guarantees_of(*heuristic).admissible && plugin != nullptr &&
               std::ranges::any_of(plugin->properties, promises);
    }

    std::optional<Extreme> least_time() const {
        if (!told_.contains("optimum") || told_["optimum"]["of"] != "time") return std::nullopt;
        if (!told_["optimum"]["proved"] || told_["optimum"]["at_most"].is_null()) return std::nullopt;
        return extreme_of(told_["optimum"]["at_most"]);
    }

    std::string wrong_cost() const {
        const Given* minimised = combination_.find("--minimise");
        const Given* cost = combination_.find("--cost");
        if (minimised == nullptr || cost == nullptr || minimised->text != "cost" || told_["trace"].is_null()) return "";
        if (!told_["trace"].contains("minimised")) return "";
        const std::string claimed = told_["trace"]["minimised"]["total"];
        const std::optional<std::int64_t> least =
            reference_.least_cost(subject_.question, [&](const State& state) { return cost_in(state, cost->text); });
        if (least && claimed == std::to_string(*least)) return "";
        return fmt::format("claimed: cost {}; true: {}", claimed, least ? std::to_string(*least) : "none");
    }

    // Of an expression `v + 1`, or a number.
    std::int64_t cost_in(const State& state, const std::string& expression) const {
        const std::size_t plus = expression.find(" + ");
        if (plus == std::string::npos) return std::stoll(expression);
        const std::int64_t more = std::stoll(expression.substr(plus + 3));
        for (int v = 0; v < static_cast<int>(subject_.net.variables.size()); ++v) {
            if (name_of_variable(subject_.net, v) == expression.substr(0, plus))
                return more + state.variables[static_cast<std::size_t>(v)];
        }
        return more;
    }

    const Case& subject_;
    const Combination& combination_;
    const Reference& reference_;
    const Json& config_;
    const Json& told_;
    Answer truth_;
};

std::string text_or_nothing(const Json& value) { return value.is_string() ? value.get<std::string>() : ""; }

}  // namespace

Workplace::Workplace()
    : folder_(fmt::format("{}/crowfly-law-{}-{}", std::filesystem::temp_directory_path().string(), getpid(),
                          static_cast<const void*>(this))) {
    std::filesystem::create_directories(folder_);
}

Workplace::~Workplace() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::string Workplace::empty_directory() const {
    const std::string directory = folder_ + "/disk";
    std::filesystem::remove_all(directory);
    return directory;
}

void Workplace::write_command(const std::string& line) const { std::ofstream(folder_ + "/command") << line << "\n"; }

void Workplace::write_model(const Net& net) const { std::ofstream(model()) << to_xta(net); }

Judgement judge(const Case& subject, const Combination& combination, const Reference& reference,
                const Workplace& workplace) {
    const std::vector<std::string> arguments = arguments_of(subject, combination, workplace);
    workplace.write_command(shell_line(arguments));
    const Told told = run_check(arguments);
    if (told.code == internal_error) return {Judgement::Kind::contradicts, told.problem};
    if (told.code == bad_input) return {Judgement::Kind::refused, told.problem};
    const Json document = Json::parse(told.document);
    if (document["queries"].size() != 1) return {Judgement::Kind::contradicts, "not one answer"};
    const Json& answer = document["queries"][0];
    if (answer["verdict"] != "satisfied" && answer["verdict"] != "not satisfied")
        return {Judgement::Kind::unknown, text_or_nothing(answer["reason"])};
    const std::string wrong = Judge(subject, combination, reference, document).contradiction();
    return {wrong.empty() ? Judgement::Kind::agrees : Judgement::Kind::contradicts, wrong};
}

}  // namespace crowfly::tiny
