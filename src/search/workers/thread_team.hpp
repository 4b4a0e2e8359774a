// The threads of a search, and what becomes of them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/thread.hpp"
#include "search/end_at_limits.hpp"
#include "search/workers/mailboxes.hpp"
#include "search/workers/team.hpp"
#include "search/workers/worker.hpp"

namespace crowfly {

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

class ThreadTeam {
public:
    ThreadTeam(std::size_t workers, const Limits& limits, Observer& observer, const WrapTransport& wrap)
        : limits_(limits), budget_(limits), mail_(workers), observer_(observer, mail_), wrap_(wrap), seats_(workers) {}
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    // `work(transport, limits, observer)` in each thread; what each ends with, in their order. Throws what one of them
    // threw.
    template <class Work>
    std::vector<WorkerResult> run(const Work& work) {
        for (std::size_t worker = 0; worker < seats_.size(); ++worker) {
            threads_.emplace_back([this, worker, &work] { sit(worker, work); });
            if (!threads_.back().has_started()) leave(worker);
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
        WorkerResult result;
        std::exception_ptr failure;
    };

    template <class Work>
    void sit(std::size_t worker, const Work& work) {
        const Alarm alarm(&stopped_);
        Seat& seat = seats_[worker];
        const std::unique_ptr<Transport> transport = wrap_ ? wrap_(mail_.of(worker)) : mail_.of(worker);
        try {
            end_at_limits(seat.result.unfinished, [&] {
                seat.result = work(*transport, limits_, worker == 0 ? static_cast<Observer&>(observer_) : silent_);
            });
        } catch (...) {
            seat.failure = std::current_exception();
        }
        if (!seat.result.unfinished.empty() || seat.failure) take_leave(*transport);
        const std::lock_guard lock(mutex_);
        if (stopped_ && seat.result.unfinished == interrupted_reason) seat.result.unfinished = reason_;
        ++ended_;
        changed_.notify_all();
    }

    void leave(std::size_t worker) {
        seats_[worker].result.unfinished = "no thread could be started";
        take_leave(*mail_.of(worker));
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
    const WrapTransport& wrap_;
    std::vector<Seat> seats_;
    std::mutex mutex_;
    std::condition_variable changed_;  // one more has ended
    std::size_t ended_ = 0;
    std::atomic<bool> stopped_ = false;
    std::string reason_;  // why
    std::deque<Thread> threads_;
};

}  // namespace crowfly
