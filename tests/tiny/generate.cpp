#include "tiny/generate.hpp"

#include "tiny/reference.hpp"

namespace crowfly::tiny {

namespace {

class Generator {
public:
    Generator(Rng& rng, const Shape& shape) : rng_(rng), shape_(shape) {}

    Net net() {
        net_.clocks = within(shape_.clocks);
        for (int left = within(shape_.variables); left > 0; --left) net_.variables.push_back(within(shape_.values));
        for (int left = within(shape_.channels); left > 0; --left) net_.channels.push_back(channel());
        for (int left = within(shape_.processes); left > 0; --left) net_.processes.push_back(process());
        // Where nothing can start there is nothing to ask.
        if (!starts(net_)) {
            for (Process& process : net_.processes) process.locations[0].invariant = {};
        }
        return net_;
    }

    static Generator about(Rng& rng, const Net& net, const Shape& shape) {
        Generator generator(rng, shape);
        generator.net_ = net;
        return generator;
    }

    Claim claim(int depth) {
        if (depth > 0 && chance(45)) {
            switch (below(3)) {
                case 0: return negation(claim(depth - 1));
                case 1: return both(claim(depth - 1), claim(depth - 1));
                default: return either(claim(depth - 1), claim(depth - 1));
            }
        }
        const int kind = below(10);
        if (kind < 2 && has_variables()) return holds(int_test(variable()));
        if (kind < 5 && net_.clocks > 0) return holds(clock_test(any_relation(), shape_.diagonals));
        const int copy = below(count_copies(net_));
        std::size_t process = 0;
        while (copy >= first_copy(net_, process + 1)) ++process;
        return at(copy, below(static_cast<int>(net_.processes[process].locations.size())));
    }

private:
    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(n))); }
    int within(const Range& range) { return range.least + below(range.greatest - range.least + 1); }
    bool chance(int percent) { return below(100) < percent; }
    bool has_variables() const { return !net_.variables.empty(); }
    int variable() {
        const int n = static_cast<int>(net_.variables.size());
        return shape_.common ? below(n) : one_of(n);
    }
    int values(int variable) const { return net_.variables[static_cast<std::size_t>(variable)]; }
    int clock() { return 1 + one_of(net_.clocks); }
    int one_of(int n) { return shape_.apart && chance(95) ? static_cast<int>(net_.processes.size()) % n : below(n); }

    Relation any_relation() {
        const Relation relation = static_cast<Relation>(below(5));
        if (shape_.strict) return relation;
        if (relation == Relation::less) return Relation::at_most;
        return relation == Relation::greater ? Relation::at_least : relation;
    }

    // The one that is read and written around a location, if variables come and go.
    int variable_at(int location) {
        return shape_.errands && chance(85) ? location % static_cast<int>(net_.variables.size()) : variable();
    }

    IntTest int_test(int variable) {
        IntTest test;
        test.variable = variable;
        test.relation = static_cast<Relation>(below(5));
        test.value = below(values(test.variable));
        return test;
    }

    ClockTest clock_test(Relation relation, bool diagonals) {
        ClockTest test;
        test.left = clock();
        test.relation = relation;
        test.value = below(shape_.largest_constant + 1);
        if (diagonals && net_.clocks > 1 && chance(40)) {
            test.right = 1 + (test.left + below(net_.clocks - 1)) % net_.clocks;
            test.value = below(2 * shape_.largest_difference + 1) - shape_.largest_difference;
        } else if (shape_.variable_bounds && has_variables() && chance(30)) {
            test.variable = variable();
            test.value = 0;
        }
        return test;
    }

    Channel channel() {
        Channel channel;
        channel.broadcast = shape_.broadcast && chance(40);
        channel.urgent = shape_.urgent_channels && chance(35);
        return channel;
    }

    ClockTest bound_of_stay() {
        if (shape_.lower_invariants && chance(15)) return clock_test(Relation::at_least, shape_.diagonals);
        ClockTest test = clock_test(shape_.strict && chance(30) ? Relation::less : Relation::at_most, shape_.diagonals);
        // `x < 0` can never be entered.
        if (test.relation == Relation::less && test.value == 0) test.value = 1;
        return test;
    }

    Location location() {
        Location location;
        if (net_.clocks > 0 && chance(shape_.invariants)) location.invariant.clocks.push_back(bound_of_stay());
        if (has_variables() && chance(shape_.invariants / 4)) location.invariant.ints.push_back(int_test(variable()));
        location.urgent = chance(shape_.urgent);
        location.committed = !location.urgent && chance(shape_.committed);
        return location;
    }

    bool may_have_clock_guard(const Edge& edge) const {
        if (edge.sync == Sync::none) return true;
        const Channel& channel = net_.channels[static_cast<std::size_t>(edge.channel)];
        if (channel.urgent && !shape_.urgent_clock_guards) return false;
        return !channel.broadcast || edge.sync != Sync::receive || shape_.broadcast_clock_guards;
    }

    Update clock_update() {
        Update update;
        update.target = clock();
        const int kind = below(4);
        if (kind == 0 && shape_.clock_copies && net_.clocks > 1) {
            update.kind = Update::Kind::copy_clock;
            update.value = clock();
            if (update.value == update.target) update.value = 1 + update.target % net_.clocks;
        } else if (kind == 1 && shape_.clock_values && has_variables()) {
            update.kind = Update::Kind::load_clock;
            update.value = variable();
        } else if (kind == 2 && shape_.clock_values) {
            update.value = below(shape_.largest_constant + 1);
        }
        return update;
    }

    Update int_update(const Edge& edge) {
        Update update;
        update.target = variable_at(edge.target);
        if (shape_.errands && chance(40)) {
            update.kind = Update::Kind::copy_variable;
            update.value = variable_at(edge.source);
            return update;
        }
        update.kind = chance(shape_.errands ? 80 : 50) ? Update::Kind::set_variable : Update::Kind::add;
        update.value = below(values(update.target));
        if (update.kind == Update::Kind::add && update.value == 0) update.value = 1;
        return update;
    }

    Edge edge(int source, int target) {
        Edge edge;
        edge.source = source;
        edge.target = target;
        if (!net_.channels.empty() && chance(shape_.synchronisations)) {
            edge.sync = chance(50) ? Sync::send : Sync::receive;
            edge.channel = below(static_cast<int>(net_.channels.size()));
        }
        if (has_variables() && chance(shape_.guards / 2)) edge.guard.ints.push_back(int_test(variable_at(source)));
        for (int tries = 0; tries < 2; ++tries) {
            const bool wanted = net_.clocks > 0 && chance(tries == 0 ? shape_.guards : shape_.guards / 4);
            if (wanted && may_have_clock_guard(edge))
                edge.guard.clocks.push_back(clock_test(any_relation(), shape_.diagonals));
        }
        if (has_variables() && chance(shape_.errands ? 90 : 50)) edge.updates.push_back(int_update(edge));
        if (has_variables() && shape_.errands && chance(50)) edge.updates.push_back(int_update(edge));
        for (int c = 0; c < net_.clocks; ++c) {
            if (chance(shape_.resets)) edge.updates.push_back(clock_update());
        }
        return edge;
    }

    Process process() {
        Process process;
        const int locations = within(shape_.locations);
        for (int i = 0; i < locations; ++i) process.locations.push_back(location());
        // Every location can be reached, as far as edges go; the rest is chance.
        for (int i = 1; i < locations; ++i) process.edges.push_back(edge(below(i), i));
        for (int left = within(shape_.more_edges); left > 0; --left) {
            const int target = below(locations);  // compilers differ in which argument of a call they compute first
            const int source = below(locations);
            process.edges.push_back(edge(source, target));
        }
        return process;
    }

    Rng& rng_;
    const Shape& shape_;
    Net net_;
};

}  // namespace

Net random_net(Rng& rng, const Shape& shape) { return Generator(rng, shape).net(); }

Claim random_claim(Rng& rng, const Net& net, const Shape& shape, int depth) {
    return Generator::about(rng, net, shape).claim(depth);
}

Question random_reach(Rng& rng, const Net& net, const Shape& shape, bool two) {
    Question question;
    question.first = random_claim(rng, net, shape);
    if (two) question.first = both(question.first, random_claim(rng, net, shape));
    return question;
}

}  // namespace crowfly::tiny
