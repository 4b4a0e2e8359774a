#include "cli/queries/advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <thread>

#include "base/alarm.hpp"
#include "base/overloaded.hpp"
#include "cli/process/memory.hpp"
#include "engine/engine.hpp"
#include "engine/kinds.hpp"
#include "network/analyses/locality.hpp"
#include "property/symmetry.hpp"
#include "render/results/statistics.hpp"
#include "search/kernels/end_at_limits.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_sentences = 4;
constexpr double analysis_seconds = 0.25;  // sentences that take longer are left out

// The number of open states as a search went on.
struct OpenStates {
    std::size_t most = 0;
    std::size_t last = 0;
    // Clearly fewer than at the peak: the search was coming to its end.
    bool are_falling() const { return last > 0 && last < most / 5 * 4; }
};

OpenStates open_states(const Answer& answer) {
    OpenStates open;
    for (const StrategyRun& run : answer.schedule) {
        if (run.name == "exact") return {run.most_waiting, run.waiting};
    }
    if (!answer.schedule.empty()) return open;  // sums over several searches tell nothing
    for (const Sample& sample : answer.samples) open.most = std::max(open.most, sample.waiting);
    if (!answer.samples.empty()) open.last = answer.samples.back().waiting;
    return open;
}

class Adviser {
public:
    Adviser(const AdviceInput& input, const Answer& answer)
        : input_(input), settings_(input.config.settings), answer_(answer), query_(*answer.asked),
          reach_(decisive_state(query_)) {}

    void on_unknown() {
        const std::string& reason = answer_.reason;
        if (reason.starts_with("unverified")) return on_strict();
        if (settings_.store && settings_.store->kind != LossyStore::Kind::cleary && !is_limit(reason))
            return on_lossy_store();
        if (settings_.has_bound() && !is_limit(reason)) return on_bound();
        if (!is_limit(reason) && reason != "none of the strategies suits the query" &&
            reason != "no strategy came to an end")
            return;
        leave_out_options();
        if (reason == memory_limit_reason) store_less();
        const OpenStates open = open_states(answer_);
        if (reason == state_limit_reason) more_states(open);
        const bool time_first = open.are_falling() || has_explored_nothing();
        if (reason == time_limit_reason && time_first) more_time(open);
        use_symmetry();
        use_local_time();
        use_other_engines();
        if (reason != memory_limit_reason) use_threads();
        ask_for_bound();
        if (reason == memory_limit_reason) more_memory();
        if (reason == time_limit_reason && !time_first) more_time(open);
    }

    void on_unverified() {
        const std::string& remark = answer_.witness->remark;
        if (remark.find("time") != std::string::npos) more_time_for_trace();
        if (remark.find("memory") != std::string::npos || remark.find("too long") != std::string::npos) more_memory();
        find_shorter_trace();
    }

    // With stopwatches.
    void on_maybe() {
        if (answer_.witness) {
            if (is_plain() && reach_ != nullptr)
                add("--all-traces 10",
                    "--all-traces 10: the verdict is given as soon as one of several traces is replayed");
            find_shorter_trace();
        }
        add("", "a model without stopwatches: zones are exact for clocks that always run");
    }

    std::vector<Answer::Advice> shown() {
        if (all_.size() > most_sentences) all_.resize(most_sentences);
        return std::move(all_);
    }

private:
    static bool is_limit(const std::string& reason) {
        constexpr std::array limits{time_limit_reason, memory_limit_reason, interrupted_reason, state_limit_reason};
        return std::ranges::count(limits, reason) > 0;
    }

    void add(std::string option, std::string text) { all_.push_back({std::move(text), std::move(option)}); }

    // ---- Options that were given

    // The default search, with nothing that other options would have to go together with.
    bool is_plain() const {
        return input_.chosen.empty() && settings_.search == automatic && settings_.objective == Objective::any &&
               settings_.pruning == Pruning::none && settings_.reduction == Reduction::none &&
               settings_.time == TimeSemantics::global && !settings_.ranks && !settings_.compress &&
               !settings_.has_bound() && !settings_.extrapolation && settings_.threads == 1 && settings_.workers == 1 &&
               input_.trace_options.traces == 1;
    }

    bool has_clocks() const { return input_.network.features.clocks || mentions_clocks(query_); }

    // Of the default search.
    std::optional<Abstraction> abstraction() const {
        return has_clocks() ? std::optional(coarsest_sound(input_.network, query_)) : std::nullopt;
    }

    std::size_t default_strategies() const {
        SearchOptions options;
        options.search = automatic;
        options.abstraction = abstraction();
        options.wanted = reach_->exists;
        return strategies_for({input_.network, reach_->formula, options}).size();
    }

