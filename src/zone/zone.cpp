#include "zone/zone.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/alarm.hpp"

namespace crowfly::zone {

template <class B>
void set_zero(B* z, std::size_t n) {
    std::fill_n(z, n * n, B{zero});
}

template <class B>
void set_all(B* z, std::size_t n) {
    std::fill_n(z, n * n, infinity<B>);
    for (std::size_t i = 0; i < n; ++i) {
        z[i * n + i] = zero;
        z[i] = zero;  // 0 - i <= 0: no clock is negative
    }
}

template <class B>
bool close(B* z, std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
        poll();
        const B* from_k = z + k * n;
        for (std::size_t i = 0; i < n; ++i) {
            const B to_k = z[i * n + k];
            if (to_k == infinity<B>) continue;
            B* row = z + i * n;
            for (std::size_t j = 0; j < n; ++j) row[j] = std::min(row[j], add(to_k, from_k[j]));
        }
        if (z[k * n + k] < zero) return false;
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (z[i * n + i] < zero) return false;
    }
    return true;
}

template <class B>
bool close_over(B* z, std::size_t n, Clock i, Clock j) {
    const B b = z[i * n + j];
    if (add(b, z[j * n + i]) < zero) return false;
    // A new shortest path uses the tightened entry: k to i, i to j, j to the end.
    const B* from_j = z + j * n;
    for (std::size_t k = 0; k < n; ++k) {
        const B via = add(z[k * n + i], b);
        B* row = z + k * n;
        if (via >= row[j] && k != i) continue;
        row[j] = std::min(row[j], via);
        for (std::size_t l = 0; l < n; ++l) row[l] = std::min(row[l], add(via, from_j[l]));
    }
    return true;
}

template <class B>
bool constrain(B* z, std::size_t n, Clock i, Clock j, std::type_identity_t<B> b) {
    if (b >= z[i * n + j]) return true;
    z[i * n + j] = b;
    return close_over(z, n, i, j);
}

// All tightened entries lead to clock 0, so a new shortest path uses exactly one of them: to clock 0, and on from
// there.
template <class B>
bool constrain_above(B* z, std::size_t n, const B* above) {
    bool tighter = false;
    for (std::size_t k = 1; k < n; ++k) {
        if (add(above[k], z[k]) < zero) return false;
        tighter |= above[k] < z[k * n];
    }
    if (!tighter) return true;
    for (std::size_t i = 1; i < n; ++i) {
        B* row = z + i * n;
        B to_zero = row[0];
        for (std::size_t k = 1; k < n; ++k) to_zero = std::min(to_zero, add(row[k], above[k]));
        if (to_zero == row[0]) continue;
        row[0] = to_zero;
        for (std::size_t j = 1; j < n; ++j) row[j] = std::min(row[j], add(to_zero, z[j]));
    }
    return true;
}

// Called for every zone, hence without branches: a bound is shifted so that the range becomes small unsigned numbers,
// and negative ones become very large.
template <class B>
bool is_within(const B* z, std::size_t n, B range) {
    using Unsigned = std::make_unsigned_t<B>;
    const Unsigned most = 2 * static_cast<Unsigned>(range) + 1;
    Unsigned outside = 0;
    for (std::size_t i = 0; i < n * n; ++i) {
        const Unsigned moved = static_cast<Unsigned>(z[i]) + most;
        outside |= static_cast<Unsigned>(moved > 2 * most) & static_cast<Unsigned>(z[i] != infinity<B>);
    }
    return outside == 0;
}

namespace {

// Like constrain(), with a check, since more intersections may follow than the range has room for.
template <class B>
bool cut(B* z, std::size_t n, Clock i, Clock j, B b) {
    if (b >= z[i * n + j]) return true;
    z[i * n + j] = b;
    if (!close_over(z, n, i, j)) return false;
    check_cut(z, n);
    return true;
}

}  // namespace

template <class B>
bool intersect(B* z, const B* other, std::size_t n) {
    for (Clock i = 0; i < n; ++i) {
        poll();
        for (Clock j = 0; j < n; ++j) {
            if (!cut(z, n, i, j, other[i * n + j])) return false;
        }
    }
    return true;
}

template <class B>
void up(B* z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) z[i * n] = infinity<B>;
}

template <class B>
void up(B* z, std::size_t n, std::span<const bool> running) {
    for (std::size_t i = 1; i < n; ++i) {
        if (!running[i]) continue;
        for (std::size_t j = 0; j < n; ++j) {
            if (j == 0 || !running[j]) z[i * n + j] = infinity<B>;
        }
    }
    close(z, n);
}

