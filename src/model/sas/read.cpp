#include "model/sas/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/alarm.hpp"

namespace crowfly::sas {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t shown_length = 40;  // of a line in a message

struct Broken {};  // thrown after a message: the rest of the file cannot be read

struct Line {
    std::string_view text;  // without blanks around it
    Span span;
};

struct Number {
    std::int32_t value = 0;
    Span span;
};

class Reader {
public:
    Reader(FileId file, const Sources& sources, Diagnostics& diagnostics)
        : file_(file), text_(sources.text(file)), diagnostics_(diagnostics) {}

    Task run() {
        try {
            read_head();
            read_variables();
            read_mutex_groups();
            read_state();
            read_goal();
            read_operators();
            read_axioms();
            if (at_ < text_.size() && text_.find_first_not_of(" \t\r\n", at_) != std::string_view::npos)
                fail(next(), "the end of the file");
        } catch (const Broken&) {
            task_.operators.clear();
        }
        return std::move(task_);
    }

private:
    // ---- Lines and numbers
    Span span(std::size_t begin, std::size_t end) const {
        return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    Line next() {
        poll();
        if (at_ >= text_.size()) return {{}, span(text_.size(), text_.size())};
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        std::size_t first = std::min(text_.find_first_not_of(blanks, at_), end);
        std::size_t last = end;
        while (last > first && blanks.find(text_[last - 1]) != std::string_view::npos) --last;
        at_ = end + 1;
        return {text_.substr(first, last - first), span(first, last)};
    }

    [[noreturn]] void fail(const Line& line, std::string_view expected) {
        const bool ended = line.span.begin == text_.size();
        diagnostics_.add(Code::syntax_error, line.span,
                         ended ? fmt::format("the file ends where {} should be", expected)
                               : fmt::format("expected {}, not `{}`", expected, line.text.substr(0, shown_length)),
                         ended ? "is the file cut off?" : "");
        throw Broken{};
    }

    void expect(std::string_view word) {
        const Line line = next();
        if (line.text != word) fail(line, fmt::format("`{}`", word));
    }

    // Exactly `count` numbers; `what` says what they are.
    std::vector<Number> numbers(const Line& line, std::size_t count, std::string_view what) {
        std::vector<Number> result;
        for (std::size_t at = 0; (at = line.text.find_first_not_of(blanks, at)) < line.text.size();) {
            const std::size_t end = std::min(line.text.find_first_of(blanks, at), line.text.size());
            const std::string_view word = line.text.substr(at, end - at);
            const Span where = span(line.span.begin + at, line.span.begin + end);
            Number number{0, where};
            const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number.value);
            if (error != std::errc() || stop != word.data() + word.size() || result.size() == count)
                fail({word, where}, result.size() == count ? "the end of the line" : what);
            result.push_back(number);
            at = end;
        }
        if (result.size() < count) fail({line.text, {file_, line.span.end, line.span.end}}, what);
        return result;
    }

    Number number(std::string_view what) { return numbers(next(), 1, what).front(); }

    // Every item takes a line, so that a count greater than the rest of the file is a mistake.
    std::size_t count(std::string_view what) { return count(number(fmt::format("the number of {}", what)), what); }
    std::size_t count(const Number& found, std::string_view what) {
        const std::size_t left = text_.size() - std::min(at_, text_.size());
        if (found.value >= 0 && static_cast<std::size_t>(found.value) <= left)
            return static_cast<std::size_t>(found.value);
        diagnostics_.add(Code::syntax_error, found.span, fmt::format("there cannot be {} {}", found.value, what));
        throw Broken{};
    }

    // ---- Facts
    Fact fact(const Number& variable, const Number& value) {
        if (!is_variable(variable)) return {};
        const Fact fact{static_cast<std::uint32_t>(variable.value), value.value};
        check_value(fact, value.span);
        return fact;
    }

    bool is_variable(const Number& number) {
        if (number.value >= 0 && static_cast<std::size_t>(number.value) < task_.variables.size()) return true;
        diagnostics_.add(Code::unknown_name, number.span, fmt::format("there is no variable {}", number.value),
                         task_.variables.empty()
                             ? "the task has no variables"
                             : fmt::format("variables are numbered from 0 to {}", task_.variables.size() - 1));
        return false;
    }

    void check_value(const Fact& fact, Span span) {
        const Variable& variable = task_.variables[fact.variable];
        const std::size_t values = variable.values.size();
        if (values == 0 || (fact.value >= 0 && static_cast<std::size_t>(fact.value) < values)) return;
        diagnostics_.add(Code::value_out_of_range, span,
                         fmt::format("variable {} has no value {}", fact.variable, fact.value),
                         fmt::format("the values of `{}` are numbered from 0 to {}", variable.name, values - 1));
    }

