#include "search/workers/team.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>

#include "base/alarm.hpp"
#include "base/thread.hpp"
#include "search/width.hpp"
#include "search/workers/best_first_worker.hpp"
#include "search/workers/gathered.hpp"
#include "search/workers/layered_worker.hpp"
#include "search/workers/mailboxes.hpp"
#include "space/discrete_space.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

// Tells an observer of one worker what all of them do.
class TeamObserver final : public Observer {
public:
    TeamObserver(Observer& observer, const Mailboxes& mail) : observer_(observer), mail_(mail) {}
    void progress(const Statistics& leader) override {
        Statistics all = leader;  // which has the sums already but for these
        for (std::size_t worker = 1; worker < mail_.size(); ++worker) {
            const Tally tally = mail_.tally_of(worker);
            all.explored += tally.explored;
            all.generated += tally.generated;
        }
        observer_.progress(all);
    }

private:
    Observer& observer_;
    const Mailboxes& mail_;
};

// The threads of a search, and what becomes of them.
class Team {
public:
    Team(std::size_t workers, const Limits& limits, Observer& observer, const WrapTransport& wrap)
        : limits_(limits), budget_(limits), mail_(workers), observer_(observer, mail_), seats_(workers) {
        for (std::size_t worker = 0; worker < workers; ++worker)
            seats_[worker].transport = wrap ? wrap(mail_.of(worker)) : mail_.of(worker);
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    // `work(transport, limits, observer)` in each thread; what each ends with, in their order. Throws what one of them
    // threw.
    template <class Work>
    std::vector<WorkerResult> run(const Work& work) {
        for (std::size_t worker = 0; worker < seats_.size(); ++worker) {
            threads_.emplace_back([this, worker, &work] { sit(seats_[worker], work); });
            if (!threads_.back().has_started()) leave(seats_[worker]);
        }
        watch();
        threads_.clear();
        for (const Seat& seat : seats_) {
            if (seat.failure) std::rethrow_exception(seat.failure);
        }
        std::vector<WorkerResult> results;
        for (Seat& seat : seats_) results.push_back(std::move(seat.result));
        return results;
    }

private:
    struct Seat {
        std::unique_ptr<Transport> transport;
        WorkerResult result;
        std::exception_ptr failure;
    };

    // Nothing is thrown out of it, also where there is no memory left.
    template <class Work>
    void sit(Seat& seat, const Work& work) {
        const Alarm alarm(&stopped_);
        Observer& observer = seat.transport->self() == 0 ? static_cast<Observer&>(observer_) : silent_;
        bool is_done = false;
        try {
            end_at_limits(seat.result.unfinished, [&] {
                seat.result = work(*seat.transport, limits_, observer);
                is_done = true;
            });
        } catch (...) {
            seat.failure = std::current_exception();
        }
        // Nobody shall wait for one who has not come as far as to search, or could not tell that it has ended.
        if (!is_done) mail_.abandon(stopped_ ? interrupted_reason : memory_limit_reason);
        const std::lock_guard lock(mutex_);
        if (stopped_ && seat.result.unfinished == interrupted_reason) seat.result.unfinished = reason_;
        ++ended_;
        changed_.notify_all();
    }

    void leave(Seat& seat) {
        constexpr const char* reason = "no thread could be started";
        seat.result.unfinished = reason;
        mail_.abandon(reason);
        const std::lock_guard lock(mutex_);
        ++ended_;
    }

    // The workers look at limits themselves; but not in the middle of a long expansion.
    void watch() {
        constexpr std::chrono::milliseconds now_and_then(20);
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, now_and_then, [&] { return ended_ == seats_.size(); })) {
            Statistics used;
            budget_.clock(used);
            if (std::string reason = budget_.exceeded(used, 0); !reason.empty() && !stopped_) {
                reason_ = std::move(reason);
                stopped_ = true;
            }
        }
    }

    Limits limits_;
    Budget budget_;
    Mailboxes mail_;
    TeamObserver observer_;
    SilentObserver silent_;
    std::vector<Seat> seats_;
    std::mutex mutex_;
    std::condition_variable changed_;  // one more has ended
    std::size_t ended_ = 0;
    std::atomic<bool> stopped_ = false;
    std::string reason_;  // why
    std::deque<Thread> threads_;
};

