// The model of landing planes leaves out schedules that others make superfluous. Its least price is still that of the
// best schedule, which a naive solver finds by trying all orders, runways and whole times.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/rng.hpp"
#include "family/registry.hpp"
#include "search/optimum/least_price.hpp"
#include "tiny/budget.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

struct RandomPlane {
    int earliest = 0, target = 0, latest = 0, early = 0, late = 0;
    std::vector<int> separation;
};
using Fleet = std::vector<RandomPlane>;

// Planes of few kinds; or, now and then, of no kind, so that no two keep the same distances.
Fleet random_fleet(Rng& rng) {
    const auto number = [&](int least, int greatest) {
        return least + static_cast<int>(rng.below(static_cast<std::uint64_t>(greatest - least + 1)));
    };
    Fleet fleet(static_cast<std::size_t>(number(2, 4)));
    const bool has_kinds = number(1, 3) > 1;
    int apart[2][2] = {{number(0, 4), number(0, 4)}, {number(0, 4), number(0, 4)}};
    std::vector<int> kinds;
    for (RandomPlane& plane : fleet) {
        kinds.push_back(number(0, 1));
        plane.earliest = number(0, 3);
        plane.target = plane.earliest + number(0, 3);
        plane.latest = plane.target + number(0, 5);
        plane.early = kinds.back() + 1;
        plane.late = number(1, 4) == 1 ? number(1, 3) : 2 - kinds.back();
    }
    for (std::size_t i = 0; i < fleet.size(); ++i) {
        for (std::size_t j = 0; j < fleet.size(); ++j)
            fleet[i].separation.push_back(has_kinds ? apart[kinds[i]][kinds[j]] : number(0, 5));
    }
    return fleet;
}

std::string text_of(const Fleet& fleet) {
    std::string text = fmt::format("{} 0\n", fleet.size());
    for (const RandomPlane& p : fleet)
        text += fmt::format("0 {} {} {} {}.00 {}.00\n{}\n", p.earliest, p.target, p.latest, p.early, p.late,
                            fmt::join(p.separation, " "));
    return text;
}

class NaiveTower {
public:
    NaiveTower(const Fleet& fleet, int runways) : fleet_(fleet), runways_(runways) {}

    std::optional<int> least_price() {
        land_next(0, 0);
        return least_;
    }

private:
    struct Landing {
        std::size_t plane = 0;
        int time = 0, runway = 0;
    };

    void land_next(int now, int price) {
        if (least_ && price >= *least_) return;
        if (landed_.size() == fleet_.size()) least_ = price;
        for (std::size_t p = 0; p < fleet_.size(); ++p) {
            if (std::ranges::find(landed_, p, &Landing::plane) != landed_.end()) continue;
            const RandomPlane& plane = fleet_[p];
            for (int time = std::max(now, plane.earliest); time <= plane.latest; ++time) {
                const int due =
                    plane.early * std::max(plane.target - time, 0) + plane.late * std::max(time - plane.target, 0);
                for (int runway = 0; runway < runways_; ++runway) {
                    if (!is_apart(p, time, runway)) continue;
                    landed_.push_back({p, time, runway});
                    land_next(time, price + due);
                    landed_.pop_back();
                }
            }
        }
    }

    bool is_apart(std::size_t p, int time, int runway) const {
        return std::ranges::all_of(landed_, [&](const Landing& before) {
            return before.runway != runway || time - before.time >= fleet_[before.plane].separation[p];
        });
    }

    const Fleet& fleet_;
    int runways_;
    std::vector<Landing> landed_;
    std::optional<int> least_;
};

std::string all_down(std::size_t planes) {
    std::string text = "E<> P1.down";
    for (std::size_t p = 2; p <= planes; ++p) text += fmt::format(" && P{}.down", p);
    return text;
}

struct LandingTally {
    int landed = 0, impossible = 0, with_leaders = 0, by_runway = 0, by_plane = 0;
};

void check_fleet(std::uint64_t seed, LandingTally& tally) {
    Rng rng(seed);
    const Fleet fleet = random_fleet(rng);
    const int runways = 1 + static_cast<int>(rng.below(3));
    FamilyArguments arguments;
    arguments.set("FILE", text_of(fleet));
    arguments.set("--runways", fmt::format("{}", runways));
    std::string problem;
    const std::string model = families().find("airland")->write(arguments, problem);
    REQUIRE(problem.empty());
    INFO("seed ", seed, "\n", model);
    const Asked asked(model, all_down(fleet.size()));
    SilentObserver quiet;
    const LeastPriceResult result =
        search_least_price(asked.network(), as_reach(*asked.query).formula, true, Limits{}, quiet);
    REQUIRE(result.is_sure());
    const std::optional<int> truth = NaiveTower(fleet, runways).least_price();
    REQUIRE(result.found.has_value() == truth.has_value());
    if (truth) CHECK(result.found->price == *truth);
    ++(truth ? tally.landed : tally.impossible);
    ++(model.find("int[0, K] last[R]") != std::string::npos ? tally.by_runway : tally.by_plane);
    const std::string nobody = fmt::format("leader[N] = {{{}}}", fmt::join(std::vector<int>(fleet.size()), ", "));
    if (model.find(nobody) == std::string::npos) ++tally.with_leaders;
}

}  // namespace

TEST_CASE("the least price of landing planes is that of the best schedule") {
    LandingTally tally;
    const std::uint64_t count = tiny::budget(200);
    for (std::uint64_t seed = 1; seed <= count; ++seed) check_fleet(seed, tally);
    const auto at_least = [&](int seen, std::uint64_t share) {
        CHECK(static_cast<std::uint64_t>(seen) >= count / share);
    };
    at_least(tally.landed, 2);
    at_least(tally.impossible, 80);
    at_least(tally.with_leaders, 8);
    at_least(tally.by_runway, 4);
    at_least(tally.by_plane, 10);
}
