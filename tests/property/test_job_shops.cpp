// The fastest trace of random job shops takes as long as the best schedule, which a naive solver finds by trying all
// orders. So what the search takes for the least time ahead, on the ways of jobs and on machines, is never too much.
// The Gantt chart of that trace is the schedule: a bar per operation, and no two on one machine at a time.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "search/optimum/fastest.hpp"
#include "search/optimum/one_machine.hpp"
#include "tiny/budget.hpp"
#include "trace/measures/lanes.hpp"
#include "trace/witnesses/witnesses.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct Operation {
    std::size_t machine = 0;
    int duration = 0;
};
using Shop = std::vector<std::vector<Operation>>;  // per job

// Begins the next operation of one job after the other as early as can be, in every order.
int least_makespan(const Shop& shop, std::vector<std::size_t>& next, std::vector<int>& job_free,
                   std::vector<int>& machine_free) {
    int least = -1;
    for (std::size_t j = 0; j < shop.size(); ++j) {
        if (next[j] == shop[j].size()) continue;
        const Operation& operation = shop[j][next[j]];
        const int job_before = job_free[j], machine_before = machine_free[operation.machine];
        job_free[j] = machine_free[operation.machine] = std::max(job_before, machine_before) + operation.duration;
        ++next[j];
        const int rest = least_makespan(shop, next, job_free, machine_free);
        least = least < 0 ? rest : std::min(least, rest);
        --next[j];
        job_free[j] = job_before;
        machine_free[operation.machine] = machine_before;
    }
    return least < 0 ? *std::ranges::max_element(job_free) : least;
}

Shop random_shop(Rng& rng, std::size_t machines, std::size_t fewest) {
    Shop shop(fewest + rng.below(2));
    for (std::vector<Operation>& job : shop) {
        for (std::uint64_t k = 1 + rng.below(3); k > 0; --k)
            job.push_back({static_cast<std::size_t>(rng.below(machines)), static_cast<int>(rng.below(5))});
    }
    return shop;
}

int least_makespan(const Shop& shop, std::size_t machines) {
    std::vector<std::size_t> next(shop.size());
    std::vector<int> job_free(shop.size()), machine_free(machines);
    return least_makespan(shop, next, job_free, machine_free);
}

// `detour`: a job may also leave a machine for another location first, and idle there as long as it likes.
std::string model_of(const Shop& shop, std::size_t machines, bool detour) {
    std::string text = fmt::format("bool busy[{}];\n", machines), members;
    for (std::size_t j = 0; j < shop.size(); ++j) {
        std::string states, edges;
        for (std::size_t k = 0; k < shop[j].size(); ++k) {
            const auto& [machine, duration] = shop[j][k];
            const std::string next = k + 1 == shop[j].size() ? "done" : fmt::format("w{}", k + 1);
            states += fmt::format("w{0}, r{0} {{ x <= {1} }}, ", k, duration);
            edges += fmt::format("w{0} -> r{0} {{ guard !busy[{1}]; assign busy[{1}] = true, x = 0; }},\n", k, machine);
            edges +=
                fmt::format("r{} -> {} {{ guard x == {}; assign busy[{}] = false; }},\n", k, next, duration, machine);
            if (!detour) continue;
            states += fmt::format("d{}, ", k);
            edges += fmt::format("r{0} -> d{0} {{ guard x >= {1}; }}, d{0} -> {2} {{ assign busy[{3}] = false; }},\n",
                                 k, duration, next, machine);
        }
        edges.erase(edges.size() - 2);
        text += fmt::format("process P{}() {{ clock x; state {}done; init w0; trans {}; }}\n", j, states, edges);
        members += fmt::format("{}P{}", j == 0 ? "" : ", ", j);
    }
    return text + fmt::format("system {};\n", members);
}

std::string all_done(const Shop& shop) {
    std::string text = "E<> P0.done";
    for (std::size_t j = 1; j < shop.size(); ++j) text += fmt::format(" && P{}.done", j);
    return text;
}

// Held by the lanes of a trace against the operations. With a detour an operation may hold its machine for longer.
void check_lanes(const Shop& shop, std::size_t machines, bool detour, const Network& network, const Trace& trace) {
    const std::vector<ResourceLane> lanes = resource_lanes(network, trace).lanes;
    REQUIRE(lanes.size() == machines);
    const auto time_of = [&](std::size_t state) { return trace.state(state).time; };
    struct Bar {
        std::size_t from = 0, machine = 0;
        Rational length;
    };
    std::vector<std::vector<Bar>> done(shop.size());  // per job
    Rational last;
    for (std::size_t m = 0; m < machines; ++m) {
        CHECK(network.slots[lanes[m].slot].name == fmt::format("busy[{}]", m));
        std::size_t free_from = 0;
        for (const ResourceLane::Bar& bar : lanes[m].bars) {
            CHECK((free_from <= bar.from && bar.from < bar.to && bar.to <= trace.steps.size()));
            free_from = bar.to;
            last = std::max(last, time_of(bar.to));
            done[bar.holder].push_back({bar.from, m, time_of(bar.to) - time_of(bar.from)});
        }
    }
    for (std::size_t j = 0; j < shop.size(); ++j) {
        std::ranges::sort(done[j], {}, &Bar::from);
        REQUIRE(done[j].size() == shop[j].size());
        for (std::size_t k = 0; k < shop[j].size(); ++k) {
            CHECK(done[j][k].machine == shop[j][k].machine);
            const Rational duration(shop[j][k].duration);
            CHECK((detour ? done[j][k].length >= duration : done[j][k].length == duration));
        }
    }
    CHECK(last == trace.duration());
}

}  // namespace

