#include "model/aiger/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/alarm.hpp"
#include "model/aiger/draft.hpp"

namespace crowfly::aiger {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t shown_length = 40;                     // of a word in a message
constexpr std::uint32_t greatest_possible = UINT32_MAX / 2;  // variable
constexpr std::uint32_t idle_inputs =
    1U << 16U;  // that a binary file may declare without being long enough to use them

struct Broken {};  // thrown after a message: the rest of the file cannot be read

// Numbers of a line, of which there are at most those of the header.
struct NumberLine {
    std::array<PlacedLiteral, 9> numbers;
    std::size_t count = 0;
    Span span;

    const PlacedLiteral& operator[](std::size_t i) const { return numbers[i]; }
};

struct Header {
    bool is_binary = false;
    std::uint32_t greatest = 0;  // variable
    std::uint32_t inputs = 0, latches = 0, outputs = 0, gates = 0, bad = 0, constraints = 0, justice = 0, fairness = 0;

    std::uint64_t variables() const { return std::uint64_t{inputs} + latches + gates; }
    std::uint64_t conditions() const { return std::uint64_t{outputs} + bad + constraints + justice + fairness; }
};

class CircuitReader {
public:
    CircuitReader(FileId file, const Sources& sources, Diagnostics& diagnostics)
        : file_(file), sources_(sources), text_(sources.text(file)), diagnostics_(diagnostics) {}

    std::optional<Circuit> run() {
        const std::size_t errors = diagnostics_.errors();
        try {
            read_header();
            read_inputs();
            read_latches();
            read_conditions();
            header_.is_binary ? read_binary_gates() : read_gates();
            if (diagnostics_.errors() == errors) circuit_ = arrange(draft_, file_, sources_, diagnostics_);
            if (circuit_) read_symbols();
        } catch (const Broken&) {
            return std::nullopt;
        }
        if (diagnostics_.errors() > errors) return std::nullopt;
        return std::move(circuit_);
    }

private:
    // ---- Lines and numbers
    Span span(std::size_t begin, std::size_t end) const {
        return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }

    [[noreturn]] void fail(Span where, const std::string& message, std::string hint = {}) {
        diagnostics_.add(Code::syntax_error, where, message, std::move(hint));
        throw Broken{};
    }

    [[noreturn]] void fail_at_end(std::string_view expected) {
        fail(span(text_.size(), text_.size()), fmt::format("the file ends where {} should be", expected),
             "is the file cut off?");
    }

    // The bytes up to the next line break, without blanks behind them.
    Span next_line() {
        poll();
        const std::size_t begin = std::min(at_, text_.size());
        const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
        at_ = line_end + 1;
        std::size_t end = line_end;
        while (end > begin && blanks.find(text_[end - 1]) != std::string_view::npos) --end;
        return span(begin, end);
    }

    bool is_at_end() const { return at_ >= text_.size(); }
    std::size_t bytes_left() const { return text_.size() - std::min(at_, text_.size()); }

    PlacedLiteral number(std::string_view word, std::size_t at, std::string_view expected) {
        PlacedLiteral result{0, static_cast<std::uint32_t>(at)};
        const char* end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, result.literal);
        const Span where = span(at, at + word.size());
        if (error == std::errc::result_out_of_range && stop == end) {
            diagnostics_.add(Code::literal_too_large, where,
                             fmt::format("{} is too large", word.substr(0, shown_length)),
                             fmt::format("numbers of variables go up to {}", greatest_possible));
            throw Broken{};
        }
        if (error != std::errc() || stop != end)
            fail(where, fmt::format("expected {}, not `{}`", expected, word.substr(0, shown_length)));
        return result;
    }

