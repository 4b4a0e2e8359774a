#include "tiny/shrink.hpp"

#include <algorithm>

namespace crowfly::tiny {

namespace {

template <class Use>
void for_each_claim(Claim& claim, const Use& use) {
    use(claim);
    for (Claim& operand : claim.operands) for_each_claim(operand, use);
}

template <class Use>
void for_each_claim(Case& of, const Use& use) {
    for_each_claim(of.question.first, use);
    for_each_claim(of.question.second, use);
}

template <class Use>
void for_each_condition(Net& net, const Use& use) {
    for (Process& process : net.processes) {
        for (Location& location : process.locations) use(location.invariant);
        for (Edge& edge : process.edges) use(edge.guard);
    }
}

template <class Use>
void for_each_update(Net& net, const Use& use) {
    for (Process& process : net.processes) {
        for (Edge& edge : process.edges) std::for_each(edge.updates.begin(), edge.updates.end(), use);
    }
}

bool sets_clock(const Update& u) {
    return u.kind == Update::Kind::set_clock || u.kind == Update::Kind::copy_clock ||
           u.kind == Update::Kind::load_clock;
}

// Its value is the number of a variable.
bool reads_variable(const Update& u) {
    return u.kind == Update::Kind::load_clock || u.kind == Update::Kind::copy_variable;
}

// The constants one can make smaller, and the comparisons one can make weaker.
template <class UseNumber, class UseRelation>
void for_each_detail(Case& of, const UseNumber& number, const UseRelation& relation) {
    const auto int_test = [&](IntTest& test) { number(test.value), relation(test.relation); };
    const auto clock_test = [&](ClockTest& test) { number(test.value), relation(test.relation); };
    for_each_condition(of.net, [&](Condition& condition) {
        std::for_each(condition.ints.begin(), condition.ints.end(), int_test);
        std::for_each(condition.clocks.begin(), condition.clocks.end(), clock_test);
    });
    for_each_update(of.net, [&](Update& update) {
        if (update.kind != Update::Kind::copy_clock && !reads_variable(update)) number(update.value);
        std::for_each(update.condition.begin(), update.condition.end(), int_test);
    });
    for_each_claim(of, [&](Claim& claim) {
        if (claim.kind == Claim::Kind::integer) int_test(claim.integer);
        if (claim.kind == Claim::Kind::clock) clock_test(claim.clock);
    });
}

// Every test of a variable, and every index.
template <class Use>
void for_each_int_test(Case& of, const Use& use) {
    for_each_condition(of.net,
                       [&](Condition& condition) { std::for_each(condition.ints.begin(), condition.ints.end(), use); });
    for_each_update(of.net, [&](Update& u) { std::for_each(u.condition.begin(), u.condition.end(), use); });
    for_each_claim(of, [&](Claim& claim) {
        if (claim.kind == Claim::Kind::integer) use(claim.integer);
    });
}

template <class Use>
void for_each_index(Case& of, const Use& use) {
    for_each_int_test(of, [&](IntTest& test) { use(test.index); });
    for_each_update(of.net, [&](Update& u) { use(u.index), use(u.source); });
}

// Removing number `gone` moves the larger ones down.
void renumber(int& number, int gone) {
    if (number > gone) --number;
}

class Cutter {
public:
    explicit Cutter(const Case& from) : from_(from) {}

    std::vector<Case> all() {
        cut_processes();
        cut_claims();
        cut_locations();
        cut_edges();
        cut_clocks();
        cut_variables();
        cut_channels();
        cut_conditions();
        cut_copies();
        cut_groups();
        cut_features();
        cut_flags();
        cut_details();
        return std::move(cuts_);
    }

private:
    template <class Edit>
    void offer(const Edit& edit) {
        Case smaller = from_;
        edit(smaller);
        if (!(smaller == from_)) cuts_.push_back(std::move(smaller));
    }

