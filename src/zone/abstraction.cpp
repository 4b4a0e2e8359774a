// Coarser zones that no guard of the model can tell from the exact ones: what makes the search finite, and small.
#include "zone/abstraction.hpp"

#include <algorithm>

#include "zone/zone.hpp"

namespace crowfly::zone {
namespace {

// Beyond the last constant that matters an upper bound says nothing …
bool beyond(Bound b, std::int32_t constant) { return b > at_most(constant); }
// … and a lower bound (entry 0 - j) says no more than "beyond".
bool below(Bound b, std::int32_t constant) { return constant == none || b < less_than(-constant); }
Bound just_beyond(std::int32_t constant) { return constant == none ? zero : less_than(-constant); }

}  // namespace

void extrapolate_lu(Bound* z, std::size_t n, const std::int32_t* lower, const std::int32_t* upper) {
    bool changed = false;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            Bound& b = z[i * n + j];
            if (i == j || b == infinity) continue;
            Bound wider = b;
            if (i != 0 && beyond(b, lower[i])) {
                wider = infinity;
            } else if (below(b, upper[j])) {
                wider = std::max(b, just_beyond(upper[j]));
            }
            changed |= wider != b;
            b = wider;
        }
    }
    if (changed) close(z, n);
}

void extrapolate_lu_plus(Bound* z, std::size_t n, const std::int32_t* lower, const std::int32_t* upper) {
    bool changed = false;
    for (std::size_t i = 1; i < n; ++i) {
        const bool all = below(z[i], lower[i]);  // the clock is already beyond everything it is compared with from below
        for (std::size_t j = 0; j < n; ++j) {
            Bound& b = z[i * n + j];
            if (i == j || b == infinity) continue;
            if (all || beyond(b, lower[i]) || (j != 0 && below(z[j], upper[j]))) {
                b = infinity;
                changed = true;
            }
        }
    }
    for (std::size_t j = 1; j < n; ++j) {  // last: the tests above look at these entries
        if (!below(z[j], upper[j])) continue;
        const Bound wider = std::max(z[j], just_beyond(upper[j]));
        changed |= wider != z[j];
        z[j] = wider;
    }
    if (changed) close(z, n);
}

bool includes_alu(const Bound* a, const Bound* b, std::size_t n, const std::int32_t* lower, const std::int32_t* upper) {
    for (std::size_t x = 0; x < n; ++x) {
        if (upper[x] == none || b[x] < at_most(-upper[x])) continue;
        for (std::size_t y = 0; y < n; ++y) {
            const Bound of_a = a[y * n + x];
            if (of_a >= b[y * n + x] || lower[y] == none) continue;
            if (add(of_a, less_than(-lower[y])) < b[x]) return false;
        }
    }
    return true;
}

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
