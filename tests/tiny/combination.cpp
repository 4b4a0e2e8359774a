#include "tiny/combination.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "search/guidance/preferences.hpp"
#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/strategy.hpp"
#include "tiny/draw_spec.hpp"
#include "zone/abstraction.hpp"

namespace crowfly::tiny {

std::string Given::value() const {
    std::vector<std::string> parts;
    for (const Spec& spec : specs) parts.push_back(to_string(spec));
    if (!text.empty()) parts.push_back(text);
    return fmt::format("{}", fmt::join(parts, ","));
}

const Given* Combination::find(const std::string& option) const {
    const auto found = std::ranges::find(options, option, &Given::option);
    return found == options.end() ? nullptr : &*found;
}

std::vector<std::string> Combination::words() const {
    std::vector<std::string> words;
    for (const Given& given : options) {
        words.push_back(given.option);
        if (!given.value().empty()) words.push_back(given.value());
    }
    return words;
}

std::string to_text(const Combination& combination) { return fmt::format("{}", fmt::join(combination.words(), " ")); }

// ---- Drawing --------------------------------------------------------------------------------------------------------

namespace {

Vocabulary searches_vocabulary() { return {"", searches_and_lists()}; }
Vocabulary heuristics_vocabulary() { return vocabulary_of(heuristics(), ""); }

Vocabulary engines_vocabulary() {
    Vocabulary vocabulary = vocabulary_of(engine_registry(), "");
    vocabulary.plugins.push_back(&automatic_engine());
    return vocabulary;
}

Vocabulary preferences_vocabulary() {
    Vocabulary vocabulary;
    for (const Declaration& declared : preferences()) vocabulary.plugins.push_back(&declared);
    return vocabulary;
}

const PluginOption& preference_order() { return *preference().option("order"); }

class Drawer {
public:
    Drawer(Rng& rng, const Net& net, const Wishes& wishes) : net_(net), wishes_(wishes), draw_(rng, names_of(net)) {}

    Combination run() {
        // Some engines search in ways of their own.
        const bool engine_first = chance(22);
        if (!engine_first) draw_search();
        draw_engine(engine_first ? 100 : 15);
        draw_objective();
        draw_preference();
        draw_reductions();
        draw_store();
        draw_rest();
        return std::move(result_);
    }

private:
    static std::vector<std::string> names_of(const Net& net) {
        std::vector<std::string> names;
        for (int v = 0; v < static_cast<int>(net.variables.size()); ++v) names.push_back(name_of_variable(net, v));
        for (int p = 0; p < count_copies(net); ++p) names.push_back(name_of_process(net, p));
        return names;
    }

    int below(int n) { return draw_.below(n); }
    bool chance(int percent) { return draw_.chance(percent); }
    template <class Values>
    std::string one_of(const Values& values) {
        return std::string(*(std::begin(values) + below(static_cast<int>(std::size(values)))));
    }

    void give(const std::string& option, const std::string& text = "") {
        result_.options.push_back({option, {}, text});
    }
    void give(const std::string& option, Spec spec) { result_.options.push_back({option, {std::move(spec)}, ""}); }
    // Of an option that is a flag, or has few values.
    void maybe(int percent, const std::string& option, const std::vector<std::string>& values = {""}) {
        if (chance(percent)) give(option, one_of(values));
    }

    void draw_search() {
        const int kind = below(100);
        if (kind < 15) return draw_strategies();
        if (kind < 40) return draw_heuristic();
        const Spec search = draw_.one_of(searches_vocabulary());
        give("--search", search);
        const SearchPlugin* plugin = searches().find(search.name);
        if (plugin != nullptr && plugin->is_guided() && chance(85)) draw_heuristic();
    }

    void draw_strategies() {
        if (chance(20)) give("--portfolio", "2");
        if (!chance(50)) return;
        std::vector<std::string> some{one_of(strategies().names())};
        if (chance(50)) some.push_back(one_of(strategies().names()));
        give("--strategies", fmt::format("{}", fmt::join(some, ",")));
    }

    void draw_heuristic() {
        const Spec spec = draw_.one_of(heuristics_vocabulary());
        if (spec.name == "expr")
            give("--heuristic", fmt::format("expr({})", expression()));
        else
            give("--heuristic", spec);
        maybe(5, "--build-memory", {"1K", "20K"});
    }

    std::string expression() {
        if (net_.variables.empty()) return std::to_string(below(3));
        const int variable = below(static_cast<int>(net_.variables.size()));
        return fmt::format("{} + {}", name_of_variable(net_, variable), below(2));
    }

