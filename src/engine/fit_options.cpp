#include "engine/fit_options.hpp"

#include <fmt/format.h>

#include <array>

namespace crowfly {
namespace {

using LeaveOut = void (*)(FittedOptions& options);

// `--distributed`, `--disk` and `--checkpoint` are not among them: ranks act together, and the others are for one
// query.
constexpr std::array<LeaveOut, 8> droppable{[](FittedOptions& o) {
                                                o.settings.objective = Objective::any;
                                                o.settings.costs.reset();
                                            },
                                            [](FittedOptions& o) { o.settings.extrapolation.reset(); },
                                            [](FittedOptions& o) { o.settings.store.reset(); },
                                            [](FittedOptions& o) { o.trace_options.traces = 1; },
                                            [](FittedOptions& o) { o.settings.pruning = Pruning::none; },
                                            [](FittedOptions& o) { o.settings.threads = 1; },
                                            [](FittedOptions& o) {
                                                o.settings.search = automatic;
                                                o.settings.guidance = Guidance{};
                                            },
                                            [](FittedOptions& o) {
                                                o.settings.engine = automatic_engine().name;
                                                o.settings.engine_options = {};
                                            }};

class Fitting {
public:
    explicit Fitting(const Question& question) : question_(question) {}

    std::string why_unsuited(const FittedOptions& options) const {
        return crowfly::why_unsuited({question_.network, question_.query, options.settings, question_.limits,
                                      question_.observer, options.trace_options});
    }

    // The options without one of them: the first that leaves no reason, else the first that leaves another one.
    // Nothing: the reason stays whichever is left out.
    std::optional<FittedOptions> without_one(const FittedOptions& options, const std::string& reason) const {
        std::optional<FittedOptions> other;
        for (const LeaveOut leave_out : droppable) {
            FittedOptions fewer = options;
            leave_out(fewer);
            const std::string left = why_unsuited(fewer);
            if (left.empty()) return fewer;
            if (left != reason && !other) other = std::move(fewer);
        }
        return other;
    }

private:
    const Question& question_;
};

}  // namespace

std::string why_unsuited(const Question& question) {
    const Choice choice = choose_engine(question.network, question.query, question.settings.engine);
    if (choice.engine != nullptr) return choice.engine->unsound(question);
    return fmt::format("engine `{}` cannot decide it: {}", question.settings.engine, choice.refusals.back().why.reason);
}

FittedOptions fit_options(const Question& question) {
    const FittedOptions given{question.settings, question.trace_options, ""};
    const Fitting fitting(question);
    FittedOptions fitted = given;
    for (std::size_t i = 0; i <= droppable.size(); ++i) {
        const std::string reason = fitting.why_unsuited(fitted);
        if (reason.empty()) return fitted;
        const std::string reasons = fitted.left_out.empty() ? "left out for this query: " : fitted.left_out + "; ";
        std::optional<FittedOptions> fewer = fitting.without_one(fitted, reason);
        if (!fewer) break;
        fitted = std::move(*fewer);
        fitted.left_out = reasons + reason;
    }
    return given;
}

}  // namespace crowfly
