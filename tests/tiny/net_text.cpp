// Tiny networks and questions as the tool reads them: XTA, and UPPAAL's queries.
#include <algorithm>

#include "tiny/net.hpp"

namespace crowfly::tiny {
namespace {

std::string name(char kind, int number) { return kind + std::to_string(number); }

const char* to_text(Relation relation) {
    switch (relation) {
        case Relation::less: return " < ";
        case Relation::at_most: return " <= ";
        case Relation::equal: return " == ";
        case Relation::at_least: return " >= ";
        case Relation::greater: return " > ";
        case Relation::differs: return " != ";
    }
    return "";
}

std::string times(int factor, const std::string& name) {
    return (factor == 1 ? "" : std::to_string(factor) + " * ") + name;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : between) + part;
    return out;
}

// The text of what stands in a process, or in no process: there the own clocks of processes have longer names.
class Writer {
public:
    explicit Writer(const Net& net, const Process* process = nullptr, const Edge* edge = nullptr)
        : net_(net), process_(process), edge_(edge) {}

    std::string clock(int number) const {
        if (process_ != nullptr && number == process_->own_clock) return "x";
        for (std::size_t p = 0; p < net_.processes.size(); ++p) {
            const int own = net_.processes[p].own_clock;
            if (own != 0 && number >= own && number < own + net_.processes[p].copies)
                return name_of_process(net_, first_copy(net_, p) + number - own) + ".x";
        }
        return name('x', number);
    }

    std::string variable(int number, const Index& index = {}) const {
        for (std::size_t g = 0; g < net_.groups.size(); ++g) {
            const Group& group = net_.groups[g];
            if (!group.holds(number)) continue;
            if (!group.array) return name('r', static_cast<int>(g)) + "." + name('f', number - group.first);
            return name('a', static_cast<int>(g)) + "[" + cell(group, number, index) + "]";
        }
        return name('v', number);
    }

    std::string test(const IntTest& test) const {
        const std::string rest = to_text(test.relation) + operand(test.operand, test.value);
        const Group* array = net_.array_of(test.variable);
        if (array == nullptr || test.over == IntTest::Over::one) return variable(test.variable, test.index) + rest;
        return std::string(test.over == IntTest::Over::all ? "(forall" : "(exists") + " (i : int[0, " +
               std::to_string(array->size - 1) + "]) " + array_name(*array) + "[i]" + rest + ")";
    }

    std::string test(const ClockTest& test) const {
        return clock(test.left) + (test.right == 0 ? "" : " - " + clock(test.right)) + to_text(test.relation) +
               (test.variable == -1 ? std::to_string(test.value * net_.factor)
                                    : times(net_.factor, variable(test.variable)));
    }

    std::string tests(const std::vector<IntTest>& all) const {
        std::vector<std::string> parts;
        for (const IntTest& one : all) parts.push_back(test(one));
        return joined(parts, " && ");
    }

    std::string tests(const std::vector<ClockTest>& all) const {
        std::vector<std::string> parts;
        for (const ClockTest& one : all) parts.push_back(test(one));
        return joined(parts, " && ");
    }

    std::string condition(const Condition& condition) const {
        const std::string ints = tests(condition.ints), clocks = tests(condition.clocks);
        return ints + (ints.empty() || clocks.empty() ? "" : " && ") + clocks;
    }

    // As an expression, or as a statement of a function.
    std::string update(const Update& update, bool statement) const {
        switch (update.kind) {
            case Update::Kind::set_clock:
                return clock(update.target) + " = " + std::to_string(update.value * net_.factor);
            case Update::Kind::copy_clock: return clock(update.target) + " = " + clock(update.value);
            case Update::Kind::load_clock:
                return clock(update.target) + " = " + times(net_.factor, variable(update.value));
            default: return statement ? variable_statement(update) : variable_expression(update);
        }
    }

private:
    std::string array_name(const Group& array) const {
        return name('a', static_cast<int>(&array - net_.groups.data()));
    }

    std::string cell(const Group& array, int number, const Index& index) const {
        switch (index.kind) {
            case Index::Kind::none: break;
            case Index::Kind::variable: return modulo(variable(index.variable), values(index.variable), array.size);
            case Index::Kind::selected: return modulo("s", edge_ == nullptr ? 1 : edge_->select, array.size);
            case Index::Kind::own: return modulo("id", process_ == nullptr ? 1 : process_->copies, array.size);
        }
        return std::to_string(number - array.first);
    }

