// Law: a term has the value its program computes, and faults if and only if that does; an effect leaves behind the
// state and the clocks that its update leaves. On random networks, on models with arrays, functions and loops, and on
// those in models/, in random states.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "base/rng.hpp"
#include "network/machine.hpp"
#include "network/terms/terms.hpp"
#include "property/property.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

using Slots = std::vector<std::int32_t>;
using Number = std::optional<std::int32_t>;  // nothing: a fault

// Recursive and naive: nothing is remembered, nothing is simplified.
class Evaluation {
public:
    Evaluation(const Terms& terms, const Slots& slots, const Slots& locals)
        : terms_(terms), slots_(slots), locals_(locals) {}

    Number operator()(TermId id) const {
        const Term& term = terms_.graph()[id];
        switch (term.kind) {
            case Term::Kind::constant: return term.a;
            case Term::Kind::slot: return slots_[static_cast<std::size_t>(term.a)];
            case Term::Kind::input: return locals_[static_cast<std::size_t>(term.a)];
            case Term::Kind::operation: return operation(term);
            case Term::Kind::choice: {
                const Number condition = (*this)(term.operands[0]);
                return condition ? (*this)(term.operands[*condition != 0 ? 1 : 2]) : std::nullopt;
            }
            case Term::Kind::check: {
                const Number value = (*this)(term.operands[0]);
                return value && *value >= term.a && *value <= term.b ? value : std::nullopt;
            }
            case Term::Kind::index: return index(term);
            case Term::Kind::offset: {
                const Number at = (*this)(term.operands[0]);
                return at ? Number(*at + term.a) : std::nullopt;
            }
            case Term::Kind::load: return load((*this)(term.operands[0]));
            case Term::Kind::call: return call(id, term);
        }
        return std::nullopt;
    }

private:
    // By a machine of one instruction.
    Number operation(const Term& term) const {
        Bytecode code;
        for (const TermId operand : term.arguments()) {
            const Number value = (*this)(operand);
            if (!value) return std::nullopt;
            code.instructions.push_back({OpCode::push, *value, 0, 0});
        }
        code.instructions.push_back({term.op, 0, 0, 0});
        code.instructions.push_back({OpCode::stop, 0, 0, 0});
        code.spans.resize(code.instructions.size());
        Machine machine(code);
        return machine.run({0}) ? Number(machine.result()) : std::nullopt;
    }

    Number index(const Term& term) const {
        const Number base = (*this)(term.operands[0]);
        const Number element = base ? (*this)(term.operands[1]) : std::nullopt;
        if (!element || *element < term.a || *element >= term.a + term.b) return std::nullopt;
        return *base + (*element - term.a) * term.c;
    }

    Number load(Number at) const {
        if (!at) return std::nullopt;
        const auto cell = static_cast<std::uint32_t>(cell_of(*at));
        return region_of(*at) == Region::state ? slots_[cell] : terms_.network().code.constant(cell);
    }

    Number call(TermId id, const Term& term) const {
        Machine machine(terms_.code(id));
        Slots slots = slots_;
        machine.bind(slots);
        for (std::size_t i = 0; i < locals_.size(); ++i) machine.local(static_cast<std::uint32_t>(i)) = locals_[i];
        return machine.run({static_cast<std::uint32_t>(term.a)}) ? Number(machine.result()) : std::nullopt;
    }

    const Terms& terms_;
    const Slots& slots_;
    const Slots& locals_;
};

struct Count {
    std::size_t values = 0, faults = 0, taken_apart = 0, calls = 0;
};

// One network in random states. Locals that are no inputs have values that nobody may read.
class Comparison {
public:
    Comparison(const Network& network, Rng& rng, Count& count, Terms::Effort effort = Terms::Effort::joining)
        : network_(network), terms_(network, effort), rng_(rng), count_(count), locals_(network.code.locals, 12345) {}

    void all(int states, const Property* query = nullptr) {
        for (int i = 0; i < states; ++i) {
            slots_.clear();
            for (const Slot& slot : network_.slots) slots_.push_back(within(slot.least, slot.greatest));
            for (const Location& location : network_.locations)
                same(network_.code, location.invariant.discrete, terms_.invariant(location));
            for (const Edge& edge : network_.edges) compare(edge);
            if (query == nullptr) continue;
            for (const Formula* formula : formulas_of(*query)) compare(*formula);
        }
    }

private:
    std::int32_t within(std::int32_t least, std::int32_t greatest) {
        return static_cast<std::int32_t>(least + static_cast<std::int64_t>(rng_.below(
                                                     static_cast<std::uint64_t>(std::int64_t{greatest} - least + 1))));
    }

