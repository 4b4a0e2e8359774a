#include "search/schedule/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/alarm.hpp"
#include "search/schedule/restarting_astar.hpp"
#include "search/schedule/timekeeper.hpp"

namespace crowfly {
namespace {

// Whichever contenders run, what all of them used together is told, by one of them at a time.
class SumObserver {
public:
    // What one contender tells.
    class Part final : public Observer {
    public:
        explicit Part(SumObserver& sum) : sum_(sum) {}
        void progress(const Statistics& statistics) override { sum_.progress(*this, statistics); }
        void set(const Statistics& statistics) { sum_.set(*this, statistics); }

    private:
        friend class SumObserver;
        SumObserver& sum_;
        Statistics statistics_;
    };

    explicit SumObserver(Observer& observer) : observer_(observer) {}
    Part& add() { return *parts_.emplace_back(std::make_unique<Part>(*this)); }

private:
    void set(Part& part, const Statistics& statistics) {
        const std::lock_guard lock(mutex_);
        part.statistics_ = statistics;
    }
    void progress(Part& part, const Statistics& statistics) {
        const std::lock_guard lock(mutex_);
        part.statistics_ = statistics;
        Statistics others;
        for (const auto& other : parts_) {
            if (other.get() != &part) others = others + other->statistics_;
        }
        observer_.progress(others + statistics);
    }

    Observer& observer_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Part>> parts_;
};

class Schedule {
public:
    Schedule(const StrategyTask& task, std::size_t workers, const Limits& limits, Observer& observer)
        : task_(task), wants_shortest_(task.options.wants_shortest()), pace_(task.options.pace), workers_(workers),
          limits_(limits), budget_(limits), observer_(observer), timekeeper_(workers),
          least_turn_(std::max(first_look_effort / pace_, effort_to_expand(task.network))) {
        for (const Strategy* strategy : strategies_for(task)) {
            parts_.push_back(&observer_.add());
            contenders_.push_back(std::make_unique<Contender>(*strategy, task, meeting_, *parts_.back()));
            for (const OpeningTurn& turn : strategy->opening) opening_.push_back({contenders_.back().get(), turn});
        }
        std::ranges::stable_sort(opening_, {}, [](const Planned& planned) { return planned.turn.round; });
    }

    SearchResult run() {
        {
            std::unique_lock lock(meeting_.mutex);
            while (winner_ == nullptr && begin_turns()) {
                wait(lock);
                for (const auto& contender : contenders_) judge(*contender);
                if (is_interrupted()) break;
            }
            timekeeper_.end_turns();
            if (winner_ != nullptr) improve(lock);
            end_all(lock);
            timekeeper_.end_turns();
            if (!improvement_) statistics_ = statistics();
        }
        for (const auto& contender : contenders_) contender->rethrow();
        return summary();
    }

private:
    struct Planned {
        Contender* contender;
        OpeningTurn turn;
    };

    // A turn takes this part of what the strategy has spent by then.
    static constexpr std::uint64_t turn_part = 4;
    // After so much effort of all, guesses have had their chance.
    static constexpr std::uint64_t long_search = 3'000'000'000;
    static constexpr std::uint64_t less_for_guesses = 4;
    // A search for a shorter path takes this part of the effort of all …
    static constexpr std::uint64_t improvement_part = 16;
    // … or half of this, if both together do not take longer: nobody notices.
    static constexpr std::uint64_t most_unnoticed = 40'000'000;
    // A path that is longer than this is worth more of it: so much, and for each transition beyond, up to a part of the
    // effort of all.
    static constexpr std::size_t long_path = 100;
    static constexpr std::uint64_t for_long_path = 10'000'000;
    static constexpr std::uint64_t per_transition = 1'000'000;
    static constexpr std::uint64_t part_for_length = 4;
    static constexpr std::uint64_t least_for_length = 100'000'000;
    // Of that, a strategy that is there already has this part, and restarting A* the rest.
    static constexpr std::uint64_t part_of_other = 4;

    // ---- Turns

    // What a state of the network takes if each process has a transition: nobody can have a shorter turn.
    static std::uint64_t effort_to_expand(const Network& network) {
        return SearchEffort(network, network.features.clocks).of(1, network.processes.size());
    }

