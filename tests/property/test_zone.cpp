// Every operation on zones against its definition, on all points of a small half-integer grid. Zones with integer
// bounds are told apart by such points, so agreement there is agreement.
#include <algorithm>
#include <functional>

#include <doctest/doctest.h>

#include "base/rng.hpp"
#include "tiny/budget.hpp"
#include "zone/zone.hpp"

using namespace crowfly;
using namespace crowfly::zone;
using crowfly::zone::Bound;
using crowfly::zone::Clock;

namespace {

constexpr std::size_t n = 4;       // three clocks
constexpr std::int64_t unit = 4;   // quarters: strict bounds between halves are seen
constexpr std::int64_t limit = 5;  // clocks up to 5

using Matrix = std::vector<Bound>;
using Point = std::vector<std::int64_t>;

// All points of the grid {0, 1/2, …, 5}³, in quarters.
const std::vector<Point>& grid() {
    static const std::vector<Point> points = [] {
        std::vector<Point> all;
        for (std::int64_t x = 0; x <= limit * unit; x += 2) {
            for (std::int64_t y = 0; y <= limit * unit; y += 2) {
                for (std::int64_t z = 0; z <= limit * unit; z += 2) all.push_back({0, x, y, z});
            }
        }
        return all;
    }();
    return points;
}

bool in(const Matrix& z, const Point& p) { return contains(z.data(), n, p, unit); }

Bound random_bound(Rng& rng) { return bound(static_cast<std::int32_t>(rng.below(9)) - 4, rng.below(2) == 0); }

// A random non-empty canonical zone.
Matrix random_zone(Rng& rng, std::size_t size = n) {
    for (;;) {
        Matrix z(size * size);
        set_all(z.data(), size);
        bool alive = true;
        for (auto constraints = rng.below(6); constraints > 0 && alive; --constraints) {
            const auto i = static_cast<Clock>(rng.below(size));
            const auto j = static_cast<Clock>(rng.below(size));
            if (i != j) alive = constrain(z.data(), size, i, j, random_bound(rng));
        }
        if (alive) return z;
    }
}

struct Limits {
    std::vector<std::int64_t> lower{0}, upper{0};
};

Limits random_limits(Rng& rng, std::size_t size) {
    const auto one = [&] { return rng.below(4) == 0 ? none : static_cast<std::int64_t>(rng.below(4)); };
    Limits limits;
    for (std::size_t x = 1; x < size; ++x) {
        limits.lower.push_back(one());
        limits.upper.push_back(one());
    }
    return limits;
}

bool is_canonical(const Matrix& z) {
    Matrix closed = z;
    return close(closed.data(), n) && closed == z;
}

// Millions of points are looked at; one check per zone says whether all of them obeyed.
class Law {
public:
    void operator()(bool obeyed) { holds_ = holds_ && obeyed; }
    ~Law() { CHECK(holds_); }

private:
    bool holds_ = true;
};

using OfZones = std::function<void(Rng&, const Matrix&)>;

void for_zones(std::uint64_t zones, const OfZones& law) {
    for (std::uint64_t seed = 1; seed <= zones; ++seed) {
        CAPTURE(seed);
        Rng rng(seed);
        law(rng, random_zone(rng));
    }
}

void for_zones(const OfZones& law) { for_zones(tiny::share(150), law); }

}  // namespace

TEST_CASE("constraining keeps exactly the points that satisfy the constraint") {
    for_zones([](Rng& rng, const Matrix& z) {
        Law law;
        const auto i = static_cast<Clock>(rng.below(n));
        const Clock j = (i + 1 + static_cast<Clock>(rng.below(n - 1))) % n;
        const Bound b = random_bound(rng);
        Matrix cut = z;
        const bool alive = constrain(cut.data(), n, i, j, b);
        CHECK(alive == satisfies_some(z.data(), n, i, j, b));
        if (alive) CHECK(is_canonical(cut));
        for (const Point& p : grid()) {
            const std::int64_t difference = p[i] - p[j];
            const bool holds = is_strict(b) ? difference < value_of(b) * unit : difference <= value_of(b) * unit;
            law((alive && in(cut, p)) == (in(z, p) && holds));
        }
    });
}

