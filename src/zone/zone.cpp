#include "zone/zone.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly::zone {

void set_zero(Bound* z, std::size_t n) { std::fill_n(z, n * n, zero); }

void set_all(Bound* z, std::size_t n) {
    std::fill_n(z, n * n, infinity);
    for (std::size_t i = 0; i < n; ++i) {
        z[i * n + i] = zero;
        z[i] = zero;  // 0 - i <= 0: no clock is negative
    }
}

bool close(Bound* z, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
        poll();
        const Bound* from_k = z + k * n;
        for (std::size_t i = 0; i < n; ++i) {
            const Bound to_k = z[i * n + k];
            if (to_k == infinity) continue;
            Bound* row = z + i * n;
            for (std::size_t j = 0; j < n; ++j) row[j] = std::min(row[j], add(to_k, from_k[j]));
        }
        if (z[k * n + k] < zero) return false;
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (z[i * n + i] < zero) return false;
    }
    return true;
}

bool close_over(Bound* z, std::size_t n, Clock i, Clock j) {
    const Bound b = z[i * n + j];
    if (add(b, z[j * n + i]) < zero) return false;
    // A new shortest path must use the tightened entry: row k reaches i, then j, then everywhere j reaches.
    const Bound* from_j = z + j * n;
    for (std::size_t k = 0; k < n; ++k) {
        const Bound via = add(z[k * n + i], b);
        Bound* row = z + k * n;
        if (via >= row[j] && k != i) continue;
        row[j] = std::min(row[j], via);
        for (std::size_t l = 0; l < n; ++l) row[l] = std::min(row[l], add(via, from_j[l]));
    }
    return true;
}

bool constrain(Bound* z, std::size_t n, Clock i, Clock j, Bound b) {
    if (b >= z[i * n + j]) return true;
    z[i * n + j] = b;
    return close_over(z, n, i, j);
}

// All tightened entries lead to clock 0, so a new shortest path uses one of them, once: first to clock 0, then from there on.
bool constrain_above(Bound* z, std::size_t n, const Bound* above) {
    bool tighter = false;
    for (std::size_t k = 1; k < n; ++k) {
        if (add(above[k], z[k]) < zero) return false;
        tighter |= above[k] < z[k * n];
    }
    if (!tighter) return true;
    for (std::size_t i = 1; i < n; ++i) {
        Bound* row = z + i * n;
        Bound to_zero = row[0];
        for (std::size_t k = 1; k < n; ++k) to_zero = std::min(to_zero, add(row[k], above[k]));
        if (to_zero == row[0]) continue;
        row[0] = to_zero;
        for (std::size_t j = 1; j < n; ++j) row[j] = std::min(row[j], add(to_zero, z[j]));
    }
    return true;
}

bool intersect(Bound* z, const Bound* other, std::size_t n) {
    for (Clock i = 0; i < n; ++i) {
        poll();
        for (Clock j = 0; j < n; ++j) {
            if (!constrain(z, n, i, j, other[i * n + j])) return false;
        }
    }
    return true;
}

void up(Bound* z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) z[i * n] = infinity;
}

void up(Bound* z, std::size_t n, std::span<const bool> running) {
    for (std::size_t i = 1; i < n; ++i) {
        if (!running[i]) continue;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == 0 || !running[j]) z[i * n + j] = infinity;
        }
    }
    close(z, n);
}

void up_strictly(Bound* z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
        z[i * n] = infinity;
        z[i] &= ~1;  // a lower bound is left behind
    }
    close(z, n);
}

// Lower bounds fall as far as the differences between clocks let them (Bengtsson and Yi, 2004, algorithm 9).
void down(Bound* z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
        z[i] = zero;
        for (std::size_t j = 1; j < n; ++j) z[i] = std::min(z[i], z[j * n + i]);
    }
}

void reset(Bound* z, std::size_t n, Clock x, std::int32_t value) {
    for (std::size_t j = 0; j < n; ++j) {
        z[x * n + j] = add(at_most(value), z[j]);
        z[j * n + x] = add(z[j * n], at_most(-value));
    }
    z[x * n + x] = zero;
}

void copy(Bound* z, std::size_t n, Clock x, Clock y) {
    if (x == y) return;
    for (std::size_t j = 0; j < n; ++j) {
        z[x * n + j] = z[y * n + j];
        z[j * n + x] = z[j * n + y];
    }
    z[x * n + y] = z[y * n + x] = z[x * n + x] = zero;
}

void release(Bound* z, std::size_t n, Clock x) {
    for (std::size_t j = 0; j < n; ++j) {
        z[x * n + j] = infinity;
        z[j * n + x] = z[j * n];  // the only bound left is 0 - x <= 0
    }
    z[x * n + x] = zero;
}

