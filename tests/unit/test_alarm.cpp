#include "base/alarm.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <limits>
#include <string>
#include <thread>

using namespace crowfly;

namespace {

std::string reason_after_polling() {
    const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    try {
        while (std::chrono::steady_clock::now() < late) poll();
    } catch (const LimitReached& limit) {
        return limit.what();
    }
    return "";
}

}  // namespace

TEST_CASE("without an alarm nothing rings") { CHECK_NOTHROW(poll()); }

TEST_CASE("an alarm rings when its time is up, and until it is set anew") {
    Alarm alarm;
    CHECK_NOTHROW(poll());
    alarm.set(0.01);
    CHECK(reason_after_polling() == "time limit");
    CHECK_THROWS_AS(poll(), LimitReached);
    alarm.set(std::numeric_limits<double>::infinity());
    CHECK_NOTHROW(poll());
    alarm.set(0.01);
    CHECK(reason_after_polling() == "time limit");
    alarm.set(3600);
    CHECK_NOTHROW(poll());
}

TEST_CASE("no time at all is up at once") {
    Alarm alarm;
    alarm.set(0);
    CHECK_THROWS_AS(poll(), LimitReached);
    alarm.set(-1);
    CHECK_THROWS_AS(poll(), LimitReached);
}

TEST_CASE("somebody who interrupts is told apart from the time") {
    std::atomic<bool> interrupted = false;
    Alarm alarm(&interrupted);
    alarm.set(0);
    interrupted = true;
    CHECK(reason_after_polling() == "interrupted");
}

TEST_CASE("an alarm is for the thread that made it, and the inner one counts") {
    Alarm outer;
    outer.set(0);
    {
        Alarm inner;
        CHECK_NOTHROW(poll());
    }
    CHECK_THROWS_AS(poll(), LimitReached);
    bool rang = false;
    std::thread([&] {
        try {
            poll();
        } catch (const LimitReached&) {
            rang = true;
        }
    }).join();
    CHECK(!rang);
}
