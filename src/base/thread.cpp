#include "base/thread.hpp"

#include <utility>

namespace crowfly {
namespace {

constexpr std::size_t stack_bytes = std::size_t{8} << 20U;

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

}  // namespace crowfly
