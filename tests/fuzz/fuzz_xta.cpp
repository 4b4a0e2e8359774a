// Any text, taken for a textual model of today and of 3.x, ends in a syntax tree that can be written, or in
// diagnostics; and it goes the whole way of a file.
#include <cstddef>
#include <cstdint>

#include "model/uppaal/parse/parse.hpp"
#include "pipeline.hpp"

using namespace crowfly;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const uppaal::Dialect dialect : {uppaal::Dialect::current, uppaal::Dialect::old}) {
        Sources sources;
        Diagnostics diagnostics;
        uppaal::ParseContext context{sources, diagnostics, dialect};
        uppaal::Document document;
        document.dialect = dialect;
        document.format = uppaal::Format::xta;
        document.file = sources.add("fuzz", text);
        uppaal::parse_xta({document.file, text, {}}, context, document);
        if (!diagnostics.has_errors()) uppaal::write_xta(document);
    }
    fuzz::travel(text);
    return 0;
}
