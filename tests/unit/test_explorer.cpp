// The one loop of all searches, over a graph of numbers: state n has the successors 2n and 2n + 1, below a size.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/alarm.hpp"
#include "search/guidance/open_list.hpp"
#include "search/kernels/explorer.hpp"

using namespace crowfly;

namespace {

class Numbers {
public:
    explicit Numbers(std::int32_t size) : size_(size) {}

    bool start() { return begin(1, 2); }
    bool expand(std::int32_t n) {
        if (n == broken) stop_.kind = Stop::Kind::fault;
        return n != broken && begin(2 * n, 2 * n + 2);
    }
    bool next() {
        if (at_ + 1 >= end_) return false;
        ++at_;
        return true;
    }
    std::span<const std::int32_t> slots() const { return {&at_, 1}; }
    const Stop& stop() const { return stop_; }

    std::int32_t broken = 0;  // the model cannot go on from there

private:
    bool begin(std::int32_t first, std::int32_t end) {
        at_ = first - 1;
        end_ = std::min(end, size_);
        return true;
    }

    std::int32_t size_, at_ = 0, end_ = 0;
    Stop stop_;
};

struct Visitor {
    explicit Visitor(Numbers& n) : numbers(n) {}

    bool pop() {
        if (open.empty()) return false;
        node = open.pop();
        return true;
    }
    bool visit() {
        visited.push_back(node);
        found = node == goal;
        return !found && node != dead_end_state;
    }
    bool expand() { return numbers.expand(node); }
    void generated() {
        const std::int32_t n = numbers.slots()[0];
        if (n == limit_inside) throw LimitReached("enough");
        open.push({}, n);
        ++stored_;
    }
    bool is_done() const { return found; }
    std::size_t stored() const { return stored_; }
    void measure(Statistics& s) const { s.stored = stored_; }
    std::size_t bytes_soon() const { return 0; }

    Numbers& numbers;
    OpenList<std::int32_t> open{Guidance::Ties::oldest, 1};
    std::vector<std::int32_t> visited;
    std::int32_t node = 0, goal = -1, dead_end_state = -1, limit_inside = -1;
    std::size_t stored_ = 0;
    bool found = false;
};

struct Cautious : Visitor {
    using Visitor::Visitor;
    static constexpr bool checks_first = true;
};

struct Search {
    explicit Search(std::int32_t size, Limits l = {}) : numbers(size), visitor(numbers), limits(l) {}

    void run() {
        Ledger ledger(limits, observer, outcome);
        ledger.within_limits([&] { Explorer(numbers, visitor, ledger).run(); });
    }

    Numbers numbers;
    Visitor visitor;
    Limits limits;
    SilentObserver observer;
    SearchOutcome outcome;
};

}  // namespace

TEST_CASE("every state is expanded once, and every successor counts") {
    Search search(100);
    search.run();
    CHECK(search.visitor.visited.size() == 99);
    CHECK(search.outcome.statistics.explored == 99);
    CHECK(search.outcome.statistics.generated == 99);
    CHECK(search.outcome.unfinished.empty());
}

TEST_CASE("nothing is popped once the algorithm is done, and the goal counts as explored") {
    Search search(100);
    search.visitor.goal = 5;
    search.run();
    CHECK(search.visitor.visited == std::vector<std::int32_t>{1, 2, 3, 4, 5});
    CHECK(search.outcome.statistics.explored == 5);
    CHECK(search.outcome.statistics.generated == 9);
}

TEST_CASE("a state that the algorithm closes is not expanded") {
    Search search(8);
    search.visitor.dead_end_state = 2;
    search.run();
    CHECK(search.visitor.visited == std::vector<std::int32_t>{1, 2, 3, 6, 7});
}

TEST_CASE("a limit on stored states is checked after each expansion") {
    Limits limits;
    limits.states = 6;
    Search search(1000, limits);
    search.run();
    CHECK(search.outcome.unfinished == "state limit");
    CHECK(search.outcome.statistics.explored == 3);
    CHECK(search.outcome.statistics.stored == 7);
}

TEST_CASE("where limits are checked first the state that is over the limit is not expanded") {
    Numbers numbers(1000);
    Cautious visitor(numbers);
    Limits limits;
    limits.states = 6;
    SilentObserver observer;
    SearchOutcome outcome;
    Ledger ledger(limits, observer, outcome);
    Explorer(numbers, visitor, ledger).run();
    CHECK(outcome.unfinished == "state limit");
    CHECK(outcome.statistics.explored == 4);
    CHECK(outcome.statistics.generated == 7);
}

TEST_CASE("a limit reached inside an expansion ends the search, and the state counts") {
    Search search(100);
    search.visitor.limit_inside = 7;
    search.run();
    CHECK(search.outcome.unfinished == "enough");
    CHECK(search.outcome.statistics.explored == 3);
}

TEST_CASE("what the model does wrong ends the search") {
    Search search(100);
    search.numbers.broken = 3;
    search.run();
    CHECK(static_cast<bool>(search.outcome.stop));
    CHECK(search.outcome.statistics.explored == 3);
    CHECK(search.outcome.statistics.generated == 5);
}
