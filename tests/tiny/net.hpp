// Tiny timed networks as plain data: what the generator makes, the shrinker cuts, the reference interprets and the tool
// reads as text. Nothing here knows anything of src/, so that a mistake there cannot hide in both.
//
// Clocks are numbered from 1; clock 0 is the constant zero. Variable v takes the values 0 to variables[v] - 1, and
// every update keeps it there, so a network never fails at run time. The first location of a process is its initial
// one. Clocks start at 0, and so do variables, unless `initials` says otherwise.
//
// Arrays, records and functions are a matter of the text: a group of consecutive variables is written as an array or a
// record, and an edge may do its work in functions. A process with several copies is a template with a parameter, the
// number of the copy; `flat` gives each copy a process of its own, which is what is interpreted. Claims count the
// processes of the flat network.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace crowfly::tiny {

// The last one is for variables only.
enum class Relation : std::uint8_t { less, at_most, equal, at_least, greater, differs };

bool compare(int left, Relation relation, int right);

// What stands where a constant could: the constant, the value that the edge selects, or the number of the copy.
enum class Operand : std::uint8_t { constant, selected, own };

// Which cell of an array is meant: the one that is named, or the one at the value of a variable, at the value that the
// edge selects, or at the number of the copy, each modulo the size. Outside of arrays it means nothing.
struct Index {
    enum class Kind : std::uint8_t { none, variable, selected, own };
    Kind kind = Kind::none;
    int variable = 0;
    bool operator==(const Index&) const = default;
};

struct IntTest {
    // Of a cell of an array: whether it is about that cell, about all, or about some.
    enum class Over : std::uint8_t { one, all, some };

    int variable = 0;
    Relation relation = Relation::equal;
    int value = 0;
    Operand operand = Operand::constant;
    Index index = {};
    Over over = Over::one;
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
        fill,           // all cells of the array of v = value
    };
    Kind kind = Kind::set_clock;
    int target = 1;
    int value = 0;
    // Of what changes variables: `value` stands for this, modulo the number of values.
    Operand operand = Operand::constant;
    Index index = {};                     // of the target
    Index source = {};                    // of the variable that is copied
    std::vector<IntTest> condition = {};  // the first three happen only if these hold
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
    int select = 0;          // selects one of so many values, from 0 on; 0: nothing
    bool functions = false;  // guard and updates are written as functions
    bool operator==(const Edge&) const = default;
};

struct Process {
    std::vector<Location> locations;
    std::vector<Edge> edges;
    int copies = 1;
    // In the template this clock is the copy's own: the clocks from here on belong to the copies. 0: there is none.
    int own_clock = 0;
    int priority = 0;  // no less than that of the process before, because the text orders processes by it
    bool operator==(const Process&) const = default;
};

struct Channel {
    bool broadcast = false;
    bool urgent = false;
    int priority = 0;  // edges without a channel have 0
    bool operator==(const Channel&) const = default;
};

// Consecutive variables that are written as one. Those of an array have equally many values.
struct Group {
    bool array = true;  // otherwise a record
    int first = 0;
    int size = 1;
    bool holds(int variable) const { return variable >= first && variable < first + size; }
    bool operator==(const Group&) const = default;
};

struct Net {
    int clocks = 0;
    std::vector<int> variables;
    std::vector<Channel> channels;
    std::vector<Process> processes;
    // In the text every number that a clock is compared with or set to is so many times as large. That changes nothing
    // but the times at which things happen, so whoever interprets the network can leave it out.
    int factor = 1;
    std::vector<int> initials = {};  // of variables; those that are missing are 0
    std::vector<Group> groups = {};
    bool operator==(const Net&) const = default;

    int initial(int variable) const {
        return variable < static_cast<int>(initials.size()) ? initials[static_cast<std::size_t>(variable)] : 0;
    }
    // The array that a variable is a cell of; null: none.
    const Group* array_of(int variable) const;
};

// Each copy as a process of its own.
Net flat(const Net& net);
// The number of its first copy among the processes of the flat network.
int first_copy(const Net& net, std::size_t process);
int count_copies(const Net& net);  // of all processes

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
    bool fastest = false;  // exists_eventually, always_globally: also ask for the least time
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
// Of a network without groups and copies.
std::string to_text(const Claim& claim, int factor = 1);
std::string to_text(const Question& question, int factor = 1);
std::string to_text(const Question& question, const Net& net);
// The name of a process of the flat network, and of a variable, in queries.
std::string name_of_process(const Net& net, int copy);
std::string name_of_variable(const Net& net, int variable);

}  // namespace crowfly::tiny