TEST_CASE("reset, copy and release do what they say to every point") {
    for_zones([](Rng& rng, const Matrix& z) {
        Law law;
        const auto x = static_cast<Clock>(1 + rng.below(n - 1));
        const auto y = static_cast<Clock>(1 + rng.below(n - 1));
        const auto value = static_cast<std::int32_t>(rng.below(4));
        Matrix after_reset = z, after_copy = z, after_release = z;
        reset(after_reset.data(), n, x, value);
        copy(after_copy.data(), n, x, y);
        release(after_release.data(), n, x);
        CHECK(is_canonical(after_reset));
        CHECK(is_canonical(after_copy));
        CHECK(is_canonical(after_release));
        for (const Point& p : grid()) {
            if (!in(z, p)) continue;
            Point moved = p;
            moved[x] = value * unit;
            law(in(after_reset, moved));
            moved[x] = p[y];
            law(in(after_copy, moved));
            for (std::int64_t v = 0; v <= limit * unit; v += 2) {
                moved[x] = v;
                law(in(after_release, moved));
            }
        }
        for (const Point& p : grid()) {
            if (in(after_reset, p)) law(p[x] == value * unit);
            if (in(after_copy, p)) law(p[x] == p[y]);
        }
    });
}

TEST_CASE("time passes upwards, and downwards back") {
    for_zones([](Rng&, const Matrix& z) {
        Law law;
        Matrix later = z, strictly = z, earlier = z;
        up(later.data(), n);
        up_strictly(strictly.data(), n);
        down(earlier.data(), n);
        CHECK(is_canonical(later));
        CHECK(is_canonical(strictly));
        CHECK(is_canonical(earlier));
        for (const Point& p : grid()) {
            if (!in(z, p)) continue;
            for (std::int64_t d = 0; d <= limit * unit; ++d) {
                const Point moved{0, p[1] + d, p[2] + d, p[3] + d};
                law(in(later, moved));
                law((d == 0 || in(strictly, moved)));
                const Point back{0, p[1] - d, p[2] - d, p[3] - d};
                if (back[1] >= 0 && back[2] >= 0 && back[3] >= 0) law(in(earlier, back));
            }
        }
        // And nothing else: from a point of `earlier` some delay leads into the zone, seen in eighths of a unit.
        for (const Point& p : grid()) {
            bool found = false;
            for (std::int64_t d = 0; d <= 2 * limit * unit && !found; ++d)
                found = in(z, {0, p[1] + d, p[2] + d, p[3] + d});
            law(in(earlier, p) == found);
        }
        // Likewise a point of `later` or `strictly` is reached from the zone.
        for (const Point& p : grid()) {
            const auto reached = [&](std::int64_t d) { return in(z, {0, p[1] - d, p[2] - d, p[3] - d}); };
            bool found = false;
            for (std::int64_t d = 1; d <= std::min({p[1], p[2], p[3]}) && !found; ++d) found = reached(d);
            law(in(strictly, p) == found);
            law(in(later, p) == (found || reached(0)));
        }
    });
}

// A point is in the result exactly if some point of the zone lies back in time from it. Where two clocks run and one is
// stopped these points need not form a zone, and the result is one around them.
TEST_CASE("time passes for the clocks that run, and for no others") {
    for_zones([](Rng& rng, const Matrix& z) {
        Law law;
        bool running[n] = {false};
        for (std::size_t x = 1; x < n; ++x) running[x] = rng.below(2) == 0;
        const bool exact = std::count(running, running + n, true) != 2;
        Matrix later = z;
        up(later.data(), n, std::span<const bool>(running));
        CHECK(is_canonical(later));
        for (const Point& p : grid()) {
            bool found = false;
            for (std::int64_t d = 0; d <= limit * unit && !found; ++d) {
                Point back = p;
                bool exists = true;
                for (std::size_t x = 1; x < n; ++x) {
                    back[x] -= running[x] ? d : 0;
                    exists = exists && back[x] >= 0;
                }
                found = exists && in(z, back);
            }
            law(in(later, p) == found || (!exact && !found));
        }
    });
}

