#include "model/uppaal/write/unparsed.hpp"

#include <algorithm>
#include <cctype>

#include "base/messages/source_text.hpp"

namespace crowfly::uppaal {
namespace {

bool is_damage(const Diagnostic& mistake) {
    switch (mistake.code) {
        case Code::malformed_xml:
        case Code::not_a_model:
        case Code::input_too_large:
        case Code::nested_too_deeply: return true;
        default: return false;
    }
}

bool is_part_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

template <class Take>
void for_each_word(const std::string& text, const Take& take) {
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if(begin, text.end(), is_part_of_word);
        const auto end = std::find_if_not(begin, text.end(), is_part_of_word);
        if (begin != end) take(std::string(begin, end));
        begin = end;
    }
}

bool overlap(Span a, Span b) { return a.file == b.file && a.begin < b.end && b.begin < a.end; }

// A name that is missing, or is something else, because its declaration was not parsed.
bool is_about_name(Code code) {
    switch (code) {
        case Code::unknown_name:
        case Code::unknown_type:
        case Code::no_such_member:
        case Code::not_a_process:
        case Code::not_callable: return true;
        default: return false;
    }
}

// Something of which unparsed text may be a part, or may have too much of: parameters, statements, the system line.
bool is_about_whole(Code code) {
    switch (code) {
        case Code::duplicate_name:
        case Code::wrong_arity:
        case Code::missing_return:
        case Code::missing_initial_location:
        case Code::broken_reference:
        case Code::missing_system:
        case Code::no_processes:
        case Code::free_parameter: return true;
        default: return false;
    }
}

}  // namespace

Unparsed::Unparsed(const Document& document, const Sources& sources, const Diagnostics& mistakes)
    : sources_(sources), spans_(document.unparsed), is_damaged_(std::ranges::any_of(mistakes.all(), is_damage)),
      lacks_element_(
          std::ranges::any_of(mistakes.all(), [](const Diagnostic& d) { return d.code == Code::misspelt_xml; })) {
    for (const Span span : spans_)
        for_each_word(source_text(sources, span), [&](std::string word) { words_.insert(std::move(word)); });
}

bool Unparsed::may_cause(const Diagnostic& diagnostic) const {
    if (diagnostic.severity == Severity::warning) return true;
    if (std::ranges::any_of(spans_, [&](Span span) { return overlap(span, diagnostic.span); })) return true;
    if (is_about_name(diagnostic.code)) return lacks_element_ || mentions(diagnostic.span);
    return is_about_whole(diagnostic.code) && (lacks_element_ || !spans_.empty());
}

bool Unparsed::mentions(Span span) const {
    bool found = false;
    for_each_word(source_text(sources_, span), [&](const std::string& word) { found |= words_.contains(word); });
    return found;
}

}  // namespace crowfly::uppaal
