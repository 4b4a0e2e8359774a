// The sockets of an HTTP server on the loopback interface. One thread polls all of them, reads and writes what is
// available, and passes a request to a handler thread once its header is complete. A slow client thus blocks nothing
// but its own socket, until a deadline. If there are too many connections, the one whose request has been incomplete
// for the longest time is closed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct pollfd;

namespace crowfly {

class Connections {
public:
    // The response to a request, headers included; the connection is closed after it. Called from several threads.
    using Handle = std::function<std::string(const std::string& request)>;

    struct Bounds {
        std::size_t connections = 256;
        std::size_t handlers = 4;
        std::size_t bytes = 16'384;                    // of a header
        std::chrono::milliseconds to_send{5'000};      // for a client to send its header
        std::chrono::milliseconds to_receive{30'000};  // for a client to receive the response
    };

    explicit Connections(Handle handle) : Connections(std::move(handle), Bounds{}) {}
    Connections(Handle handle, const Bounds& bounds);
    ~Connections();
    Connections(const Connections&) = delete;
    Connections& operator=(const Connections&) = delete;

    // Returns the port, or -1 if it cannot be bound. 0: any free port.
    int listen(int port);
    // Serves until the flag is set.
    void run(const std::atomic<bool>& ended);

private:
    using Clock = std::chrono::steady_clock;
    using Id = std::uint64_t;
    enum class State : std::uint8_t { reading, handling, writing, closing };

    struct Connection {
        int socket = -1;
        State state = State::reading;
        Clock::time_point deadline;
        std::string request;
        std::string answer;
        std::size_t sent = 0;
    };
    using Map = std::map<Id, Connection>;
    struct Letter {  // a request for a handler, or its response
        Id id = 0;
        std::string text;
    };

    void handle_requests();
    void collect_answers();
    void watch(std::vector<pollfd>& watched, std::vector<Id>& ids) const;
    void accept_all();
    Map::const_iterator oldest_idle() const;  // waiting for its client to send or to close
    bool close_oldest_idle();
    bool advance(Id id, Connection& connection);  // false: the connection is to be closed
    bool read(Id id, Connection& connection);
    static bool write(Connection& connection);
    static bool drain(Connection& connection);
    Map::iterator close(Map::iterator entry);
    void close_expired();

    Handle handle_;
    Bounds bounds_;
    int listener_ = -1;
    int wake_ = -1;  // readable when a response is ready
    Id last_ = 0;
    Map connections_;  // in the order of arrival

    std::mutex mutex_;
    std::condition_variable arrived_;
    bool ended_ = false;
    std::deque<Letter> requests_, answers_;
    std::vector<std::thread> handlers_;
};

}  // namespace crowfly
