// Binary decision diagrams (Bryant: Graph-based algorithms for Boolean function manipulation, 1986) behind a thin
// interface. The one backend is BuDDy, which bdd.cpp alone includes; another one would replace that file.
//
// BuDDy has one table of nodes per program. A Diagrams object owns the table as long as it lives; whoever wants a
// second one at the same time waits. BuDDy goes on after it has run out of nodes, with wrong results; so every
// operation asks afterwards and throws LimitReached, and a diagram never holds such a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

#include "base/alarm.hpp"

namespace crowfly::symbolic {

using VariableNumber = std::int32_t;

class Renaming;

// A set of assignments to the variables, or a Boolean function of them.
class Bdd {
public:
    Bdd() = default;  // false, the empty set
    Bdd(const Bdd& other);
    Bdd(Bdd&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
    Bdd& operator=(const Bdd& other);
    Bdd& operator=(Bdd&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~Bdd();

    bool is_false() const { return id_ == 0; }
    bool is_true() const { return id_ == 1; }
    std::int32_t id() const { return id_; }

    friend bool operator==(const Bdd&, const Bdd&) = default;
    friend Bdd operator&(const Bdd& a, const Bdd& b);
    friend Bdd operator|(const Bdd& a, const Bdd& b);
    friend Bdd operator^(const Bdd& a, const Bdd& b);
    friend Bdd operator-(const Bdd& a, const Bdd& b);  // what is in the first set only
    friend Bdd operator!(const Bdd& a);
    Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
    Bdd& operator|=(const Bdd& other) { return *this = *this | other; }
    Bdd& operator-=(const Bdd& other) { return *this = *this - other; }

private:
    friend class Diagrams;
    friend class Renaming;
    friend Bdd choice(const Bdd& condition, const Bdd& then, const Bdd& otherwise);
    friend Bdd exists(const Bdd& set, const Bdd& variables);
    friend Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& variables);
    friend Bdd simplified(const Bdd& set, const Bdd& care);
    friend Bdd renamed(const Bdd& set, const Renaming& renaming);
    friend Bdd cofactor(const Bdd& function, const Bdd& literals);
    friend Bdd one_of(const Bdd& set, const Bdd& variables);

    explicit Bdd(std::int32_t id);  // takes a result of BuDDy

    std::int32_t id_ = 0;
};

Bdd choice(const Bdd& condition, const Bdd& then, const Bdd& otherwise);
// Sets of variables are conjunctions of them.
Bdd exists(const Bdd& set, const Bdd& variables);
Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& variables);  // the relational product
// A set that agrees with the first one within `care`, and is often smaller.
Bdd simplified(const Bdd& set, const Bdd& care);
// The function where these literals hold.
Bdd cofactor(const Bdd& function, const Bdd& literals);
// One assignment to these variables, which are all that a non-empty set depends on.
Bdd one_of(const Bdd& set, const Bdd& variables);

// A node below a diagram, by its id: 0 and 1 are the constants, which have none.
struct BddNode {
    VariableNumber variable = 0;
    std::int32_t low = 0, high = 0;
};
BddNode node_of(std::int32_t id);

std::size_t nodes_of(const Bdd& set);
std::size_t nodes_of(std::span<const Bdd> sets);  // shared ones counted once
std::vector<VariableNumber> support_of(const Bdd& function);
double assignments_of(const Bdd& set, const Bdd& variables);  // to these variables

// Replaces variables by others.
class Renaming {
public:
    explicit Renaming(std::span<const std::pair<VariableNumber, VariableNumber>> pairs);
    Renaming(Renaming&& other) noexcept : pairs_(std::exchange(other.pairs_, nullptr)) {}
    Renaming& operator=(Renaming&& other) noexcept {
        std::swap(pairs_, other.pairs_);
        return *this;
    }
    ~Renaming();

private:
    friend Bdd renamed(const Bdd& set, const Renaming& renaming);
    void* pairs_ = nullptr;
};

Bdd renamed(const Bdd& set, const Renaming& renaming);

// The table of nodes. Diagrams and renamings must not outlive it.
class Diagrams {
public:
    struct Limits {
        std::size_t nodes = 0;  // the most at a time; 0: as many as BuDDy can number
        std::size_t bytes = 0;  // likewise, in memory
    };

    // The variables are tested in the order of their numbers.
    Diagrams(std::size_t variables, const Limits& limits);
    ~Diagrams();
    Diagrams(const Diagrams&) = delete;
    Diagrams& operator=(const Diagrams&) = delete;

    VariableNumber add_variable();  // tested after all others

    static Bdd all() { return Bdd(1); }
    static Bdd literal(VariableNumber variable, bool value = true);
    static Bdd variables(std::span<const VariableNumber> variables);  // the set of them
    // The values that the only assignment of a set has, per variable that it tests.
    static std::vector<std::pair<VariableNumber, bool>> values_of(const Bdd& cube);

    // Moves variables to where the diagrams are smallest, keeping each two of a pair together (Rudell: Dynamic variable
    // ordering for ordered binary decision diagrams, 1993).
    void sift(std::span<const std::pair<VariableNumber, VariableNumber>> pairs);
    static int place_of(VariableNumber variable);  // in the order

    struct Use {
        std::size_t nodes = 0;       // now
        std::size_t peak_nodes = 0;  // when garbage was last collected, or more
        std::size_t collections = 0;
        std::size_t bytes = 0;   // of the table and the caches
        std::size_t cached = 0;  // results that each cache has room for; BuDDy does not count how often they help
    };
    Use use() const;

private:
    static void watch(std::stop_token stop, pthread_t owner, const Alarm& alarm);

    std::unique_lock<std::mutex> only_;
    VariableNumber used_ = 0;  // variables that somebody has
    std::jthread watch_;       // of the time, if there is a limit
};

}  // namespace crowfly::symbolic
