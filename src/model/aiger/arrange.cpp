#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "model/aiger/draft.hpp"

namespace crowfly::aiger {
namespace {

struct Definition {
    std::uint32_t variable = 0;
    std::uint32_t at = 0;
};

class Arranger {
public:
    Arranger(const Draft& draft, FileId file, const Sources& sources, Diagnostics& diagnostics)
        : draft_(draft), file_(file), sources_(sources), diagnostics_(diagnostics) {}

    std::optional<Circuit> run() {
        const std::size_t errors = diagnostics_.errors();
        collect_definitions();
        check_definitions();
        if (diagnostics_.errors() > errors) return std::nullopt;
        circuit_.greatest_variable = static_cast<std::uint32_t>(definitions_.size());
        copy_literals();
        if (diagnostics_.errors() > errors) return std::nullopt;
        sort_gates();
        if (diagnostics_.errors() > errors) return std::nullopt;
        return std::move(circuit_);
    }

private:
    // ---- Definitions
    void collect_definitions() {
        definitions_.reserve(draft_.inputs.size() + draft_.latches.size() + draft_.gates.size());
        for (const PlacedLiteral& input : draft_.inputs) define(input);
        for (const DraftLatch& latch : draft_.latches) define(latch.literal);
        for (const DraftGate& gate : draft_.gates) define(gate.output);
        std::sort(definitions_.begin(), definitions_.end(), [](const Definition& left, const Definition& right) {
            return left.variable != right.variable ? left.variable < right.variable : left.at < right.at;
        });
    }

    void define(const PlacedLiteral& placed) {
        if (placed.literal > 1 && !is_negated(placed.literal)) {
            definitions_.push_back({variable_of(placed.literal), placed.at});
            return;
        }
        diagnostics_.add(Code::syntax_error, place(placed.at), fmt::format("{} cannot be defined", placed.literal),
                         placed.literal > 1
                             ? fmt::format("it is the negation of {}; define that instead", negated(placed.literal))
                             : fmt::format("it always stands for {}; literals of variables start at 2",
                                           placed.literal == 0 ? "false" : "true"));
    }

    void check_definitions() {
        for (std::size_t i = 1; i < definitions_.size(); ++i) {
            const Definition& again = definitions_[i];
            if (again.variable != definitions_[i - 1].variable) continue;
            diagnostics_.add(Code::duplicate_name, place(again.at),
                             fmt::format("literal {} is defined twice", 2 * again.variable),
                             fmt::format("first in line {}", sources_.position(file_, definitions_[i - 1].at).line));
        }
    }

    // ---- Literals
    // The number of a variable after gaps are closed is its position among those that are defined.
    Literal renumbered(const PlacedLiteral& placed) {
        const std::uint32_t variable = variable_of(placed.literal);
        if (variable == 0) return placed.literal;
        if (variable <= definitions_.size() && definitions_[variable - 1].variable == variable) return placed.literal;
        const auto found =
            std::lower_bound(definitions_.begin(), definitions_.end(), variable,
                             [](const Definition& definition, std::uint32_t v) { return definition.variable < v; });
        if (found == definitions_.end() || found->variable != variable) {
            diagnostics_.add(Code::unknown_name, place(placed.at),
                             fmt::format("nothing defines literal {}", 2 * variable),
                             "a literal is that of an input, of a latch or of the output of a gate");
            return 0;
        }
        const auto index = static_cast<Literal>(found - definitions_.begin());
        return 2 * (index + 1) + (placed.literal & 1U);
    }

    std::vector<Literal> renumbered(const std::vector<PlacedLiteral>& placed) {
        std::vector<Literal> result;
        result.reserve(placed.size());
        for (const PlacedLiteral& literal : placed) result.push_back(renumbered(literal));
        return result;
    }

