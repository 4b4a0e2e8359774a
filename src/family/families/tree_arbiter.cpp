// A tree of arbiter cells made of gates, between users at its leaves. A cell grants one of its two children, requests
// from the cell above, and acknowledges the child that it granted when it is acknowledged itself; the root acknowledges
// itself.
#include <fmt/format.h>

#include "family/netlist.hpp"

namespace crowfly {
namespace {

using Kind = NetGate::Kind;

// Nodes are numbered as in a heap, from 1: the children of node i are 2 i and 2 i + 1. The first are cells, the last
// users.
class TreeArbiter {
public:
    TreeArbiter(std::size_t users, const std::string& fault) : users_(users), fault_(fault) {
        for (std::size_t cell = 1; cell < users_; ++cell) add_cell(cell);
        for (std::size_t user = users_; user < 2 * users_; ++user)
            gates_.push_back({request(user), Kind::wire, inverted(acknowledgement(user))});
    }

    std::vector<NetGate> gates() { return std::move(gates_); }

    // Pairs of users that are served at the same time: the last ones of each half of a faulty tree, since one error is
    // looked for; any two of a correct one.
    std::vector<std::vector<std::string>> served_at_once() const {
        if (fault_ != "none") return {both_served(last_user(3), last_user(2))};
        std::vector<std::vector<std::string>> pairs;
        for (std::size_t user = users_; user < 2 * users_; ++user) {
            for (std::size_t other = users_; other < user; ++other) pairs.push_back(both_served(other, user));
        }
        return pairs;
    }

private:
    std::string request(std::size_t node) const {
        return node < users_ ? fmt::format("c{}.rp", node) : fmt::format("u{}.req", node - users_);
    }
    static std::string acknowledgement(std::size_t node) {
        return node == 1 ? "c1.ap" : fmt::format("c{}.a{}", node / 2, node % 2 + 1);
    }
    std::vector<std::string> both_served(std::size_t first, std::size_t second) const {
        return {request(first), acknowledgement(first), request(second), acknowledgement(second)};
    }
    std::size_t last_user(std::size_t node) const { return node < users_ ? last_user(2 * node + 1) : node; }

    void add_cell(std::size_t cell) {
        const auto signal = [&](const char* name) { return fmt::format("c{}.{}", cell, name); };
        const std::string g1 = signal("g1"), g2 = signal("g2"), a1 = signal("a1"), a2 = signal("a2");
        const bool has_y = fault_ != "B1";
        const std::string y1 = has_y ? signal("y1") : g1, y2 = has_y ? signal("y2") : g2;
        const Kind acknowledging = fault_ == "none" ? Kind::c_element : Kind::conjunction;
        gates_.push_back({g1, Kind::mutex_half, {request(2 * cell)}, inverted(g2)});
        gates_.push_back({g2, Kind::mutex_half, {request(2 * cell + 1)}, inverted(g1)});
        if (has_y) {
            gates_.push_back({y1, Kind::conjunction, {g1}, inverted(a2)});
            gates_.push_back({y2, Kind::conjunction, {g2}, inverted(a1)});
        }
        gates_.push_back({signal("rp"), Kind::disjunction, {y1}, {y2}});
        gates_.push_back({a1, acknowledging, {y1}, {acknowledgement(cell)}});
        gates_.push_back({a2, acknowledging, {y2}, {acknowledgement(cell)}});
        if (cell == 1) gates_.push_back({acknowledgement(1), Kind::wire, {request(1)}});
    }

    std::size_t users_;
    const std::string& fault_;
    std::vector<NetGate> gates_;
};

Netlist tree_arbiter(const FamilyArguments& arguments) {
    const std::string& fault = arguments.text("--fault");
    TreeArbiter tree(arguments.number("N"), fault);
    Netlist netlist;
    netlist.comment = fmt::format("A tree of arbiter cells between {} users, {}", arguments.number("N"),
                                  fault == "none" ? "without a fault" : "with fault " + fault);
    netlist.error = "Two users are served at the same time.";
    netlist.bad = tree.served_at_once();
    netlist.gates = tree.gates();
    netlist.semantics = semantics_of(arguments);
    // In step, all cells prefer their first child, and the faults never show.
    netlist.reachable = fault != "none" && netlist.semantics != Netlist::Semantics::synchronous;
    return netlist;
}

const Registered<FamilyPlugin> registered_tree_arbiter(
    families(),
    netlist_family<tree_arbiter>(
        "tree_arbiter", "a tree of arbiter cells made of gates, between N users",
        "Dill, Reffel and Edelkamp (tree-arbiter)",
        {{.name = "N", .text = "the number of users", .least = 3, .most = 128},
         {.name = "--fault",
          .text = "B3: cells acknowledge with an AND instead of a C-element; B1: and request without regard to the "
                  "acknowledgement of the other child",
          .kind = FamilyParameter::Kind::choice,
          .choices = {"none", "B1", "B3"},
          .otherwise = "none"}}));

}  // namespace
}  // namespace crowfly