    void leave_out_options() {
        if (reach_ != nullptr && !input_.chosen.empty() && !input_.network.features.inputs)
            add("", fmt::format("without {}: the default search runs {} strategies in turn", input_.chosen,
                                default_strategies()));
        if (reach_ != nullptr && settings_.objective != Objective::any)
            add("", fmt::format("without {}: any trace decides the query", option_of(settings_)));
        if (reach_ != nullptr && input_.trace_options.traces > 1)
            add("", "without --all-traces: one trace decides the query");
        if (settings_.extrapolation && answer_.engine == "zone" && abstraction() &&
            *settings_.extrapolation != *abstraction())
            add("", fmt::format("without --extrapolation {}: {} suits the query and stores fewer zones",
                                to_string(*settings_.extrapolation), to_string(*abstraction())));
        if (settings_.all_variables)
            add("", "without --all-variables: it tells states apart by variables that do not matter to the query");
    }

    // ---- Reductions and engines

    bool goes_with_reductions() const {
        return reach_ != nullptr &&
               (is_plain() ||
                (settings_.search == "bfs" && !settings_.store && !settings_.disk && !settings_.ranks &&
                 settings_.objective == Objective::any && settings_.reduction == Reduction::none &&
                 settings_.time == TimeSemantics::global && settings_.pruning == Pruning::none &&
                 settings_.threads == 1 && input_.trace_options.traces == 1 && settings_.engine == "auto"));
    }

    bool strategy_went_on(std::string_view name) const {
        return std::ranges::any_of(answer_.schedule, [&](const StrategyRun& run) {
            return run.name == name &&
                   (run.outcome == StrategyRun::Outcome::limit || run.outcome == StrategyRun::Outcome::memory);
        });
    }

    // Of something that a strategy of the default search does, too.
    std::string beside_default() const {
        return answer_.schedule.empty() ? "" : "; of the default strategies only one does that";
    }

    void use_symmetry() {
        if (!goes_with_reductions()) return;
        std::vector<std::string> why_not;
        const auto symmetry = find_symmetry(input_.network, query_, why_not);
        if (symmetry && !symmetry->orbits.empty())
            add("--reduce symmetry",
                fmt::format("--reduce symmetry: states that differ only by swapping {} are merged{}",
                            shown_names(symmetry->orbits.front().names), beside_default()));
    }

    static std::string shown_names(const std::vector<std::string>& names) {
        if (names.size() <= 4) return fmt::format("{}", fmt::join(names, ", "));
        return fmt::format("{}, {}, … {}", names[0], names[1], names.back());
    }

    void use_local_time() {
        if (!goes_with_reductions() || abstraction() != Abstraction::a_lu) return;
        if (!answer_.schedule.empty() && !strategy_went_on("local")) return;
        std::string why_not;
        const auto locality = find_locality(input_.network, reach_->formula, why_not);
        if (!locality || local_time_seems_useless(*locality)) return;
        add("--time-semantics local",
            fmt::format("--time-semantics local: processes have clocks and times of their own{}", beside_default()));
    }

    static bool local_time_seems_useless(const Locality& locality) { return locality.components < 2; }

    void use_other_engines() {
        if (!is_plain() || reach_ == nullptr) return;
        const auto suits = [&](const char* name) {
            return answer_.engine != name && !engine_named(name).cannot(input_.network, query_);
        };
        if (suits("symbolic") && !has_clocks())
            add("--engine symbolic",
                "--engine symbolic: decision diagrams store sets of states instead of single ones");
        if (suits("abstraction"))
            add("--engine abstraction",
                "--engine abstraction: an abstraction is refined until it proves the query or guides the search");
    }

    bool can_be_searched_by_threads() const {
        return std::visit(Overloaded{[&](const property::Reach&) { return is_plain(); },
                                     [&](const property::Run&) { return input_.chosen.empty(); },
                                     [](const property::Extremum&) { return false; }},
                          query_.asks);
    }

    void use_threads() {
        const unsigned count = std::thread::hardware_concurrency();
        if (count < 2 || settings_.threads > 1 || settings_.ranks || !can_be_searched_by_threads()) return;
        if (answer_.engine == "symbolic") return;
        add("--threads auto",
            fmt::format("--threads auto: the search ran in one of {} threads of this machine", count));
    }

    void ask_for_bound() {
        if (!asks_for_values(query_)) return;
        add("", "a query with a bound, such as `A[] EXPRESSION <= 100`: several strategies decide it");
    }

    // ---- Memory

    void store_less() {
        const bool is_explicit = answer_.engine == "zone" || answer_.engine == "discrete";
        if (!is_explicit || settings_.store) return;
        if (!settings_.compress && !settings_.disk)
            add("--compress", "--compress: states are stored as trees of shared parts, which take less memory");
        if (!is_plain() || reach_ == nullptr) return;
        if (answer_.engine == "discrete" && !mentions_clocks(query_))
            add("--store cleary",
                "--store cleary: a set without the bits that a state's place in the table implies; it is exact");
        add("--disk DIR", "--disk DIR: the states are kept in files of a directory");
    }

