// Locations are placed on a circle, so that no arrow between two of them runs through a third. Parallel arrows are
// separated by nails, loops are outside the circle.
#include "model/uppaal/write/layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <unordered_map>
#include <utility>

namespace crowfly::uppaal {

namespace {

constexpr double spacing = 190;  // between neighbours on the circle
constexpr double bend = 55;      // between parallel arrows
constexpr double loop_height = 70;
constexpr double loop_half_width = 25;

struct Vector {
    double x = 0;
    double y = 0;

    Vector operator+(Vector other) const { return {x + other.x, y + other.y}; }
    Vector operator-(Vector other) const { return {x - other.x, y - other.y}; }
    Vector operator*(double factor) const { return {x * factor, y * factor}; }
    Vector turned() const { return {-y, x}; }
    Vector direction() const {
        const double length = std::hypot(x, y);
        return length < 1 ? Vector{0, -1} : Vector{x / length, y / length};
    }
    Point point() const { return {static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y))}; }
};

std::vector<Vector> on_circle(std::size_t count) {
    const double radius =
        count < 2 ? 0 : static_cast<double>(std::max<std::size_t>(count, 4)) * spacing / (2 * std::numbers::pi);
    std::vector<Vector> nodes;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
        nodes.push_back(Vector{-std::cos(angle), -std::sin(angle)} * radius);
    }
    return nodes;
}

Layout::Arrow loop(Vector at, int nth) {
    const Vector out = at.direction();
    const Vector tip = at + out * (loop_height + nth * bend);
    const Vector side = out.turned() * loop_half_width;
    return {tip.point(), {(tip - side).point(), (tip + side).point()}};
}

// The nth arrow between two nodes, whichever way it points: 0 is straight, then alternately left and right of it.
Layout::Arrow between(Vector from, Vector to, int nth) {
    const Vector middle = (from + to) * 0.5;
    if (nth == 0) return {middle.point(), {}};
    const int rank = (nth + 1) / 2;
    const double side = nth % 2 == 1 ? 1 : -1;
    const Vector nail = middle + (to - from).direction().turned() * (side * rank * bend);
    return {nail.point(), {nail.point()}};
}

std::unordered_map<std::string, std::size_t> node_numbers(const Template& of) {
    std::unordered_map<std::string, std::size_t> numbers;
    std::size_t next = 0;
    for (const Location& location : of.locations) numbers.emplace(location.id, next++);
    for (const Branchpoint& point : of.branchpoints) numbers.emplace(point.id, next++);
    return numbers;
}

}  // namespace

bool has_layout(const Template& of) {
    return std::any_of(of.locations.begin(), of.locations.end(), [](const Location& l) { return l.at.has_value(); });
}

Layout lay_out(const Template& of) {
    const std::vector<Vector> places = on_circle(of.locations.size() + of.branchpoints.size());
    const std::unordered_map<std::string, std::size_t> numbers = node_numbers(of);
    std::map<std::pair<std::size_t, std::size_t>, int> parallel;
    Layout layout;
    for (Vector place : places) layout.nodes.push_back(place.point());
    for (const Edge& edge : of.edges) {
        const auto source = numbers.find(edge.source);
        const auto target = numbers.find(edge.target);
        if (source == numbers.end() || target == numbers.end()) {
            layout.arrows.emplace_back();
            continue;
        }
        const auto [low, high] = std::minmax(source->second, target->second);
        const int nth = parallel[{low, high}]++;
        layout.arrows.push_back(low == high ? loop(places[low], nth) : between(places[low], places[high], nth));
    }
    return layout;
}

}  // namespace crowfly::uppaal
