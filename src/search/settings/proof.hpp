// How a search made sure that what it looked for does not exist. A verdict that no witness shows rests on this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crowfly {

struct Proof {
    enum class Method : std::uint8_t {
        exhaustive,   // every reachable state was expanded, or one that covers it
        hulls,        // so was a hull around the zones of every discrete state, and none satisfies what was looked for
        outline,      // no maximal run starts from any such hull, see outline.hpp
        estimate,     // a safe heuristic sees a dead end in every initial state
        abstraction,  // the goal cannot be reached in an abstraction
        values,       // it contradicts an invariant, or the values and locations that can be reached at all
        backward,     // all states from which it can be reached were listed, and no run leads through them
    };

    Method method = Method::exhaustive;
    // The search by its name, "bfs", or its order in words.
    std::string search = {};
    // Of a search that a heuristic guides, or of `estimate`: "dL".
    std::string heuristic = {};
    // Of `abstraction`: how many abstract states were made, and what it ignores: "clocks", "run-time errors". Of
    // `backward`: how many sets of states were listed.
    std::size_t states = 0;
    std::vector<std::string> ignored = {};
    // Of `values`: "n is always 1".
    std::string reason = {};
    // By which zones were widened or compared: "alu". Empty: there are no zones.
    std::string abstraction = {};
    // Processes and variables that were left out, because what was looked for does not depend on them.
    std::vector<std::string> without = {};
};

std::string_view to_string(Proof::Method method);  // "exhaustive"
// In words: "exhaustive search of the zone graph (bfs), abstraction alu".
std::string to_string(const Proof& proof);

}  // namespace crowfly
