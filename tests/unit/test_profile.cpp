// Samples of what a thread is doing.
#include "base/profile.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <numeric>
#include <thread>

#include "render/results/statistics.hpp"

using namespace crowfly;

namespace {

// Busy for so much processor time of this thread.
void work(double seconds) {
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    };
    for (const double end = now() + seconds; now() < end;) {
    }
}

}  // namespace

TEST_CASE("shares are those of processor time, in whatever thread it is spent") {
    Profiler profiler;
    Profile profile;
    // Some systems have no finer clock than a hundredth of a second, and a busy one misses most of its ticks.
    constexpr std::size_t enough = 40;
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds && profile.all() < enough; ++round) {
        begin_phase(Phase::covering);
        work(0.3);
        std::thread other([] {
            begin_phase(Phase::heuristic);
            work(0.1);
        });
        other.join();
        begin_phase(Phase::other);
        const Profile taken = profiler.take();
        for (std::size_t i = 0; i < phases; ++i) profile.samples[i] += taken.samples[i];
    }
    CHECK(profile.all() >= enough);
    CHECK(profile.share(Phase::covering) == doctest::Approx(0.75).epsilon(0.2));
    CHECK(profile.share(Phase::heuristic) == doctest::Approx(0.25).epsilon(0.6));
    CHECK(profile.share(Phase::table) == 0);
    CHECK(profiler.take().all() < 5);  // it begins anew
}

TEST_CASE("nothing is sampled without a profiler") {
    { const Profiler ended; }
    begin_phase(Phase::table);
    work(0.05);
    begin_phase(Phase::other);
    Profiler profiler;
    CHECK(profiler.take().samples[static_cast<std::size_t>(Phase::table)] == 0);
}

TEST_CASE("a profile is told in percent, or not at all") {
    Profile profile;
    CHECK(profile_line(profile) == "profile: too short for a sample");
    profile.samples = {1, 30, 20, 40, 9, 0};
    CHECK(profile_line(profile) ==
          "profile of 100 samples: successors 30 %, zones 20 %, covering 40 %, table 9 %, heuristic 0 %, other 1 %");
}
