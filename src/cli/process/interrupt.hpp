// Ctrl-C ends the search, not the program: what was found so far is still told. The second one ends the program, as
// ever.
#pragma once

#include <atomic>
#include <csignal>

namespace crowfly {

// As long as it lives, SIGINT and SIGTERM set the flag. Signals that somebody had ignored (nohup) stay ignored. There
// is one at a time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    static const std::atomic<bool>& flag();

private:
    struct sigaction old_interrupt_ {};
    struct sigaction old_terminate_ {};
};

}  // namespace crowfly
