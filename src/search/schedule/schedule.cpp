#include "search/schedule/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/alarm.hpp"
#include "search/schedule/contender.hpp"

namespace crowfly {
namespace {

// Whatever contender runs, what all of them used together is told.
class SumObserver final : public Observer {
public:
    explicit SumObserver(Observer& observer) : observer_(observer) {}
    void progress(const Statistics& statistics) override { observer_.progress(others_ + statistics); }
    void set_others(const Statistics& others) { others_ = others; }

private:
    Observer& observer_;
    Statistics others_;
};

class Schedule {
public:
    Schedule(const StrategyTask& task, std::size_t workers, const Limits& limits, Observer& observer)
        : wants_shortest_(task.options.shortest), pace_(task.options.pace), workers_(workers), limits_(limits),
          budget_(limits), observer_(observer) {
        for (const Strategy* strategy : strategies_for(task))
            contenders_.push_back(std::make_unique<Contender>(*strategy, task, meeting_, observer_));
    }

    SearchResult run() {
        {
            std::unique_lock lock(meeting_.mutex);
            while (winner_ == nullptr && begin_turns()) {
                wait(lock);
                for (const auto& contender : contenders_) judge(*contender);
                if (is_interrupted()) break;
            }
            end_all(lock);
        }
        for (const auto& contender : contenders_) contender->rethrow();
        return summary();
    }

private:
    // A turn takes this part of what the strategy has spent by then.
    static constexpr std::uint64_t turn_part = 4;

    // ---- Turns

    // False: nobody is running, and nobody can.
    bool begin_turns() {
        make_room();
        while (running() < workers_) {
            Contender* next = choose();
            if (next == nullptr) break;
            observer_.set_others(statistics(next));
            const std::uint64_t turn = std::max(next->strategy().first_turn / pace_, next->spent() / turn_part);
            next->resume(turn, bytes_for(*next), left());
        }
        return running() > 0;
    }

    std::size_t running() const {
        return static_cast<std::size_t>(std::ranges::count(contenders_, Contender::State::running,
                                                           [](const auto& contender) { return contender->state(); }));
    }

    // Of those that wait, the one that is farthest behind its share. Null: none waits.
    Contender* choose() {
        std::uint64_t all = 0;
        for (const auto& contender : contenders_) all += contender->spent();
        Contender* next = nullptr;
        for (const auto& contender : contenders_) {
            if (contender->state() != Contender::State::waiting) continue;
            if (contender->strategy().joins_after / pace_ > all && next != nullptr) continue;
            if (next == nullptr || is_behind(*contender, *next)) next = contender.get();
        }
        return next;
    }

    static bool is_behind(const Contender& a, const Contender& b) {
        return a.spent() / a.strategy().share < b.spent() / b.strategy().share;
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

    std::size_t bytes() const {
        std::size_t all = 0;
        for (const auto& contender : contenders_) all += contender->bytes();
        return all;
    }
    std::size_t bytes_for(const Contender& contender) const {
        const std::size_t others = bytes() - contender.bytes();
        return limits_.bytes - std::min(limits_.bytes, others);
    }

    // Where memory gets short strategies that only may find something are given up, the largest first.
    void make_room() {
        if (std::ranges::none_of(contenders_, [](const auto& c) { return c->is_short_of_memory(); })) return;
        const auto size = [](const auto& c) { return c->strategy().sees_all ? 0 : c->bytes(); };
        const auto largest = std::ranges::max_element(contenders_, {}, size);
        if (size(*largest) > 0) give_up(**largest);
    }

    void give_up(Contender& contender) {
        contender.cancel();
        if (contender.state() == Contender::State::waiting) contender.resume(0, 0, limits_);
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
        return result.found ? strategy.finds && !wants_shortest_ : strategy.proves;
    }

    void end_all(std::unique_lock<std::mutex>& lock) {
        const auto has_ended = [](const auto& c) { return !c->has_begun() || c->state() == Contender::State::ended; };
        for (const auto& contender : contenders_) {
            if (!has_ended(contender)) give_up(*contender);
        }
        meeting_.changed.wait(lock, [&] { return std::ranges::all_of(contenders_, has_ended); });
    }

    Statistics statistics(const Contender* except) const {
        Statistics sum;
        for (const auto& contender : contenders_) {
            if (contender.get() != except && contender->has_begun()) sum = sum + contender->statistics();
        }
        return sum;
    }

    SearchResult summary() {
        SearchResult result;
        if (winner_ != nullptr)
            result = std::move(winner_->result());
        else
            result.unfinished = reason_.empty() ? "no strategy came to an end" : reason_;
        result.may_be_long = result.found && !winner_->strategy().sees_all;
        result.preference.reset();
        result.statistics = statistics(nullptr);
        budget_.close(result.statistics);
        result.strategies.clear();
        for (const auto& contender : contenders_) {
            if (contender->has_begun()) result.strategies.push_back(line_of(*contender));
        }
        return result;
    }

    // "breadth: 1 204 states in 3 turns, 0.02 s"
    std::string line_of(Contender& contender) const {
        return fmt::format("{}: {} states in {} turn{}, {:.3f} s{}", contender.strategy().name,
                           contender.statistics().explored, contender.turns(), contender.turns() == 1 ? "" : "s",
                           contender.seconds(), &contender == winner_ ? ", which answered" : "");
    }

    bool wants_shortest_;
    std::uint64_t pace_;
    std::size_t workers_;
    const Limits& limits_;
    Budget budget_;
    SumObserver observer_;
    Meeting meeting_;
    std::vector<std::unique_ptr<Contender>> contenders_;
    Contender* winner_ = nullptr;
    std::string reason_;
};

}  // namespace

SearchResult search_by_schedule(const StrategyTask& task, std::size_t workers, const Limits& limits,
                                Observer& observer) {
    return Schedule(task, workers, limits, observer).run();
}

}  // namespace crowfly