    void compare(const Edge& edge) {
        for (const Select& select : edge.selects.of(network_.selects))
            locals_[select.local] = within(select.least, select.greatest);
        same(network_.code, edge.guard, terms_.guard(edge));
        for (const std::uint32_t c : edge.guard_clauses)
            same(network_.code, network_.clauses[c].program, terms_.clause(network_.clauses[c]));
        for (const ClockConstraint& constraint : edge.constraints.of(network_.constraints)) {
            if (!constraint.bound.is_constant())
                same(network_.code, constraint.bound.program, terms_.bound(constraint.bound, edge.enabling));
        }
        if (!edge.outcome.weight.is_constant())
            same(network_.code, edge.outcome.weight.program, terms_.bound(edge.outcome.weight, edge.enabling));
        same_effect(edge.update, terms_.update(edge));
    }

    void compare(const Formula& formula) {
        if (formula.kind == Formula::Kind::discrete)
            same(code_of(network_, formula), formula.program, terms_.leaf(formula));
        for (const Formula& operand : formula.operands) compare(operand);
    }

    void load_locals(Machine& machine) const {
        for (std::size_t i = 0; i < locals_.size(); ++i) machine.local(static_cast<std::uint32_t>(i)) = locals_[i];
    }

    void same(const Bytecode& code, Program program, TermId term) {
        Number expected = 1;
        if (program) {
            Machine machine(code);
            Slots state = slots_;
            machine.bind(state);
            load_locals(machine);
            expected = machine.run(program) ? Number(machine.result()) : std::nullopt;
        }
        ++(terms_.graph()[term].kind == Term::Kind::call ? count_.calls : count_.taken_apart);
        ++(expected ? count_.values : count_.faults);
        REQUIRE(Evaluation(terms_, slots_, locals_)(term) == expected);
    }

    void same_effect(Program program, const Effect& effect) {
        if (effect.call) {
            ++count_.calls;
            return;
        }
        ++count_.taken_apart;
        Machine machine(network_.code);
        Slots after = slots_;
        machine.bind(after);
        load_locals(machine);
        const bool runs = !program || machine.run(program);
        ++(runs ? count_.values : count_.faults);
        const Evaluation value(terms_, slots_, locals_);
        const bool fine = std::ranges::all_of(effect.evaluated, [&](TermId term) { return value(term).has_value(); });
        REQUIRE(fine == runs);
        if (!runs) return;
        Slots expected = slots_;
        for (const Effect::Assignment& assignment : effect.assignments)
            expected[assignment.slot] = value(assignment.value).value();
        REQUIRE(expected == after);
        REQUIRE(effect.clocks.size() == machine.clock_updates().size());
        for (std::size_t i = 0; i < effect.clocks.size(); ++i) {
            const ClockUpdate& update = machine.clock_updates()[i];
            REQUIRE(effect.clocks[i].clock == update.clock);
            REQUIRE(effect.clocks[i].source == update.source);
            REQUIRE(value(effect.clocks[i].value) == update.value);
        }
    }

    const Network& network_;
    Terms terms_;
    Rng& rng_;
    Count& count_;
    Slots slots_, locals_;
};

constexpr const char* with_everything = R"(
    const int N = 6;
    const int table[4] = { 3, 1, 4, 1 };
    int[-5, 9] a[N]; int[0, 5] i; int[0, 3] j; bool b; int grid[3][2];
    typedef struct { int x; int y; } Pair;
    Pair p, q; clock c;
    int twice(int n) { return n * 2; }
    int total() { int s = 0; for (k : int[0, N - 1]) s += a[k]; return s; }
    void clear() { for (k : int[0, N - 1]) a[k] = 0; }
    void sift(int &n) { if (n > 2) { n = n - 1; b = true; } else n = 0; }
    int early(int n) { if (n > 0) return 1; return n; }
    int search() { int k = 0; while (k < N && a[k] != 3) k++; return k; }
    process P() {
        state l { i <= 4 || b }, m; init l;
        trans
            l -> m { guard a[i] > table[j] && !b; assign a[i] = a[j] + 1, i = i + 1; },
            l -> m { guard forall (k : int[0, N - 1]) a[k] < 8; assign b = !b, p = q, c = i; },
            l -> m { guard exists (k : int[0, N - 1]) a[k] == i; assign grid[j][i] = twice(i) + grid[0][1]; },
            l -> m { guard (sum (k : int[0, N - 1]) a[k]) > 3 imply i / j > 1; assign i = i++ + j, p.x = (b ? i : j); },
            l -> m { select s : int[0, 4]; guard a[s] != s; assign a[s] = s, sift(i); },
            l -> m { guard total() > 4 && (b ? i : j) == 2; assign clear(); },
            l -> m { guard early(j) == 1; assign i = search(); },
            l -> m { guard p == q xor b; assign i = (j > 1 ? i / j : i), i = 2, q = b ? p : q; },
            m -> l { guard c >= table[j] + i; assign j = table[i], c = c; };
    }
    system P;
)";

}  // namespace

