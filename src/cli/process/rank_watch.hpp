// Tells the user when ranks are ended from outside. If a rank is lost, mpirun sends SIGTERM to the others, and SIGKILL
// about a second later. By then the first rank may wait for one that does not exist any more, so a thread of its own
// says what is known: that there is no verdict, and how to go on.
//
// It also ends a process that is still there long after such a signal: where nobody sends SIGKILL, it could wait for
// ever. Where checkpoints are written that is later, so that the last one can be.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "search/workers/rank_files.hpp"

namespace crowfly {

class RankWatch {
public:
    // `interrupted`: such a signal has come. `speaks`: it is the first rank.
    RankWatch(const std::atomic<bool>& interrupted, bool speaks);
    ~RankWatch();
    RankWatch(const RankWatch&) = delete;
    RankWatch& operator=(const RankWatch&) = delete;

    // Where checkpoints are; they stay until close().
    void tell_of(const RankFiles& files) { files_ = &files; }
    // All is decided, or nothing will be any more. From now on nothing is said.
    void close(bool is_decided);

private:
    void watch();
    void say(const char* further);

    const std::atomic<bool>& interrupted_;
    std::atomic<const RankFiles*> files_ = nullptr;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_silent_;
    bool is_over_ = false;
    std::thread thread_;
};

// How to go on, as the end of a message; `files`: null: there are no checkpoints.
std::string how_to_go_on(const RankFiles* files);

}  // namespace crowfly
