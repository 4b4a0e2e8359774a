#include "base/profile.hpp"

#include <sys/time.h>

#include <numeric>

namespace crowfly {

namespace detail {
constinit thread_local std::atomic<Phase> current_phase = Phase::other;
}

namespace {

constexpr suseconds_t microseconds_between_samples = 1'009;  // a prime, so as not to keep step with what is sampled

std::array<std::atomic<std::size_t>, phases> counts{};
static_assert(std::atomic<std::size_t>::is_always_lock_free && std::atomic<Phase>::is_always_lock_free,
              "a signal handler may not take locks");

void count_sample(int) {
    const Phase phase = detail::current_phase.load(std::memory_order_relaxed);
    counts[static_cast<std::size_t>(phase)].fetch_add(1, std::memory_order_relaxed);
}

void set_timer(suseconds_t microseconds) {
    const itimerval every{{0, microseconds}, {0, microseconds}};
    setitimer(ITIMER_PROF, &every, nullptr);
}

}  // namespace

std::size_t Profile::all() const { return std::accumulate(samples.begin(), samples.end(), std::size_t{0}); }

double Profile::share(Phase phase) const {
    const std::size_t count = all();
    return count == 0 ? 0 : static_cast<double>(samples[static_cast<std::size_t>(phase)]) / static_cast<double>(count);
}

Profiler::Profiler() {
    struct sigaction action {};
    action.sa_handler = count_sample;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, &before_);
    take();
    set_timer(microseconds_between_samples);
}

Profiler::~Profiler() {
    set_timer(0);
    sigaction(SIGPROF, &before_, nullptr);
}

Profile Profiler::take() {
    Profile profile;
    for (std::size_t i = 0; i < phases; ++i) profile.samples[i] = counts[i].exchange(0, std::memory_order_relaxed);
    return profile;
}

}  // namespace crowfly
