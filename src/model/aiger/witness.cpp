#include "model/aiger/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/alarm.hpp"
#include "model/aiger/simulation.hpp"

namespace crowfly::aiger {
namespace {

// ---- Reading
class WitnessReader {
public:
    WitnessReader(FileId file, const Sources& sources, Diagnostics& diagnostics)
        : file_(file), sources_(sources), text_(sources.text(file)), diagnostics_(diagnostics) {}

    std::optional<Witness> run() {
        if (!read_status() || !read_property()) return std::nullopt;
        std::optional<WitnessLine> line = values("the initial values of the latches", "01x");
        if (!line) return std::nullopt;
        witness_.latches = *line;
        while ((line = values("the inputs of a step, or `.`", "01x.")) && line->values != ".")
            witness_.steps.push_back(*line);
        if (!line) return std::nullopt;
        return ends() ? std::optional(std::move(witness_)) : std::nullopt;
    }

private:
    struct Line {
        std::string_view text;
        Span span;
        bool is_there = false;
    };

    // The next line that is no comment. Lines without a character count: a circuit may have no inputs.
    Line next() {
        for (;;) {
            poll();
            if (at_ >= text_.size()) return {{}, span(text_.size(), text_.size())};
            const std::size_t end = std::min(text_.find('\n', at_), text_.size());
            std::string_view line = text_.substr(at_, end - at_);
            while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
            const Span where = span(at_, at_ + line.size());
            at_ = end + 1;
            if (!line.starts_with('c')) return {line, where, true};
            line.remove_prefix(line.starts_with("c ") ? 2 : 1);
            witness_.comments.emplace_back(line);
        }
    }

    Span span(std::size_t begin, std::size_t end) const {
        return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    bool fail(const Line& line, std::string_view expected, std::string hint = {}) {
        constexpr std::size_t shown = 40;
        diagnostics_.add(Code::bad_trace, line.span,
                         line.is_there ? fmt::format("expected {}, not `{}`", expected, line.text.substr(0, shown))
                                       : fmt::format("the file ends where {} should be", expected),
                         line.is_there ? std::move(hint) : "is the file cut off?");
        return false;
    }

    bool read_status() {
        const Line line = next();
        if (line.text == "1") return true;
        return fail(line, "`1`, which says that a bad state is reached",
                    line.text == "0"   ? "`0` says that none is: there is nothing to check"
                    : line.text == "2" ? "`2` says that it is not known: there is nothing to check"
                                       : "");
    }

    bool read_property() {
        const Line line = next();
        const std::string_view number = line.text.substr(std::min<std::size_t>(1, line.text.size()));
        const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), witness_.property);
        if (line.text.starts_with('b') && error == std::errc() && stop == number.data() + number.size()) return true;
        return fail(line, "a property such as `b0`",
                    line.text.starts_with('j') ? "witnesses of justice properties cannot be checked" : "");
    }

    // A line of these characters; a dot stands alone.
    std::optional<WitnessLine> values(std::string_view expected, std::string_view characters) {
        const Line line = next();
        const bool fits = line.text.find_first_not_of(characters) == std::string_view::npos &&
                          (line.text == "." || line.text.find('.') == std::string_view::npos);
        if (line.is_there && fits)
            return WitnessLine{std::string(line.text), sources_.position(file_, line.span.begin).line};
        fail(line, expected, "values are `0`, `1`, or `x` where any will do");
        return std::nullopt;
    }

    bool ends() {
        for (Line line = next(); line.is_there; line = next()) {
            if (!line.text.empty()) return fail(line, "the end of the file", "one witness is checked at a time");
        }
        return true;
    }

    FileId file_;
    const Sources& sources_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    Witness witness_;
};

// ---- Checking
std::string place(const WitnessLine& line) { return line.line == 0 ? "" : fmt::format("line {}: ", line.line); }

// `latch 3`, and its name if it has one.
std::string called(std::string_view item, std::size_t index, const std::vector<std::string>& names) {
    const bool has_name = index < names.size() && !names[index].empty();
    return has_name ? fmt::format("{} {} (`{}`)", item, index, names[index]) : fmt::format("{} {}", item, index);
}

std::string check_line(const WitnessLine& line, std::size_t count, std::string_view items) {
    if (line.values.size() != count)
        return fmt::format("{}there are {} values, but the circuit has {} {}", place(line), line.values.size(), count,
                           items);
    if (line.values.find_first_not_of("01x") != std::string::npos)
        return fmt::format("{}values are `0`, `1` or `x`, not `{}`", place(line), line.values);
    return "";
}

std::string start(Simulation& simulation, const Circuit& circuit, const WitnessLine& line) {
    std::string problem = check_line(line, circuit.latches.size(), "latches");
    if (!problem.empty()) return problem;
    for (std::size_t i = 0; i < circuit.latches.size(); ++i) {
        if (line.values[i] == 'x') continue;
        const bool value = line.values[i] == '1';
        const Latch::Reset reset = circuit.latches[i].reset;
        if (reset == (value ? Latch::Reset::zero : Latch::Reset::one))
            return fmt::format("{}{} starts with {}, not {}", place(line), called("latch", i, circuit.latch_names),
                               value ? 0 : 1, value ? 1 : 0);
        simulation.set_latch(i, value);
    }
    return "";
}

std::string take_step(Simulation& simulation, const Circuit& circuit, const WitnessLine& line, std::size_t number) {
    std::string problem = check_line(line, circuit.inputs.size(), "inputs");
    if (!problem.empty()) return problem;
    std::vector<bool> inputs;
    for (const char value : line.values) inputs.push_back(value == '1');
    simulation.evaluate(inputs);
    for (std::size_t i = 0; i < circuit.constraints.size(); ++i) {
        if (!simulation.value(circuit.constraints[i]))
            return fmt::format("{}{} does not hold in step {}", place(line),
                               called("constraint", i, circuit.constraint_names), number);
    }
    return "";
}

}  // namespace

std::optional<Witness> read_witness(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    return WitnessReader(file, sources, diagnostics).run();
}

std::string write_witness(const Witness& witness) {
    std::string text = fmt::format("1\nb{}\n{}\n", witness.property, witness.latches.values);
    for (const WitnessLine& step : witness.steps) text += step.values + "\n";
    text += ".\n";
    for (const std::string& comment : witness.comments) text += fmt::format("c {}\n", comment);
    return text;
}

std::string check_witness(const Witness& witness, const Circuit& circuit) {
    const std::vector<Literal>& properties = circuit.bad_or_outputs();
    const std::string_view item = circuit.bad.empty() ? "output" : "bad state";
    if (witness.property >= properties.size())
        return fmt::format("the circuit has no {} {}: there are {}", item, witness.property, properties.size());
    if (witness.steps.empty()) return "the witness has no step: it needs the inputs of one at least";
    Simulation simulation(circuit);
    std::string problem = start(simulation, circuit, witness.latches);
    for (std::size_t i = 0; i < witness.steps.size() && problem.empty(); ++i) {
        poll();
        if (i > 0) simulation.step();
        problem = take_step(simulation, circuit, witness.steps[i], i);
    }
    if (!problem.empty() || simulation.value(properties[witness.property])) return problem;
    return fmt::format("{}{} is not reached in the last step, which is step {}", place(witness.steps.back()),
                       called(item, witness.property, circuit.bad.empty() ? circuit.output_names : circuit.bad_names),
                       witness.steps.size() - 1);
}

}  // namespace crowfly::aiger