    void copy_literals() {
        circuit_.inputs = renumbered(draft_.inputs);
        circuit_.latches.reserve(draft_.latches.size());
        for (const DraftLatch& latch : draft_.latches)
            circuit_.latches.push_back({renumbered(latch.literal), renumbered(latch.next), latch.reset, latch.span});
        circuit_.gates.reserve(draft_.gates.size());
        for (const DraftGate& gate : draft_.gates)
            circuit_.gates.push_back({renumbered(gate.output), renumbered(gate.left), renumbered(gate.right)});
        circuit_.outputs = renumbered(draft_.outputs);
        circuit_.bad = renumbered(draft_.bad);
        circuit_.constraints = renumbered(draft_.constraints);
        for (const std::vector<PlacedLiteral>& condition : draft_.justice)
            circuit_.justice.push_back(renumbered(condition));
        circuit_.fairness = renumbered(draft_.fairness);
    }

    // ---- Gates
    // Depth first with a stack of its own, because chains of gates can be long. Gates that are in order stay there.
    void sort_gates() {
        gate_of_.assign(circuit_.greatest_variable + std::size_t{1}, no_gate);
        for (std::uint32_t i = 0; i < circuit_.gates.size(); ++i) gate_of_[variable_of(circuit_.gates[i].output)] = i;
        marks_.assign(circuit_.gates.size(), Mark::unseen);
        sorted_.reserve(circuit_.gates.size());
        for (std::uint32_t i = 0; i < circuit_.gates.size(); ++i) {
            if (marks_[i] == Mark::unseen && !visit(i)) return;
        }
        circuit_.gates = std::move(sorted_);
    }

    bool visit(std::uint32_t first) {
        std::vector<std::uint32_t> path{first};
        while (!path.empty()) {
            poll();
            const std::uint32_t index = path.back();
            const Gate& gate = circuit_.gates[index];
            marks_[index] = Mark::on_path;
            const std::uint32_t next = next_operand(gate);
            if (next == no_gate) {
                marks_[index] = Mark::done;
                sorted_.push_back(gate);
                path.pop_back();
            } else if (marks_[next] == Mark::on_path) {
                report_circle(path, next);
                return false;
            } else {
                path.push_back(next);
            }
        }
        return true;
    }

    // A gate that this one reads and that is not yet sorted in.
    std::uint32_t next_operand(const Gate& gate) const {
        for (const Literal operand : {gate.left, gate.right}) {
            const std::uint32_t index = gate_of_[variable_of(operand)];
            if (index != no_gate && marks_[index] != Mark::done) return index;
        }
        return no_gate;
    }

    void report_circle(const std::vector<std::uint32_t>& path, std::uint32_t first) {
        constexpr std::size_t shown = 8;
        const auto begin = std::find(path.begin(), path.end(), first);
        const auto length = static_cast<std::size_t>(path.end() - begin);
        std::string circle;
        for (std::size_t i = 0; i < std::min(length, shown); ++i)
            circle += fmt::format("{} reads ", draft_.gates[begin[static_cast<std::ptrdiff_t>(i)]].output.literal);
        if (length > shown) circle += "… reads ";
        const PlacedLiteral& output = draft_.gates[first].output;
        diagnostics_.add(Code::circular_gates, place(output.at),
                         fmt::format("gate {} depends on itself: {}{}", output.literal, circle, output.literal),
                         "a circle of gates has no value; put a latch into it");
    }

    Span place(std::uint32_t at) const { return span_of_number(file_, sources_, at); }

    static constexpr std::uint32_t no_gate = UINT32_MAX;
    enum class Mark : std::uint8_t { unseen, on_path, done };

    const Draft& draft_;
    FileId file_;
    const Sources& sources_;
    Diagnostics& diagnostics_;
    std::vector<Definition> definitions_;  // by variable
    Circuit circuit_;
    std::vector<std::uint32_t> gate_of_;  // by variable
    std::vector<Mark> marks_;             // by gate, as the draft numbers them
    std::vector<Gate> sorted_;
};

}  // namespace

Span span_of_number(FileId file, const Sources& sources, std::uint32_t at) {
    const std::string& text = sources.text(file);
    std::size_t end = at;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    return {file, at, std::max(static_cast<std::uint32_t>(end), at + 1)};
}

std::optional<Circuit> arrange(const Draft& draft, FileId file, const Sources& sources, Diagnostics& diagnostics) {
    return Arranger(draft, file, sources, diagnostics).run();
}

}  // namespace crowfly::aiger
