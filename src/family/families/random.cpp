// Random systems after Dräger, Finkbeiner and Podelski: processes with a random number of states that share twice as
// many actions as there are processes. As in the paper, every system has an error and no independent parts. The paper
// draws errors and discards systems in which they cannot be reached; here the error is the last of the first hundred
// thousand states of a breadth-first search, so that it is reachable, as far away as any of these, and at a known
// distance. (A state on a random walk would do as well, but most of those are three or four transitions away.)
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/rng.hpp"
#include "family/registry.hpp"
#include "family/text.hpp"

namespace crowfly {
namespace {

struct Edge {
    std::size_t from = 0, to = 0;
    std::size_t action = 0;  // see Action; internal if there is none
    bool is_internal = false;
};

struct Process {
    std::size_t states = 0;
    std::vector<Edge> edges;
};

// A synchronisation of two processes.
struct Action {
    std::size_t sender = 0, receiver = 0;
};

struct System {
    std::vector<Action> actions;
    std::vector<Process> processes;
};

struct Sizes {
    std::size_t processes, least_states, most_states, actions;
};

class Drawing {
public:
    Drawing(const Sizes& sizes, std::uint64_t seed) : sizes_(sizes), rng_(seed) {}

    System draw() {
        System system;
        system.actions = actions();
        for (std::size_t p = 0; p < sizes_.processes; ++p) system.processes.push_back(process(p, system.actions));
        return system;
    }

private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(rng_.below(n)); }

    // The first actions connect each process with an earlier one, so that no part is independent of the rest.
    std::vector<Action> actions() {
        std::vector<Action> all;
        for (std::size_t i = 0; i < sizes_.actions; ++i) {
            const bool connects = i + 1 < sizes_.processes;
            const std::size_t one = connects ? i + 1 : below(sizes_.processes);
            std::size_t other = below(connects ? i + 1 : sizes_.processes - 1);
            if (!connects && other >= one) ++other;
            all.push_back(below(2) == 0 ? Action{one, other} : Action{other, one});
        }
        return all;
    }

    Process process(std::size_t me, const std::vector<Action>& actions) {
        std::vector<std::size_t> own;
        for (std::size_t a = 0; a < actions.size(); ++a) {
            if (actions[a].sender == me || actions[a].receiver == me) own.push_back(a);
        }
        Process process;
        process.states = sizes_.least_states + below(sizes_.most_states - sizes_.least_states + 1);
        for (std::size_t state = 1; state < process.states;
             ++state) {  // a spanning tree first, so that every state is reachable
            process.edges.push_back(labelled(below(state), state, own));
        }
        for (std::size_t i = 0; i < process.states / 2 + 1; ++i) {
            // In separate statements: the order of evaluation of arguments differs between compilers.
            const std::size_t to = below(process.states), from = below(process.states);
            process.edges.push_back(labelled(from, to, own));
        }
        for (const std::size_t action : own) {  // an action needs an edge in both processes
            const bool used = std::any_of(process.edges.begin(), process.edges.end(),
                                          [&](const Edge& e) { return !e.is_internal && e.action == action; });
            if (!used) process.edges.push_back({below(process.states), below(process.states), action, false});
        }
        return process;
    }

    Edge labelled(std::size_t from, std::size_t to, const std::vector<std::size_t>& own) {
        constexpr std::size_t one_internal_in = 6;
        const bool is_internal = below(one_internal_in) == 0;
        return {from, to, is_internal ? 0 : own[below(own.size())], is_internal};
    }

