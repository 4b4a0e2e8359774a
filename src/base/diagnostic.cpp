#include "base/diagnostic.hpp"

#include <algorithm>
#include <numeric>

namespace crowfly {

namespace {

std::size_t count_of(const std::vector<Diagnostic>& diagnostics, Severity severity) {
    const auto count = std::count_if(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) { return d.severity == severity; });
    return static_cast<std::size_t>(count);
}

}  // namespace

// Errors and warnings are limited apart: hundreds of warnings must not hide the one error.
void Diagnostics::add(Code code, Span span, std::string message, std::string hint) {
    const Severity severity = describe(code).severity;
    if (severity == Severity::error) ++errors_;
    if (all_.size() >= limit && count_of(all_, severity) >= limit) {
        ++suppressed_;
        return;
    }
    all_.push_back({code, severity, span, std::move(message), std::move(hint)});
}

void Diagnostics::append(const Diagnostics& others) {
    for (const Diagnostic& d : others.all_) add(d.code, d.span, d.message, d.hint);
    suppressed_ += others.suppressed_;
    errors_ += others.errors_ - count_of(others.all_, Severity::error);
}

namespace {

// Levenshtein distance, case-insensitive: `train` for `Train` is the commonest slip of all.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = std::tolower(static_cast<unsigned char>(a[i - 1])) == std::tolower(static_cast<unsigned char>(b[j - 1]));
            const std::size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
    const std::string* best = nullptr;
    std::size_t nearest = name.size() / 3 + 1;
    for (const std::string& candidate : candidates) {
        if (candidate == name || candidate.size() > name.size() + 8) continue;
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < nearest || (distance == nearest && best == nullptr && distance <= name.size() / 3)) {
            nearest = distance;
            best = &candidate;
        }
    }
    return best == nullptr ? std::string{} : "did you mean `" + *best + "`?";
}

}  // namespace crowfly