    void more_memory() {
        const std::size_t given = input_.config.limits.bytes;
        const std::size_t available = available_memory().value_or(0) / 5 * 4;
        if (available / 2 < given) return;  // it would not be much more
        add(fmt::format("--memory {}M", available >> 20U),
            fmt::format("--memory {}M: the limit was {}, and {} are free", available >> 20U, mebibytes(given),
                        mebibytes(available)));
    }

    // ---- Time and states

    std::string ten_times_the_time() const {
        return fmt::format("--time {}s", std::max(10.0, std::ceil(10 * input_.config.limits.seconds)));
    }

    bool has_explored_nothing() const { return !answer_.statistics || answer_.statistics->explored == 0; }

    std::string speed() const {
        if (has_explored_nothing() || answer_.statistics->seconds <= 0)
            return "no state was explored in the time given";
        const Statistics& statistics = *answer_.statistics;
        const auto rate = static_cast<std::size_t>(static_cast<double>(statistics.explored) / statistics.seconds);
        return fmt::format("{} states were explored, {} per second", grouped(statistics.explored), grouped(rate));
    }

    // "the number of open states was falling, from 402 113 to 1204"; "": nothing is known.
    static std::string trend(const OpenStates& open) {
        if (open.last == 0) return "";
        if (!open.are_falling())
            return fmt::format("the number of open states was not falling, {} at the end", grouped(open.last));
        return fmt::format("the number of open states was falling, from {} to {}", grouped(open.most),
                           grouped(open.last));
    }

    void more_time(const OpenStates& open) {
        const std::string how = trend(open);
        add(ten_times_the_time(),
            fmt::format("{}: {}{}{}", ten_times_the_time(), speed(), how.empty() ? "" : "; ", how));
    }

    void more_time_for_trace() {
        if (std::isinf(input_.config.limits.seconds)) return;
        add(ten_times_the_time(), fmt::format("{}: the delays of the trace take longer", ten_times_the_time()));
    }

    void more_states(const OpenStates& open) {
        const std::size_t given = input_.config.limits.states;
        const std::size_t more = given > std::numeric_limits<std::size_t>::max() / 10 ? given : 10 * given;
        const std::string how = trend(open);
        add(fmt::format("--states {}", more),
            fmt::format("--states {}: the limit was {}{}{}", more, grouped(given), how.empty() ? "" : "; ", how));
    }

    // ---- Other ends

    void on_strict() {
        add("", "without --strict: the verdict is then given, and marked as unverified");
        find_shorter_trace();
    }

    void find_shorter_trace() {
        if (reach_ != nullptr && is_plain() && answer_.engine != "symbolic")
            add("--shortest", "--shortest: a shorter trace takes less time and memory to replay");
    }

    void on_lossy_store() {
        add("", fmt::format("without --store {}: only exact sets of states prove that there is no such state",
                            to_string(*settings_.store)));
        add("--store cleary", "--store cleary: a set that is small and exact");
    }

    void on_bound() {
        add("", settings_.dearest ? "without --max-cost: a trace that costs more also decides the query"
                                  : "without --max-depth: a longer trace also decides the query");
    }

    const AdviceInput& input_;
    const Settings& settings_;
    const Answer& answer_;
    const Property& query_;
    const property::Reach* reach_;
    std::vector<Answer::Advice> all_;
};

}  // namespace

std::string options_that_choose(const std::vector<std::string>& arguments) {
    constexpr std::array names{"--search", "--heuristic", "--prefer", "--strategies", "--store", "--disk", "--engine"};
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        for (const std::string_view name : names) {
            if (arguments[i] == name && i + 1 < arguments.size())
                chosen.push_back(fmt::format("{} {}", name, arguments[i + 1]));
            else if (arguments[i].starts_with(fmt::format("{}=", name)))
                chosen.push_back(arguments[i]);
        }
    }
    std::erase(chosen, "--engine auto");
    std::erase(chosen, "--engine=auto");
    return fmt::format("{}", fmt::join(chosen, " "));
}

std::vector<Answer::Advice> advice_on(const AdviceInput& input, const Answer& answer) {
    if (!answer.asked) return {};
    Adviser adviser(input, answer);
    Alarm alarm;
    alarm.set(analysis_seconds);
    std::string limit;
    end_at_limits(limit, [&] {
        if (answer.verdict == Verdict::unknown) adviser.on_unknown();
        if (answer.verdict == Verdict::maybe) adviser.on_maybe();
        if (answer.unverified) adviser.on_unverified();
    });
    return adviser.shown();
}

}  // namespace crowfly