// The heuristic of the leader, built before there are threads: what it looks up is then shared by all of them. Null,
// and `result` tells why: that exceeds the limits.
std::unique_ptr<Heuristic> build_first(const Goal& goal, const HeuristicSpec& spec, const Budget& budget,
                                       Observer& observer, SearchResult& result) {
    goal.tasks->keep_tables();
    std::unique_ptr<Heuristic> built;
    end_at_limits(result.unfinished, [&] {
        BuildBudget building(budget, result.statistics, observer);
        built = build_heuristic(goal, spec, building);
        if (!built) result.unfinished = building.exceeded();
    });
    budget.clock(result.statistics);
    result.statistics.heuristic_seconds = result.statistics.seconds;
    return built;
}

// `make(use)` makes a space and uses it.
template <class Make>
SearchResult search_in(const Network& network, const Formula& formula, const SearchOptions& options,
                       const Limits& limits, Observer& observer, const WrapTransport& wrap, const Make& make) {
    const Budget budget(limits);
    Team team(options.threads, limits, observer, wrap);
    SearchOptions own = options;
    if (!own.tasks) own.tasks = make_task_cache();
    const auto goal_for = [&] {
        Goal goal = goal_of(network, formula, own.wanted, own.guidance);
        goal.tasks = own.tasks;
        return goal;
    };
    std::unique_ptr<Heuristic> built;
    SearchResult building;
    if (own.guidance.ahead > 0) {
        built = build_first(goal_for(), own.guidance.heuristic, budget, observer, building);
        if (!built) return building;
    }
    const auto work = [&](Transport& transport, const Limits& given, Observer& watching) {
        Predicate goal(network, formula);
        const SearchTask task{goal_for(), goal, own, given, watching};
        return make([&]<class Space>(Space& space) {
            if (own.guidance.ahead > 0) {
                std::unique_ptr<Heuristic> leaders = transport.self() == 0 ? std::move(built) : nullptr;
                return BestFirstWorker<Space>(space, task, transport, std::move(leaders)).run();
            }
            return LayeredWorker<Space>(space, task, transport).run();
        });
    };
    Gathered gathered(team.run(work));
    make([&]<class Space>(Space& space) {
        gathered.find_path(space);
        return WorkerResult{};
    });
    SearchResult result = gathered.result(options);
    result.statistics.heuristic_seconds += building.statistics.heuristic_seconds;
    budget.close(result.statistics);
    return result;
}

}  // namespace

std::string why_not_by_workers(const Settings& settings) {
    const Guidance& guidance = settings.guidance;
    const bool is_among = settings.search == "bfs" || settings.search == "greedy" || settings.search == "astar" ||
                          settings.search == "wastar";
    if (!is_among) return fmt::format("is for --search bfs, greedy, astar and wastar, not for {}", settings.search);
    if (guidance.lazy) return "is not for lazy estimates";
    if (guidance.preference.any()) return "cannot be used with --prefer";
    if (guidance.search.options.contains("local")) return "cannot be used with local exploration";
    if (settings.objective != Objective::any && settings.objective != Objective::shortest)
        return fmt::format("cannot be used with {}", option_of(settings));
    if (settings.store) return "cannot be used with --store";
    if (settings.checkpoints) return "cannot be used with --checkpoint and --resume";
    if (settings.time == TimeSemantics::local) return "cannot be used with local time";
    return "";
}

SearchResult search_by_threads(const Network& network, const Formula& formula, const SearchOptions& options,
                               const Limits& limits, Observer& observer, const WrapTransport& wrap) {
    if (!options.abstraction) {
        return search_in(network, formula, options, limits, observer, wrap, [&](const auto& use) {
            DiscreteSpace space(network, Layout(network, options.compared), options.compress, options.symmetry,
                                options.compared);
            return use(space);
        });
    }
    const bool wide = calls_for_wide_zones(network, {&formula});
    return search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
        return search_in(network, formula, options, given, watching, wrap, [&](const auto& use) {
            BasicZoneSpace<B> space(network, Layout(network, options.compared), use_of(formula), *options.abstraction,
                                    options.compress, options.hull, options.symmetry, options.compared);
            return use(space);
        });
    });
}

}  // namespace crowfly
