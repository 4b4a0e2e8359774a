// Tiny timed networks as plain data: what the generator makes, the shrinker cuts, the reference interprets and the tool
// reads as text. Nothing here knows anything of src/, so that a mistake there cannot hide in both.
//
// Clocks are numbered from 1; clock 0 is the constant zero. Variable v takes the values 0 to variables[v] - 1, and
// every update keeps it there, so a network never fails at run time. The first location of a process is its initial
// one. Everything starts at 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crowfly::tiny {

enum class Relation : std::uint8_t { less, at_most, equal, at_least, greater };

bool compare(int left, Relation relation, int right);

struct IntTest {
    int variable = 0;
    Relation relation = Relation::equal;
    int value = 0;
    bool operator==(const IntTest&) const = default;
};

// left - right compared with a number, or with the value of a variable.
struct ClockTest {
    int left = 1;
    int right = 0;
    Relation relation = Relation::at_most;
    int value = 0;
    int variable = -1;  // if not -1, its value stands in place of `value`
    bool operator==(const ClockTest&) const = default;
};

struct Condition {
    std::vector<IntTest> ints;
    std::vector<ClockTest> clocks;
    bool operator==(const Condition&) const = default;
};

struct Update {
    enum class Kind : std::uint8_t {
        set_variable,   // v = value
        add,            // v = (v + value) % its number of values
        copy_variable,  // v = the variable with the number `value` % the number of values of v
        set_clock,      // x = value
        copy_clock,     // x = the clock with the number `value`
        load_clock,     // x = the variable with the number `value`
    };
    Kind kind = Kind::set_clock;
    int target = 1;
    int value = 0;
    bool operator==(const Update&) const = default;
};

struct Location {
    Condition invariant;
    bool urgent = false;
    bool committed = false;
    bool operator==(const Location&) const = default;
};

enum class Sync : std::uint8_t { none, send, receive };

struct Edge {
    int source = 0;
    int target = 0;
    Condition guard;
    Sync sync = Sync::none;
    int channel = 0;
    std::vector<Update> updates;
    bool operator==(const Edge&) const = default;
};

struct Process {
    std::vector<Location> locations;
    std::vector<Edge> edges;
    bool operator==(const Process&) const = default;
};

struct Channel {
    bool broadcast = false;
    bool urgent = false;
    bool operator==(const Channel&) const = default;
};

struct Net {
    int clocks = 0;
    std::vector<int> variables;
    std::vector<Channel> channels;
    std::vector<Process> processes;
    // In the text every number that a clock is compared with or set to is so many times as large. That changes nothing
    // but the times at which things happen, so whoever interprets the network can leave it out.
    int factor = 1;
    bool operator==(const Net&) const = default;
};

// A statement about one state.
struct Claim {
    enum class Kind : std::uint8_t { truth, location, integer, clock, deadlock, negation, conjunction, disjunction };

    Kind kind = Kind::truth;
    bool value = true;  // truth
    int process = 0;    // location
    int location = 0;
    IntTest integer;
    ClockTest clock;
    std::vector<Claim> operands;
    bool operator==(const Claim&) const = default;
};

Claim truth(bool value);
Claim at(int process, int location);
Claim holds(IntTest test);
Claim holds(ClockTest test);
Claim deadlock();
Claim negation(Claim claim);
Claim both(Claim one, Claim other);
Claim either(Claim one, Claim other);
bool mentions(const Claim& claim, Claim::Kind kind);

struct Question {
    enum class Kind : std::uint8_t {
        exists_eventually,
        always_globally,
        exists_globally,
        always_eventually,
        leads_to,
        sup,
        inf,
    };

    Kind kind = Kind::exists_eventually;
    Claim first;
    Claim second;          // leads_to
    int clock = 0;         // sup and inf: of this clock, if not 0 …
    int variable = -1;     // … otherwise of this variable
    bool fastest = false;  // exists_eventually: also ask for the least time
    bool operator==(const Question&) const = default;
};

// What one comparison of the tool with the reference needs, and what is shrunk when they disagree.
struct Case {
    Net net;
    Question question;
    bool operator==(const Case&) const = default;
};

// The largest number a clock is compared with or set to; at least 0.
int largest_constant(const Net& net);
int largest_constant(const Net& net, const Claim& claim);
bool has_diagonals(const Net& net);
bool has_diagonals(const Claim& claim);
bool has_urgent_clock_guards(const Net& net);
bool has_broadcast_clock_guards(const Net& net);

std::string to_xta(const Net& net);
std::string to_text(const Claim& claim, int factor = 1);
std::string to_text(const Question& question, int factor = 1);

}  // namespace crowfly::tiny