    template <class Matches>
    bool asks_about(const Matches& matches) const {
        Case copy = from_;
        bool found = false;
        for_each_claim(copy, [&](Claim& claim) { found = found || matches(claim); });
        return found;
    }

    template <class Pick>
    void drop_each(const Pick& pick) {
        Case copy = from_;
        const std::size_t size = pick(copy).size();
        for (std::size_t i = 0; i < size; ++i) {
            offer([&](Case& c) { pick(c).erase(pick(c).begin() + static_cast<std::ptrdiff_t>(i)); });
        }
    }

    void cut_processes() {
        for (std::size_t p = 0; p < from_.net.processes.size() && from_.net.processes.size() > 1; ++p) {
            const int first = first_copy(from_.net, p), copies = from_.net.processes[p].copies;
            if (asks_about_copies(first, first + copies)) continue;
            offer([&](Case& c) {
                c.net.processes.erase(c.net.processes.begin() + static_cast<std::ptrdiff_t>(p));
                for_each_claim(c, [&](Claim& claim) {
                    for (int i = 0; i < copies; ++i) renumber(claim.process, first);
                });
            });
        }
    }

    bool asks_about_copies(int first, int end) const {
        return asks_about(
            [&](const Claim& c) { return c.kind == Claim::Kind::location && c.process >= first && c.process < end; });
    }

    void cut_claims() {
        Case copy = from_;
        std::size_t count = 0;
        for_each_claim(copy, [&](Claim&) { ++count; });
        for (std::size_t n = 0; n < count; ++n) {
            for (const Claim& constant : {truth(true), truth(false)})
                replace_claim(n, [&](const Claim&) { return constant; });
            for (const std::size_t i : {0U, 1U}) {
                replace_claim(n,
                              [&](const Claim& old) { return i < old.operands.size() ? Claim(old.operands[i]) : old; });
            }
        }
    }

    template <class Change>
    void replace_claim(std::size_t n, const Change& change) {
        offer([&](Case& c) {
            Claim* found = nullptr;
            std::size_t i = 0;
            for_each_claim(c, [&](Claim& claim) {
                if (i++ == n) found = &claim;
            });
            // Constants are not made into other constants, or shrinking would go round in circles.
            if (found->kind != Claim::Kind::truth) *found = Claim(change(*found));
        });
    }

    void cut_locations() {
        for (std::size_t p = 0; p < from_.net.processes.size(); ++p) {
            for (int l = 1; l < static_cast<int>(from_.net.processes[p].locations.size()); ++l) {
                const int first = first_copy(from_.net, p), end = first_copy(from_.net, p + 1);
                const auto here = [&](const Claim& c) {
                    return c.kind == Claim::Kind::location && c.process >= first && c.process < end;
                };
                if (asks_about([&](const Claim& c) { return here(c) && c.location == l; })) continue;
                offer([&](Case& c) {
                    Process& process = c.net.processes[p];
                    process.locations.erase(process.locations.begin() + l);
                    std::erase_if(process.edges, [&](const Edge& e) { return e.source == l || e.target == l; });
                    for (Edge& edge : process.edges) renumber(edge.source, l), renumber(edge.target, l);
                    for_each_claim(c, [&](Claim& claim) {
                        if (here(claim)) renumber(claim.location, l);
                    });
                });
            }
        }
    }

    void cut_edges() {
        for (std::size_t p = 0; p < from_.net.processes.size(); ++p) {
            drop_each([p](Case & c) -> auto& { return c.net.processes[p].edges; });
        }
    }

