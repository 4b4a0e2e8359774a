#include "base/thread.hpp"

#include <ctime>
#include <utility>

namespace crowfly {
namespace {

constexpr std::size_t stack_bytes = std::size_t{8} << 20U;

thread_local double seconds_of_others = 0;

}  // namespace

Thread::Thread(std::function<void()> work) : work_(std::move(work)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    has_started_ = pthread_create(&thread_, &attributes, start, this) == 0;
    pthread_attr_destroy(&attributes);
}

Thread::~Thread() {
    if (has_started_) pthread_join(thread_, nullptr);
}

void* Thread::start(void* self) {
    static_cast<Thread*>(self)->work_();
    return nullptr;
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 + seconds_of_others;
}

void add_thread_seconds(double seconds) { seconds_of_others += seconds; }

}  // namespace crowfly