    NumberLine numbers(Span line, std::size_t begin, std::size_t least, std::size_t most, std::string_view expected) {
        NumberLine result{{}, 0, line};
        while ((begin = text_.find_first_not_of(blanks, begin)) < line.end) {
            const std::size_t end = std::min<std::size_t>(text_.find_first_of(" \t\r\n", begin), line.end);
            const std::string_view word = text_.substr(begin, end - begin);
            if (result.count == most)
                fail(span(begin, end),
                     fmt::format("expected the end of the line, not `{}`", word.substr(0, shown_length)));
            result.numbers[result.count++] = number(word, begin, expected);
            begin = end;
        }
        if (result.count < least)
            fail(span(line.end, line.end), fmt::format("the line ends where {} should be", expected));
        return result;
    }

    NumberLine numbers(std::size_t least, std::size_t most, std::string_view expected) {
        if (is_at_end()) fail_at_end(expected);
        const Span line = next_line();
        return numbers(line, line.begin, least, most, expected);
    }

    // A literal that the header allows; another is reported, and reading goes on with false.
    PlacedLiteral literal(PlacedLiteral placed) {
        if (variable_of(placed.literal) <= header_.greatest) return placed;
        diagnostics_.add(Code::value_out_of_range, span_of_number(file_, sources_, placed.at),
                         fmt::format("{} is greater than any literal of the circuit", placed.literal),
                         fmt::format("the first number of the header is {}: literals go up to {}", header_.greatest,
                                     2 * header_.greatest + 1));
        return {0, placed.at};
    }

    void read_literals(std::uint32_t count, std::string_view expected, std::vector<PlacedLiteral>& into) {
        for (std::uint32_t i = 0; i < count; ++i) into.push_back(literal(numbers(1, 1, expected)[0]));
    }

    // ---- Sections
    void read_header() {
        if (is_at_end()) fail_at_end("`aag` or `aig`");
        const Span line = next_line();
        const std::string_view format = text_.substr(line.begin, std::min<std::size_t>(3, line.end - line.begin));
        if (format != "aag" && format != "aig")
            fail(span(line.begin, line.begin + format.size()), fmt::format("expected `aag` or `aig`, not `{}`", format),
                 "a circuit begins with `aag`, or with `aig` in the binary form");
        const NumberLine found = numbers(line, line.begin + std::size_t{3}, 5, 9,
                                         "the numbers of variables, inputs, latches, outputs and gates");
        header_ = {format == "aig",  found[0].literal, found[1].literal, found[2].literal, found[3].literal,
                   found[4].literal, found[5].literal, found[6].literal, found[7].literal, found[8].literal};
        check_header(found);
    }

    void check_header(const NumberLine& found) {
        const Span greatest = span_of_number(file_, sources_, found[0].at);
        if (header_.greatest > greatest_possible) {
            diagnostics_.add(Code::literal_too_large, greatest, fmt::format("{} is too large", header_.greatest),
                             fmt::format("numbers of variables go up to {}", greatest_possible));
            throw Broken{};
        }
        const bool fits =
            header_.is_binary ? header_.greatest == header_.variables() : header_.greatest >= header_.variables();
        if (!fits)
            fail(greatest,
                 fmt::format("the greatest variable cannot be {}: inputs, latches and gates are {} together",
                             header_.greatest, header_.variables()),
                 header_.is_binary ? "in the binary form both are the same" : "");
        check_size(found);
    }

    // A line has at least a digit and its end, and a gate of the binary form two bytes. So nothing is stored that the
    // rest of the file cannot contain.
    void check_size(const NumberLine& found) {
        const std::uint64_t least = header_.is_binary
                                        ? 2 * (header_.latches + header_.conditions() + header_.gates)
                                        : 2 * (header_.inputs + header_.conditions()) +
                                              4 * std::uint64_t{header_.latches} + 6 * std::uint64_t{header_.gates};
        if (least > bytes_left() + std::uint64_t{1})
            fail(found.span,
                 fmt::format("what the header announces takes {} bytes or more, but {} follow", least, bytes_left()),
                 "is the file cut off?");
        if (header_.is_binary && header_.inputs > std::max<std::size_t>(text_.size(), idle_inputs)) {
            diagnostics_.add(Code::input_too_large, span_of_number(file_, sources_, found[1].at),
                             fmt::format("{} inputs are more than the file can use", header_.inputs),
                             fmt::format("it has {} bytes", text_.size()));
            throw Broken{};
        }
    }