    Sizes sizes_;
    Rng rng_;
};

using Place = std::vector<std::uint16_t>;  // the location of each process

// The successor by an edge, or by two that synchronise.
std::vector<Place> successors(const System& system, const Place& at) {
    std::vector<Place> result;
    for (std::size_t p = 0; p < at.size(); ++p) {
        for (const Edge& edge : system.processes[p].edges) {
            if (edge.from != at[p]) continue;
            Place next = at;
            next[p] = static_cast<std::uint16_t>(edge.to);
            if (edge.is_internal) result.push_back(next);
            if (edge.is_internal || system.actions[edge.action].sender != p) continue;
            const std::size_t receiver = system.actions[edge.action].receiver;
            for (const Edge& answer : system.processes[receiver].edges) {
                if (answer.is_internal || answer.action != edge.action || answer.from != at[receiver]) continue;
                next[receiver] = static_cast<std::uint16_t>(answer.to);
                result.push_back(next);
            }
        }
    }
    return result;
}

struct Found {
    Place place;
    std::size_t distance = 0;
};

Found farthest(const System& system) {
    constexpr std::size_t most = 100'000;
    std::vector<Found> met{{Place(system.processes.size(), 0), 0}};
    std::set<Place> known{met[0].place};
    for (std::size_t i = 0; i < met.size() && met.size() < most; ++i) {
        const Found from = met[i];
        for (Place& next : successors(system, from.place)) {
            if (known.insert(next).second) met.push_back({std::move(next), from.distance + 1});
        }
    }
    return met.back();
}

std::string process_text(std::size_t number, const System& system) {
    const Process& process = system.processes[number];
    std::vector<std::string> states, edges;
    for (std::size_t i = 0; i < process.states; ++i) states.push_back(fmt::format("s{}", i));
    for (const Edge& edge : process.edges) {
        const char direction = !edge.is_internal && system.actions[edge.action].sender == number ? '!' : '?';
        const std::string label = edge.is_internal ? "" : fmt::format("sync a{}{}; ", edge.action, direction);
        edges.push_back(fmt::format("        s{} -> s{} {{ {}}}", edge.from, edge.to, label));
    }
    return fmt::format("\nprocess Random{}() {{\n    state {};\n    init s0;\n    trans\n{};\n}}\n", number,
                       fmt::join(states, ", "), fmt::join(edges, ",\n"));
}

std::string write_random(const FamilyArguments& arguments, std::string& problem) {
    Sizes sizes{.processes = arguments.number("--processes"),
                .least_states = arguments.number("--min-states"),
                .most_states = arguments.number("--max-states"),
                .actions = 0};
    sizes.actions = arguments.has("--actions") ? arguments.number("--actions") : 2 * sizes.processes;
    if (sizes.least_states > sizes.most_states) problem = "--min-states of `random` is larger than --max-states";
    if (sizes.actions + 1 < sizes.processes)
        problem = fmt::format("{} actions cannot connect {} processes", sizes.actions, sizes.processes);
    if (!problem.empty()) return "";
    Drawing drawing(sizes, arguments.number("--seed"));
    System system;
    Found error;
    while (error.distance == 0) {  // no transition is possible
        system = drawing.draw();
        error = farthest(system);
    }
    std::vector<std::string> channels, conjuncts;
    for (std::size_t i = 0; i < sizes.actions; ++i) channels.push_back(fmt::format("a{}", i));
    std::string text = fmt::format("// A random system of {} processes, seed {}.\nchan {};\n", sizes.processes,
                                   arguments.text("--seed"), fmt::join(channels, ", "));
    std::vector<Member> members;
    for (std::size_t p = 0; p < sizes.processes; ++p) {
        text += process_text(p, system);
        members.push_back({fmt::format("P{}", p), fmt::format("Random{}()", p)});
        conjuncts.push_back(fmt::format("P{}.s{}", p, error.place[p]));
    }
    return text + system_text(members) +
           query_text(fmt::format("The error; the shortest way there has {} transitions.", error.distance), conjuncts,
                      true);
}

constexpr std::uint64_t any_seed = UINT64_MAX;

const Registered<FamilyPlugin> registered_random(
    families(),
    family(
        "random", "processes with random edges and shared actions; the same seed gives the same system everywhere",
        "after Dräger et al. (R)",
        {{.name = "--processes", .text = "the number of processes", .least = 2, .most = 200, .otherwise = "5"},
         {.name = "--seed", .text = "the seed of the random numbers", .least = 0, .most = any_seed, .otherwise = "1"},
         {.name = "--min-states", .text = "the fewest states of a process", .least = 2, .most = 1000, .otherwise = "3"},
         {.name = "--max-states", .text = "the most states of a process", .least = 2, .most = 1000, .otherwise = "10"},
         {.name = "--actions",
          .text = "the number of actions if not twice that of processes",
          .least = 1,
          .most = 1000}},
        write_random));

}  // namespace
}  // namespace crowfly
