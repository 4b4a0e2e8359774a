#include "search/costs/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace crowfly {
namespace {

using Part = CostAlgebra::Part;

constexpr std::int64_t least_number = std::numeric_limits<std::int64_t>::min() + 1;
constexpr std::int64_t greatest_number = std::numeric_limits<std::int64_t>::max();
constexpr std::array all_parts{Part::steps, Part::cost, Part::max, Part::min, Part::probability};

// Doubles that are not negative are ordered as their bits are.
std::int64_t kept(double probability) { return -std::bit_cast<std::int64_t>(probability); }
double probability_of(std::int64_t kept) { return std::bit_cast<double>(-kept); }

std::int64_t sum(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    if (__builtin_add_overflow(a, b, &result)) throw CostOutOfRange{};
    return result;
}

std::int64_t none_of(Part part) {
    if (part == Part::probability) return kept(1);
    return part == Part::min ? least_number : 0;
}

std::int64_t after_one(Part part, std::int64_t path, const StepCost& step) {
    switch (part) {
        case Part::steps: return sum(path, 1);
        case Part::cost: return sum(path, step.cost);
        case Part::max: return std::max(path, step.cost);
        case Part::min: return std::max(path, -step.cost);
        case Part::probability: return kept(probability_of(path) * step.probability);
    }
    return path;
}

bool is_strict(Part part) { return part != Part::max && part != Part::min; }

std::string text_of(Part part, std::int64_t cost) {
    if (part == Part::probability) return fmt::format("{}", probability_of(cost));
    if (part == Part::min) return cost == least_number ? "no transition" : fmt::format("{}", -cost);
    return fmt::format("{}", cost);
}

std::optional<Part> part_called(std::string_view name) {
    for (const Part part : all_parts) {
        if (to_string(part) == name) return part;
    }
    return std::nullopt;
}

}  // namespace

std::string_view to_string(Part part) {
    switch (part) {
        case Part::steps: return "steps";
        case Part::cost: return "cost";
        case Part::max: return "max";
        case Part::min: return "min";
        case Part::probability: return "probability";
    }
    return "";
}

std::optional<CostAlgebra> CostAlgebra::parse(const std::string& text, std::string& problem) {
    std::string spec = text;
    std::erase(spec, ' ');
    if (const std::optional<Part> only = part_called(spec)) return CostAlgebra(*only);
    constexpr std::string_view pair = "lexicographic(";
    if (!spec.starts_with(pair) || !spec.ends_with(')')) {
        problem = fmt::format(
            "`{}` is no cost; choose from steps, cost, time, price, max, min, probability or "
            "lexicographic(cost,steps)",
            text);
        return std::nullopt;
    }
    const std::string inside = spec.substr(pair.size(), spec.size() - pair.size() - 1);
    const std::size_t comma = inside.find(',');
    const std::optional<Part> first = part_called(inside.substr(0, comma));
    const std::optional<Part> second =
        comma == std::string::npos ? std::nullopt : part_called(inside.substr(comma + 1));
    if (!first || !second) {
        problem =
            fmt::format("a lexicographic cost has two of steps, cost, max, min and probability, not `{}`", inside);
        return std::nullopt;
    }
    if (!is_strict(*first)) {
        problem = fmt::format(
            "of `{}` a worse path may become as good as a better one by another transition ({} is not strictly "
            "isotone), "
            "so that the second part of a lexicographic cost would be wrong; write `{}` first",
            crowfly::to_string(*first), crowfly::to_string(*first), crowfly::to_string(*second));
        return std::nullopt;
    }
    return CostAlgebra(*first, *second);
}

Cost CostAlgebra::none() const { return {none_of(parts_[0]), parts_.size() > 1 ? none_of(parts_[1]) : 0}; }

Cost CostAlgebra::worst() const { return {greatest_number, greatest_number}; }

Cost CostAlgebra::after(const Cost& path, const StepCost& step) const {
    return {after_one(parts_[0], path.first, step), parts_.size() > 1 ? after_one(parts_[1], path.second, step) : 0};
}

bool CostAlgebra::is_isotone() const { return parts_.size() == 1 || is_strict(parts_[0]); }

bool CostAlgebra::is_strictly_isotone() const { return std::ranges::all_of(parts_, is_strict); }

bool CostAlgebra::uses(Part part) const { return std::ranges::find(parts_, part) != parts_.end(); }

std::string CostAlgebra::name() const {
    if (parts_.size() == 1) return std::string(crowfly::to_string(parts_[0]));
    return fmt::format("lexicographic({},{})", crowfly::to_string(parts_[0]), crowfly::to_string(parts_[1]));
}

std::string CostAlgebra::to_string(const Cost& cost) const {
    const std::string first = text_of(parts_[0], cost.first);
    return parts_.size() == 1 ? first : fmt::format("{}, {}", first, text_of(parts_[1], cost.second));
}

}  // namespace crowfly
