// How messages get from worker to worker. Messages of one worker to another arrive in the order in which they were
// sent; nothing else is promised.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>

#include "search/workers/message.hpp"

namespace crowfly {

// What a worker has done and holds.
struct Tally {
    std::size_t explored = 0;
    std::size_t generated = 0;
    std::size_t stored = 0;
    std::size_t waiting = 0;
    std::size_t bytes = 0;
    std::size_t bytes_soon = 0;  // before it tells the next time
    std::size_t sent = 0;        // states, to other workers

    Tally& operator+=(const Tally& other) {
        explored += other.explored;
        generated += other.generated;
        stored += other.stored;
        waiting += other.waiting;
        bytes += other.bytes;
        bytes_soon += other.bytes_soon;
        sent += other.sent;
        return *this;
    }
};

// Waits for something that others do: shortly at first, then longer and longer.
class Backoff {
public:
    void wait() {
        constexpr unsigned quick = 256, longest = 10;
        if (++waits_ < quick)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(std::chrono::microseconds(1U << std::min(waits_ - quick, longest)));
    }
    void reset() { waits_ = 0; }

private:
    unsigned waits_ = 0;
};

class Transport {
public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    virtual std::size_t self() const = 0;  // the number of this worker; that of the leader is 0
    virtual std::size_t size() const = 0;  // how many workers there are

    virtual void send(std::size_t to, Message message) = 0;
    // False: nothing has arrived.
    virtual bool receive(Message& message) = 0;
    // Until a message has arrived, or for a moment.
    virtual void wait() = 0;

    // Memory of messages that were sent and cannot be forgotten yet, or have come and are not received yet.
    virtual std::size_t bytes() const { return 0; }

    // Makes known what this worker does and uses; returns what the others do, as far as is known here.
    virtual Tally exchange(const Tally& own) = 0;
    // What was known of the others at the last exchange, or is by now.
    virtual Tally others() const = 0;
};

}  // namespace crowfly