    void cut_clocks() {
        for (int x = 1; x <= from_.net.clocks; ++x) {
            const auto uses = [&](const ClockTest& t) { return t.left == x || t.right == x; };
            if (from_.question.clock == x || is_own(x) ||
                asks_about([&](const Claim& c) { return c.kind == Claim::Kind::clock && uses(c.clock); }))
                continue;
            offer([&](Case& c) {
                --c.net.clocks;
                renumber(c.question.clock, x);
                for (Process& process : c.net.processes) renumber(process.own_clock, x);
                const auto rename = [&](ClockTest& t) { renumber(t.left, x), renumber(t.right, x); };
                for_each_condition(c.net, [&](Condition& condition) {
                    std::erase_if(condition.clocks, uses);
                    std::for_each(condition.clocks.begin(), condition.clocks.end(), rename);
                });
                drop_updates(c.net, [&](const Update& u) {
                    return sets_clock(u) && (u.target == x || (u.kind == Update::Kind::copy_clock && u.value == x));
                });
                for_each_update(c.net, [&](Update& u) {
                    if (sets_clock(u)) renumber(u.target, x);
                    if (u.kind == Update::Kind::copy_clock) renumber(u.value, x);
                });
                for_each_claim(c, [&](Claim& claim) { rename(claim.clock); });
            });
        }
    }

    bool is_own(int clock) const {
        return std::ranges::any_of(from_.net.processes, [&](const Process& p) {
            return p.own_clock != 0 && clock >= p.own_clock && clock < p.own_clock + p.copies;
        });
    }

    template <class Matches>
    static void drop_updates(Net& net, const Matches& matches) {
        for (Process& process : net.processes) {
            for (Edge& edge : process.edges) std::erase_if(edge.updates, matches);
        }
    }

    void cut_variables() {
        for (int v = 0; v < static_cast<int>(from_.net.variables.size()); ++v) {
            const auto asked = [&](const Claim& c) {
                return (c.kind == Claim::Kind::integer && c.integer.variable == v) ||
                       (c.kind == Claim::Kind::clock && c.clock.variable == v);
            };
            if (from_.question.variable == v || asks_about(asked) || is_index(v)) continue;
            offer([&](Case& c) {
                c.net.variables.erase(c.net.variables.begin() + v);
                if (v < static_cast<int>(c.net.initials.size())) c.net.initials.erase(c.net.initials.begin() + v);
                for (Group& group : c.net.groups) {
                    if (group.holds(v)) --group.size;
                    renumber(group.first, v);
                }
                std::erase_if(c.net.groups, [](const Group& group) { return group.size == 0; });
                renumber(c.question.variable, v);
                for_each_index(c, [&](Index& index) { renumber(index.variable, v); });
                for_each_update(c.net, [&](Update& u) {
                    std::erase_if(u.condition, [&](const IntTest& t) { return t.variable == v; });
                    for (IntTest& t : u.condition) renumber(t.variable, v);
                });
                for_each_condition(c.net, [&](Condition& condition) {
                    std::erase_if(condition.ints, [&](const IntTest& t) { return t.variable == v; });
                    std::erase_if(condition.clocks, [&](const ClockTest& t) { return t.variable == v; });
                    for (IntTest& t : condition.ints) renumber(t.variable, v);
                    for (ClockTest& t : condition.clocks) renumber(t.variable, v);
                });
                drop_updates(c.net, [&](const Update& u) {
                    return (reads_variable(u) && u.value == v) || (!sets_clock(u) && u.target == v);
                });
                for_each_update(c.net, [&](Update& u) {
                    if (!sets_clock(u)) renumber(u.target, v);
                    if (reads_variable(u)) renumber(u.value, v);
                });
                for_each_claim(
                    c, [&](Claim& claim) { renumber(claim.integer.variable, v), renumber(claim.clock.variable, v); });
            });
        }
    }

    bool is_index(int variable) const {
        Case copy = from_;
        bool found = false;
        for_each_index(copy, [&](Index& index) {
            found = found || (index.kind == Index::Kind::variable && index.variable == variable);
        });
        return found;
    }