    static std::string modulo(const std::string& value, int values, int size) {
        return values <= size ? value : value + " % " + std::to_string(size);
    }

    std::string operand(Operand operand, int value) const {
        return operand == Operand::selected ? "s" : operand == Operand::own ? "id" : std::to_string(value);
    }

    // So many values an operand may have at most.
    int range(const Update& update) const {
        switch (update.operand) {
            case Operand::constant: return update.value + 1;
            case Operand::selected: return edge_ == nullptr ? 1 : edge_->select;
            case Operand::own: return process_ == nullptr ? 1 : process_->copies;
        }
        return 1;
    }

    int values(int variable) const { return net_.variables[static_cast<std::size_t>(variable)]; }

    std::string new_value(const Update& update) const {
        const std::string size = std::to_string(values(update.target));
        switch (update.kind) {
            case Update::Kind::add:
                return "(" + variable(update.target, update.index) + " + " + operand(update.operand, update.value) +
                       ") % " + size;
            case Update::Kind::copy_variable: return variable(update.value, update.source) + " % " + size;
            default: return modulo(operand(update.operand, update.value), range(update), values(update.target));
        }
    }

    std::string conditions_of(const Update& update) const {
        return update.kind == Update::Kind::fill ? "" : tests(update.condition);
    }

    std::string variable_expression(const Update& update) const {
        const std::string value = new_value(update), conditions = conditions_of(update);
        std::vector<std::string> parts;
        for (const std::string& target : targets(update)) {
            const std::string chosen =
                conditions.empty() ? value : "(" + conditions + " ? " + value + " : " + target + ")";
            parts.push_back(target + " = " + chosen);
        }
        return joined(parts, ", ");
    }

    std::string variable_statement(const Update& update) const {
        const std::string conditions = conditions_of(update);
        std::string out = conditions.empty() ? "" : "if (" + conditions + ") ";
        const Group* array = net_.array_of(update.target);
        if (update.kind == Update::Kind::fill && array != nullptr)
            out += "for (i : int[0, " + std::to_string(array->size - 1) + "]) " + array_name(*array) + "[i]";
        else
            out += variable(update.target, update.index);
        return out + " = " + new_value(update);
    }

    std::vector<std::string> targets(const Update& update) const {
        const Group* array = net_.array_of(update.target);
        if (update.kind != Update::Kind::fill || array == nullptr) return {variable(update.target, update.index)};
        std::vector<std::string> cells;
        for (int i = 0; i < array->size; ++i) cells.push_back(variable(array->first + i));
        return cells;
    }

