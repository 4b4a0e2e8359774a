#include "space/described.hpp"

#include <fmt/format.h>

#include "network/machine.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

class Description {
public:
    Description(const Network& network, const Bytecode& code, Diagnostics& diagnostics)
        : network_(network), diagnostics_(diagnostics), machine_(code), slots_(first_start(network)),
          said_(slots_.size(), false) {
        machine_.bind(slots_);
    }

    bool take(const Formula& formula, bool wanted) {
        switch (formula.kind) {
            case Formula::Kind::negation: return take(formula.operands[0], !wanted);
            case Formula::Kind::conjunction: return wanted ? take_all(formula) : refuse(formula);
            case Formula::Kind::constant: return formula.value == wanted || refuse(formula);
            case Formula::Kind::location:
                return wanted ? set(formula, formula.process, static_cast<std::int32_t>(formula.number))
                              : refuse(formula);
            case Formula::Kind::discrete: return take_value(formula, wanted);
            default: return refuse(formula);
        }
    }

    std::vector<std::int32_t> slots() const { return slots_; }

private:
    bool take_all(const Formula& conjunction) {
        bool fine = true;
        for (const Formula& operand : conjunction.operands) fine = take(operand, true) && fine;
        return fine;
    }

    bool refuse(const Formula& part) {
        diagnostics_.add(Code::bad_query, part.span, "this does not say which location or which value the state has",
                         "describe a state with locations and values joined by `&&`: `Gate.Occ && queue == 1`");
        return false;
    }

    // A test reads a single variable; its solutions are found by trying all values of the variable.
    bool take_value(const Formula& test, bool wanted) {
        const std::vector<std::uint32_t> read = test.footprint.reads.members();
        if (read.size() != 1) return refuse(test);
        const Slot& slot = network_.slots[read[0]];
        if (std::int64_t{slot.greatest} - slot.least > most_values) return refuse_many(test, slot);
        std::optional<std::int32_t> only;
        const std::int32_t before = slots_[read[0]];
        for (std::int64_t value = slot.least; value <= slot.greatest; ++value) {
            slots_[read[0]] = static_cast<std::int32_t>(value);
            const bool holds = machine_.holds(test.program);
            if (holds != wanted || machine_.fault()) continue;
            if (only) {
                slots_[read[0]] = before;
                return refuse(test);
            }
            only = static_cast<std::int32_t>(value);
        }
        slots_[read[0]] = before;
        return only ? set(test, read[0], *only) : refuse_empty(test, slot);
    }

    bool refuse_many(const Formula& test, const Slot& slot) {
        diagnostics_.add(Code::bad_query, test.span,
                         fmt::format("`{}` has too many values to look for the one that is meant", slot.name));
        return false;
    }

    bool refuse_empty(const Formula& test, const Slot& slot) {
        diagnostics_.add(
            Code::bad_query, test.span,
            fmt::format("`{}` has no such value: it goes from {} to {}", slot.name, slot.least, slot.greatest));
        return false;
    }

    bool set(const Formula& part, std::uint32_t slot, std::int32_t value) {
        if (said_[slot] && slots_[slot] != value) {
            diagnostics_.add(Code::bad_query, part.span,
                             fmt::format("`{}` was said to be something else before", network_.slots[slot].name));
            return false;
        }
        said_[slot] = true;
        slots_[slot] = value;
        return true;
    }

    static constexpr std::int64_t most_values = 1 << 24;

    const Network& network_;
    Diagnostics& diagnostics_;
    Machine machine_;
    std::vector<std::int32_t> slots_;
    std::vector<bool> said_;
};

}  // namespace

std::optional<std::vector<std::int32_t>> described_state(const Network& network, const Formula& formula,
                                                         Diagnostics& diagnostics) {
    Description description(network, code_of(network, formula), diagnostics);
    return description.take(formula, true) ? std::optional(description.slots()) : std::nullopt;
}

}  // namespace crowfly