    std::vector<Fact> facts(std::string_view what) {
        std::vector<Fact> result;
        for (std::size_t left = count(what); left > 0; --left) {
            const std::vector<Number> pair = numbers(next(), 2, "a variable and its value");
            result.push_back(fact(pair[0], pair[1]));
        }
        return result;
    }

    // ---- Sections
    void read_head() {
        expect("begin_version");
        const Number version = number("the version of the format");
        if (version.value != 3) {
            diagnostics_.add(Code::syntax_error, version.span,
                             fmt::format("version {} of the format is not known", version.value), "version 3 is read");
            throw Broken{};
        }
        expect("end_version");
        expect("begin_metric");
        const Number metric = number("0 or 1");
        task_.uses_costs = metric.value != 0;
        expect("end_metric");
    }

    void read_variables() {
        const std::size_t variables = count("variables");
        for (std::size_t i = 0; i < variables; ++i) {
            expect("begin_variable");
            const Line name = next();
            Variable variable{std::string(name.text), {}, 0, name.span};
            number("the axiom layer");  // of derived variables, which tasks without axioms do not have
            const Number size = number("the number of values");
            const std::size_t values = count(size, "values");
            if (values == 0)
                diagnostics_.add(Code::empty_range, size.span, fmt::format("`{}` has no value", variable.name));
            for (std::size_t v = 0; v < values; ++v) variable.values.emplace_back(next().text);
            expect("end_variable");
            task_.variables.push_back(std::move(variable));
        }
    }

    void read_mutex_groups() {
        const std::size_t groups = count("mutex groups");
        for (std::size_t i = 0; i < groups; ++i) {
            expect("begin_mutex_group");
            facts("facts");
            expect("end_mutex_group");
        }
    }

    void read_state() {
        expect("begin_state");
        for (std::uint32_t i = 0; i < task_.variables.size(); ++i) {
            const Number value = number("the first value of a variable");
            check_value({i, value.value}, value.span);
            task_.variables[i].initial = value.value;
        }
        expect("end_state");
    }

    void read_goal() {
        expect("begin_goal");
        const std::size_t begin = at_;
        task_.goal = facts("facts in the goal");
        task_.goal_span = span(begin, std::max(begin, std::min(at_, text_.size()) - 1));
        expect("end_goal");
    }

    void read_operators() {
        const std::size_t operators = count("operators");
        for (std::size_t i = 0; i < operators; ++i) {
            expect("begin_operator");
            const Line name = next();
            Operator op{std::string(name.text), {}, {}, 1, name.span};
            op.preconditions = facts("conditions");
            const std::size_t effects = count("effects");
            for (std::size_t e = 0; e < effects; ++e) read_effect(op);
            op.cost = cost();
            expect("end_operator");
            task_.operators.push_back(std::move(op));
        }
    }

    // Counts only if the task uses costs.
    std::int32_t cost() {
        const Number found = number("the cost");
        if (!task_.uses_costs) return 1;
        if (found.value < 0)
            diagnostics_.add(Code::value_out_of_range, found.span, "the cost of an operator is negative");
        return found.value;
    }

    // conditions… variable value-before value-after, with their number in front; -1: any value before.
    void read_effect(Operator& op) {
        const Line line = next();
        const std::string_view first = line.text.substr(0, line.text.find_first_of(blanks));
        const Number conditions =
            numbers({first, span(line.span.begin, line.span.begin + first.size())}, 1, "the conditions of an effect")
                .front();
        const std::vector<Number> all =
            numbers(line, 4 + 2 * count(conditions, "conditions"), "conditions, a variable and its values");
        Effect effect;
        for (std::size_t i = 1; i + 3 < all.size(); i += 2) effect.conditions.push_back(fact(all[i], all[i + 1]));
        const Number& variable = all[all.size() - 3];
        const Number& before = all[all.size() - 2];
        effect.fact = fact(variable, all.back());
        if (before.value != -1) op.preconditions.push_back(fact(variable, before));
        op.effects.push_back(std::move(effect));
    }

    void read_axioms() {
        const Number axioms = number("the number of axioms");
        if (axioms.value == 0) return;
        diagnostics_.add(Code::planning_axioms, axioms.span, fmt::format("the task has {} axioms", axioms.value),
                         "only tasks without derived predicates can be read");
        throw Broken{};
    }

    FileId file_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    Task task_;
};

}  // namespace

bool looks_like_task(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with("begin_version");
}

Task read_task(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    return Reader(file, sources, diagnostics).run();
}

}  // namespace crowfly::sas
