// Engines decide queries over a network. Each registers itself from its own file with its options, and says what it
// cannot do, as a reason with its place in the model. The first one without a reason gets the query, unless a user
// names another, and people are told the reasons of the others.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/plugins/registry.hpp"
#include "base/plugins/spec.hpp"
#include "engine/answer.hpp"
#include "network/network.hpp"
#include "property/property.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/settings.hpp"
#include "trace/runs/trace_options.hpp"

namespace crowfly {

struct Question {
    const Network& network;
    const Property& query;
    const Settings& settings;
    const Limits& limits;
    Observer& observer;
    TraceOptions trace_options = {};
};

class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    // Why this query on this network is beyond the engine, or nothing.
    virtual std::optional<Obstacle> cannot(const Network& network, const Property& query) const = 0;

    // Why these settings would give a wrong answer to this query, or "".
    virtual std::string unsound(const Question& question) const = 0;

    // Verdict, reason, witness, measures, proof, statistics: everything but the text of the query and what the user
    // expects of it.
    virtual Answer decide(const Question& question) const = 0;
};

struct EnginePlugin : Declaration {
    // Engines are asked in the order of their ranks: the more special an engine is, the less.
    std::uint32_t rank = 0;
    const Engine* engine = nullptr;
    // Whether it is made for such a network, and asked before others; if not, it is asked only where a user names it.
    // Null: it is for all.
    bool (*suits)(const Network& network, const Property& query) = nullptr;
    // Puts the options that a user wrote in its parentheses into the settings.
    void (*apply)(const Spec& spec, Settings& settings) = nullptr;
};

Registry<EnginePlugin>& engine_registry();

// Why the heuristic cannot be made for the network, or "".
std::string heuristic_against_network(const Question& question);

// Why the search cannot be used for the network and the query, or "".
std::string search_against_question(const Question& question);

// Depth first what is found first need not be shortest; and only states have a least number of transitions, or a least
// time.
std::string order_against_objective(const Question& question);

// Only a search for one state over states without zones can do without stored states.
std::string store_against_question(const Question& question);

// Not every search goes on after its first trace.
std::string traces_against_question(const Question& question);

// Not every search can be done by several workers.
std::string workers_against_question(const Question& question);

// Only a search for one state has its states on disk.
std::string disk_against_question(const Question& question);

// Only a search for a state is saved.
std::string checkpoint_against_question(const Question& question);

std::vector<const EnginePlugin*> engines();  // by rank
const Engine& engine_named(std::string_view name);

// What stands for the first engine that can.
const Declaration& automatic_engine();

// `auto`, `zone(extrapolation=m,compress)`. Nothing: `problem` says, in a sentence, what is wrong with the text.
std::optional<Spec> parse_engine(const std::string& text, std::string& problem);
void apply_engine(const Spec& spec, Settings& settings);

// The options of every engine that stores states, and what they do.
std::vector<PluginOption> state_store_options();
void apply_state_store_options(const Spec& spec, Settings& settings);

struct Refusal {
    std::string_view engine;
    Obstacle why;
};

struct Choice {
    const Engine* engine = nullptr;  // null: none can
    std::string name;                // of the engine
    std::vector<Refusal> refusals;   // of the engines asked before it
};

// `name`: which engine is asked for; "auto": any.
Choice choose_engine(const Network& network, const Property& query, std::string_view name = "auto");

}  // namespace crowfly
