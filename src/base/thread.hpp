// A thread with a stack of a known size, however small the default of the system is. It is joined at the end of its
// life.
#pragma once

#include <pthread.h>

#include <functional>

namespace crowfly {

class Thread {
public:
    explicit Thread(std::function<void()> work);
    ~Thread();
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    bool has_started() const { return has_started_; }  // if not, the system has no more threads

private:
    static void* start(void* self);

    std::function<void()> work_;
    bool has_started_ = false;
    pthread_t thread_{};
};

// Processor time of this thread, and of others that have worked on its behalf.
double thread_seconds();
void add_thread_seconds(double seconds);

}  // namespace crowfly
