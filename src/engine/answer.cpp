#include "engine/answer.hpp"

namespace crowfly {

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::satisfied: return "satisfied";
        case Verdict::not_satisfied: return "not satisfied";
        case Verdict::maybe: return "maybe";
        case Verdict::unknown: return "unknown";
        case Verdict::error: return "error";
    }
    return "";
}

std::string_view to_string(Answer::Vacuity::Result result) {
    using enum Answer::Vacuity::Result;
    switch (result) {
        case vacuous: return "vacuous";
        case not_vacuous: return "not vacuous";
        case not_determined: return "not determined";
    }
    return "";
}

std::optional<bool> Answer::as_expected() const {
    const bool satisfied = verdict == Verdict::satisfied;
    if (!satisfied && verdict != Verdict::not_satisfied) return std::nullopt;
    return satisfied == expected.value_or(true);
}

}  // namespace crowfly
