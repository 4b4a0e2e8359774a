// What we tell users about their input. Readers and compilers collect diagnostics and go on, so that one run shows all
// mistakes; only the command line prints them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/messages/codes.hpp"
#include "base/messages/source.hpp"

namespace crowfly {

struct Diagnostic {
    Code code{};
    Severity severity = Severity::error;
    Span span;
    std::string message;
    std::string hint;  // what to do about it; may be empty
};

class Diagnostics {
public:
    // The severity is the code's own. Past `limit` errors, or `warning_limit` warnings, only the count grows: a file of
    // noise must not fill the screen, nor warnings hide an error.
    void add(Code code, Span span, std::string message, std::string hint = {});
    void silence(Code code);  // from now on, warnings with this code are dropped and not counted

    bool has_errors() const { return errors_ != 0; }
    std::size_t errors() const { return errors_; }
    std::size_t suppressed() const { return suppressed_; }
    const std::vector<Diagnostic>& all() const { return all_; }
    void append(const Diagnostics& others);

    static constexpr std::size_t limit = 200;
    static constexpr std::size_t warning_limit = 1000;

private:
    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
    std::size_t kept_[2] = {0, 0};  // by severity
    std::size_t suppressed_ = 0;
    std::vector<Code> silenced_;
};

// `did you mean `Train`?` for the candidate nearest to a misspelt name, or "" if none is near: at most one letter in
// three is inserted, dropped, replaced or swapped with its neighbour, upper and lower case being the same. Of two
// equally near ones it is the first.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace crowfly
