// Integers along a path: every guard, invariant and part of the error condition is regressed on its own. Where they
// contradict one another a core is found by leaving out, with the decision procedure that the abstraction uses. Z3's
// own cores were not taken: like this a core is the same with Z3 and without it wherever the others decide.
#include <algorithm>

#include "abstraction/predicates/core.hpp"
#include "abstraction/predicates/reasons.hpp"
#include "base/alarm.hpp"

namespace crowfly::predicates {
namespace {

// The constraints on integers along a path, regressed together but each known by itself.
class IntegerPath {
public:
    IntegerPath(const System& system, Regression& regression) : system_(system), regression_(regression) {}

    void start(const ErrorCase& error) {
        for (const TermLiteral& literal : error.integers) add(regression_.normal_form(literal));
        keep_predicates();
    }
    // These put aside what contradicts itself, or the initial values.
    void regress(const Step& step);
    void compare(const std::vector<std::int32_t>& initial);
    std::optional<Reasons> reasons() const;

private:
    // A constraint as it is before the steps regressed so far.
    struct Form {
        TermLiteral literal;
        std::size_t constraint = 0;
    };

    void add(const TermLiteral& literal) {
        forms_.push_back({literal, predicates_.size()});
        predicates_.emplace_back();
    }
    void regress_forms(const Step& step);
    bool contradict(const std::vector<Form>& forms, const Step& step);
    std::vector<Form> core_of_forms(const Step& step);
    void put_aside(const std::vector<Form>& core);
    void keep_predicates();

    const System& system_;
    Regression& regression_;
    std::vector<Form> forms_;
    std::vector<std::vector<Predicate>> predicates_;  // per constraint: its forms between steps
    std::vector<std::size_t> in_cores_;               // constraints
};

void IntegerPath::keep_predicates() {
    bool holds = true;
    for (const Form& form : forms_) {
        const Predicate predicate = predicate_of(system_.context().terms.graph(), form.literal, holds);
        if (system_.is_visible(predicate.term)) predicates_[form.constraint].push_back(predicate);
    }
}

void IntegerPath::put_aside(const std::vector<Form>& core) {
    for (const Form& form : core) {
        in_cores_.push_back(form.constraint);
        std::erase_if(forms_, [&](const Form& other) { return other.constraint == form.constraint; });
    }
}

void IntegerPath::regress_forms(const Step& step) {
    for (const TermLiteral& invariant : step.invariants) add(invariant);
    const std::vector<Form> after = std::move(forms_);
    forms_.clear();
    for (const Form& form : after) {
        bool possible = true;
        const std::optional<TermLiteral> before = regression_.before(step, form.literal, possible);
        if (before) forms_.push_back({*before, form.constraint});
        if (!possible) put_aside({form});
    }
    for (const TermLiteral& guard : step.guards) add(guard);
}

bool IntegerPath::contradict(const std::vector<Form>& forms, const Step& step) {
    poll();
    std::vector<TermLiteral> literals;
    for (const Form& form : forms) literals.push_back(form.literal);
    return !regression_.integers().assume(literals, step.inputs);
}

// Not empty: if the step is impossible by itself, the last form stands for that.
std::vector<IntegerPath::Form> IntegerPath::core_of_forms(const Step& step) {
    return minimal_core(forms_,
                        [&](const std::vector<Form>& fewer) { return !fewer.empty() && contradict(fewer, step); });
}

// Constraints from far behind need more predicates to get here: these are left out first.
void IntegerPath::regress(const Step& step) {
    if (step.changes_integers) {
        regress_forms(step);
        std::ranges::stable_sort(forms_, [this](const Form& one, const Form& other) {
            return predicates_[one.constraint].size() > predicates_[other.constraint].size();
        });
        while (!forms_.empty() && contradict(forms_, step)) put_aside(core_of_forms(step));
    }
    keep_predicates();
}

void IntegerPath::compare(const std::vector<std::int32_t>& initial) {
    const std::vector<Form> all = forms_;
    for (const Form& form : all) {
        if (!system_.is_visible(form.literal.term)) continue;
        const auto value = system_.context().reader.value(form.literal.term, initial);
        if (value && (*value != 0) != form.literal.holds) put_aside({form});
    }
}

std::optional<Reasons> IntegerPath::reasons() const {
    if (in_cores_.empty()) return std::nullopt;
    Reasons reasons;
    const auto append = [this](std::size_t constraint, std::vector<Predicate>& into) {
        into.insert(into.end(), predicates_[constraint].begin(), predicates_[constraint].end());
    };
    for (const std::size_t constraint : in_cores_) append(constraint, reasons.cores);
    for (std::size_t constraint = 0; constraint < predicates_.size(); ++constraint) append(constraint, reasons.all);
    return reasons;
}

}  // namespace

std::optional<Reasons> integer_reasons(const System& system, Regression& regression, const AbstractSpace::Path& path,
                                       const std::vector<std::int32_t>& initial) {
    IntegerPath integers(system, regression);
    integers.start(system.errors()[path.error]);
    for (std::size_t i = path.steps.size(); i-- > 0;) integers.regress(system.steps()[path.steps[i]]);
    integers.compare(initial);
    return integers.reasons();
}

}  // namespace crowfly::predicates
