#include "model/aiger/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace crowfly::aiger {
namespace {

class Writer {
public:
    explicit Writer(const Circuit& circuit) : circuit_(circuit) {}

    std::string ascii() {
        header("aag");
        literals(circuit_.inputs);
        for (const Latch& latch : circuit_.latches) {
            fmt::format_to(end(), "{} ", latch.literal);
            next_state(latch);
        }
        conditions();
        for (const Gate& gate : circuit_.gates) fmt::format_to(end(), "{} {} {}\n", gate.output, gate.left, gate.right);
        symbols_and_comments();
        return std::move(text_);
    }

    std::string binary() {
        header("aig");
        for (const Latch& latch : circuit_.latches) next_state(latch);
        conditions();
        for (const Gate& gate : circuit_.gates) {
            const auto [less, greater] = std::minmax(gate.left, gate.right);
            difference(gate.output - greater);
            difference(greater - less);
        }
        symbols_and_comments();
        return std::move(text_);
    }

private:
    std::back_insert_iterator<std::string> end() { return std::back_inserter(text_); }

    void header(std::string_view format) {
        const Circuit& c = circuit_;
        std::vector<std::size_t> counts{c.greatest_variable,  c.inputs.size(),  c.latches.size(),
                                        c.outputs.size(),     c.gates.size(),   c.bad.size(),
                                        c.constraints.size(), c.justice.size(), c.fairness.size()};
        constexpr std::size_t before_1_9 = 5;
        while (counts.size() > before_1_9 && counts.back() == 0) counts.pop_back();
        fmt::format_to(end(), "{} {}\n", format, fmt::join(counts, " "));
    }

    void literals(const std::vector<Literal>& all) {
        for (const Literal literal : all) fmt::format_to(end(), "{}\n", literal);
    }

    void next_state(const Latch& latch) {
        fmt::format_to(end(), "{}", latch.next);
        if (latch.reset == Latch::Reset::one) text_ += " 1";
        if (latch.reset == Latch::Reset::free) fmt::format_to(end(), " {}", latch.literal);
        text_ += '\n';
    }

    void conditions() {
        literals(circuit_.outputs);
        literals(circuit_.bad);
        literals(circuit_.constraints);
        for (const std::vector<Literal>& property : circuit_.justice) fmt::format_to(end(), "{}\n", property.size());
        for (const std::vector<Literal>& property : circuit_.justice) literals(property);
        literals(circuit_.fairness);
    }

    void difference(Literal value) {
        for (; value >= 0x80U; value >>= 7U) text_ += static_cast<char>((value & 0x7fU) | 0x80U);
        text_ += static_cast<char>(value);
    }

    void symbols(char letter, const std::vector<std::string>& names) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (!names[i].empty()) fmt::format_to(end(), "{}{} {}\n", letter, i, names[i]);
        }
    }

    void symbols_and_comments() {
        symbols('i', circuit_.input_names);
        symbols('l', circuit_.latch_names);
        symbols('o', circuit_.output_names);
        symbols('b', circuit_.bad_names);
        symbols('c', circuit_.constraint_names);
        symbols('j', circuit_.justice_names);
        symbols('f', circuit_.fairness_names);
        if (!circuit_.comments.empty()) text_ += "c\n";
        for (const std::string& comment : circuit_.comments) fmt::format_to(end(), "{}\n", comment);
    }

    const Circuit& circuit_;
    std::string text_;
};

// Inputs first, then latches, then gates.
Circuit renumbered(Circuit circuit) {
    std::vector<Literal> literal_of(circuit.greatest_variable + std::size_t{1}, 0);
    Literal last = 0;
    const auto number = [&](Literal literal) { literal_of[variable_of(literal)] = last += 2; };
    for (const Literal input : circuit.inputs) number(input);
    for (const Latch& latch : circuit.latches) number(latch.literal);
    for (const Gate& gate : circuit.gates) number(gate.output);
    circuit.greatest_variable = variable_of(last);

    const auto renumber = [&](Literal& literal) { literal = literal_of[variable_of(literal)] | (literal & 1U); };
    const auto renumber_all = [&](std::vector<Literal>& all) { std::for_each(all.begin(), all.end(), renumber); };
    renumber_all(circuit.inputs);
    for (Latch& latch : circuit.latches) {
        renumber(latch.literal);
        renumber(latch.next);
    }
    for (Gate& gate : circuit.gates) {
        renumber(gate.output);
        renumber(gate.left);
        renumber(gate.right);
    }
    for (std::vector<Literal>* all : {&circuit.outputs, &circuit.bad, &circuit.constraints, &circuit.fairness})
        renumber_all(*all);
    for (std::vector<Literal>& property : circuit.justice) renumber_all(property);
    return circuit;
}

}  // namespace

std::string write_ascii(const Circuit& circuit) { return Writer(circuit).ascii(); }

std::string write_binary(const Circuit& circuit) {
    const Circuit ordered = renumbered(circuit);
    return Writer(ordered).binary();
}

}  // namespace crowfly::aiger
