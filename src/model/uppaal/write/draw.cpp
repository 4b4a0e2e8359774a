#include "model/uppaal/write/draw.hpp"

#include <map>

#include "model/uppaal/write/written.hpp"

namespace crowfly::uppaal {
namespace {

using model::Drawing;

std::optional<Drawing::Point> place(const std::optional<Point>& at) {
    return at ? std::optional<Drawing::Point>({at->x, at->y}) : std::nullopt;
}

template <class Owner>
std::vector<Drawing::Label> labels_of(const Owner& owner, Dialect dialect) {
    std::vector<Drawing::Label> labels;
    for (const Label& label : written_labels(owner, dialect))
        labels.push_back({label.kind, label.text, place(label.at)});
    return labels;
}

Drawing::Template draw(const Template& of, Dialect dialect) {
    Drawing::Template drawn;
    drawn.name = of.name;
    std::map<std::string, std::uint32_t> numbers;
    for (const Location& location : of.locations) {
        numbers.emplace(location.id, static_cast<std::uint32_t>(numbers.size()));
        drawn.locations.push_back({shown_name(location), !location.name.empty(), location.id == of.initial,
                                   location.urgent, location.committed, place(location.at), place(location.name_at),
                                   location.color, labels_of(location, dialect)});
    }
    for (const Branchpoint& branchpoint : of.branchpoints) {
        numbers.emplace(branchpoint.id, static_cast<std::uint32_t>(numbers.size()));
        drawn.branchpoints.push_back(place(branchpoint.at));
    }
    for (const Edge& edge : of.edges) {
        Drawing::Arrow arrow{numbers[edge.source], numbers[edge.target],     edge.controllable,
                             edge.color,           labels_of(edge, dialect), {}};
        for (const Point& nail : edge.nails) arrow.nails.push_back({nail.x, nail.y});
        drawn.arrows.push_back(std::move(arrow));
    }
    return drawn;
}

}  // namespace

Drawing drawing_of(const Document& document) {
    Drawing drawing;
    for (const Template& of : document.templates) drawing.templates.push_back(draw(of, document.dialect));
    return drawing;
}

}  // namespace crowfly::uppaal