bool includes(const Bound* a, const Bound* b, std::size_t n) {
    return std::equal(b, b + n * n, a, [](Bound of_b, Bound of_a) { return of_b <= of_a; });
}

Relation relation(const Bound* a, const Bound* b, std::size_t n) {
    bool subset = true;
    bool superset = true;
    for (std::size_t i = 0; i < n * n && (subset || superset); ++i) {
        subset &= a[i] <= b[i];
        superset &= a[i] >= b[i];
    }
    if (subset) return superset ? Relation::equal : Relation::subset;
    return superset ? Relation::superset : Relation::different;
}

bool satisfies_some(const Bound* z, std::size_t n, Clock i, Clock j, Bound b) { return add(b, z[j * n + i]) >= zero; }

bool satisfies_all(const Bound* z, std::size_t n, Clock i, Clock j, Bound b) { return z[i * n + j] <= b; }

bool intersects(const Bound* a, const Bound* b, std::size_t n) {
    std::vector<Bound> both(a, a + n * n);
    return intersect(both.data(), b, n);
}

bool contains(const Bound* z, std::size_t n, std::span<const std::int64_t> valuation, std::int64_t unit) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const Bound b = z[i * n + j];
            if (b == infinity) continue;
            const std::int64_t difference = valuation[i] - valuation[j];
            const std::int64_t limit = value_of(b) * unit;
            if (difference > limit || (difference == limit && is_strict(b))) return false;
        }
    }
    return true;
}

void subtract(const Bound* z, const Bound* removed, std::size_t n, std::vector<Zone>& rest) {
    // Cut off, one constraint of `removed` after the other, the part of z that violates it; go on with what satisfies it.
    Zone inside(z, z + n * n);
    std::vector<bool> needed;
    minimal_form(removed, n, needed);
    for (Clock i = 0; i < n; ++i) {
        poll();
        for (Clock j = 0; j < n; ++j) {
            const Bound b = removed[i * n + j];
            if (i == j || b == infinity || !needed[i * n + j] || satisfies_all(inside.data(), n, i, j, b)) continue;
            Zone outside = inside;
            if (constrain(outside.data(), n, j, i, negate(b))) rest.push_back(std::move(outside));
            if (!constrain(inside.data(), n, i, j, b)) return;
        }
    }
}

namespace {

// Clocks whose difference is fixed form a class; each is represented by its smallest member.
std::vector<Clock> classes(const Bound* z, std::size_t n) {
    std::vector<Clock> representative(n);
    for (Clock i = 0; i < n; ++i) {
        representative[i] = i;
        for (Clock j = 0; j < i; ++j) {
            if (add(z[i * n + j], z[j * n + i]) == zero) {
                representative[i] = representative[j];
                break;
            }
        }
    }
    return representative;
}

}  // namespace

void minimal_form(const Bound* z, std::size_t n, std::vector<bool>& keep) {
    keep.assign(n * n, false);
    const std::vector<Clock> representative = classes(z, n);
    // Within a class a cycle through its members says everything.
    std::vector<Clock> last(n);
    for (Clock i = 0; i < n; ++i) {
        const Clock r = representative[i];
        if (r != i) keep[last[r] * n + i] = true;
        last[r] = i;
    }
    for (Clock r = 0; r < n; ++r) {
        if (representative[r] == r && last[r] != r) keep[last[r] * n + r] = true;
    }
    // Between classes, what follows from two others is dropped.
    for (Clock i = 0; i < n; ++i) {
        if (representative[i] != i) continue;
        poll();
        for (Clock j = 0; j < n; ++j) {
            if (representative[j] != j || i == j || z[i * n + j] == infinity) continue;
            bool needed = true;
            for (Clock k = 0; k < n && needed; ++k) {
                if (k == i || k == j || representative[k] != k) continue;
                needed = z[i * n + j] < add(z[i * n + k], z[k * n + j]);
            }
            keep[i * n + j] = needed;
        }
    }
}

std::string to_string(const Bound* z, std::size_t n, std::span<const std::string> names) {
    std::string text;
    std::vector<bool> keep;
    minimal_form(z, n, keep);
    for (Clock i = 0; i < n; ++i) {
        for (Clock j = 0; j < n; ++j) {
            const Bound b = z[i * n + j];
            if (!keep[i * n + j] || (i == 0 && b == zero)) continue;
            if (!text.empty()) text += ", ";
            const bool lower = i == 0;
            text += lower ? names[j] : j == 0 ? names[i] : names[i] + " - " + names[j];
            text += lower ? " >" : " <";
            text += is_strict(b) ? " " : "= ";
            text += std::to_string(lower ? -value_of(b) : value_of(b));
        }
    }
    return text;
}

}  // namespace crowfly::zone
