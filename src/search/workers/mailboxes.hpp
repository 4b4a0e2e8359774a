// Messages between threads. Each worker has a mailbox, a linked list to whose head any other worker adds by
// compare-and-swap; its owner takes the whole list at once. So nobody waits for a lock, but an owner with nothing to
// do, who sleeps until it is woken.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "search/workers/transport.hpp"

namespace crowfly {

class Mailboxes {
public:
    explicit Mailboxes(std::size_t workers);
    ~Mailboxes();
    Mailboxes(const Mailboxes&) = delete;
    Mailboxes& operator=(const Mailboxes&) = delete;

    // The mailboxes as one worker sees them, who is the only one to call it; they have to outlive it.
    std::unique_ptr<Transport> of(std::size_t worker);

    // From now on whoever receives or waits is told to give up, by LimitReached with this reason. So all end even where
    // there is no memory for one more message. The first reason counts.
    void abandon(const char* reason) noexcept;

private:
    Tally tally_of(std::size_t worker) const;

    class View;
    struct Box;
    static void wake(Box& box);

    struct Letter {
        Message message;
        Letter* next = nullptr;
    };
    // What a worker makes known of itself.
    struct alignas(64) Notice {
        std::atomic<std::size_t> explored, generated, stored, waiting, bytes, bytes_soon, sent;
    };
    struct alignas(64) Box {
        std::atomic<Letter*> newest = nullptr;
        std::atomic<bool> is_asleep = false;  // its owner
        std::mutex mutex = {};
        std::condition_variable woken = {};
        Notice notice = {};
    };

    std::vector<std::unique_ptr<Box>> boxes_;
    std::atomic<const char*> abandoned_ = nullptr;  // why
};

}  // namespace crowfly