template <class B>
void up_strictly(B* z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
        z[i * n] = infinity<B>;
        z[i] &= ~B{1};  // lower bounds become strict
    }
    close(z, n);
}

// Lower bounds decrease as far as the differences between clocks allow (Bengtsson and Yi, 2004, algorithm 9).
template <class B>
void down(B* z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
        z[i] = zero;
        for (std::size_t j = 1; j < n; ++j) z[i] = std::min(z[i], z[j * n + i]);
    }
}

template <class B>
void reset(B* z, std::size_t n, Clock x, std::int64_t value) {
    for (std::size_t j = 0; j < n; ++j) {
        z[x * n + j] = add(at_most<B>(checked<B>(value)), z[j]);
        z[j * n + x] = add(z[j * n], at_most<B>(checked<B>(-value)));
    }
    z[x * n + x] = zero;
}

template <class B>
void copy(B* z, std::size_t n, Clock x, Clock y) {
    if (x == y) return;
    for (std::size_t j = 0; j < n; ++j) {
        z[x * n + j] = z[y * n + j];
        z[j * n + x] = z[j * n + y];
    }
    z[x * n + y] = z[y * n + x] = z[x * n + x] = zero;
}

template <class B>
void release(B* z, std::size_t n, Clock x) {
    for (std::size_t j = 0; j < n; ++j) {
        z[x * n + j] = infinity<B>;
        z[j * n + x] = z[j * n];  // the only bound left is 0 - x <= 0
    }
    z[x * n + x] = zero;
}

template <class B>
bool includes(const B* a, const B* b, std::size_t n) {
    return std::equal(b, b + n * n, a, [](B of_b, B of_a) { return of_b <= of_a; });
}

template <class B>
Relation relation(const B* a, const B* b, std::size_t n) {
    bool subset = true;
    bool superset = true;
    for (std::size_t i = 0; i < n * n && (subset || superset); ++i) {
        subset &= a[i] <= b[i];
        superset &= a[i] >= b[i];
    }
    if (subset) return superset ? Relation::equal : Relation::subset;
    return superset ? Relation::superset : Relation::different;
}

template <class B>
bool satisfies_some(const B* z, std::size_t n, Clock i, Clock j, std::type_identity_t<B> b) {
    return add(b, z[j * n + i]) >= zero;
}

template <class B>
bool satisfies_all(const B* z, std::size_t n, Clock i, Clock j, std::type_identity_t<B> b) {
    return z[i * n + j] <= b;
}

template <class B>
bool intersects(const B* a, const B* b, std::size_t n) {
    BasicZone<B> both(a, a + n * n);
    return intersect(both.data(), b, n);
}

template <class B>
bool contains(const B* z, std::size_t n, std::span<const std::int64_t> valuation, std::int64_t unit) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const B b = z[i * n + j];
            if (b == infinity<B>) continue;
            const std::int64_t difference = valuation[i] - valuation[j];
            const std::int64_t limit = value_of(b) * unit;
            if (difference > limit || (difference == limit && is_strict(b))) return false;
        }
    }
    return true;
}

template <class B>
void subtract(const B* z, const B* removed, std::size_t n, std::vector<BasicZone<B>>& rest) {
    // For each constraint of `removed`, splits off the part of z that violates it, and continues with the rest.
    BasicZone<B> inside(z, z + n * n);
    std::vector<bool> needed;
    minimal_form(removed, n, needed);
    for (Clock i = 0; i < n; ++i) {
        poll();
        for (Clock j = 0; j < n; ++j) {
            const B b = removed[i * n + j];
            if (i == j || b == infinity<B> || !needed[i * n + j] || satisfies_all(inside.data(), n, i, j, b)) continue;
            BasicZone<B> outside = inside;
            if (cut(outside.data(), n, j, i, negate(b))) rest.push_back(std::move(outside));
            if (!cut(inside.data(), n, i, j, b)) return;
        }
    }
}

