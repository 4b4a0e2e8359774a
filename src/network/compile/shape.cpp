#include "network/compile/shape.hpp"

namespace crowfly::compile {

bool same_layout(const Shape& a, const Shape& b) {
    if (a.is_number() && b.is_number()) return true;
    if (a.kind != b.kind || a.cells != b.cells) return false;
    if (a.kind == Shape::Kind::array) return a.elements() == b.elements() && same_layout(*a.element, *b.element);
    for (std::size_t f = 0; f < a.fields.size(); ++f) {
        if (!same_layout(*a.fields[f], *b.fields[f])) return false;
    }
    return true;
}

bool fits(const Shape& source, const Shape& target) {
    if (target.is_number()) return source.least >= target.least && source.greatest <= target.greatest;
    if (target.kind == Shape::Kind::array) return fits(*source.element, *target.element);
    for (std::size_t f = 0; f < target.fields.size(); ++f) {
        if (!fits(*source.fields[f], *target.fields[f])) return false;
    }
    return true;
}

}  // namespace crowfly::compile
