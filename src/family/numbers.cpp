#include "family/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>

namespace crowfly {

Numbers::Numbers(const std::string& text, std::string& problem) : problem_(problem) {
    std::istringstream in(text);
    for (std::string word; in >> word;) words_.push_back(word);
}

const std::string* Numbers::word(const std::string& what) {
    if (!problem_.empty()) return nullptr;
    if (next_ < words_.size()) return &words_[next_++];
    problem_ = fmt::format("the file ends where {} is expected", what);
    return nullptr;
}

std::int64_t Numbers::whole(const std::string& what, std::int64_t least, std::int64_t most) {
    const std::string* text = word(what);
    if (text == nullptr) return least;
    std::int64_t value = 0;
    const char* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, value);
    if (error == std::errc() && stop == end && value >= least && value <= most) return value;
    problem_ = fmt::format("{} is a whole number from {} to {}, not `{}` (word {} of the file)", what, least, most,
                           *text, next_);
    return least;
}

std::int64_t Numbers::hundredths(const std::string& what) {
    constexpr double most = 1'000'000;
    const std::string* text = word(what);
    if (text == nullptr) return 0;
    double value = 0;
    const char* end = text->data() + text->size();
    const auto [stop, error] = std::from_chars(text->data(), end, value);
    const double scaled = std::round(value * 100);
    if (error == std::errc() && stop == end && value >= 0 && value <= most && std::abs(scaled - value * 100) < 1e-6)
        return static_cast<std::int64_t>(scaled);
    problem_ = fmt::format("{} is a number from 0 on with at most two decimals, not `{}` (word {} of the file)", what,
                           *text, next_);
    return 0;
}

}  // namespace crowfly
