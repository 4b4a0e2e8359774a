// A summary of a network: variables as declared instead of slots, features by name, counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

struct Summary {
    struct Process {
        std::string name;
        std::string template_name;
        std::size_t locations = 0;
        std::size_t edges = 0;
    };
    // A declared variable: one cell, or as many as its array or record has.
    struct Variable {
        std::string name;
        std::string_view kind;  // "integer", "boolean", "scalar"; "record" if its cells differ
        std::size_t cells = 1;
        std::int32_t least = 0;  // over all cells
        std::int32_t greatest = 0;
        std::vector<std::int32_t> initial;
        bool meta = false;
    };
    struct Channel {
        std::string name;
        std::size_t cells = 1;
        bool broadcast = false;
        bool urgent = false;
        bool event = false;  // of vectors
    };

    std::vector<Process> processes;
    std::vector<Variable> variables;
    std::vector<std::string> clocks;
    std::vector<Channel> channels;
    std::vector<std::string_view> features;

    std::size_t locations = 0;
    std::size_t edges = 0;
    std::size_t internal = 0, binary = 0, broadcast = 0, vector = 0;  // transitions
    std::size_t integers = 0;                                         // cells of the variables
    std::size_t channel_cells = 0;
    std::uint64_t state_bits = 0;

    std::size_t transitions() const { return internal + binary + broadcast + vector; }
};

Summary summarise(const Network& network);

std::string name_with_cells(const std::string& name, std::size_t cells);  // "list (7 cells)"
std::string initial_text(const Summary::Variable& variable);  // "0" if all cells are 0, else "0 1 2 …"; "false"

}  // namespace crowfly
