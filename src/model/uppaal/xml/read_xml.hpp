// UPPAAL's XML format, `<nta>` or `<project>`, of every DTD from 1.0 to 1.6.
#pragma once

#include "base/messages/source.hpp"
#include "model/uppaal/parse/parse.hpp"
#include "model/uppaal/parse/syntax.hpp"

namespace crowfly::uppaal {

// References between elements stay ids, and missing parts stay missing; the checker reports them. The file must be
// UTF-8.
void read_xml(FileId file, ParseContext& context, Document& into);

}  // namespace crowfly::uppaal
