// The only place where tiny networks meet src/: how they are loaded, and which engines are held to the reference.
//
// To put another engine under test, add an entry to a table in engines.cpp: a name, the cases it claims to decide, and
// a function that fills in the fields of Answer it claims to know.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tiny/reference.hpp"

namespace crowfly {
struct Network;
struct Property;
}  // namespace crowfly

namespace crowfly::tiny {

struct Engine {
    std::string name;
    std::function<bool(const Net&, const Question&)> decides;
    // Nothing: it gave up, which is no contradiction.
    std::function<std::optional<Answer>(const crowfly::Network&, const crowfly::Property&)> answer;
};

// Reachability over zones: every abstraction and every order.
std::vector<Engine> reachability_engines();
// For networks without clocks: without zones and with them, counting states where it looks at all of them.
std::vector<Engine> discrete_engines();
std::vector<Engine> liveness_engines();
std::vector<Engine> fastest_engines();
std::vector<Engine> extrema_engines();

// Liveness and extreme values where a safe heuristic prunes; counts how often it does.
Engine pruning_engine(const std::string& heuristic, std::size_t& some);

// Counts the discrete states, whatever is asked.
Engine counting_engine();

// Counts how often it is of use that dead variables do not tell states apart.
Engine forgetful_engine(std::size_t& fewer_states);

// Answer only what does not happen in the network without bystanders, and count how often there are some.
Engine bystanders_for_reachability(std::size_t& some);
Engine bystanders_for_liveness(std::size_t& some);

// Reachability in local time, by breadth first search or by rank. Counts how often processes have a time of their own,
// how often variables have one, too, and how often fewer states are stored then.
struct LocalTimeUse {
    std::size_t some = 0, sharing = 0, fewer = 0;
};
Engine local_time_engine(bool shortest, LocalTimeUse& use);

// Answers what values and invariants decide, and counts how often they do.
Engine value_ranges_for_reachability(std::size_t& decided);

// What must be found out: an engine that is wrong on purpose.
Engine lu_for_deadlock();
Engine forgets_a_step();

// A network as the tool reads it.
class Loaded {
public:
    explicit Loaded(const Net& net);
    ~Loaded();

    const std::string& problem() const;  // why the tool refuses it, or ""
    const crowfly::Network& network() const;
    // Nothing if it refuses the question; problem() then says why.
    std::optional<crowfly::Property> compile(const Question& question);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace crowfly::tiny
