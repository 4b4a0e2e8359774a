#include "cli/process/interrupt.hpp"

namespace crowfly {
namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

// Calls nothing but what POSIX allows in a handler.
void on_signal(int taken) {
    const bool is_second = interrupted.exchange(true);
    for (const int number : {SIGINT, SIGTERM}) {
        if (std::signal(number, SIG_DFL) == SIG_IGN) std::signal(number, SIG_IGN);
    }
    if (is_second) std::raise(taken);  // another thread took it while this one took the first
}

void install(int number, struct sigaction& old) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);  // one at a time, so that the second finds what the first has left
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    action.sa_flags = 0;  // whoever waits for input notices
    sigaction(number, nullptr, &old);
    if (old.sa_handler != SIG_IGN) sigaction(number, &action, nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    interrupted = false;
    install(SIGINT, old_interrupt_);
    install(SIGTERM, old_terminate_);
}

InterruptGuard::~InterruptGuard() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
}

const std::atomic<bool>& InterruptGuard::flag() { return interrupted; }

}  // namespace crowfly
