// From a query as written to its answer: type it, compile it, find its engine, have it decided.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "cli/files/load.hpp"
#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "engine/fit_options.hpp"

namespace crowfly {

class CheckpointFiles;
class HeuristicFiles;

class QueryRunner {
public:
    struct Options {
        const Settings& settings;
        const Limits& limits;
        Observer& observer;
        const Sources& sources;
        bool dry_run = false;
        TraceOptions trace_options = {};
        const HeuristicFiles* heuristic_files = nullptr;    // null: none
        const CheckpointFiles* checkpoint_files = nullptr;  // likewise
        // Whether options that do not suit a query are left out with a note; null: such an option is a mistake. Asked
        // only if there is such a query.
        std::function<bool()> leaves_out = {};
    };

    QueryRunner(Loaded& model, const Options& options) : model_(model), options_(options) {}

    // What is in the way is told to `diagnostics` as well. Once somebody has interrupted, nothing is looked at any
    // more.
    Answer answer(const WrittenQuery& query, Diagnostics& diagnostics);

    // Whether the query has no mistakes and all options suit it.
    bool suits(const WrittenQuery& query);

private:
    void fit(const Property& query);
    const Engine* choose(const Property& query, Answer& answer, Diagnostics& diagnostics);
    Question question(const Property& query) const;
    bool is_sound(const Engine& engine, const Property& query, Diagnostics& diagnostics) const;
    void decide(const Engine& engine, const Property& query, Answer& answer, Diagnostics& diagnostics);
    bool is_interrupted() const;

    Loaded& model_;
    Options options_;
    std::optional<FittedOptions> fitted_;  // to the query that is being answered; none: all options suit it
};

// Whether it is a query at all; if not, an error says so.
bool can_be_asked(const WrittenQuery& query, Diagnostics& diagnostics);
// Nothing: the diagnostics say why.
std::optional<Property> compile_query(Loaded& model, const WrittenQuery& query, Diagnostics& diagnostics);

// Reports the mistakes of queries about a model with mistakes, so that one run shows both.
void find_mistakes(Loaded& model, const std::vector<WrittenQuery>& queries, Diagnostics& diagnostics);

// Runs `part`, which appends the answer to a query. If a limit is reached outside of the search, such as when the
// answer is stored, the query is undecided, and the next one can be asked. So each query has exactly one answer.
void append_answer(std::vector<Answer>& answers, const std::string& query, const std::function<void()>& part);
// Appends that the queries without an answer are undecided. `queries`: all of them, in the order of the answers.
void leave_rest_undecided(std::vector<Answer>& answers, const std::vector<std::string>& queries,
                          const std::string& limit);

// The first of a bug of ours, bad input, not as expected, undecided that occurs among them.
int exit_of(const std::vector<Answer>& answers);

}  // namespace crowfly