TEST_CASE("inclusion, relation and intersection agree with the points") {
    for_zones([](Rng& rng, const Matrix& a) {
        Matrix b = random_zone(rng);
        if (rng.below(2) == 0) {  // often related
            b = a;
            const auto x = static_cast<Clock>(1 + rng.below(n - 1));
            if (!constrain(b.data(), n, x, 0, random_bound(rng))) b = a;
        }
        bool b_in_a = true, a_in_b = true, meet = false;
        for (const Point& p : grid()) {
            b_in_a = b_in_a && (!in(b, p) || in(a, p));
            a_in_b = a_in_b && (!in(a, p) || in(b, p));
            meet = meet || (in(a, p) && in(b, p));
        }
        if (includes(a.data(), b.data(), n)) CHECK(b_in_a);
        if (meet) CHECK(intersects(a.data(), b.data(), n));
        const Relation r = relation(a.data(), b.data(), n);
        if (r == Relation::subset || r == Relation::equal) CHECK(a_in_b);
        if (r == Relation::superset || r == Relation::equal) CHECK(b_in_a);
        CHECK((r == Relation::superset || r == Relation::equal) == includes(a.data(), b.data(), n));
    });
}

TEST_CASE("subtraction leaves disjoint zones that make up the difference") {
    for_zones([](Rng& rng, const Matrix& a) {
        Law law;
        const Matrix b = random_zone(rng);
        std::vector<Zone> rest;
        subtract(a.data(), b.data(), n, rest);
        for (const Point& p : grid()) {
            std::size_t pieces = 0;
            for (const Zone& piece : rest) pieces += in(piece, p) ? 1 : 0;
            law(pieces == (in(a, p) && !in(b, p) ? 1U : 0U));
        }
    });
}

TEST_CASE("the minimal form rebuilds the zone") {
    for_zones([](Rng&, const Matrix& z) {
        std::vector<bool> keep;
        minimal_form(z.data(), n, keep);
        Matrix rebuilt(n * n, infinity<Bound>);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                if (i == j) rebuilt[i * n + j] = zero;
                if (keep[i * n + j]) rebuilt[i * n + j] = z[i * n + j];
            }
        }
        REQUIRE(close(rebuilt.data(), n));
        CHECK(rebuilt == z);
    });
}

TEST_CASE("abstractions widen, each more than the one before, and stay canonical") {
    for_zones([](Rng& rng, const Matrix& z) {
        const Limits limits = random_limits(rng, n);
        Matrix lu = z, plus = z;
        extrapolate_lu(lu.data(), n, limits.lower.data(), limits.upper.data());
        extrapolate_lu_plus(plus.data(), n, limits.lower.data(), limits.upper.data());
        CHECK(is_canonical(lu));
        CHECK(is_canonical(plus));
        CHECK(includes(lu.data(), z.data(), n));
        CHECK(includes(plus.data(), lu.data(), n));
        CHECK(includes_alu(z.data(), plus.data(), n, limits.lower.data(), limits.upper.data()));
    });
}

