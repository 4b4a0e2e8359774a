// A shape is a type with computed bounds and sizes: how many cells a value takes, and which values each cell may have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace crowfly::compile {

// Integers are stored in memory cells; clocks and channels have numbers of their own.
enum class Storage : std::uint8_t { cells, clocks, channels, none };

struct Shape {
    enum class Kind : std::uint8_t { integer, boolean, scalar, array, record, clock, channel, unsupported };

    Kind kind{};
    Storage storage = Storage::cells;
    std::int32_t least = 0;     // of a number; of an array: its lowest index
    std::int32_t greatest = 0;  // of a number; of an array: its highest index
    std::uint32_t cells = 1;
    const Shape* element = nullptr;      // array
    std::vector<const Shape*> fields;    // record
    std::vector<std::uint32_t> offsets;  // record: where each field starts
    const model::Type* type = nullptr;

    bool is_number() const { return kind == Kind::integer || kind == Kind::boolean || kind == Kind::scalar; }
    // Floating-point numbers, or arrays of them.
    bool is_untracked() const { return kind == Kind::array ? element->is_untracked() : kind == Kind::unsupported; }
    bool is_aggregate() const { return kind == Kind::array || kind == Kind::record; }
    std::int64_t elements() const { return std::int64_t{greatest} - least + 1; }
    // The value of a variable without initialiser: 0, or the bound nearest to it.
    std::int32_t initial() const { return least > 0 ? least : greatest < 0 ? greatest : 0; }
};

// Calls visit(number_shape, cell, name) for every cell of a value in order; names grow like `list[2].id`.
template <class Visit>
void for_each_cell(const Shape& shape, const std::string& name, std::uint32_t cell, const Visit& visit) {
    if (shape.kind == Shape::Kind::array) {
        for (std::int64_t i = shape.least; i <= shape.greatest; ++i) {
            const auto at = cell + static_cast<std::uint32_t>(i - shape.least) * shape.element->cells;
            for_each_cell(*shape.element, name + "[" + std::to_string(i) + "]", at, visit);
        }
    } else if (shape.kind == Shape::Kind::record) {
        for (std::size_t f = 0; f < shape.fields.size(); ++f) {
            for_each_cell(*shape.fields[f], name + "." + shape.type->fields[f].name, cell + shape.offsets[f], visit);
        }
    } else {
        visit(shape, cell, name);
    }
}

// Whether values can be compared or copied cell by cell.
bool same_layout(const Shape& a, const Shape& b);
// Whether every value of `source` is one of `target`, given the same layout.
bool fits(const Shape& source, const Shape& target);

}  // namespace crowfly::compile
