// Searches started by the page of `crowfly serve`. They run in a few threads of their own, so that other requests never
// wait for them.
//
// A search has a number. It ends early if it is cancelled, if its page starts another one, if no request has asked for
// it for a while (the page was closed), and when the server ends. The number of waiting searches is bounded: beyond
// that start() returns nothing.
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
#include "search/settings/limits.hpp"

namespace crowfly {

// Shared by a running search and the server: progress and cancellation.
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
    // Runs in a thread of the pool, and ends soon after it is cancelled. An exception becomes a `problem`.
    using Work = std::function<Json(SearchControl& control)>;

    struct Bounds {
        std::size_t threads = 2;
        std::size_t waiting = 10;
        std::chrono::milliseconds lease{15'000};  // a search that no request has asked for is dropped after this time
    };

    Searches() : Searches(Bounds{}) {}
    explicit Searches(const Bounds& bounds);
    ~Searches() { stop(); }
    Searches(const Searches&) = delete;
    Searches& operator=(const Searches&) = delete;

    // Cancels the search that the page has started before. Nothing: too many searches are waiting.
    std::optional<Id> start(const std::string& page, Work work);
    // `state` (waiting, running, done, cancelled), progress, and once it is done its `result`. Null: there is no search
    // with this number.
    Json status(Id id);
    bool cancel(Id id);                         // false: there is no search with this number
    void cancel_page(const std::string& page);  // all that it has started

    // Cancels all searches and waits for the running ones. No search can be started afterwards.
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
    std::deque<Id> queue_;  // waiting searches; cancelled ones are removed
    std::size_t running_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace crowfly
