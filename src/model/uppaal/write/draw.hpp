// The drawing of a document.
#pragma once

#include "model/drawing.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

model::Drawing drawing_of(const Document& document);

}  // namespace crowfly::uppaal