    // False: nobody is running, and nobody can.
    bool begin_turns() {
        timekeeper_.end_turns();
        make_room();
        while (running() < workers_) {
            std::optional<Planned> next = choose_in_opening();
            if (!next) next = choose_by_share();
            if (!next) break;
            Contender& contender = *next->contender;
            tell_statistics();
            timekeeper_.begin_turn(contender);
            contender.resume(next->turn.effort, next->turn.states, bytes_for(contender), left());
            if (contender.state() == Contender::State::ended) timekeeper_.end_turns();
        }
        return running() > 0;
    }

    // Contenders tell what they use now and then, and are asked for it when a turn is over.
    void tell_statistics() {
        for (std::size_t i = 0; i < contenders_.size(); ++i) {
            if (contenders_[i]->state() != Contender::State::running) parts_[i]->set(contenders_[i]->statistics());
        }
    }

    std::size_t running() const {
        return static_cast<std::size_t>(std::ranges::count(contenders_, Contender::State::running,
                                                           [](const auto& contender) { return contender->state(); }));
    }

    // The next turn of the opening, of a contender that waits. Turns of those that have ended are dropped.
    std::optional<Planned> choose_in_opening() {
        std::erase_if(opening_, [](const Planned& p) { return p.contender->state() == Contender::State::ended; });
        const auto found = std::ranges::find(opening_, Contender::State::waiting,
                                             [](const Planned& planned) { return planned.contender->state(); });
        if (found == opening_.end()) return std::nullopt;
        Planned next = *found;
        next.turn.effort = std::max(next.turn.effort / pace_, effort_to_expand(task_.network));
        opening_.erase(found);
        return next;
    }

    // Of those that wait, the one that is farthest behind its share.
    std::optional<Planned> choose_by_share() {
        const std::uint64_t all = effort_of_all();
        Contender* next = nullptr;
        for (const auto& contender : contenders_) {
            if (contender->state() != Contender::State::waiting) continue;
            if (next == nullptr || is_behind(*contender, *next, all)) next = contender.get();
        }
        if (next == nullptr) return std::nullopt;
        return Planned{next, {.effort = std::max(least_turn_, next->spent() / turn_part)}};
    }

    bool is_behind(const Contender& a, const Contender& b, std::uint64_t all) const {
        const auto progress = [&](const Contender& contender) {
            const std::uint64_t times = all > long_search && guesses(contender.strategy()) ? less_for_guesses : 1;
            return times * contender.spent() / share_of(contender.strategy(), task_);
        };
        return progress(a) < progress(b);
    }

    bool guesses(const Strategy& strategy) const {
        return strategy.guesses || (strategy.merges_zones && there_are_few_zones());
    }

    // Fewer than three for two discrete states, by what exact search knows.
    bool there_are_few_zones() const {
        return std::ranges::any_of(contenders_, [](const auto& contender) {
            const Statistics& known = contender->statistics();
            return contender->strategy().sees_all && 2 * known.stored < 3 * known.discrete;
        });
    }

    void wait(std::unique_lock<std::mutex>& lock) {
        const std::size_t before = running();
        while (running() == before && !is_interrupted()) meeting_.changed.wait_for(lock, std::chrono::milliseconds(20));
    }

    // ---- Limits

    bool is_interrupted() {
        const Alarm* alarm = Alarm::of_this_thread();
        Statistics now;
        budget_.clock(now);
        if ((limits_.interrupted != nullptr && *limits_.interrupted) || (alarm != nullptr && alarm->rings()))
            reason_ = limits_.interrupted != nullptr && *limits_.interrupted ? interrupted_reason : time_limit_reason;
        else if (now.seconds > limits_.seconds)
            reason_ = time_limit_reason;
        return !reason_.empty();
    }

    Limits left() const {
        Statistics used;
        budget_.clock(used);
        return left_of(limits_, used);
    }

    // What others leave of the memory, those that are running with what they may get. What is free is shared by the
    // workers that have nothing to do yet.
    std::size_t bytes_for(const Contender& contender) const {
        std::size_t left = limits_.bytes;
        for (const auto& other : contenders_) {
            if (other.get() == &contender) continue;
            const bool grows = other->state() == Contender::State::running && !other->was_given_up();
            left -= std::min(left, grows ? other->allowed_bytes() : other->bytes());
        }
        const std::size_t own = contender.bytes();
        return left <= own ? left : own + (left - own) / (workers_ - running());
    }

    // Where memory gets short strategies that only may find something are given up, the largest first.
    void make_room() {
        if (std::ranges::none_of(contenders_, [](const auto& c) { return c->is_short_of_memory(); })) return;
        const auto size = [](const auto& c) { return c->strategy().sees_all ? 0 : c->bytes(); };
        const auto largest = std::ranges::max_element(contenders_, {}, size);
        if (size(*largest) > 0) (*largest)->give_up();
    }