TEST_CASE("the fastest trace of a job shop is its best schedule") {
    constexpr std::size_t machines = 3;
    for (std::uint64_t seed = 1; seed <= tiny::budget(150); ++seed) {
        Rng rng(seed);
        const Shop shop = random_shop(rng, machines, 2);
        const int least = least_makespan(shop, machines);
        const std::string model = model_of(shop, machines, seed % 2 == 0);
        INFO("seed ", seed, "\n", model);
        const Asked asked(model, all_done(shop));
        Settings settings;
        settings.objective = Objective::fastest;
        SilentObserver quiet;
        const Limits limits;
        const Answer answer = choose_engine(asked.network(), *asked.query)
                                  .engine->decide({asked.network(), *asked.query, settings, limits, quiet});
        REQUIRE(answer.witness.has_value());
        CHECK_FALSE(answer.unverified);
        CHECK(answer.witness->duration == fmt::format("{}", least));
        check_lanes(shop, machines, seed % 2 == 0, asked.network(), *answer.witness->run);
    }
}

// Asked for a violation of A[], the search knows nothing of the time ahead, so that it takes many states.
TEST_CASE("a search that ends at a limit has bounds around the best schedule, and a trace for the upper one") {
    constexpr std::size_t machines = 2;
    std::size_t open = 0, gaps = 0;
    const std::size_t count = tiny::budget(120);
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Rng rng(seed);
        const Shop shop = random_shop(rng, machines, 4);
        const std::string model = model_of(shop, machines, seed % 2 == 0);
        INFO("seed ", seed, "\n", model);
        const bool exists = seed % 3 == 0;
        const Asked asked(model, exists ? all_done(shop) : fmt::format("A[] !({})", all_done(shop).substr(4)));
        SilentObserver quiet;
        Limits limits;
        limits.states = 20 + rng.below(exists ? 100 : 3'000);
        const FastestResult result = search_fastest(asked.network(), as_reach(*asked.query).formula, exists,
                                                    Abstraction::a_lu, false, nullptr, limits, quiet);
        const int least = least_makespan(shop, machines);
        REQUIRE((result.is_sure() || result.least));
        if (result.least) CHECK(*result.least <= least);
        CHECK(result.found.has_value() == !result.totals_found.empty());
        open += result.is_sure() ? 0 : 1;
        if (!result.found) continue;
        gaps += result.is_sure() ? 0 : 1;
        CHECK(result.found->time >= least);
        if (result.is_sure()) CHECK(result.found->time == least);
        CHECK(result.totals_found.back() == Total{result.found->time, true});
        const TraceOptions options;
        const Witness witness = witness_of_fastest({asked.network(), *asked.query, options, {}, quiet}, *result.found);
        REQUIRE_MESSAGE(witness.run, witness.remark);
        CHECK(witness.duration == fmt::format("{}", result.found->time));
    }
    CHECK(open >= count / 8);
    CHECK(gaps >= count / 20);
}

// Whole durations: a job can be interrupted at whole times only, which is enough.
int naive_preemptive_makespan(const std::vector<OneMachineJob>& jobs, int now, std::vector<std::int64_t> left) {
    int makespan = 0;
    bool is_idle = true, is_done = true;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        is_done = is_done && left[j] == 0;
        if (left[j] == 0 || jobs[j].head > now) continue;
        std::vector<std::int64_t> after = left;
        --after[j];
        const int ended = after[j] == 0 ? now + 1 + static_cast<int>(jobs[j].tail) : 0;
        const int all = std::max(ended, naive_preemptive_makespan(jobs, now + 1, after));
        makespan = is_idle ? all : std::min(makespan, all);
        is_idle = false;
    }
    return is_done || !is_idle ? makespan : naive_preemptive_makespan(jobs, now + 1, left);
}

TEST_CASE("jobs on one machine that may be interrupted take as long as the best of all interruptions") {
    for (std::uint64_t seed = 1; seed <= tiny::budget(200); ++seed) {
        Rng rng(seed);
        std::vector<OneMachineJob> jobs;
        std::vector<std::int64_t> left;
        for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
            jobs.push_back({static_cast<std::int64_t>(rng.below(5)), static_cast<std::int64_t>(1 + rng.below(3)),
                            static_cast<std::int64_t>(rng.below(6))});
            left.push_back(jobs.back().work);
        }
        INFO("seed ", seed);
        const int truth = naive_preemptive_makespan(jobs, 0, left);
        CHECK(preemptive_makespan(jobs) == truth);
    }
}