    void draw_engine(int percent) {
        if (chance(percent)) give("--engine", draw_.one_of(engines_vocabulary()));
        maybe(10, "--extrapolation", abstraction_names());
        if (chance(4)) give("--hint", fmt::format("{} > 0", expression()));
    }

    static std::vector<std::string> abstraction_names() {
        std::vector<std::string> names{"auto"};
        for (const Abstraction abstraction : all_abstractions) names.emplace_back(to_string(abstraction));
        return names;
    }

    void draw_objective() {
        const int kind = below(100);
        if (kind < 22) give("--shortest");
        if (kind >= 22 && kind < 27 && wishes_.least_time) give("--fastest");
        if (kind >= 27 && kind < 35) draw_costs();
        if (chance(4)) give("--max-depth", std::to_string(below(8)));
    }

    void draw_costs() {
        std::vector<std::string> kinds{
            "steps", "cost", "cost", "max", "min", "probability", "lexicographic(cost,steps)"};
        if (wishes_.least_time) kinds.emplace_back("time");
        const std::string kind = one_of(kinds);
        give("--minimise", kind);
        if (kind == "steps" || kind == "time" || kind == "probability") return;
        give("--cost", expression());
        if (chance(15)) give("--max-cost", std::to_string(below(12)));
    }

    void draw_preference() {
        if (!chance(12)) return;
        Given preference{"--prefer"};
        for (const Declaration* plugin : preferences_vocabulary().plugins) {
            if (chance(50)) preference.specs.push_back(draw_.draw(*plugin, preferences_vocabulary()));
        }
        const std::vector<std::string>& orders = preference_order().choices;
        if (preference.specs.size() > 1 && chance(30)) preference.text = "order=" + one_of(orders);
        if (!preference.specs.empty()) result_.options.push_back(preference);
    }

    void draw_reductions() {
        const bool has_copies = count_copies(net_) > static_cast<int>(net_.processes.size());
        maybe(has_copies ? 40 : 5, "--reduce", {"symmetry"});
        maybe(12, "--prune", {"safe"});
        maybe(10, "--time-semantics", {"local"});
    }

    void draw_store() {
        maybe(10, "--all-variables");
        maybe(10, "--compress");
        maybe(net_.clocks == 0 ? 12 : 2, "--store",
              {"cleary", "compact=20", "compact=40", "bits=2^12", "bits=2^16,hashes=2"});
        maybe(6, "--disk", {"DIRECTORY"});
        maybe(8, "--threads", {"1", "2"});
    }

    void draw_rest() {
        maybe(15, "--seed", {"2", "3", "4"});
        maybe(8, "--shorten");
        maybe(5, "--all-traces", {"2", "5"});
        maybe(8, "--delays", {"earliest", "latest", "integer"});
        maybe(5, "--strict");
    }