    void read_inputs() {
        if (!header_.is_binary) return read_literals(header_.inputs, "the literal of an input", draft_.inputs);
        for (std::uint32_t i = 0; i < header_.inputs; ++i) draft_.inputs.push_back({2 * (i + 1), 0});
    }

    // The literal, which the binary form leaves out, the next state and, if there is one, the initial value.
    void read_latches() {
        for (std::uint32_t i = 0; i < header_.latches; ++i) {
            const NumberLine line = header_.is_binary ? numbers(1, 2, "the next state of a latch")
                                                      : numbers(2, 3, "the literal of a latch and its next state");
            std::size_t next = 0;
            DraftLatch latch;
            latch.literal =
                header_.is_binary ? PlacedLiteral{2 * (header_.inputs + i + 1), line[0].at} : literal(line[next++]);
            latch.next = literal(line[next++]);
            if (next < line.count) latch.reset = reset(line[next], latch.literal.literal);
            latch.span = line.span;
            draft_.latches.push_back(latch);
        }
    }

    Latch::Reset reset(const PlacedLiteral& found, Literal latch) {
        if (found.literal == latch) return Latch::Reset::free;
        if (found.literal > 1)
            diagnostics_.add(Code::value_out_of_range, span_of_number(file_, sources_, found.at),
                             fmt::format("a latch cannot start with {}", found.literal),
                             fmt::format("0, 1, or {} for any value", latch));
        return found.literal == 1 ? Latch::Reset::one : Latch::Reset::zero;
    }

    void read_conditions() {
        read_literals(header_.outputs, "the literal of an output", draft_.outputs);
        read_literals(header_.bad, "the literal of a bad state", draft_.bad);
        read_literals(header_.constraints, "the literal of a constraint", draft_.constraints);
        std::vector<PlacedLiteral> sizes;
        for (std::uint32_t i = 0; i < header_.justice; ++i)
            sizes.push_back(numbers(1, 1, "the size of a justice property")[0]);
        for (const PlacedLiteral& size : sizes) {
            if (size.literal > bytes_left())
                fail(span_of_number(file_, sources_, size.at),
                     fmt::format("a justice property cannot have {} literals: {} bytes follow", size.literal,
                                 bytes_left()));
            read_literals(size.literal, "a literal of a justice property", draft_.justice.emplace_back());
        }
        read_literals(header_.fairness, "the literal of a fairness constraint", draft_.fairness);
    }

    // ---- Gates
    void read_gates() {
        for (std::uint32_t i = 0; i < header_.gates; ++i) {
            const NumberLine line = numbers(3, 3, "the literals of a gate: its output and what it reads");
            draft_.gates.push_back({literal(line[0]), literal(line[1]), literal(line[2])});
        }
    }

    // A gate is two differences: from its output to its greater operand, and from that to the other.
    void read_binary_gates() {
        for (std::uint32_t i = 0; i < header_.gates; ++i) {
            poll();
            const Literal output = 2 * (header_.inputs + header_.latches + i + 1);
            const auto begin = static_cast<std::uint32_t>(at_);
            const Literal left = output - difference(output, 1, output);
            const Literal right = left - difference(output, 0, left);
            draft_.gates.push_back({{output, begin}, {left, begin}, {right, begin}});
        }
    }