    const Net& net_;
    const Process* process_;
    const Edge* edge_;
};

// ---- Edges ----------------------------------------------------------------------------------------------------------

std::string parameter(const Edge& edge) { return edge.select == 0 ? "" : "int s"; }
std::string argument(const Edge& edge) { return edge.select == 0 ? "()" : "(s)"; }

// The functions that the guard and the updates of an edge are written in.
std::string functions_of(const Net& net, const Process& process, int number) {
    const Edge& edge = process.edges[static_cast<std::size_t>(number)];
    if (!edge.functions) return "";
    const Writer writer(net, &process, &edge);
    std::string out;
    if (!edge.guard.ints.empty())
        out += "    bool " + name('g', number) + "(" + parameter(edge) + ") { return " + writer.tests(edge.guard.ints) +
               "; }\n";
    if (edge.updates.empty()) return out;
    out += "    void " + name('u', number) + "(" + parameter(edge) + ") {";
    for (const Update& update : edge.updates) out += " " + writer.update(update, true) + ";";
    return out + " }\n";
}

std::string guard_of(const Writer& writer, const Edge& edge, int number) {
    if (!edge.functions || edge.guard.ints.empty()) return writer.condition(edge.guard);
    const std::string clocks = writer.tests(edge.guard.clocks);
    return name('g', number) + argument(edge) + (clocks.empty() ? "" : " && " + clocks);
}

std::string updates_of(const Writer& writer, const Edge& edge, int number) {
    if (edge.updates.empty()) return "";
    if (edge.functions) return name('u', number) + argument(edge);
    std::vector<std::string> parts;
    for (const Update& update : edge.updates) parts.push_back(writer.update(update, false));
    return joined(parts, ", ");
}

std::string to_xta(const Net& net, const Process& process, int number) {
    const Edge& edge = process.edges[static_cast<std::size_t>(number)];
    const Writer writer(net, &process, &edge);
    std::string out = name('L', edge.source) + " -> " + name('L', edge.target) + " {";
    if (edge.select > 0) out += " select s : int[0, " + std::to_string(edge.select - 1) + "];";
    const std::string guard = guard_of(writer, edge, number), updates = updates_of(writer, edge, number);
    if (!guard.empty()) out += " guard " + guard + ";";
    if (edge.sync != Sync::none) out += " sync " + name('c', edge.channel) + (edge.sync == Sync::send ? "!;" : "?;");
    return out + (updates.empty() ? " }" : " assign " + updates + "; }");
}

// ---- Processes ------------------------------------------------------------------------------------------------------

// "\n    urgent L0, L2;", or nothing.
template <class Has>
std::string flagged(const Process& process, const std::string& keyword, const Has& has) {
    std::string out;
    for (std::size_t i = 0; i < process.locations.size(); ++i) {
        if (has(process.locations[i]))
            out += (out.empty() ? "\n    " + keyword + " " : ", ") + name('L', static_cast<int>(i));
    }
    return out.empty() ? out : out + ";";
}

std::string declarations_of(const Net& net, const Process& process) {
    std::string out = process.own_clock == 0 ? "" : "    clock x;\n";
    for (std::size_t e = 0; e < process.edges.size(); ++e) out += functions_of(net, process, static_cast<int>(e));
    return out;
}

std::string process_to_xta(const Net& net, const Process& process, int number) {
    const std::string parameters =
        process.copies == 1 ? "" : "const int[0, " + std::to_string(process.copies - 1) + "] id";
    std::string out =
        "process " + name('P', number) + "(" + parameters + ") {\n" + declarations_of(net, process) + "    state ";
    for (std::size_t i = 0; i < process.locations.size(); ++i) {
        const std::string invariant = Writer(net, &process).condition(process.locations[i].invariant);
        out +=
            (i == 0 ? "" : ", ") + name('L', static_cast<int>(i)) + (invariant.empty() ? "" : " { " + invariant + " }");
    }
    out += ";" + flagged(process, "commit", [](const Location& l) { return l.committed; });
    out += flagged(process, "urgent", [](const Location& l) { return l.urgent; }) + "\n    init L0;";
    for (std::size_t i = 0; i < process.edges.size(); ++i)
        out += (i == 0 ? "\n    trans\n        " : ",\n        ") + to_xta(net, process, static_cast<int>(i));
    return out + (process.edges.empty() ? "" : ";") + "\n}\n";
}

// ---- Declarations ---------------------------------------------------------------------------------------------------

std::string type_of(const Net& net, int variable) {
    return "int[0, " + std::to_string(net.variables[static_cast<std::size_t>(variable)] - 1) + "] ";
}

std::string declaration_of(const Net& net, const Group& group, int number) {
    std::vector<std::string> fields, values;
    bool zero = true;
    for (int i = 0; i < group.size; ++i) {
        fields.push_back(type_of(net, group.first + i) + name('f', i) + "; ");
        values.push_back(std::to_string(net.initial(group.first + i)));
        zero = zero && net.initial(group.first + i) == 0;
    }
    const std::string text =
        group.array ? type_of(net, group.first) + name('a', number) + "[" + std::to_string(group.size) + "]"
                    : "struct { " + joined(fields, "") + "} " + name('r', number);
    return text + (zero ? "" : " = { " + joined(values, ", ") + " }") + ";\n";
}

std::string variables_of(const Net& net) {
    std::string out;
    for (int v = 0; v < static_cast<int>(net.variables.size()); ++v) {
        const auto holds = [&](const Group& group) { return group.holds(v); };
        if (std::any_of(net.groups.begin(), net.groups.end(), holds)) continue;
        out += type_of(net, v) + name('v', v) + (net.initial(v) == 0 ? "" : " = " + std::to_string(net.initial(v))) +
               ";\n";
    }
    for (std::size_t g = 0; g < net.groups.size(); ++g) out += declaration_of(net, net.groups[g], static_cast<int>(g));
    return out;
}

bool is_own(const Net& net, int clock) {
    return std::any_of(net.processes.begin(), net.processes.end(), [&](const Process& process) {
        return process.own_clock != 0 && clock >= process.own_clock && clock < process.own_clock + process.copies;
    });
}

// Those of equal priority with commas between them, those of lower priority before `<`.
template <class Member>
std::string ranked(std::vector<Member> members) {
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.first < b.first; });
    std::string out;
    for (std::size_t i = 0; i < members.size(); ++i)
        out += (i == 0 ? "" : members[i].first > members[i - 1].first ? " < " : ", ") + members[i].second;
    return out;
}

