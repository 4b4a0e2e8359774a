// Extrapolations: coarser zones with the same reachable discrete states, finitely many for each model.
#include "zone/abstraction.hpp"

#include <algorithm>

#include "zone/zone.hpp"

namespace crowfly::zone {
namespace {

// An upper bound beyond the largest constant is dropped.
template <class B>
bool beyond(B b, std::int64_t constant) {
    return b > at_most<WideBound>(constant);
}
// A lower bound (entry 0 - j) beyond it is replaced by the largest constant.
template <class B>
bool below(B b, std::int64_t constant) {
    return constant == none || b < less_than<WideBound>(-constant);
}
// Only computed if a bound is below it, so that it fits.
template <class B>
B just_beyond(std::int64_t constant) {
    return constant == none ? B{zero} : static_cast<B>(less_than<WideBound>(-constant));
}

}  // namespace

template <class B>
void extrapolate_lu(B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper) {
    bool changed = false;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            B& b = z[i * n + j];
            if (i == j || b == infinity<B>) continue;
            B wider = b;
            if (i != 0 && beyond(b, lower[i])) {
                wider = infinity<B>;
            } else if (below(b, upper[j])) {
                wider = std::max(b, just_beyond<B>(upper[j]));
            }
            changed |= wider != b;
            b = wider;
        }
    }
    if (changed) close(z, n);
}

template <class B>
void extrapolate_lu_plus(B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper) {
    bool changed = false;
    for (std::size_t i = 1; i < n; ++i) {
        // All values of the clock exceed every lower bound it is compared with.
        const bool all = below(z[i], lower[i]);
        for (std::size_t j = 0; j < n; ++j) {
            B& b = z[i * n + j];
            if (i == j || b == infinity<B>) continue;
            if (all || beyond(b, lower[i]) || (j != 0 && below(z[j], upper[j]))) {
                b = infinity<B>;
                changed = true;
            }
        }
    }
    for (std::size_t j = 1; j < n; ++j) {  // last, since the tests above read these entries
        if (!below(z[j], upper[j])) continue;
        const B wider = std::max(z[j], just_beyond<B>(upper[j]));
        changed |= wider != z[j];
        z[j] = wider;
    }
    if (changed) close(z, n);
}

template <class B>
bool includes_alu(const B* a, const B* b, std::size_t n, const std::int64_t* lower, const std::int64_t* upper) {
    for (std::size_t x = 0; x < n; ++x) {
        if (upper[x] == none || b[x] < at_most<WideBound>(-upper[x])) continue;
        for (std::size_t y = 0; y < n; ++y) {
            const B of_a = a[y * n + x];
            if (of_a >= b[y * n + x] || lower[y] == none) continue;
            if (of_a != infinity<B> && add(WideBound{of_a}, less_than<WideBound>(-lower[y])) < b[x]) return false;
        }
    }
    return true;
}

template void extrapolate_lu(Bound*, std::size_t, const std::int64_t*, const std::int64_t*);
template void extrapolate_lu(WideBound*, std::size_t, const std::int64_t*, const std::int64_t*);
template void extrapolate_lu_plus(Bound*, std::size_t, const std::int64_t*, const std::int64_t*);
template void extrapolate_lu_plus(WideBound*, std::size_t, const std::int64_t*, const std::int64_t*);
template bool includes_alu(const Bound*, const Bound*, std::size_t, const std::int64_t*, const std::int64_t*);
template bool includes_alu(const WideBound*, const WideBound*, std::size_t, const std::int64_t*, const std::int64_t*);

}  // namespace crowfly::zone

namespace crowfly {

std::string_view to_string(Abstraction abstraction) {
    switch (abstraction) {
        case Abstraction::none: return "none";
        case Abstraction::m: return "m";
        case Abstraction::m_plus: return "m+";
        case Abstraction::lu: return "lu";
        case Abstraction::lu_plus: return "lu+";
        case Abstraction::a_m: return "am";
        case Abstraction::a_lu: return "alu";
    }
    return "";
}

}  // namespace crowfly
