#include "zone/covering.hpp"

#include <algorithm>

namespace crowfly::zone {

// Without branches, like is_within().
template <class B>
bool fits_narrow(const B* z, std::size_t cells) {
    constexpr B most = std::numeric_limits<NarrowBound>::max() - 1;
    B outside = 0;
    for (std::size_t i = 0; i < cells; ++i) {
        const B is_above = static_cast<B>(z[i] > most) & static_cast<B>(z[i] != infinity<B>);
        outside |= is_above | static_cast<B>(z[i] < -most);
    }
    return outside == 0;
}

namespace {

// A finite bound too large for a cell stays below infinity.
template <class Cell, class B>
Cell own_cell(B b) {
    constexpr Cell most = std::numeric_limits<Cell>::max();
    return b == infinity<B> ? most : b >= most ? static_cast<Cell>(most - 1) : narrowed<Cell>(b);
}

template <class Cell, class B>
Cell narrowed_bound(B bound) {
    constexpr B least = std::numeric_limits<Cell>::min();
    constexpr B greatest = std::numeric_limits<Cell>::max();
    return static_cast<Cell>(std::max(std::min(bound, greatest), least));
}

}  // namespace

template <class B>
Signature SignatureScale::signature_of(const B* z, std::size_t n) const {
    Signature signature{};
    for (std::size_t i = 0; i < signature.cells.size(); ++i)
        signature.cells[i] = rounded(i, narrowed<NarrowBound>(z[Signature::position(i, n)]));
    return signature;
}

template <class B>
bool SignatureScale::widen(const B* z, std::size_t n) {
    bool is_wider = false;
    for (std::size_t i = 0; i < dropped_.size(); ++i) {
        const auto bound = narrowed<NarrowBound>(z[Signature::position(i, n)]);
        if (bound == std::numeric_limits<NarrowBound>::max()) continue;
        for (int moved = (bound >> dropped_[i]) + offset(i); moved < least || moved > most;
             moved = (bound >> dropped_[i]) + offset(i)) {
            ++dropped_[i];
            is_wider = true;
        }
    }
    return is_wider;
}

void SignatureScale::rescale(Signature& signature, const SignatureScale& before) const {
    for (std::size_t i = 0; i < dropped_.size(); ++i) {
        if (signature.cells[i] == infinite) continue;
        const int kept = (signature.cells[i] - offset(i)) >> (dropped_[i] - before.dropped_[i]);
        signature.cells[i] = static_cast<std::int8_t>(kept + offset(i));
    }
}

// Where a comparison does not depend on the stored cell, it is with the greatest number, which is below none, or with
// the least. That one is not below itself, but then the own bound is not below the stored one either.
template <class Cell, class B>
void Covering<Cell, B>::prepare_signature(const SignatureScale& scale) {
    prepare_to_cover();
    constexpr std::int8_t always = std::numeric_limits<std::int8_t>::min();
    constexpr std::int8_t never = std::numeric_limits<std::int8_t>::max();
    reduced_signature_.fill(always);
    relevant_signature_.fill(always);
    for (std::size_t i = 0; i < own_signature_.size(); ++i) {
        const std::size_t at = Signature::position(i, n_);
        thresholds_of_signature_[i] = scale.rounded(i, narrowed<NarrowBound>(thresholds_[at]));
        own_signature_[i] = scale.rounded(i, narrowed<NarrowBound>(own_[at]));
        if (!by_simulation_) continue;
        const auto reduced = narrowed<NarrowBound>(reduced_[at]);
        if (i < Signature::clocks) {
            reduced_signature_[i] = scale.rounded(i, reduced);
            relevant_signature_[i] = scale.rounded(i, narrowed<NarrowBound>(relevant_[at]));
        } else if (reduced >= zone::zero) {
            reduced_signature_[i] = never;
        }
    }
}

template <class Cell, class B>
void Covering<Cell, B>::prepare(const B* z, std::size_t n) {
    zone_ = z;
    n_ = n;
    by_simulation_ = may_cover_ = false;
    thresholds_.resize(n * n);
    for (std::size_t i = 0; i < n * n; ++i) thresholds_[i] = narrowed<Cell>(z[i]);
}

// Of each arrival these are worked out, so they are without branches and with numbers of one width.
template <class Cell, class B>
void Covering<Cell, B>::prepare(const B* z, std::size_t n, const std::int64_t* lower, const std::int64_t* upper) {
    constexpr B never = std::numeric_limits<Cell>::min();
    zone_ = z;
    n_ = n;
    lower_ = lower;
    upper_ = upper;
    by_simulation_ = true;
    may_cover_ = false;
    thresholds_.resize(n * n);
    compared_.resize(n);
    for (std::size_t x = 0; x < n; ++x)
        compared_[x] = upper[x] != none && z[x] >= 1 - 2 * upper[x] ? std::numeric_limits<B>::max() : never;
    for (std::size_t y = 0; y < n; ++y) {
        Cell* row = thresholds_.data() + y * n;
        if (lower[y] == none) {
            std::fill_n(row, n, std::numeric_limits<Cell>::min());
            continue;
        }
        const B shift = shift_of(lower[y]);
        for (std::size_t x = 0; x < n; ++x) {
            // (a & ~1) - shift < z[x] for a single number a: a < z[x] + shift, rounded up to an even number.
            const B beyond = z[x] + shift;
            const B limit = std::min(beyond + (beyond & 1), z[y * n + x]);
            row[x] = narrowed_bound<Cell>(std::min(limit, compared_[x]));
        }
    }
}

template <class Cell, class B>
void Covering<Cell, B>::prepare_to_cover() {
    if (may_cover_) return;
    may_cover_ = true;
    own_.resize(n_ * n_);
    for (std::size_t i = 0; i < n_ * n_; ++i) own_[i] = own_cell<Cell, B>(zone_[i]);
    if (!by_simulation_) return;
    constexpr Cell always = std::numeric_limits<Cell>::max();
    relevant_.resize(n_);
    // B(0,x) >= (<=, -U_x), written with `<`. No stored bound exceeds the largest cell, which means "never".
    for (std::size_t x = 0; x < n_; ++x) relevant_[x] = upper_[x] == none ? always : narrowed<Cell>(-2 * upper_[x]);
    reduced_.resize(n_ * n_);
    for (std::size_t y = 0; y < n_; ++y) {
        for (std::size_t x = 0; x < n_; ++x) {
            const B b = zone_[y * n_ + x];
            const bool compared = lower_[y] != none && upper_[x] != none && b != infinity<B>;
            reduced_[y * n_ + x] = compared ? narrowed<Cell>((b & ~B{1}) - 2 * lower_[y]) : always;
        }
    }
}

template <class Cell, class B>
bool Covering<Cell, B>::simulates(const Cell* stored) const {
    constexpr std::size_t lanes = Lanes<Cell>::count;
    const Cell* relevant = relevant_.data();
    for (std::size_t y = 0; y < n_; ++y) {
        const Cell* row = stored + y * n_;
        const Cell* own = own_.data() + y * n_;
        const Cell* reduced = reduced_.data() + y * n_;
        std::size_t x = 0;
        for (; x + lanes <= n_; x += lanes) {
            const Lanes<Cell> first(stored + x);
            const Lanes<Cell> uncovered = (Lanes<Cell>(own + x) < Lanes<Cell>(row + x)) &
                                          (Lanes<Cell>(reduced + x) < first) & (Lanes<Cell>(relevant + x) < first);
            if (uncovered.any()) return false;
        }
        for (; x < n_; ++x) {
            if (own[x] < row[x] && reduced[x] < stored[x] && relevant[x] < stored[x]) return false;
        }
    }
    return true;
}

template bool fits_narrow(const Bound*, std::size_t);
template bool fits_narrow(const WideBound*, std::size_t);
template Signature SignatureScale::signature_of(const Bound*, std::size_t) const;
template Signature SignatureScale::signature_of(const WideBound*, std::size_t) const;
template bool SignatureScale::widen(const Bound*, std::size_t);
template bool SignatureScale::widen(const WideBound*, std::size_t);

template class Covering<NarrowBound, Bound>;
template class Covering<Bound, Bound>;
template class Covering<NarrowBound, WideBound>;
template class Covering<WideBound, WideBound>;

}  // namespace crowfly::zone