    // Seven bits a byte, the least first; the highest bit of a byte says that more follow.
    Literal difference(Literal gate, Literal least, Literal most) {
        const std::size_t begin = at_;
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            if (is_at_end()) fail_at_end(fmt::format("an operand of gate {}", gate));
            const auto byte = static_cast<unsigned char>(text_[at_++]);
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80U) break;
            if (shift == 28)  // 35 bits are more than any literal has
                fail(span(begin, at_), fmt::format("an operand of gate {} is more than five bytes long", gate),
                     "was the file changed by a program for texts?");
        }
        if (value < least || value > most)
            fail(span(begin, at_), fmt::format("an operand of gate {} cannot be {} less than {}", gate, value, most),
                 "in the binary form a gate reads smaller literals, the greater one first");
        return static_cast<Literal>(value);
    }

    // ---- Symbols
    struct SymbolTable {
        char letter;
        std::string_view item;
        std::vector<std::string>* names;
    };

    void read_symbols() {
        Circuit& c = *circuit_;
        c.input_names.resize(c.inputs.size());
        c.latch_names.resize(c.latches.size());
        c.output_names.resize(c.outputs.size());
        c.bad_names.resize(c.bad.size());
        c.constraint_names.resize(c.constraints.size());
        c.justice_names.resize(c.justice.size());
        c.fairness_names.resize(c.fairness.size());
        const std::array<SymbolTable, 7> tables{{{'i', "input", &c.input_names},
                                                 {'l', "latch", &c.latch_names},
                                                 {'o', "output", &c.output_names},
                                                 {'b', "bad state", &c.bad_names},
                                                 {'c', "constraint", &c.constraint_names},
                                                 {'j', "justice property", &c.justice_names},
                                                 {'f', "fairness constraint", &c.fairness_names}}};
        while (!is_at_end()) {
            const Span line = next_line();
            const std::string_view symbol = sources_.text(line);
            const bool has_number = symbol.size() > 1 && symbol[1] >= '0' && symbol[1] <= '9';
            if (symbol.starts_with('c') && !has_number) return read_comments(symbol);
            const auto table = std::find_if(tables.begin(), tables.end(),
                                            [&](const SymbolTable& t) { return symbol.starts_with(t.letter); });
            if (table == tables.end() || !has_number)
                fail(line,
                     fmt::format("expected a name such as `i0 reset`, `c`, or the end of the file, not `{}`",
                                 symbol.substr(0, shown_length)),
                     "comments stand behind a line with nothing but `c`");
            read_symbol(*table, line, symbol);
        }
    }

    void read_symbol(const SymbolTable& table, Span line, std::string_view symbol) {
        const std::size_t end = std::min(symbol.find_first_of(blanks), symbol.size());
        const PlacedLiteral index = number(symbol.substr(1, end - 1), line.begin + std::size_t{1},
                                           fmt::format("the number of the {}", table.item));
        const Span where = span(line.begin, line.begin + end);
        if (index.literal >= table.names->size()) {
            diagnostics_.add(Code::unknown_name, where, fmt::format("there is no {} {}", table.item, index.literal),
                             table.names->empty()
                                 ? "the header says that there are none"
                                 : fmt::format("they are numbered from 0 to {}", table.names->size() - 1));
            return;
        }
        std::string& name = (*table.names)[index.literal];
        if (!name.empty())
            diagnostics_.add(Code::duplicate_name, where, fmt::format("{} {} has two names", table.item, index.literal),
                             fmt::format("it is called `{}` already", name));
        name = symbol.substr(std::min(end + 1, symbol.size()));
    }

    void read_comments(std::string_view first) {
        first.remove_prefix(1);
        if (!first.empty()) circuit_->comments.emplace_back(first.substr(first.find_first_not_of(blanks)));
        while (!is_at_end()) circuit_->comments.emplace_back(sources_.text(next_line()));
    }

    FileId file_;
    const Sources& sources_;
    std::string_view text_;
    Diagnostics& diagnostics_;
    std::size_t at_ = 0;
    Header header_;
    Draft draft_;
    std::optional<Circuit> circuit_;
};

}  // namespace

bool looks_like_circuit(std::string_view text) {
    return text.size() > 4 && (text.starts_with("aag ") || text.starts_with("aig ")) && text[4] >= '0' &&
           text[4] <= '9';
}

std::optional<Circuit> read(FileId file, const Sources& sources, Diagnostics& diagnostics) {
    return CircuitReader(file, sources, diagnostics).run();
}

}  // namespace crowfly::aiger