    // ---- Answers

    void judge(Contender& contender) {
        if (contender.state() != Contender::State::ended || winner_ != nullptr) return;
        if (is_sure(contender)) winner_ = &contender;
    }

    // What breadth first search says is the answer, and if only that a limit was reached.
    bool is_sure(Contender& contender) const {
        const Strategy& strategy = contender.strategy();
        const SearchResult& result = contender.result();
        if (strategy.sees_all) return true;
        if (result.stop || !result.unfinished.empty()) return false;
        return result.found ? strategy.finds && (!wants_shortest_ || result.is_short) : strategy.proves;
    }

    // `may_improve`: except those that wait and may find a shorter path.
    void end_all(std::unique_lock<std::mutex>& lock, bool may_improve = false) {
        const auto has_ended = [&](const auto& c) {
            return !c->has_begun() || c->state() == Contender::State::ended ||
                   (may_improve && c->strategy().improves && c->state() == Contender::State::waiting);
        };
        for (const auto& contender : contenders_) {
            if (!has_ended(contender)) contender->cancel();
        }
        meeting_.changed.wait(lock, [&] { return std::ranges::all_of(contenders_, has_ended); });
    }

    // ---- Shorter paths

    // Neighbours of the first path were tried, too (Nakhost, Müller: Action elimination and plan neighborhood graph
    // search, 2010): with so little effort they hold nothing that shortening does not find.
    void improve(std::unique_lock<std::mutex>& lock) {
        const SearchResult& first = winner_->result();
        if (!task_.options.improves || !first.found || !first.is_sure() || first.is_short ||
            winner_->strategy().finds_short)
            return;
        if (is_interrupted()) return;
        const std::uint64_t all = effort_of_all();
        const auto length = [&] { return improvement_ ? improvement_->to : transitions_of(*first.found); };
        if (Contender* after_short = improver(true); after_short != nullptr && after_short->has_begun())
            improve_by(*after_short, effort_to_improve(all), lock);
        if (length() <= long_path || is_interrupted()) return;
        std::uint64_t effort = std::max(all / improvement_part, effort_for_length(length(), all) / pace_);
        if (Contender* other = improver(false); other != nullptr) {
            const std::uint64_t before = other->spent();
            improve_by(*other, effort / part_of_other, lock);
            effort -= std::min(effort, other->spent() - before);
        }
        if (length() > long_path && effort > 0 && !is_interrupted()) improve_by(add_restarts(length()), effort, lock);
    }

    // A strategy that waits and may find a shorter path. Null: there is none.
    Contender* improver(bool finds_short) {
        const auto found = std::ranges::find_if(contenders_, [&](const auto& c) {
            return c->strategy().improves && c->strategy().finds_short == finds_short &&
                   c->state() == Contender::State::waiting;
        });
        return found == contenders_.end() ? nullptr : found->get();
    }

    void improve_by(Contender& contender, std::uint64_t effort, std::unique_lock<std::mutex>& lock) {
        end_all(lock, true);
        timekeeper_.end_turns();
        if (!improvement_) {
            statistics_ = statistics();
            tell_statistics();
            const std::size_t length = transitions_of(*winner_->result().found);
            improvement_ = {length, length, 0};
        }
        const std::size_t before = contender.statistics().explored;
        timekeeper_.begin_turn(contender);
        contender.resume(effort, std::numeric_limits<std::size_t>::max(), bytes_for(contender), left());
        wait(lock);
        if (contender.state() != Contender::State::ended) contender.cancel();
        meeting_.changed.wait(lock, [&] { return contender.state() == Contender::State::ended; });
        timekeeper_.end_turns();
        improvement_->explored += std::max(contender.statistics().explored, before) - before;
        take_if_shorter(contender);
    }

    // By what guided the winner. A search by hU is there from the start, so what it guided is improved by the formula.
    Contender& add_restarts(std::size_t length) {
        const std::string& guide = winner_->strategy().heuristic;
        restarts_ = restarting_astar(guide.empty() || guide == "hU" ? "formula" : guide, length);
        parts_.push_back(&observer_.add());
        return *contenders_.emplace_back(std::make_unique<Contender>(*restarts_, task_, meeting_, *parts_.back()));
    }

    void take_if_shorter(Contender& contender) {
        const SearchResult& result = contender.result();
        if (!result.found || !result.is_sure() || transitions_of(*result.found) >= improvement_->to) return;
        improvement_->to = transitions_of(*result.found);
        improver_ = &contender;
    }