std::string channel_priorities(const Net& net) {
    std::vector<std::pair<int, std::string>> members{{0, "default"}};
    for (std::size_t c = 0; c < net.channels.size(); ++c) {
        if (net.channels[c].priority != 0)
            members.emplace_back(net.channels[c].priority, name('c', static_cast<int>(c)));
    }
    return members.size() == 1 ? "" : "chan priority " + ranked(members) + ";\n";
}

}  // namespace

std::string name_of_process(const Net& net, int copy) {
    for (std::size_t p = 0; p < net.processes.size(); ++p) {
        const int first = first_copy(net, p), copies = net.processes[p].copies;
        if (copy >= first + copies) continue;
        return name('P', static_cast<int>(p)) + (copies == 1 ? "" : "(" + std::to_string(copy - first) + ")");
    }
    return name('P', copy);
}

std::string name_of_variable(const Net& net, int variable) { return Writer(net).variable(variable); }

std::string to_xta(const Net& net) {
    std::string out;
    for (int c = 1; c <= net.clocks; ++c) out += is_own(net, c) ? "" : "clock " + name('x', c) + ";\n";
    out += variables_of(net);
    for (std::size_t c = 0; c < net.channels.size(); ++c) {
        out += std::string(net.channels[c].urgent ? "urgent " : "") + (net.channels[c].broadcast ? "broadcast " : "") +
               "chan " + name('c', static_cast<int>(c)) + ";\n";
    }
    out += channel_priorities(net);
    std::vector<std::pair<int, std::string>> system;
    for (std::size_t p = 0; p < net.processes.size(); ++p) {
        out += process_to_xta(net, net.processes[p], static_cast<int>(p));
        system.emplace_back(net.processes[p].priority, name('P', static_cast<int>(p)));
    }
    return out + "system " + ranked(system) + ";\n";
}

// ---- Questions ------------------------------------------------------------------------------------------------------

namespace {

std::string to_text(const Claim& claim, const Net& net) {
    const auto operand = [&](std::size_t i) { return to_text(claim.operands[i], net); };
    switch (claim.kind) {
        case Claim::Kind::truth: return claim.value ? "true" : "false";
        case Claim::Kind::location: return name_of_process(net, claim.process) + "." + name('L', claim.location);
        case Claim::Kind::integer: return Writer(net).test(claim.integer);
        case Claim::Kind::clock: return Writer(net).test(claim.clock);
        case Claim::Kind::deadlock: return "deadlock";
        case Claim::Kind::negation: return "!(" + operand(0) + ")";
        case Claim::Kind::conjunction: return "(" + operand(0) + " && " + operand(1) + ")";
        case Claim::Kind::disjunction: return "(" + operand(0) + " || " + operand(1) + ")";
    }
    return "";
}

Net plain(int factor) {
    Net net;
    net.factor = factor;
    return net;
}

}  // namespace

std::string to_text(const Claim& claim, int factor) { return to_text(claim, plain(factor)); }

std::string to_text(const Question& question, const Net& net) {
    const std::string first = to_text(question.first, net);
    const Writer writer(net);
    const std::string measure = question.clock != 0 ? writer.clock(question.clock) : writer.variable(question.variable);
    switch (question.kind) {
        case Question::Kind::exists_eventually: return "E<> " + first;
        case Question::Kind::always_globally: return "A[] " + first;
        case Question::Kind::exists_globally: return "E[] " + first;
        case Question::Kind::always_eventually: return "A<> " + first;
        case Question::Kind::leads_to: return first + " --> " + to_text(question.second, net);
        case Question::Kind::sup: return "sup{" + first + "}: " + measure;
        case Question::Kind::inf: return "inf{" + first + "}: " + measure;
    }
    return "";
}

std::string to_text(const Question& question, int factor) { return to_text(question, plain(factor)); }

}  // namespace crowfly::tiny