    // The last copy of a process goes; its own clock is then a clock like others.
    void cut_copies() {
        for (std::size_t p = 0; p < from_.net.processes.size(); ++p) {
            const int last = first_copy(from_.net, p + 1) - 1;
            offer([&](Case& c) { c.net.processes[p].own_clock = 0; });
            if (from_.net.processes[p].copies == 1 || asks_about_copies(last, last + 1)) continue;
            offer([&](Case& c) {
                Process& process = c.net.processes[p];
                if (--process.copies == 1) process = flat(c.net).processes[static_cast<std::size_t>(last - 1)];
                for_each_claim(c, [&](Claim& claim) { renumber(claim.process, last); });
            });
        }
    }

    // Arrays and records become variables.
    void cut_groups() {
        drop_each([](Case & c) -> auto& { return c.net.groups; });
        for (std::size_t i = 0; i < from_.net.initials.size(); ++i) offer([=](Case& c) { c.net.initials[i] = 0; });
    }

    void cut_features() {
        Case copy = from_;
        std::size_t tests = 0, updates = 0;
        for_each_int_test(copy, [&](IntTest&) { ++tests; });
        for_each_update(copy.net, [&](Update&) { ++updates; });
        for (std::size_t n = 0; n < tests; ++n) {
            change_test(n, [](IntTest& t) { t.over = IntTest::Over::one; });
            change_test(n, [](IntTest& t) { t.index = {}; });
            change_test(n, [](IntTest& t) { t.operand = Operand::constant; });
        }
        for (std::size_t n = 0; n < updates; ++n) {
            change_update(n, [](Update& u) { u.condition.clear(); });
            change_update(n, [](Update& u) { u.index = {}; });
            change_update(n, [](Update& u) { u.source = {}; });
            change_update(n, [](Update& u) { u.operand = Operand::constant; });
            change_update(n, [](Update& u) {
                if (u.kind == Update::Kind::fill) u.kind = Update::Kind::set_variable;
            });
        }
        cut_selects();
        offer([](Case& c) {
            for (Process& process : c.net.processes) process.priority = 0;
        });
    }

    void cut_selects() {
        for (std::size_t p = 0; p < from_.net.processes.size(); ++p) {
            for (std::size_t e = 0; e < from_.net.processes[p].edges.size(); ++e) {
                offer([=](Case& c) { c.net.processes[p].edges[e].functions = false; });
                if (from_.net.processes[p].edges[e].select > 1)
                    offer([=](Case& c) { --c.net.processes[p].edges[e].select; });
                else
                    offer([=](Case& c) { drop_select(c.net.processes[p].edges[e]); });
            }
        }
    }

    // What was selected is 0 then.
    static void drop_select(Edge& edge) {
        const auto settle = [](IntTest& test) {
            if (test.operand == Operand::selected) test.operand = Operand::constant, test.value = 0;
            if (test.index.kind == Index::Kind::selected) test.index = {};
        };
        edge.select = 0;
        std::for_each(edge.guard.ints.begin(), edge.guard.ints.end(), settle);
        for (Update& update : edge.updates) {
            std::for_each(update.condition.begin(), update.condition.end(), settle);
            if (update.operand == Operand::selected) update.operand = Operand::constant, update.value = 0;
            for (Index* index : {&update.index, &update.source}) {
                if (index->kind == Index::Kind::selected) *index = {};
            }
        }
    }

    template <class Change>
    void change_test(std::size_t n, const Change& change) {
        offer([&](Case& c) {
            std::size_t i = 0;
            for_each_int_test(c, [&](IntTest& test) {
                if (i++ == n) change(test);
            });
        });
    }

    template <class Change>
    void change_update(std::size_t n, const Change& change) {
        offer([&](Case& c) {
            std::size_t i = 0;
            for_each_update(c.net, [&](Update& update) {
                if (i++ == n) change(update);
            });
        });
    }