    std::uint64_t effort_of_all() const {
        std::uint64_t all = 0;
        for (const auto& contender : contenders_) all += contender->spent();
        return all;
    }

    std::uint64_t effort_to_improve(std::uint64_t all) const {
        const std::uint64_t unnoticed = std::min(most_unnoticed / 2, most_unnoticed - std::min(all, most_unnoticed));
        return std::max(all / improvement_part, unnoticed / pace_);
    }

    static std::uint64_t effort_for_length(std::size_t length, std::uint64_t all) {
        const std::uint64_t most = std::max(least_for_length, all / part_for_length);
        return std::min(most, for_long_path + (length - long_path) * per_transition);
    }

    Statistics statistics() const {
        Statistics sum;
        for (const auto& contender : contenders_) {
            if (contender->has_begun()) sum = sum + contender->statistics();
        }
        return sum;
    }

    SearchResult summary() {
        std::vector<StrategyRun> schedule;
        for (const auto& contender : contenders_) {
            if (contender->has_begun()) schedule.push_back(run_of(*contender));
        }
        SearchResult result;
        if (winner_ != nullptr)
            result = std::move((improver_ != nullptr ? improver_ : winner_)->result());
        else
            result.unfinished = unfinished();
        result.may_be_long = result.found && !result.is_short && !winner_->strategy().finds_short;
        result.improvement = improvement_;
        result.preference.reset();
        result.statistics = statistics_;
        budget_.close(result.statistics);
        result.strategies.clear();
        for (const StrategyRun& run : schedule) result.strategies.push_back(line_of(run));
        result.schedule = std::move(schedule);
        return result;
    }

    // "exact: 1204 states in 3 turns, which answered"
    static std::string line_of(const StrategyRun& run) {
        return fmt::format("{}: {} states in {} turn{}{}", run.name, run.explored, run.turns, run.turns == 1 ? "" : "s",
                           run.answered ? ", which answered" : "");
    }

    // Before the result of the winner is moved away.
    StrategyRun run_of(Contender& contender) const {
        StrategyRun run = timekeeper_.run_of(contender);
        run.answered = &contender == winner_ && unfinished().empty();
        run.outcome = outcome_of(contender);
        if (run.outcome == StrategyRun::Outcome::inconclusive) run.reason = contender.result().unfinished;
        if (run.outcome == StrategyRun::Outcome::limit) run.reason = unfinished();
        return run;
    }

    // Why there is no answer, or "".
    std::string unfinished() const {
        if (winner_ != nullptr) return winner_->result().unfinished;
        if (contenders_.empty()) return "none of the strategies suits the query";
        return reason_.empty() ? "no strategy came to an end" : reason_;
    }

    StrategyRun::Outcome outcome_of(Contender& contender) const {
        using enum StrategyRun::Outcome;
        const SearchResult& result = contender.result();
        if (result.stop) return failed;
        if (contender.was_given_up() || result.unfinished == memory_limit_reason) return memory;
        if (result.unfinished == interrupted_reason) return unfinished().empty() ? cancelled : limit;
        if (result.unfinished == time_limit_reason || result.unfinished == state_limit_reason) return limit;
        if (!result.unfinished.empty()) return inconclusive;
        if (&contender == improver_) return improved;
        if (result.found) return contender.strategy().finds ? found : inconclusive;
        return contender.strategy().proves ? proved : inconclusive;
    }

    const StrategyTask& task_;
    bool wants_shortest_;
    std::uint64_t pace_;
    std::size_t workers_;
    const Limits& limits_;
    Budget budget_;
    SumObserver observer_;
    Meeting meeting_;
    Timekeeper timekeeper_;
    std::uint64_t least_turn_;
    std::vector<SumObserver::Part*> parts_;
    std::optional<Strategy> restarts_;
    std::vector<std::unique_ptr<Contender>> contenders_;
    std::vector<Planned> opening_;  // turns that are left of it
    Contender* winner_ = nullptr;
    Contender* improver_ = nullptr;  // found a shorter path than the winner
    std::optional<PathImprovement> improvement_;
    Statistics statistics_;  // without the improvement
    std::string reason_;
};

}  // namespace

SearchResult search_by_schedule(const StrategyTask& task, std::size_t workers, const Limits& limits,
                                Observer& observer) {
    return Schedule(task, workers, limits, observer).run();
}

}  // namespace crowfly
