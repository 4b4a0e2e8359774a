// Martin's distributed mutual exclusion: a ring of cells made of gates, each with a user. One of the cells has the
// token and passes it on when its neighbour requests it.
#include <fmt/format.h>

#include "family/netlist.hpp"

namespace crowfly {
namespace {

using Kind = NetGate::Kind;

// Requests go round to the left neighbour, acknowledgements back. Gates have the letters that they have in the
// published description of the cell; u is the request of the user, and r what acknowledges it.
std::vector<NetGate> dme_cell(std::size_t cell, std::size_t cells, bool has_token) {
    const std::string left = fmt::format("e{}.", (cell + 1) % cells);
    const std::string right = fmt::format("e{}.", (cell + cells - 1) % cells);
    std::vector<NetGate> gates{
        {"q", Kind::conjunction, {"f"}, {"n"}},
        {"f", Kind::c_element, {"d"}, {"i"}},
        {"d", Kind::conjunction, {"b"}, inverted("r")},
        {"b", Kind::mutex_half, {left + "p"}, inverted("a")},
        {"i", Kind::conjunction, {"h"}, inverted("j")},
        {"h", Kind::c_element, {"g"}, {"j"}},
        {"n", Kind::conjunction, inverted("e"), inverted("m"), !has_token},
        {"a", Kind::mutex_half, {"u"}, inverted("b")},
        {"c", Kind::conjunction, {"a"}, inverted("q")},
        {"g", Kind::disjunction, {"c"}, {"d"}},
        {"e", Kind::c_element, {"c"}, {"i"}},
        {"k", Kind::conjunction, {"g"}, inverted("h")},
        {"l", Kind::conjunction, {"k"}, {"m"}},
        {"p", Kind::conjunction, {"k"}, {"n"}},
        {"m", Kind::conjunction, inverted("f"), inverted("n"), has_token},
        {"r", Kind::conjunction, {"e"}, {"m"}},
        {"j", Kind::disjunction, {"l"}, {right + "q"}},
        {"u", Kind::wire, inverted("r")},
    };
    const auto in_cell = [&](std::string& name) {
        if (name.size() == 1) name = fmt::format("e{}.{}", cell, name);
    };
    for (NetGate& gate : gates) {
        in_cell(gate.name);
        in_cell(gate.left.gate);
        in_cell(gate.right.gate);
    }
    return gates;
}

// "l:drop2": gate l of every cell lacks its second input. "f:AND": it is another gate.
void break_gate(NetGate& gate, const std::string& fault) {
    const std::string change = fault.substr(fault.find(':') + 1);
    if (!gate.name.ends_with("." + fault.substr(0, fault.find(':')))) return;
    if (change == "AND") gate.kind = Kind::conjunction;
    if (change == "OR") gate.kind = Kind::disjunction;
    if (change == "drop1") gate = {gate.name, Kind::wire, gate.right, {}, gate.starts_high};
    if (change == "drop2") gate = {gate.name, Kind::wire, gate.left, {}, gate.starts_high};
}

Netlist dme(const FamilyArguments& arguments) {
    const std::size_t cells = arguments.number("N");
    const std::string& fault = arguments.text("--fault");
    Netlist netlist;
    netlist.comment = fmt::format("A ring of {} cells for distributed mutual exclusion, {}", cells,
                                  fault == "none" ? "without a fault" : "with fault " + fault);
    netlist.error = "Two users are acknowledged at the same time.";
    for (std::size_t cell = 0; cell < cells; ++cell) {
        for (NetGate& gate : dme_cell(cell, cells, cell + 1 == cells)) {
            break_gate(gate, fault);
            netlist.gates.push_back(std::move(gate));
        }
        for (std::size_t other = 0; other < cell; ++other)
            netlist.bad.push_back({fmt::format("e{}.r", other), fmt::format("e{}.r", cell)});
    }
    netlist.semantics = semantics_of(arguments);
    // In step with all others, a cell with fault f:AND never passes the token on too early.
    const bool hidden = fault == "f:AND" && netlist.semantics == Netlist::Semantics::synchronous;
    netlist.reachable = fault != "none" && !hidden;
    return netlist;
}

const Registered<FamilyPlugin> registered_dme(
    families(),
    netlist_family<dme>(
        "dme", "distributed mutual exclusion: a ring of N cells made of gates that pass a token",
        "Martin, McMillan, Reffel and Edelkamp (DME)",
        {{.name = "N", .text = "the number of cells", .least = 2, .most = 64},
         {.name = "--fault",
          .text = "the fault of every cell: `l:drop2` is gate l without its second input, `f:AND` gate f an AND",
          .kind = FamilyParameter::Kind::choice,
          .choices = {"none", "e:OR", "f:AND", "h:OR", "i:drop1", "l:drop2"},
          .otherwise = "none"}}));

}  // namespace
}  // namespace crowfly