    void cut_channels() {
        for (int channel = 0; channel < static_cast<int>(from_.net.channels.size()); ++channel) {
            offer([&](Case& c) {
                c.net.channels.erase(c.net.channels.begin() + channel);
                for (Process& process : c.net.processes) {
                    std::erase_if(process.edges,
                                  [&](const Edge& e) { return e.sync != Sync::none && e.channel == channel; });
                    for (Edge& edge : process.edges) renumber(edge.channel, channel);
                }
            });
        }
    }

    void cut_conditions() {
        for (std::size_t p = 0; p < from_.net.processes.size(); ++p) {
            for (std::size_t l = 0; l < from_.net.processes[p].locations.size(); ++l) {
                drop_each([=](Case & c) -> auto& { return c.net.processes[p].locations[l].invariant.clocks; });
                drop_each([=](Case & c) -> auto& { return c.net.processes[p].locations[l].invariant.ints; });
            }
            for (std::size_t e = 0; e < from_.net.processes[p].edges.size(); ++e) {
                drop_each([=](Case & c) -> auto& { return c.net.processes[p].edges[e].guard.clocks; });
                drop_each([=](Case & c) -> auto& { return c.net.processes[p].edges[e].guard.ints; });
                drop_each([=](Case & c) -> auto& { return c.net.processes[p].edges[e].updates; });
            }
        }
    }

    void cut_flags() {
        for (std::size_t p = 0; p < from_.net.processes.size(); ++p) {
            for (std::size_t l = 0; l < from_.net.processes[p].locations.size(); ++l) {
                offer([=](Case& c) { c.net.processes[p].locations[l].urgent = false; });
                offer([=](Case& c) { c.net.processes[p].locations[l].committed = false; });
            }
            for (std::size_t e = 0; e < from_.net.processes[p].edges.size(); ++e) {
                offer([=](Case& c) { c.net.processes[p].edges[e].sync = Sync::none; });
            }
        }
        for (std::size_t i = 0; i < from_.net.channels.size(); ++i) {
            offer([=](Case& c) { c.net.channels[i].urgent = false; });
            offer([=](Case& c) { c.net.channels[i].broadcast = false; });
            offer([=](Case& c) { c.net.channels[i].priority = 0; });
        }
    }

    void cut_details() {
        Case copy = from_;
        std::size_t numbers = 0;
        std::size_t relations = 0;
        for_each_detail(
            copy, [&](int&) { ++numbers; }, [&](Relation&) { ++relations; });
        for (std::size_t n = 0; n < numbers; ++n) {
            change_number(n, [](int) { return 0; });
            change_number(n, [](int old) { return old > 0 ? old - 1 : old + (old < 0); });
        }
        for (std::size_t n = 0; n < relations; ++n) weaken(n);
    }

    template <class Change>
    void change_number(std::size_t n, const Change& change) {
        offer([&](Case& c) {
            std::size_t i = 0;
            for_each_detail(
                c,
                [&](int& number) {
                    if (i++ == n) number = change(number);
                },
                [](Relation&) {});
        });
    }

    void weaken(std::size_t n) {
        offer([&](Case& c) {
            std::size_t i = 0;
            for_each_detail(
                c, [](int&) {},
                [&](Relation& relation) {
                    if (i++ != n) return;
                    if (relation == Relation::less) relation = Relation::at_most;
                    if (relation == Relation::greater) relation = Relation::at_least;
                });
        });
    }

    const Case& from_;
    std::vector<Case> cuts_;
};

}  // namespace

std::vector<Case> cuts(const Case& from) { return Cutter(from).all(); }

Case shrink(Case start, const std::function<bool(const Case&)>& fails) {
    for (bool shrunk = true; shrunk;) {
        shrunk = false;
        std::vector<Case> smaller = cuts(start);
        for (std::size_t i = 0; i < smaller.size();) {
            if (!fails(smaller[i])) {
                ++i;
                continue;
            }
            // What follows in the list most likely can go as well, so it is not started over.
            start = std::move(smaller[i]);
            smaller = cuts(start);
            shrunk = true;
        }
    }
    return start;
}

}  // namespace crowfly::tiny