namespace {

// Clocks whose difference is fixed form a class; each is represented by its smallest member.
template <class B>
std::vector<Clock> classes(const B* z, std::size_t n) {
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

template <class B>
void minimal_form(const B* z, std::size_t n, std::vector<bool>& keep) {
    keep.assign(n * n, false);
    const std::vector<Clock> representative = classes(z, n);
    // Within a class a cycle through its members suffices.
    std::vector<Clock> last(n);
    for (Clock i = 0; i < n; ++i) {
        const Clock r = representative[i];
        if (r != i) keep[last[r] * n + i] = true;
        last[r] = i;
    }
    for (Clock r = 0; r < n; ++r) {
        if (representative[r] == r && last[r] != r) keep[last[r] * n + r] = true;
    }
    // Between classes, a bound implied by two others is dropped.
    for (Clock i = 0; i < n; ++i) {
        if (representative[i] != i) continue;
        poll();
        for (Clock j = 0; j < n; ++j) {
            if (representative[j] != j || i == j || z[i * n + j] == infinity<B>) continue;
            bool needed = true;
            for (Clock k = 0; k < n && needed; ++k) {
                if (k == i || k == j || representative[k] != k) continue;
                needed = z[i * n + j] < add(z[i * n + k], z[k * n + j]);
            }
            keep[i * n + j] = needed;
        }
    }
}

namespace {

// "x == 3", "x == y", "y == x + 2": clock i, whose difference to clock r is fixed.
template <class B>
std::string equality(const B* z, std::size_t n, Clock r, Clock i, std::span<const std::string> names) {
    const std::int64_t more = value_of(z[i * n + r]);
    if (r == 0) return names[i] + " == " + std::to_string(more);
    if (more == 0) return names[r] + " == " + names[i];
    return names[i] + " == " + names[r] + (more < 0 ? " - " : " + ") + std::to_string(std::abs(more));
}

template <class B>
std::string inequality(const B* z, std::size_t n, Clock i, Clock j, std::span<const std::string> names) {
    const B b = z[i * n + j];
    const std::string relation = is_strict(b) ? " " : "= ";
    if (i == 0) return names[j] + " >" + relation + std::to_string(-value_of(b));
    if (j != 0 && value_of(b) < 0) return names[j] + " - " + names[i] + " >" + relation + std::to_string(-value_of(b));
    return names[i] + (j == 0 ? "" : " - " + names[j]) + " <" + relation + std::to_string(value_of(b));
}

}  // namespace

// A clock with a fixed difference to an earlier one is equated with it; the other bounds are those of the minimal form.
template <class B>
std::string to_string(const B* z, std::size_t n, std::span<const std::string> names) {
    std::string text;
    const auto add_constraint = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    std::vector<bool> keep;
    minimal_form(z, n, keep);
    const std::vector<Clock> representative = classes(z, n);
    for (Clock i = 0; i < n; ++i) {
        if (representative[i] != i) {
            add_constraint(equality(z, n, representative[i], i, names));
            continue;
        }
        for (Clock j = 0; j < n; ++j) {
            const bool implied = !keep[i * n + j] || representative[j] != j || (i == 0 && z[j] == zero);
            if (!implied) add_constraint(inequality(z, n, i, j, names));
        }
    }
    return text;
}

// ---- For bounds of either width -------------------------------------------------------------------------------------

#define CROWFLY_ZONES_OF(B)                                                                     \
    template void set_zero(B*, std::size_t);                                                    \
    template void set_all(B*, std::size_t);                                                     \
    template bool close(B*, std::size_t);                                                       \
    template bool close_over(B*, std::size_t, Clock, Clock);                                    \
    template bool constrain(B*, std::size_t, Clock, Clock, B);                                  \
    template bool constrain_above(B*, std::size_t, const B*);                                   \
    template bool intersect(B*, const B*, std::size_t);                                         \
    template bool is_within(const B*, std::size_t, B);                                          \
    template void up(B*, std::size_t);                                                          \
    template void up(B*, std::size_t, std::span<const bool>);                                   \
    template void up_strictly(B*, std::size_t);                                                 \
    template void down(B*, std::size_t);                                                        \
    template void reset(B*, std::size_t, Clock, std::int64_t);                                  \
    template void copy(B*, std::size_t, Clock, Clock);                                          \
    template void release(B*, std::size_t, Clock);                                              \
    template Relation relation(const B*, const B*, std::size_t);                                \
    template bool includes(const B*, const B*, std::size_t);                                    \
    template bool intersects(const B*, const B*, std::size_t);                                  \
    template bool satisfies_some(const B*, std::size_t, Clock, Clock, B);                       \
    template bool satisfies_all(const B*, std::size_t, Clock, Clock, B);                        \
    template bool contains(const B*, std::size_t, std::span<const std::int64_t>, std::int64_t); \
    template void subtract(const B*, const B*, std::size_t, std::vector<BasicZone<B>>&);        \
    template void minimal_form(const B*, std::size_t, std::vector<bool>&);                      \
    template std::string to_string(const B*, std::size_t, std::span<const std::string>)

CROWFLY_ZONES_OF(Bound);
CROWFLY_ZONES_OF(WideBound);
#undef CROWFLY_ZONES_OF

}  // namespace crowfly::zone
