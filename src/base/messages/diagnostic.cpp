#include "base/messages/diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace crowfly {

void Diagnostics::add(Code code, Span span, std::string message, std::string hint) {
    const Severity severity = describe(code).severity;
    if (std::find(silenced_.begin(), silenced_.end(), code) != silenced_.end()) return;
    if (severity == Severity::error) ++errors_;
    std::size_t& kept = kept_[static_cast<std::size_t>(severity)];
    if (kept >= (severity == Severity::error ? limit : warning_limit)) {
        ++suppressed_;
        return;
    }
    ++kept;
    all_.push_back({code, severity, span, std::move(message), std::move(hint)});
}

void Diagnostics::silence(Code code) {
    if (describe(code).severity == Severity::warning) silenced_.push_back(code);
}

void Diagnostics::append(const Diagnostics& others) {
    for (const Diagnostic& d : others.all_) add(d.code, d.span, d.message, d.hint);
    errors_ += others.errors_ - others.kept_[static_cast<std::size_t>(Severity::error)];
    suppressed_ += others.suppressed_;
}

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Letters to insert, drop, replace or swap with their neighbour; upper and lower case are the same, since `train` for
// `Train` is the commonest slip of all.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j - 1] + (same ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
    constexpr std::size_t letters_per_slip = 3;  // with more slips than that it is another word
    const std::string* best = nullptr;
    std::size_t nearest = 0;
    for (const std::string& candidate : candidates) {
        const std::size_t longer = std::max(name.size(), candidate.size());
        const std::size_t most = longer / letters_per_slip;
        if (candidate == name || longer - std::min(name.size(), candidate.size()) > most) continue;
        const std::size_t distance = edit_distance(name, candidate);
        if (distance > most || (best != nullptr && distance >= nearest)) continue;
        nearest = distance;
        best = &candidate;
    }
    return best == nullptr ? std::string{} : "did you mean `" + *best + "`?";
}

}  // namespace crowfly
