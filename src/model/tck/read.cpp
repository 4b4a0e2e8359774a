#include "model/tck/read.hpp"

#include <algorithm>

#include "model/tck/building.hpp"
#include "model/tck/parse.hpp"

namespace crowfly::tck {

bool looks_like_model(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    constexpr std::string_view keyword = "system";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f\v"), text.size()));
        if (!text.starts_with('#')) break;
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    if (!text.starts_with(keyword)) return false;
    text.remove_prefix(keyword.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text.starts_with(':');
}

std::unique_ptr<model::Model> read_model(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    auto model = std::make_unique<model::Model>();
    model->faults_disable = true;
    const Document document = parse_lines(file, sources, diagnostics);
    Context context(sources, diagnostics, *model);
    build_system(context, document);
    return model;
}

}  // namespace crowfly::tck
