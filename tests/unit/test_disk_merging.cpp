// Sorted records of several sources are merged, and a merge that takes long ends at a limit.
#include <doctest/doctest.h>

#include <atomic>

#include "base/alarm.hpp"
#include "search/disk/merging.hpp"

using namespace crowfly;

namespace {

// The multiples of a number, below an end.
class Multiples final : public RecordSource {
public:
    Multiples(std::uint32_t step, std::uint32_t end) : step_(step), end_(end) {}
    bool next() override {
        record_.assign(1, next_);
        next_ += step_;
        return record_[0] < end_;
    }
    const Record& record() const override { return record_; }

private:
    std::uint32_t step_, end_;
    std::uint32_t next_ = 0;
    Record record_;
};

std::size_t merged(std::uint32_t end, const Alarm* alarm) {
    RecordMerger merger(1, alarm);
    for (const std::uint32_t step : {2U, 3U, 7U}) merger.add(std::make_unique<Multiples>(step, end));
    std::size_t count = 0;
    std::uint32_t last = 0;
    for (; merger.next(); ++count) {
        REQUIRE(merger.record()[0] >= last);
        last = merger.record()[0];
    }
    return count;
}

}  // namespace

TEST_CASE("records are merged in order, none is lost") { CHECK(merged(42, nullptr) == 21 + 14 + 6); }

TEST_CASE("a merge ends when the alarm rings, not before") {
    std::atomic<bool> interrupted = false;
    const Alarm alarm(&interrupted);
    CHECK(merged(42'000, &alarm) == 41'000);
    interrupted = true;
    CHECK_THROWS_AS(merged(42'000, &alarm), LimitReached);
}
