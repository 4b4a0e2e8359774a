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
#include "search/kernels/end_at_limits.hpp"
#include "search/workers/mailboxes.hpp"
#include "search/workers/team.hpp"
#include "search/workers/worker.hpp"

namespace crowfly {

class ThreadTeam {
public:
    ThreadTeam(std::size_t workers, const Limits& limits, Observer& observer, const WrapTransport& wrap)
        : limits_(limits), budget_(limits), mail_(workers), observer_(observer), members_(workers) {
        for (std::size_t worker = 0; worker < workers; ++worker)
            members_[worker].transport = wrap ? wrap(mail_.of(worker)) : mail_.of(worker);
    }
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    // `work(transport, limits, observer)` in each thread; what each ends with, in their order. Throws what one of them
    // threw.
    template <class Work>
    std::vector<WorkerResult> run(const Work& work) {
        for (std::size_t worker = 0; worker < members_.size(); ++worker) {
            threads_.emplace_back([this, worker, &work] { run_member(members_[worker], work); });
            if (!threads_.back().has_started()) end_unstarted(members_[worker]);
        }
        watch();
        threads_.clear();
        for (const Member& member : members_) {
            if (member.failure) std::rethrow_exception(member.failure);
        }
        std::vector<WorkerResult> results;
        for (Member& member : members_) results.push_back(std::move(member.result));
        return results;
    }

private:
    struct Member {
        std::unique_ptr<Transport> transport;
        WorkerResult result;
        std::exception_ptr failure;
    };

    // The work of one thread. Throws nothing, also where there is no memory left.
    template <class Work>
    void run_member(Member& member, const Work& work) {
        const Alarm alarm(&stopped_);
        Observer& observer = member.transport->self() == 0 ? observer_ : silent_;
        bool is_done = false;
        try {
            end_at_limits(member.result.unfinished, [&] {
                member.result = work(*member.transport, limits_, observer);
                is_done = true;
            });
        } catch (...) {
            member.failure = std::current_exception();
        }
        // Nobody shall wait for one who has not come as far as to search, or could not tell that it has ended.
        if (!is_done) mail_.abandon(stopped_ ? interrupted_reason : memory_limit_reason);
        const std::lock_guard lock(mutex_);
        if (stopped_ && member.result.unfinished == interrupted_reason) member.result.unfinished = reason_;
        ++ended_;
        changed_.notify_all();
    }

    void end_unstarted(Member& member) {
        constexpr const char* reason = "no thread could be started: there is too little memory, or there are too many";
        member.result.unfinished = reason;
        mail_.abandon(reason);
        const std::lock_guard lock(mutex_);
        ++ended_;
    }

    // The workers look at limits themselves; but not in the middle of a long expansion.
    void watch() {
        constexpr std::chrono::milliseconds now_and_then(20);
        std::unique_lock lock(mutex_);
        while (!changed_.wait_for(lock, now_and_then, [&] { return ended_ == members_.size(); })) {
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
    Observer& observer_;
    SilentObserver silent_;
    std::vector<Member> members_;
    std::mutex mutex_;
    std::condition_variable changed_;  // one more has ended
    std::size_t ended_ = 0;
    std::atomic<bool> stopped_ = false;
    std::string reason_;  // why
    std::deque<Thread> threads_;
};

}  // namespace crowfly
