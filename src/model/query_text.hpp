// The text of a query in a small language, read from left to right. Mistakes are reported once, where they are.
#pragma once

#include <fmt/format.h>

#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly {

class QueryText {
public:
    // `hint`: how queries of the language look.
    QueryText(const Fragment& fragment, std::string hint)
        : fragment_(fragment), text_(fragment.text), hint_(std::move(hint)) {}

protected:
    bool is_sound() const { return !mistakes_.has_errors(); }

    void fail(std::string_view expected) {
        if (!is_sound()) return;
        skip_blanks();
        const auto at = static_cast<std::uint32_t>(at_);
        mistakes_.add(Code::syntax_error, fragment_.span(at, at), fmt::format("expected {}", expected), hint_);
    }

    // `E<>` or `A[]`; true: the latter.
    bool path() {
        const bool for_all = take("A[]");
        if (!for_all && !take("E<>")) fail("`E<>` or `A[]`");
        return for_all;
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool at_end() {
        skip_blanks();
        return at_ == text_.size();
    }
    bool is_next(std::string_view token) {
        skip_blanks();
        return text_.substr(at_).starts_with(token);
    }
    bool take(std::string_view token) {
        if (!is_next(token)) return false;
        at_ += token.size();
        return true;
    }
    Span span_since(std::size_t begin) const {
        return fragment_.span(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_));
    }

    const Fragment& fragment_;
    std::string_view text_;
    std::size_t at_ = 0;
    Diagnostics mistakes_;

private:
    std::string hint_;
};

}  // namespace crowfly
