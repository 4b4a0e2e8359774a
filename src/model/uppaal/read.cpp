#include "model/uppaal/read.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "model/uppaal/parse/encoding.hpp"
#include "model/uppaal/parse/parse.hpp"
#include "model/uppaal/xml/read_xml.hpp"

namespace crowfly::uppaal {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t largest_input = std::size_t{256} << 20U;

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The text after leading blanks and C-like comments.
std::string_view skip_blanks_and_comments(std::string_view text) {
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f\v"), text.size()));
        const bool line = text.starts_with("//");
        if (!line && !text.starts_with("/*")) return text;
        const std::size_t stop = line ? text.find('\n') : text.find("*/", 2);
        if (stop == std::string_view::npos) return {};
        text.remove_prefix(stop + (line ? 1 : 2));
    }
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool starts = at == 0 || !is_word_character(text[at - 1]);
        const std::size_t stop = at + word.size();
        if (starts && (stop == text.size() || !is_word_character(text[stop]))) return true;
    }
    return false;
}

// TChecker's files are lines of the form `key:value`, JSON starts with a bracket; neither begins an XTA file.
bool may_begin_xta(std::string_view text) {
    if (std::isalpha(static_cast<unsigned char>(text.front())) == 0 && text.front() != '_') return false;
    const auto stop = std::find_if_not(text.begin(), text.end(), is_word_character);
    return stop == text.end() || *stop != ':';
}

bool is_xta(std::string_view text) {
    constexpr std::array<std::string_view, 10> words = {"system", "process", "clock", "chan",    "int",
                                                        "const",  "bool",    "state", "typedef", "template"};
    return !text.empty() && may_begin_xta(text) && text.find('\0') == std::string_view::npos &&
           std::any_of(words.begin(), words.end(), [&](std::string_view word) { return has_word(text, word); });
}

Document parse_as(Dialect dialect, FileId file, Sources& sources, Diagnostics& diagnostics) {
    Document document;
    document.file = file;
    document.dialect = dialect;
    ParseContext context{sources, diagnostics, dialect};
    const std::string& text = sources.text(file);
    if (detect_format(text) == Format::xml) {
        read_xml(file, context, document);
        document.unparsed = std::move(context.unparsed);
        return document;
    }
    document.format = Format::xta;
    const std::size_t begin = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
    parse_xta({file, text.substr(begin), {{0, static_cast<std::uint32_t>(begin)}}}, context, document);
    document.unparsed = std::move(context.unparsed);
    return document;
}

bool is_about_xml(const Diagnostic& d) { return d.code == Code::malformed_xml || d.code == Code::misspelt_xml; }

// Errors that may be due to the wrong dialect; damaged XML is damaged in both.
bool has_syntax_errors(const Diagnostics& diagnostics) {
    const auto damage = std::count_if(diagnostics.all().begin(), diagnostics.all().end(), is_about_xml);
    return diagnostics.errors() > static_cast<std::size_t>(damage);
}

Span first_syntax_error(const Diagnostics& diagnostics, FileId file) {
    for (const Diagnostic& d : diagnostics.all()) {
        if (d.severity == Severity::error && !is_about_xml(d)) return d.span;
    }
    return {file, 0, 0};
}

void report_not_a_model(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    const bool blank = skip_blanks_and_comments(sources.text(file)).empty();
    diagnostics.add(
        Code::not_a_model, {file, 0, 0},
        blank ? fmt::format("`{}` is empty", sources.name(file))
              : fmt::format("`{}` is not a model", sources.name(file)),
        "a model is an UPPAAL XML file (`<nta>`), an XTA file (`process`, `system`) or a TChecker file (`system:`)");
}

}  // namespace

std::optional<Format> detect_format(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    text = skip_blanks_and_comments(text);
    if (text.starts_with('<')) {
        const bool model =
            text.find("<nta") != std::string_view::npos || text.find("<project") != std::string_view::npos;
        return model ? std::optional(Format::xml) : std::nullopt;
    }
    return is_xta(text) ? std::optional(Format::xta) : std::nullopt;
}

bool looks_like_model(std::string_view text) { return detect_format(text).has_value(); }

Document read_document(FileId file, Sources& sources, Diagnostics& diagnostics) {
    Document nothing;
    nothing.file = file;
    if (sources.text(file).size() > largest_input) {
        diagnostics.add(Code::input_too_large, {file, 0, 0},
                        fmt::format("`{}` is larger than {} MB", sources.name(file), largest_input >> 20U));
        return nothing;
    }
    const FileId readable = in_utf8(file, sources);
    if (!looks_like_model(sources.text(readable))) {
        report_not_a_model(readable, sources, diagnostics);
        return nothing;
    }
    Diagnostics problems;
    Document document = parse_as(Dialect::current, readable, sources, problems);
    if (has_syntax_errors(problems)) {
        Diagnostics old_problems;
        Document old_document = parse_as(Dialect::old, readable, sources, old_problems);
        if (!has_syntax_errors(old_problems)) {
            diagnostics.append(old_problems);
            diagnostics.add(Code::old_syntax, first_syntax_error(problems, readable),
                            "the model is in the syntax of UPPAAL 3.x and is read as such",
                            "`crowfly convert` writes it in today's syntax");
            return old_document;
        }
    }
    diagnostics.append(problems);
    return document;
}

}  // namespace crowfly::uppaal
