// Searches that the page of `crowfly serve` starts. They run in a few threads of their own, so that stepping and
// looking around never wait for them.
//
// A search has a number. It ends early when it is cancelled, when its page starts another one, when nobody has asked
// for it for a while (then the page is gone), and when the server ends. The number of searches that wait for a thread
// is bounded: beyond that start() answers that it is busy.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "render/json.hpp"
#include "search/limits.hpp"

namespace crowfly {

// How a running search and the rest of the server see each other.
class SearchControl final : public Observer {
public:
    void progress(const Statistics& statistics) override;
    Statistics statistics() const;

    const std::atomic<bool>& cancelled() const { return cancelled_; }
    void cancel() { cancelled_ = true; }

private:
    std::atomic<bool> cancelled_ = false;
    mutable std::mutex mutex_;
    Statistics statistics_;
};

class Searches {
public:
    using Id = std::uint64_t;
    // Runs in a thread of the pool, and ends soon after it is cancelled. What it throws becomes a `problem`.
    using Work = std::function<Json(SearchControl& control)>;

    struct Bounds {
        std::size_t threads = 2;
        std::size_t waiting = 10;
        std::chrono::milliseconds lease{15'000};  // after so long without a question a search is forgotten
    };

    Searches() : Searches(Bounds{}) {}
    explicit Searches(const Bounds& bounds);
    ~Searches() { stop(); }
    Searches(const Searches&) = delete;
    Searches& operator=(const Searches&) = delete;

    // Cancels the search that the page has started before. Nothing: too many searches wait.
    std::optional<Id> start(const std::string& page, Work work);
    // `state` (waiting, running, done, cancelled), how far it is, and once it is done its `result`. Null: there is none
    // of this number.
    Json status(Id id);
    bool cancel(Id id);                         // false: there is none of this number
    void cancel_page(const std::string& page);  // whatever it has started

    // Cancels all, and waits for those that run. Nothing can be started any more.
    void stop();

private:
    using Clock = std::chrono::steady_clock;
    enum class State : std::uint8_t { waiting, running, done, cancelled };

    struct Search;
    using Entry = std::shared_ptr<Search>;

    void work();
    void watch();
    void cancel(Search& search);
    void forget_unasked();
    std::size_t place_in_queue(Id id) const;

    Bounds bounds_;
    std::mutex mutex_;
    std::condition_variable arrived_, ending_;
    bool ended_ = false;
    Id last_ = 0;
    std::map<Id, Entry> searches_;
    std::deque<Id> queue_;  // those that wait; cancelled ones leave it
    std::size_t running_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace crowfly