    const Net& net_;
    const Wishes& wishes_;
    SpecDrawer draw_;
    Combination result_;
};

}  // namespace

Combination random_combination(Rng& rng, const Net& net, const Wishes& wishes) {
    return Drawer(rng, net, wishes).run();
}

std::vector<std::string> options_drawn() {
    return {"--search",    "--heuristic",  "--build-memory",   "--prefer",        "--seed",      "--threads",
            "--portfolio", "--strategies", "--shortest",       "--fastest",       "--engine",    "--extrapolation",
            "--prune",     "--reduce",     "--time-semantics", "--all-variables", "--compress",  "--store",
            "--disk",      "--minimise",   "--cost",           "--max-cost",      "--max-depth", "--hint",
            "--shorten",   "--all-traces", "--delays",         "--strict"};
}

std::vector<std::pair<std::string, std::string>> options_left_out() {
    return {{"--reach", "is for labels, which XTA does not have"},
            {"--build-time", "depends on the machine"},
            {"--share", "is for several processes: tests/property/test_disk.cpp"},
            {"--save-heuristic", "needs two runs: tests/property/test_kept_heuristics.cpp"},
            {"--load-heuristic", "likewise"},
            {"--checkpoint", "needs two runs: tests/property/test_checkpoints.cpp"},
            {"--every", "likewise"},
            {"--resume", "likewise"},
            {"--order", "names a file; what it says is what symbolic(order=…) chooses from"},
            {"--distributed", "is for several processes: tests/property/test_ranks.cpp"}};
}

// ---- Shrinking ------------------------------------------------------------------------------------------------------

namespace {

std::vector<Spec> simpler(const Spec& spec) {
    std::vector<Spec> result = spec.parts;
    for (const auto& [name, value] : spec.options) {
        Spec without = spec;
        without.options.erase(name);
        result.push_back(without);
    }
    for (std::size_t i = 0; i < spec.parts.size(); ++i) {
        if (spec.parts.size() > 1) {
            Spec without = spec;
            without.parts.erase(without.parts.begin() + static_cast<std::ptrdiff_t>(i));
            result.push_back(without);
        }
        for (const Spec& part : simpler(spec.parts[i])) {
            Spec with = spec;
            with.parts[i] = part;
            result.push_back(with);
        }
    }
    return result;
}

bool is_part_of(const Given& smaller, const Given& larger) {
    if (smaller.option != larger.option) return false;
    if (smaller.specs.empty() || larger.specs.empty()) return smaller.value() == larger.value();
    return std::ranges::all_of(smaller.specs, [&](const Spec& spec) {
        return std::ranges::find(larger.specs, spec.name, &Spec::name) != larger.specs.end();
    });
}

}  // namespace

std::vector<Combination> simpler(const Combination& combination) {
    std::vector<Combination> result;
    for (std::size_t i = 0; i < combination.options.size(); ++i) {
        Combination without = combination;
        without.options.erase(without.options.begin() + static_cast<std::ptrdiff_t>(i));
        result.push_back(without);
    }
    for (std::size_t i = 0; i < combination.options.size(); ++i) {
        const std::vector<Spec>& specs = combination.options[i].specs;
        for (std::size_t s = 0; s < specs.size(); ++s) {
            for (const Spec& spec : simpler(specs[s])) {
                Combination with = combination;
                with.options[i].specs[s] = spec;
                result.push_back(with);
            }
            if (specs.size() == 1) continue;
            Combination without = combination;
            without.options[i].specs.erase(without.options[i].specs.begin() + static_cast<std::ptrdiff_t>(s));
            result.push_back(without);
        }
    }
    return result;
}

bool is_part_of(const Combination& smaller, const Combination& larger) {
    return std::ranges::all_of(smaller.options, [&](const Given& given) {
        return std::ranges::any_of(larger.options, [&](const Given& other) { return is_part_of(given, other); });
    });
}

// ---- Counting -------------------------------------------------------------------------------------------------------

namespace {

bool is_number(const std::string& value) {
    return !value.empty() && (std::isdigit(static_cast<unsigned char>(value.front())) != 0 || value.front() == '{');
}

void add_features(const std::string& option, const Spec& spec, std::vector<std::string>& into) {
    into.push_back(fmt::format("{} {}", option, spec.name));
    for (const auto& [name, value] : spec.options) {
        into.push_back(is_number(value) ? fmt::format("{} {}({})", option, spec.name, name)
                                        : fmt::format("{} {}({}={})", option, spec.name, name, value));
    }
    for (const Spec& part : spec.parts) {
        const bool is_heuristic = heuristics().find(part.name) != nullptr;
        add_features(is_heuristic ? "--heuristic" : option, part, into);
    }
}

// Expressions and numbers differ from network to network.
std::string feature_of(const Given& given) {
    const auto is_one_of = [&](const std::vector<std::string>& options) {
        return std::ranges::find(options, given.option) != options.end();
    };
    if (given.option == "--heuristic") return "--heuristic expr";
    if (given.text.empty() || is_one_of({"--cost", "--hint", "--seed", "--max-cost", "--max-depth", "--disk"}))
        return given.option;
    return given.option + " " + given.text;
}

void add_strategies(const std::string& names, std::vector<std::string>& into) {
    std::istringstream all(names);
    for (std::string name; std::getline(all, name, ',');) into.push_back("--strategies " + name);
}

}  // namespace

std::vector<std::string> features_of(const Combination& combination) {
    std::vector<std::string> features;
    for (const Given& given : combination.options) {
        for (const Spec& spec : given.specs) add_features(given.option, spec, features);
        if (given.option == "--strategies")
            add_strategies(given.text, features);
        else if (given.specs.empty() || !given.text.empty())
            features.push_back(feature_of(given));
    }
    if (features.empty()) features.emplace_back("default");
    std::ranges::sort(features);
    features.erase(std::unique(features.begin(), features.end()), features.end());
    return features;
}

std::vector<std::string> drawable_plugins() {
    std::vector<std::string> names;
    const auto add = [&](const std::string& option, const Vocabulary& vocabulary) {
        for (const Declaration* plugin : vocabulary.plugins) names.push_back(option + " " + plugin->name);
    };
    add("--search", searches_vocabulary());
    add("--heuristic", heuristics_vocabulary());
    add("--engine", engines_vocabulary());
    add("--prefer", preferences_vocabulary());
    add("--strategies", vocabulary_of(strategies(), ""));
    return names;
}

}  // namespace crowfly::tiny