TEST_CASE("terms of random networks and queries have the values of their programs") {
    Count count;
    for (std::uint64_t seed = 71'000'000; seed < 71'000'150; ++seed) {
        CAPTURE(seed);
        Rng rng(seed);
        tiny::Shape shape;
        shape.variable_bounds = shape.clock_values = seed % 2 == 0;
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        tiny::Question question;
        question.first = tiny::random_claim(rng, net, shape);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        Comparison(loaded.network(), rng, count).all(5, &*query);
    }
    CHECK(count.calls == 0);
    CHECK(count.taken_apart > 1000);
    CHECK(count.values > 1000);
}

TEST_CASE("terms take arrays, records, functions and loops apart") {
    const Network network = network_of(with_everything);
    Count count;
    Rng rng(72);
    Comparison(network, rng, count).all(300);
    CHECK(count.faults > 100);
    CHECK(count.values > 1000);
    CHECK(count.taken_apart > 4 * count.calls);
    CHECK(count.calls > 0);
}

TEST_CASE("with more effort, returns from branches and loops that the state ends are taken apart as well") {
    const Network network = network_of(R"(
        int[-1,3] q[3];
        int[0,3] n, v;
        bool full() { for (i : int[0,2]) { if (q[i] == -1) { return false; } } return true; }
        void push(int p) { int i = 0; while (q[i] >= 0) { i++; } q[i] = p; }
        int last() { int i = 2; while (i > 0 && q[i] == -1) { i--; } return q[i]; }
        int sign(int x) { if (x < 0) return -1; else if (x > 2) { if (v == 0) return 2; return 1; } return 0; }
        process P() {
            state a;
            init a;
            trans a -> a { guard full(); assign n = last(); },
                  a -> a { guard !full() && sign(q[1]) < 1; assign push(v); },
                  a -> a { guard sign(v) == 1 || last() == n; assign n = sign(q[0]) + 1, push(n); };
        }
        system P;
    )");
    for (const Terms::Effort effort : {Terms::Effort::joining, Terms::Effort::splitting}) {
        Count count;
        Rng rng(73);
        Comparison(network, rng, count, effort).all(500);
        CHECK((count.calls == 0) == (effort == Terms::Effort::splitting));
        CHECK(count.faults + count.calls > 100);
        CHECK(count.values + count.calls > 1000);
    }
    Count count;
    Rng rng(74);
    const Network everything = network_of(with_everything);
    Comparison(everything, rng, count, Terms::Effort::splitting).all(300);
    CHECK(count.taken_apart > 8 * count.calls);
}

TEST_CASE("equal terms are one") {
    const Network network = network_of(
        "int x, y; process P() { state a; init a; trans a -> a { guard x + y > 2; }, a -> a { guard x + y > 2 && y == "
        "1; "
        "}; } system P;");
    Terms terms(network);
    const TermId first = terms.guard(network.edges[0]);
    const std::size_t size = terms.graph().size();
    CHECK(terms.guard(network.edges[0]) == first);
    CHECK(terms.graph().size() == size);
    const Term& second = terms.graph()[terms.guard(network.edges[1])];
    REQUIRE(second.kind == Term::Kind::choice);
    CHECK(second.operands[0] == first);
}

TEST_CASE("terms of the models that come with the tool have the values of their programs") {
    Count count;
    Rng rng(73);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(CROWFLY_ROOT "/models")) {
        if (entry.path().extension() != ".xml" && entry.path().extension() != ".xta") continue;
        CAPTURE(entry.path().string());
        std::ifstream file(entry.path(), std::ios::binary);
        const Network network = network_of({std::istreambuf_iterator<char>(file), {}});
        Comparison(network, rng, count).all(20);
    }
    CHECK(count.values > 1000);
}