// Behrmann, Bouyer, Larsen, Pelanek: Lower and upper bounds in zone-based abstractions of timed automata (2006), the
// definitions of Extra_LU and Extra_LU+ entry by entry. Wider would be wrong, narrower would cost states. Only few
// zones have a clock that is beyond its constant and still bounded by another one that is not, so there are many zones.
TEST_CASE("Extra_LU and Extra_LU+ are as wide as they are defined to be") {
    const auto minus_infinity_if_none = [](std::int64_t c) { return c == none ? -1'000'000 : c; };
    for_zones(3000, [&](Rng& rng, const Matrix& z) {
        const Limits limits = random_limits(rng, n);
        const auto lower = [&](std::size_t x) { return x == 0 ? 0 : minus_infinity_if_none(limits.lower[x]); };
        const auto upper = [&](std::size_t x) { return x == 0 ? 0 : minus_infinity_if_none(limits.upper[x]); };
        const auto lowest = [&](std::size_t x) { return std::int64_t{-value_of(z[x])}; };  // -c_0x
        const auto strictly_above = [&](std::size_t x) {  // x > U(x), all that is left of a lower bound
            return upper(x) < 0 ? zero : less_than(static_cast<Bound>(-upper(x)));
        };
        Matrix lu = z, plus = z;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const Bound c = z[i * n + j];
                if (i == j || c == infinity<Bound>) continue;
                if (i != 0 && value_of(c) > lower(i))
                    lu[i * n + j] = infinity<Bound>;
                else if (-value_of(c) > upper(j))
                    lu[i * n + j] = std::max(c, strictly_above(j));
                if (i != 0 && (value_of(c) > lower(i) || lowest(i) > lower(i) || (j != 0 && lowest(j) > upper(j))))
                    plus[i * n + j] = infinity<Bound>;
                else if (i == 0 && lowest(j) > upper(j))
                    plus[i * n + j] = std::max(c, strictly_above(j));
            }
        }
        close(lu.data(), n);
        close(plus.data(), n);
        Matrix made = z;
        extrapolate_lu(made.data(), n, limits.lower.data(), limits.upper.data());
        CHECK(made == lu);
        made = z;
        extrapolate_lu_plus(made.data(), n, limits.lower.data(), limits.upper.data());
        CHECK(made == plus);
    });
}

// a_LU(Z) holds every point q that some p of Z simulates: per clock q = p, or L < p < q, or U < q < p, so p passes
// every guard that q passes. Two clocks on a fine grid, so that this can be decided by looking.
TEST_CASE("inclusion in a_LU agrees with its definition") {
    constexpr std::size_t small = 3;
    constexpr std::int64_t top = 9 * unit;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        CAPTURE(seed);
        Rng rng(seed);
        const Matrix a = random_zone(rng, small);
        const Matrix b = random_zone(rng, small);
        const Limits limits = random_limits(rng, small);
        const auto simulated = [&](std::int64_t q, std::int64_t p, std::size_t x) {
            const bool over_lower = limits.lower[x] == none || p > limits.lower[x] * unit;
            const bool over_upper = limits.upper[x] == none || q > limits.upper[x] * unit;
            return q == p || (over_lower && p < q) || (over_upper && q < p);
        };
        const auto in_abstraction = [&](const Point& q) {
            for (std::int64_t x = 0; x <= top; ++x) {
                if (!simulated(q[1], x, 1)) continue;
                for (std::int64_t y = 0; y <= top; ++y) {
                    if (simulated(q[2], y, 2) && contains(a.data(), small, Point{0, x, y}, unit)) return true;
                }
            }
            return false;
        };
        bool included = true;
        for (std::int64_t x = 0; x <= 6 * unit && included; x += 2) {
            for (std::int64_t y = 0; y <= 6 * unit && included; y += 2) {
                const Point q{0, x, y};
                included = !contains(b.data(), small, q, unit) || in_abstraction(q);
            }
        }
        REQUIRE(includes_alu(a.data(), b.data(), small, limits.lower.data(), limits.upper.data()) == included);
    }
}

// ---- Bounds of 64 bits ----------------------------------------------------------------------------------------------

