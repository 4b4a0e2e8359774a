// Tokens are numbers, points and semicolons. Line breaks only matter inside transitions of the old form, so every token
// knows its line.
#include "trace/formats/xtr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "zone/bound.hpp"

namespace crowfly {
namespace {

struct Token {
    enum class Kind : std::uint8_t { number, point, semicolon, end };

    Kind kind = Kind::end;
    std::int64_t number = 0;
    std::size_t line = 1;
};

[[noreturn]] void fail(std::size_t line, std::string message) { throw XtrProblem{line, std::move(message)}; }

Token token_of(std::string_view word, std::size_t line) {
    if (word == ".") return {Token::Kind::point, 0, line};
    if (word == ";") return {Token::Kind::semicolon, 0, line};
    Token token{Token::Kind::number, 0, line};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), token.number);
    const bool whole = error == std::errc() && end == word.data() + word.size();
    if (!whole) fail(line, fmt::format("`{}` is neither a number nor `.` nor `;`", word.substr(0, 40)));
    return token;
}

std::vector<Token> tokens_of(std::string_view text) {
    std::vector<Token> tokens;
    std::size_t line = 1;
    for (std::size_t at = 0; at < text.size();) {
        if (std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) {
            if (text[at++] == '\n') ++line;
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(" \t\r\n", at), text.size());
        tokens.push_back(token_of(text.substr(at, end - at), line));
        at = end;
    }
    tokens.push_back({Token::Kind::end, 0, line});
    return tokens;
}

// The edge made of an arrow and, if it has one, the arrow that leaves its branchpoint; -1 for none.
using Arrows = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

std::map<Arrows, EdgeIndex> edges_by_arrows(const Network& network) {
    std::map<Arrows, EdgeIndex> edges;
    for (EdgeIndex e = 0; e < network.edges.size(); ++e) {
        const Edge& edge = network.edges[e];
        edges.emplace(Arrows{edge.process, edge.arrow, edge.branch_arrow}, e);
    }
    return edges;
}

class Reader {
public:
    Reader(const Network& network, std::string_view text)
        : network_(network), integers_(xtr_integers(network)), edges_(edges_by_arrows(network)),
          tokens_(tokens_of(text)) {
        const auto is_semicolon = [](const Token& token) { return token.kind == Token::Kind::semicolon; };
        old_ = std::none_of(tokens_.begin(), tokens_.end(), is_semicolon);
    }

    XtrTrace read() {
        XtrTrace trace{state(), {}};
        while (now().kind == Token::Kind::number) {
            XtrStep step;
            step.state = state();
            step.participants = transition();
            trace.steps.push_back(std::move(step));
        }
        take(Token::Kind::point, "the point that ends the trace");
        if (now().kind != Token::Kind::end) fail(now().line, "the trace has ended, but the file goes on");
        return trace;
    }

private:
    struct Taken {
        std::int64_t process = 0;
        std::int64_t arrow = 0;
        std::vector<std::int32_t> selects;
        std::size_t line = 1;
    };

    const Token& now() const { return tokens_[at_]; }

    const Token& take(Token::Kind kind, std::string_view what) {
        if (now().kind != kind) fail(now().line, fmt::format("{} is missing", what));
        return tokens_[at_++];
    }

    std::int64_t number(std::string_view what, std::int64_t least, std::int64_t greatest) {
        const Token& token = take(Token::Kind::number, what);
        if (token.number < least || token.number > greatest) {
            fail(token.line, fmt::format("{} is {}, not between {} and {}: is this a trace of another model?", what,
                                         token.number, least, greatest));
        }
        return token.number;
    }

    XtrState state() {
        XtrState state;
        state.slots.resize(network_.slots.size());
        for (const Process& process : network_.processes) {
            const std::int64_t location =
                number("the location of " + process.name, 0, std::int64_t{process.locations.count} - 1);
            state.slots[process.slot] = static_cast<std::int32_t>(location);
        }
        take(Token::Kind::point, "the point after the locations");
        state.zone = zone();
        read_integers(state);
        take(Token::Kind::point, "the point after the integers");
        return state;
    }

    zone::WideZone zone() {
        const std::size_t n = network_.clocks.size();
        const auto last = static_cast<std::int64_t>(n) - 1;
        constexpr std::int64_t largest = 2 * zone::range<zone::WideBound>;
        zone::WideZone zone(n * n);
        zone::set_all(zone.data(), n);
        while (now().kind == Token::Kind::number) {
            const std::size_t line = now().line;
            const auto left = static_cast<zone::Clock>(number("the clock of a bound", 0, last));
            const auto right = static_cast<zone::Clock>(number("the clock of a bound", 0, last));
            const std::int64_t bound = number("a bound", -largest, largest);
            take(Token::Kind::point, "the point after a bound");
            const bool holds =
                left != right && zone::constrain(zone.data(), n, left, right,
                                                 zone::bound<zone::WideBound>(bound >> 1, (bound & 1) != 0));
            if (!holds) fail(line, "no clock values have these bounds");
            if (!zone::is_within(zone.data(), n, zone::cut_range<zone::WideBound>))
                fail(line, "the bounds add up to more than can be computed with");
        }
        take(Token::Kind::point, "the point after the bounds");
        return n > 1 ? zone : zone::WideZone{};
    }

