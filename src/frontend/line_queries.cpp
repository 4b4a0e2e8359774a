#include "frontend/line_queries.hpp"

#include <algorithm>

namespace crowfly {
namespace {

constexpr std::string_view blanks = " \t\r\n";

}  // namespace

WrittenQuery query_written_as(const Fragment& fragment, QueryKind kind, std::shared_ptr<const ParsedQuery> parsed) {
    WrittenQuery written;
    const std::size_t first = std::min(fragment.text.find_first_not_of(blanks), fragment.text.size());
    const std::size_t last = std::min(fragment.text.find_last_not_of(blanks) + 1, fragment.text.size());
    written.role = WrittenQuery::Role::query;
    written.text = fragment.text.substr(first, std::max(first, last) - first);
    written.kind = kind;
    written.span = fragment.span(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(std::max(first, last)));
    written.parsed = std::move(parsed);
    return written;
}

WrittenQuery LineQueries::parse(const Fragment& fragment, Sources&, Diagnostics&) const {
    const std::size_t first = fragment.text.find_first_not_of(blanks);
    const bool is_blank = first == std::string::npos;
    if (!is_blank && (fragment.text.compare(first, 3, "E<>") == 0 || fragment.text.compare(first, 3, "A[]") == 0))
        return parse_line(fragment);
    WrittenQuery result = query_written_as(fragment, is_blank ? QueryKind::empty : QueryKind::not_a_query, nullptr);
    result.role = is_blank ? WrittenQuery::Role::empty : WrittenQuery::Role::unreadable;
    result.hint = hint();
    return result;
}

std::vector<WrittenQuery> LineQueries::parse_file(const Fragment& fragment, Sources& sources,
                                                  Diagnostics& diagnostics) const {
    std::vector<WrittenQuery> all;
    for (std::size_t begin = 0; begin < fragment.text.size();) {
        const std::size_t end = std::min(fragment.text.find('\n', begin), fragment.text.size());
        std::string line = fragment.text.substr(begin, end - begin);
        line.resize(std::min(line.find("//"), line.size()));
        const std::uint32_t offset = fragment.origin(static_cast<std::uint32_t>(begin));
        all.push_back(parse({fragment.file, std::move(line), {{0, offset}}}, sources, diagnostics));
        begin = end + 1;
    }
    return all;
}

}  // namespace crowfly