namespace {

WideZone widened(const Zone& z) {
    WideZone wide;
    for (const Bound b : z) wide.push_back(b == infinity<Bound> ? infinity<WideBound> : WideBound{b});
    return wide;
}

// What can be done to a zone. False: it is empty.
template <class B>
bool apply(std::uint64_t operation, std::uint64_t choice, const Limits& limits, BasicZone<B>& z) {
    const auto i = static_cast<Clock>(choice % n), j = static_cast<Clock>((i + 1 + choice / n % (n - 1)) % n);
    const auto x = static_cast<Clock>(1 + choice % (n - 1));
    const bool running[n] = {true, choice % 2 == 0, choice % 3 == 0, choice % 5 == 0};
    const B b = bound<B>(static_cast<B>(choice / 64 % 9) - 4, choice % 7 < 3);
    BasicZone<B> other(n * n);
    set_all(other.data(), n);
    switch (operation) {
        case 0: return constrain(z.data(), n, i, j, b);
        case 1: up(z.data(), n); return true;
        case 2: up(z.data(), n, std::span(running)); return true;
        case 3: up_strictly(z.data(), n); return true;
        case 4: down(z.data(), n); return true;
        case 5: reset(z.data(), n, x, static_cast<std::int64_t>(choice % 4)); return true;
        case 6: copy(z.data(), n, x, i); return true;
        case 7: release(z.data(), n, x); return true;
        case 8: extrapolate_lu(z.data(), n, limits.lower.data(), limits.upper.data()); return true;
        case 9: extrapolate_lu_plus(z.data(), n, limits.lower.data(), limits.upper.data()); return true;
        default: return constrain(other.data(), n, i, j, b) && intersect(z.data(), other.data(), n);
    }
}

}  // namespace

TEST_CASE("zones of 64 bits are those of 32, whatever is done to them") {
    for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
        CAPTURE(seed);
        Rng rng(seed);
        Matrix z = random_zone(rng);
        WideZone wide = widened(z);
        const Limits limits = random_limits(rng, n);
        for (int steps = 0; steps < 8; ++steps) {
            const std::uint64_t operation = rng.below(11), choice = rng.below(10'000);
            const Matrix before = z;
            const bool alive = apply(operation, choice, limits, z);
            REQUIRE(apply(operation, choice, limits, wide) == alive);
            if (!alive) break;
            REQUIRE(wide == widened(z));
            const WideZone wide_before = widened(before);
            CHECK(includes_alu(wide.data(), wide_before.data(), n, limits.lower.data(), limits.upper.data()) ==
                  includes_alu(z.data(), before.data(), n, limits.lower.data(), limits.upper.data()));
            std::vector<Zone> rest;
            std::vector<WideZone> wide_rest;
            subtract(before.data(), z.data(), n, rest);
            subtract(wide_before.data(), wide.data(), n, wide_rest);
            REQUIRE(rest.size() == wide_rest.size());
            for (std::size_t k = 0; k < rest.size(); ++k) CHECK(wide_rest[k] == widened(rest[k]));
        }
    }
}

TEST_CASE_TEMPLATE("numbers beyond the range are told, not cut short", B, Bound, WideBound) {
    CHECK(checked<B>(range<B>) == range<B>);
    CHECK_THROWS_AS(checked<B>(std::int64_t{range<B>} + 1), OutOfRange);
    CHECK_THROWS_AS(checked<B>(-std::int64_t{range<B>} - 1), OutOfRange);
    BasicZone<B> z(4);
    set_zero(z.data(), 2);
    CHECK_THROWS_AS(reset(z.data(), 2, 1, std::int64_t{range<B>} + 1), OutOfRange);
    for (int i = 0; i < 8; ++i) {
        reset(z.data(), 2, 1, range<B>);
        CHECK(is_within(z.data(), 2, range<B>));
    }
    // Every cut adds up with the one before: y is at least so much more than x, and z than y …
    constexpr std::size_t many = 20;
    BasicZone<B> chain(many * many), link(many * many);
    set_all(chain.data(), many);
    const auto add_up = [&] {
        for (Clock x = 1; x + 1 < many; ++x) {
            set_all(link.data(), many);
            constrain(link.data(), many, x, x + 1, at_most<B>(-range<B>));
            intersect(chain.data(), link.data(), many);
        }
    };
    CHECK_THROWS_AS(add_up(), OutOfRange);
}
