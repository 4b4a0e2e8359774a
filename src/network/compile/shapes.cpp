// Computes the shapes of types: bounds and sizes are evaluated, absurd ones refused.
#include <limits>

#include <fmt/format.h>

#include "network/compile/context.hpp"

namespace crowfly::compile {
namespace {

constexpr std::int32_t default_least = -32768;
constexpr std::int32_t default_greatest = 32767;

// A plain `const int` is not restricted to the default range of variables.
bool integer_bounds(Context& context, const model::Type& type, Shape& shape, bool constant) {
    shape.least = constant ? std::numeric_limits<std::int32_t>::min() : default_least;
    shape.greatest = constant ? std::numeric_limits<std::int32_t>::max() : default_greatest;
    if (type.lower != nullptr) {
        const auto least = evaluate(context, *type.lower);
        if (!least) return false;
        shape.least = *least;
    }
    if (type.upper != nullptr) {
        const auto greatest = evaluate(context, *type.upper);
        if (!greatest) return false;
        shape.greatest = *greatest;
    }
    if (shape.least <= shape.greatest) return true;
    context.report(Code::empty_range, type.span, fmt::format("the range [{},{}] is empty", shape.least, shape.greatest),
                   "the lower bound must not be greater than the upper bound");
    return false;
}

bool scalar_bounds(Context& context, const model::Type& type, Shape& shape) {
    const auto size = evaluate(context, *type.upper);
    if (!size) return false;
    if (*size < 1) {
        context.report(Code::empty_range, type.span, fmt::format("a scalar set cannot have {} elements", *size));
        return false;
    }
    shape.greatest = *size - 1;
    return true;
}

bool array_layout(Context& context, const model::Type& type, Shape& shape, bool constant) {
    shape.element = shape_of(context, *type.element, constant);
    if (shape.element == nullptr) return false;
    const model::Type& index = *type.index;
    // `a[0]` has the index range [0,-1], which is illegal everywhere and gets a message of its own.
    if (index.kind == model::Type::Kind::integer && index.lower != nullptr && index.upper != nullptr) {
        const auto least = evaluate(context, *index.lower);
        const auto greatest = evaluate(context, *index.upper);
        if (!least || !greatest) return false;
        if (*greatest < *least) {
            context.report(Code::bad_array_size, index.span,
                           fmt::format("an array cannot have {} elements", std::int64_t{*greatest} - *least + 1));
            return false;
        }
    }
    const Shape* range = shape_of(context, index);
    if (range == nullptr) return false;
    shape.least = range->least;
    shape.greatest = range->greatest;
    shape.storage = shape.element->storage;
    const std::uint64_t cells = static_cast<std::uint64_t>(shape.elements()) * shape.element->cells;
    if (cells > Context::max_memory) {
        context.report(Code::bad_array_size, type.span, fmt::format("an array of {} cells is too large", cells),
                       fmt::format("Crowfly holds at most {} cells", Context::max_memory));
        return false;
    }
    shape.cells = static_cast<std::uint32_t>(cells);
    return true;
}

bool record_layout(Context& context, const model::Type& type, Shape& shape, bool constant) {
    std::uint64_t cells = 0;
    for (const model::Field& field : type.fields) {
        const Shape* part = shape_of(context, *field.type, constant);
        if (part == nullptr) return false;
        if (shape.fields.empty()) shape.storage = part->storage;
        if (part->storage != shape.storage) shape.storage = Storage::none;
        shape.fields.push_back(part);
        shape.offsets.push_back(static_cast<std::uint32_t>(cells));
        cells += part->cells;
    }
    if (cells > Context::max_memory) {
        context.report(Code::bad_array_size, type.span, fmt::format("a record of {} cells is too large", cells));
        return false;
    }
    shape.cells = static_cast<std::uint32_t>(cells);
    return true;
}

bool lay_out(Context& context, const model::Type& type, Shape& shape, bool constant) {
    using TypeKind = model::Type::Kind;
    switch (type.kind) {
        case TypeKind::integer:
            shape.kind = Shape::Kind::integer;
            return integer_bounds(context, type, shape, constant);
        case TypeKind::boolean:
            shape.kind = Shape::Kind::boolean;
            shape.greatest = 1;
            return true;
        case TypeKind::scalar: shape.kind = Shape::Kind::scalar; return scalar_bounds(context, type, shape);
        case TypeKind::clock:
            shape.kind = Shape::Kind::clock;
            shape.storage = Storage::clocks;
            return true;
        case TypeKind::channel:
            shape.kind = Shape::Kind::channel;
            shape.storage = Storage::channels;
            return true;
        case TypeKind::array: shape.kind = Shape::Kind::array; return array_layout(context, type, shape, constant);
        case TypeKind::record: shape.kind = Shape::Kind::record; return record_layout(context, type, shape, constant);
        case TypeKind::string:
            shape.kind = Shape::Kind::integer;
            shape.greatest = default_greatest;
            return true;
        case TypeKind::real:
        case TypeKind::void_:
            shape.kind = Shape::Kind::unsupported;
            shape.storage = Storage::none;
            return true;
    }
    return false;
}

}  // namespace

const Shape* shape_of(Context& context, const model::Type& type, bool constant) {
    const auto key = std::make_pair(&type, constant);
    if (const auto known = context.find_global_shape(key)) return *known;
    auto& cache = context.process == no_process ? context.global_shapes : context.process_shapes;
    if (const auto known = cache.find(key); known != cache.end()) return known->second;
    Shape shape;
    shape.type = &type;
    // A type that failed is remembered, too, so that its mistake is reported once.
    const Shape* result = nullptr;
    if (lay_out(context, type, shape, constant)) {
        context.shapes.push_back(std::move(shape));
        result = &context.shapes.back();
    }
    cache.emplace(key, result);
    return result;
}

}  // namespace crowfly::compile
