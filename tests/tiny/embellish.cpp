#include "tiny/embellish.hpp"

#include <algorithm>

#include "tiny/reference.hpp"

namespace crowfly::tiny {
namespace {

class Embellisher {
public:
    Embellisher(Rng& rng, const Features& features, Net& net) : rng_(rng), features_(features), net_(net) {}

    void run() {
        group_variables();
        draw_initials();
        for (Process& process : net_.processes) process.copies = copies();
        for (Process& process : net_.processes) {
            if (chance(features_.chains)) add_chain(process);
            const bool alike = process.copies > 1 && chance(features_.identities);
            // Processes that do little else with their numbers are more likely to be alike.
            operands_ = alike && chance(60) ? 0 : features_.operands;
            embellish_process(process);
            if (alike) add_identity(process);
        }
        draw_priorities();
        // Where nothing can start there is nothing to ask.
        if (starts(net_)) return;
        for (Process& process : net_.processes) process.locations[0].invariant = {};
    }

private:
    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(n))); }
    bool chance(int percent) { return below(100) < percent; }
    int values(int variable) const { return net_.variables[static_cast<std::size_t>(variable)]; }
    int variable() { return below(static_cast<int>(net_.variables.size())); }

    void group_variables() {
        const int count = static_cast<int>(net_.variables.size());
        for (int v = 0; v + 1 < count;) {
            if (!chance(features_.groups)) {
                ++v;
                continue;
            }
            const int size = v + 2 < count && chance(30) ? 3 : 2;
            const bool array = chance(70);
            net_.groups.push_back({array, v, size});
            for (int i = 1; array && i < size; ++i) net_.variables[static_cast<std::size_t>(v + i)] = values(v);
            v += size;
        }
        // A smaller array has fewer values now.
        for (Process& process : net_.processes) {
            for (Location& location : process.locations) fit(location.invariant.ints);
            for (Edge& edge : process.edges) {
                fit(edge.guard.ints);
                for (Update& update : edge.updates) {
                    if (update.kind == Update::Kind::set_variable) update.value %= values(update.target);
                }
            }
        }
    }

    void fit(std::vector<IntTest>& tests) const {
        for (IntTest& test : tests) test.value %= values(test.variable);
    }

    void draw_initials() {
        for (std::size_t v = 0; v < net_.variables.size(); ++v)
            net_.initials.push_back(chance(features_.initials) ? below(net_.variables[v]) : 0);
    }

    int copies() {
        const int room = features_.most_copies - count_copies(net_) + 1;
        if (room < 2 || !chance(features_.copies)) return 1;
        return room > 2 && chance(30) ? 3 : 2;
    }

    // ---- One process
    // --------------------------------------------------------------------------------------------------

    void embellish_process(Process& process) {
        copies_ = process.copies;
        select_ = 0;
        if (copies_ > 1 && net_.clocks + copies_ <= features_.most_clocks && chance(features_.own_clocks))
            give_clock(process);
        for (Location& location : process.locations) embellish_tests(location.invariant.ints);
        for (Edge& edge : process.edges) embellish_edge(edge);
    }

    // Half of what was said of other clocks is said of the new one.
    void give_clock(Process& process) {
        process.own_clock = net_.clocks + 1;
        net_.clocks += process.copies;
        const auto rename = [&](int& clock) {
            if (clock != 0 && chance(60)) clock = process.own_clock;
        };
        for (Location& location : process.locations) {
            for (ClockTest& test : location.invariant.clocks) rename(test.left);
        }
        for (Edge& edge : process.edges) {
            for (ClockTest& test : edge.guard.clocks) rename(test.left);
            for (Update& update : edge.updates) {
                if (update.kind == Update::Kind::set_clock || update.kind == Update::Kind::load_clock)
                    rename(update.target);
            }
        }
        const auto compares_with_itself = [](const ClockTest& test) { return test.left == test.right; };
        for (Location& location : process.locations) std::erase_if(location.invariant.clocks, compares_with_itself);
        for (Edge& edge : process.edges) std::erase_if(edge.guard.clocks, compares_with_itself);
    }

    void embellish_edge(Edge& edge) {
        if (chance(features_.selects)) edge.select = 2 + below(2);
        select_ = edge.select;
        embellish_tests(edge.guard.ints);
        for (Update& update : edge.updates) embellish_update(update);
        edge.functions = chance(features_.functions);
        select_ = 0;
    }

    Index index() {
        if (copies_ > 1 && operands_ > 0 && chance(50)) return {Index::Kind::own};
        if (select_ > 0 && chance(50)) return {Index::Kind::selected};
        return {Index::Kind::variable, variable()};
    }

    Operand operand() {
        if (!chance(operands_)) return Operand::constant;
        if (copies_ > 1 && (select_ == 0 || chance(50))) return Operand::own;
        return select_ > 0 ? Operand::selected : Operand::constant;
    }

    bool wants_index(int variable) { return net_.array_of(variable) != nullptr && chance(features_.indices); }

    void embellish_tests(std::vector<IntTest>& tests) {
        for (IntTest& test : tests) embellish_test(test);
    }

    void embellish_test(IntTest& test) {
        test.operand = operand();
        if (!wants_index(test.variable)) return;
        if (chance(25))
            test.over = chance(50) ? IntTest::Over::all : IntTest::Over::some;
        else
            test.index = index();
    }

    IntTest new_test() {
        IntTest test;
        test.variable = variable();
        test.relation = static_cast<Relation>(below(5));
        test.value = below(values(test.variable));
        embellish_test(test);
        return test;
    }

    void embellish_update(Update& update) {
        if (update.kind == Update::Kind::copy_variable) {
            if (wants_index(update.value)) update.source = index();
        } else if (update.kind == Update::Kind::set_variable || update.kind == Update::Kind::add) {
            update.operand = operand();
        } else {
            return;
        }
        if (net_.array_of(update.target) != nullptr && update.kind == Update::Kind::set_variable &&
            chance(features_.fills)) {
            update.kind = Update::Kind::fill;
            return;
        }
        if (wants_index(update.target)) update.index = index();
        if (chance(features_.conditions)) update.condition.push_back(new_test());
    }

    // ---- Chains and identities
    // ----------------------------------------------------------------------------------------

    int new_variable(int values, int initial) {
        net_.variables.push_back(values);
        net_.initials.push_back(initial);
        return static_cast<int>(net_.variables.size()) - 1;
    }

    static IntTest is(int variable, Relation relation, int value) {
        IntTest test;
        test.variable = variable;
        test.relation = relation;
        test.value = value;
        return test;
    }

    static Update set(int variable, int value) {
        Update update;
        update.kind = Update::Kind::set_variable;
        update.target = variable;
        update.value = value;
        return update;
    }

    // Each edge but the first needs the value that the one before has written; the last one leads to a new location.
    void add_chain(Process& process) {
        const int locations = static_cast<int>(process.locations.size());
        int written = -1, value = 0, at = below(locations);
        for (int left = 2 + below(2); left > 0; --left) {
            Edge edge;
            edge.source = at;
            at = edge.target = left == 1 ? locations : chance(50) ? at : below(locations);
            if (written != -1) edge.guard.ints.push_back(is(written, Relation::equal, value));
            written = variable();
            value = below(values(written));
            if (left > 1) edge.updates.push_back(set(written, value));
            if (left > 1 && chance(30)) edge.updates.push_back(set(variable(), 0));
            process.edges.push_back(edge);
        }
        process.locations.emplace_back();
        if (!chance(50)) return;
        Edge back;
        back.source = locations;
        back.target = below(locations);
        process.edges.push_back(back);
    }

    // A variable that holds the number of the copy that wrote it last, and an array with a cell for each copy.
    void add_identity(Process& process) {
        const int last = new_variable(process.copies, below(process.copies));
        const int size = 2 + below(2);
        const int first = new_variable(size, chance(30) ? below(size) : 0);
        for (int i = 1; i < process.copies; ++i) new_variable(size, chance(30) ? below(size) : net_.initial(first));
        net_.groups.push_back({true, first, process.copies});
        const Index own{Index::Kind::own}, other{Index::Kind::variable, last};
        for (Edge& edge : process.edges) {
            if (chance(25)) {
                edge.guard.ints.push_back(is(last, chance(50) ? Relation::equal : Relation::differs, 0));
                edge.guard.ints.back().operand = Operand::own;
            }
            if (chance(15)) {
                edge.guard.ints.push_back(is(first, chance(70) ? Relation::equal : Relation::differs, below(size)));
                edge.guard.ints.back().index = chance(70) ? own : other;
            }
            if (chance(30)) {
                edge.updates.push_back(set(last, 0));
                edge.updates.back().operand = Operand::own;
            }
            if (chance(30)) {
                edge.updates.push_back(set(first, below(size)));
                edge.updates.back().index = chance(70) ? own : other;
            }
        }
    }

    // ---- Priorities
    // ---------------------------------------------------------------------------------------------------

    void draw_priorities() {
        if (!net_.channels.empty() && chance(features_.priorities)) {
            for (Channel& channel : net_.channels) channel.priority = below(3) - 1;
        }
        if (!chance(features_.priorities)) return;
        int priority = 0;
        for (Process& process : net_.processes) process.priority = priority += below(2);
    }

    Rng& rng_;
    const Features& features_;
    Net& net_;
    int operands_ = 0;  // see Features; of the process that is worked on
    int copies_ = 1;    // of the process that is worked on
    int select_ = 0;    // of the edge
};

}  // namespace

void embellish(Rng& rng, const Features& features, Net& net) { Embellisher(rng, features, net).run(); }

bool has_copies(const Net& net) {
    return std::any_of(net.processes.begin(), net.processes.end(), [](const Process& p) { return p.copies > 1; });
}

Claim random_claim_about_copies(Rng& rng, const Net& net) {
    std::vector<std::size_t> candidates;
    for (std::size_t p = 0; p < net.processes.size(); ++p) {
        if (net.processes[p].copies > 1) candidates.push_back(p);
    }
    const std::size_t process = candidates[rng.below(candidates.size())];
    const int location = static_cast<int>(rng.below(net.processes[process].locations.size()));
    const bool all = rng.below(2) == 0;
    Claim claim = at(first_copy(net, process), location);
    for (int i = 1; i < net.processes[process].copies; ++i) {
        const Claim next = at(first_copy(net, process) + i, location);
        claim = all ? both(claim, next) : either(claim, next);
    }
    return claim;
}

}  // namespace crowfly::tiny
