// A circuit as it stands in the file: literals with their places, unchecked except that they are not greater than the
// header allows.
#pragma once

#include <optional>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/aiger/circuit.hpp"

namespace crowfly::aiger {

struct PlacedLiteral {
    Literal literal = 0;
    std::uint32_t at = 0;  // where its first byte stands
};

struct DraftLatch {
    PlacedLiteral literal;
    PlacedLiteral next;
    Latch::Reset reset = Latch::Reset::zero;
    Span span;
};

struct DraftGate {
    PlacedLiteral output;
    PlacedLiteral left;
    PlacedLiteral right;
};

struct Draft {
    std::vector<PlacedLiteral> inputs;
    std::vector<DraftLatch> latches;
    std::vector<DraftGate> gates;
    std::vector<PlacedLiteral> outputs, bad, constraints, fairness;
    std::vector<std::vector<PlacedLiteral>> justice;
};

// The bytes of a number that begins here, at least one.
Span span_of_number(FileId file, const Sources& sources, std::uint32_t at);

// Makes a circuit of it, without names: looks up what defines each variable, closes the gaps between their numbers and
// sorts the gates. Nothing if a variable is defined twice or never, or gates depend on each other in a circle.
std::optional<Circuit> arrange(const Draft& draft, FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::aiger
