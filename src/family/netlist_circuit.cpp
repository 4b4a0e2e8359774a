// A netlist as a sequential circuit of and-gates, in AIGER's ASCII form.
#include <fmt/format.h>

#include <bit>
#include <cassert>
#include <map>

#include "family/netlist.hpp"

namespace crowfly {
namespace {

using Signal = std::uint32_t;  // an AIGER literal: twice a variable, plus 1 if negated; 0 is false, 1 is true

// And-gates, none of them twice and none with a constant.
class AndGates {
public:
    explicit AndGates(Signal last) : last_(last) {}

    Signal both(Signal left, Signal right) {
        if (left < right) std::swap(left, right);
        if (right == 0 || left == (right ^ 1U)) return 0;
        if (right == 1 || left == right) return left;
        const auto [found, is_new] = gates_.try_emplace({left, right}, last_ + 2);
        if (is_new) {
            last_ += 2;
            text_ += fmt::format("{} {} {}\n", last_, left, right);
        }
        return found->second;
    }
    Signal either(Signal left, Signal right) { return both(left ^ 1U, right ^ 1U) ^ 1U; }
    Signal choice(Signal condition, Signal then, Signal otherwise) {
        return either(both(condition, then), both(condition ^ 1U, otherwise));
    }

    const std::string& text() const { return text_; }
    std::size_t count() const { return gates_.size(); }
    Signal last() const { return last_; }

private:
    Signal last_;
    std::map<std::pair<Signal, Signal>, Signal> gates_;
    std::string text_;
};

class CircuitWriter {
public:
    explicit CircuitWriter(const Netlist& netlist)
        : netlist_(netlist), inputs_(input_count(netlist)),
          ands_(static_cast<Signal>(2 * (inputs_ + netlist.gates.size()))) {
        for (std::size_t i = 0; i < netlist.gates.size(); ++i) outputs_[netlist.gates[i].name] = i;
    }

    std::string text() {
        for (std::size_t i = 0; i < netlist_.gates.size(); ++i)
            next_.push_back(ands_.choice(moves(i), function(i), output(i)));
        const Signal bad = bad_states();
        std::string text =
            fmt::format("aag {} {} {} 0 {} 1\n", ands_.last() / 2, inputs_, netlist_.gates.size(), ands_.count());
        for (std::size_t i = 0; i < inputs_; ++i) text += fmt::format("{}\n", input(i));
        for (std::size_t i = 0; i < next_.size(); ++i)
            text += fmt::format("{} {}{}\n", output(i), next_[i], netlist_.gates[i].starts_high ? " 1" : "");
        return text + fmt::format("{}\n", bad) + ands_.text() + symbols();
    }

private:
    // Of the interleaving semantics: the bits of the number of the gate that moves. Numbers of no gate move none.
    static std::size_t input_count(const Netlist& netlist) {
        switch (netlist.semantics) {
            case Netlist::Semantics::interleaving: return std::bit_width(netlist.gates.size() - 1);
            case Netlist::Semantics::asynchronous: return netlist.gates.size();
            case Netlist::Semantics::synchronous: break;
        }
        return 0;
    }

    static Signal input(std::size_t i) { return static_cast<Signal>(2 * (i + 1)); }
    Signal output(std::size_t gate) const { return static_cast<Signal>(2 * (inputs_ + gate + 1)); }
    Signal output(const std::string& gate) const { return output(outputs_.at(gate)); }
    Signal value(const Pin& pin) const { return output(pin.gate) ^ (pin.negated ? 1U : 0U); }

    Signal moves(std::size_t gate) {
        if (netlist_.semantics == Netlist::Semantics::synchronous) return 1;
        if (netlist_.semantics == Netlist::Semantics::asynchronous) return input(gate);
        Signal chosen = 1;
        for (std::size_t bit = 0; bit < inputs_; ++bit)
            chosen = ands_.both(chosen, input(bit) ^ ((gate >> bit) % 2 == 1 ? 0U : 1U));
        return chosen;
    }

    Signal function(std::size_t index) {
        const NetGate& gate = netlist_.gates[index];
        const Signal left = value(gate.left);
        if (gate.kind == NetGate::Kind::wire) return left;
        const Signal right = value(gate.right);
        switch (gate.kind) {
            case NetGate::Kind::conjunction: return ands_.both(left, right);
            case NetGate::Kind::disjunction: return ands_.either(left, right);
            case NetGate::Kind::c_element:
                return ands_.either(ands_.both(left, right), ands_.both(output(index), ands_.either(left, right)));
            case NetGate::Kind::mutex_half: return half_of_mutex(gate, ands_.both(left, right));
            case NetGate::Kind::wire: break;
        }
        return left;
    }

    // The second half does not rise together with the first, whose next value is known.
    Signal half_of_mutex(const NetGate& gate, Signal both) {
        const std::size_t other = outputs_.at(gate.right.gate);
        const bool alone = netlist_.semantics == Netlist::Semantics::interleaving || other >= next_.size();
        return alone ? both : ands_.both(both, next_[other] ^ 1U);
    }

    Signal bad_states() {
        Signal bad = 0;
        for (const std::vector<std::string>& gates : netlist_.bad) {
            Signal all = 1;
            for (const std::string& gate : gates) all = ands_.both(all, output(gate));
            bad = ands_.either(bad, all);
        }
        return bad;
    }

    std::string symbols() const {
        std::string text;
        for (std::size_t i = 0; i < inputs_; ++i)
            text += netlist_.semantics == Netlist::Semantics::interleaving
                        ? fmt::format("i{0} select{0}\n", i)
                        : fmt::format("i{} move.{}\n", i, netlist_.gates[i].name);
        for (std::size_t i = 0; i < netlist_.gates.size(); ++i)
            text += fmt::format("l{} {}\n", i, netlist_.gates[i].name);
        return text + fmt::format("b0 bad\nc\n{}.\n{} EXPECT: {}\n", netlist_.comment, netlist_.error,
                                  netlist_.reachable ? "T" : "F");
    }

    const Netlist& netlist_;
    std::size_t inputs_;
    AndGates ands_;
    std::map<std::string, std::size_t> outputs_;
    std::vector<Signal> next_;  // by gate
};

}  // namespace

std::string circuit_text(const Netlist& netlist) { return CircuitWriter(netlist).text(); }

}  // namespace crowfly