    void read_integers(XtrState& state) {
        for (const XtrInteger& integer : integers_) {
            if (!integer.slot) {
                number(integer.name, integer.value, integer.value);
                continue;
            }
            const Slot& slot = network_.slots[*integer.slot];
            state.slots[*integer.slot] = static_cast<std::int32_t>(number(integer.name, slot.least, slot.greatest));
        }
    }

    std::vector<Participant> transition() {
        std::vector<Taken> taken;
        while (now().kind == Token::Kind::number) taken.push_back(arrow());
        take(Token::Kind::point, "the point after a transition");
        std::vector<Participant> participants;
        for (std::size_t i = 0; i < taken.size();) i += add_edge(taken, i, participants);
        return participants;
    }

    Taken arrow() {
        Taken taken;
        taken.line = now().line;
        const std::size_t base = old_ ? 1 : 0;
        taken.process = number("the process of an edge", 0, static_cast<std::int64_t>(network_.processes.size()) - 1);
        taken.arrow = number("an edge", 0, std::numeric_limits<std::int32_t>::max()) - static_cast<std::int64_t>(base);
        while (now().kind == Token::Kind::number && (!old_ || now().line == taken.line)) {
            constexpr std::numeric_limits<std::int32_t> limits;
            taken.selects.push_back(static_cast<std::int32_t>(number("a selected value", limits.min(), limits.max())));
        }
        if (!old_) take(Token::Kind::semicolon, "the semicolon after an edge");
        return taken;
    }

    // One arrow between locations, or the two around a branchpoint. Returns how many.
    std::size_t add_edge(const std::vector<Taken>& taken, std::size_t i, std::vector<Participant>& participants) const {
        const Taken& first = taken[i];
        if (const auto found = edges_.find({first.process, first.arrow, -1}); found != edges_.end()) {
            participants.push_back(participant(found->second, first.selects, first.line));
            return 1;
        }
        if (i + 1 < taken.size() && taken[i + 1].process == first.process) {
            const Taken& second = taken[i + 1];
            if (const auto found = edges_.find({first.process, second.arrow, first.arrow}); found != edges_.end()) {
                std::vector<std::int32_t> selects = second.selects;
                selects.insert(selects.end(), first.selects.begin(), first.selects.end());
                participants.push_back(participant(found->second, std::move(selects), first.line));
                return 2;
            }
        }
        fail(first.line, fmt::format("{} has no edge number {}: is this a trace of another model?",
                                     network_.processes[static_cast<std::size_t>(first.process)].name, first.arrow));
    }

    Participant participant(EdgeIndex index, std::vector<std::int32_t> selects, std::size_t line) const {
        const Run run = network_.edges[index].selects;
        if (selects.size() != run.count && !(old_ && selects.empty())) {
            fail(line, fmt::format("{} selects {} values, not {}", to_string(network_, network_.edges[index]),
                                   run.count, selects.size()));
        }
        return {index, std::move(selects)};
    }

    const Network& network_;
    std::vector<XtrInteger> integers_;
    std::map<Arrows, EdgeIndex> edges_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    bool old_ = false;  // the file has no semicolon
};

}  // namespace

std::vector<XtrInteger> xtr_integers(const Network& network) {
    std::vector<XtrInteger> integers;
    const auto add = [&](std::uint32_t slot) { integers.push_back({network.slots[slot].name, slot, 0}); };
    const std::uint32_t processes = static_cast<std::uint32_t>(network.processes.size());
    std::uint32_t owned = 0;
    for (const Process& process : network.processes) owned += process.variables.count;
    for (std::uint32_t slot = processes; slot < network.state_slots - owned; ++slot) add(slot);
    for (const Process& process : network.processes) {
        std::uint32_t changing = 0;
        for (const Parameter& parameter : process.parameters) {
            integers.push_back({parameter.name, parameter.slot, parameter.value});
            if (parameter.slot) ++changing;
        }
        for (std::uint32_t i = changing; i < process.variables.count; ++i) add(process.variables.first + i);
    }
    for (std::uint32_t slot = network.state_slots; slot < network.slots.size(); ++slot) add(slot);
    return integers;
}

std::variant<XtrTrace, XtrProblem> read_xtr(const Network& network, std::string_view text) {
    try {
        return Reader(network, text).read();
    } catch (XtrProblem& problem) {
        return std::move(problem);
    }
}

}  // namespace crowfly
