// Declarations, statements and the system section.
#include "model/uppaal/write/print.hpp"
#include "model/operator_table.hpp"

#include <fmt/format.h>

#include "model/uppaal/write/printer.hpp"

namespace crowfly::uppaal {

void Printer::initialiser(const Initialiser& value) {
    if (!value.field.empty()) out += value.field + ": ";
    if (!value.is_list) {
        if (value.value) expression(*value.value, Precedence::quantifier);
        return;
    }
    out += "{ ";
    separated(value.items, ", ", [&](const Initialiser& item) { initialiser(item); });
    out += " }";
}

void Printer::declarator(const Declarator& d) {
    out += d.name;
    dimensions(d.dimensions);
    if (!d.initialiser) return;
    out += " = ";
    initialiser(*d.initialiser);
}

void Printer::parameters(const std::vector<Parameter>& list) {
    separated(list, ", ", [&](const Parameter& parameter) {
        type(*parameter.type);
        out += parameter.by_reference ? " &" : " ";
        out += parameter.name;
        dimensions(parameter.dimensions);
    });
}

void Printer::declarations(const std::vector<Declaration>& list, int indent) {
    for (const Declaration& d : list) declaration(d, indent);
}

void Printer::declaration(const Declaration& d, int indent) {
    using Kind = Declaration::Kind;
    if (d.kind == Kind::function) {
        for (const Function& f : d.functions) function(f, indent);
        return;
    }
    begin_line(indent);
    switch (d.kind) {
        case Kind::function: break;
        case Kind::type_definition: out += "typedef "; [[fallthrough]];
        case Kind::variables:
            type(*d.type);
            out += ' ';
            separated(d.declarators, ", ", [&](const Declarator& one) { declarator(one); });
            out += ';';
            break;
        case Kind::external: import(d, indent); break;
        case Kind::channel_priority: priorities(d.priority); break;
        case Kind::before_update:
        case Kind::after_update:
            out += d.kind == Kind::before_update ? "before_update { " : "after_update { ";
            expressions(d.expressions);
            out += " }";
            break;
        case Kind::dynamic_template:
            out += "dynamic " + d.text + '(';
            parameters(d.parameters);
            out += ");";
            break;
    }
    out += '\n';
}

void Printer::signature(const Function& f) {
    type(*f.result);
    out += ' ' + f.name + '(';
    parameters(f.parameters);
    out += ')';
}

void Printer::function(const Function& f, int indent) {
    begin_line(indent);
    signature(f);
    if (!f.body) {
        out += ";\n";
        return;
    }
    out += ' ';
    block(*f.body, indent);
    out += '\n';
}

void Printer::import(const Declaration& d, int indent) {
    out += "import \"" + d.text + "\" {\n";
    for (const Function& f : d.functions) {
        begin_line(indent + 1);
        signature(f);
        out += ";\n";
    }
    begin_line(indent);
    out += "};";
}

void Printer::priorities(const ChannelPriority& priority) {
    out += "chan priority ";
    int level = 0;
    bool first = true;
    for (const ChannelPriority::Entry& entry : priority.entries) {
        if (!first) out += entry.level > level ? " < " : ", ";
        first = false;
        level = entry.level;
        if (entry.channel) {
            expression(*entry.channel, Precedence::quantifier);
        } else {
            out += "default";
        }
    }
    out += ';';
}

// Without a line break at the end: `else` and `while` may follow.
void Printer::block(const Statement& s, int indent) {
    out += "{\n";
    declarations(s.declarations, indent + 1);
    for (const StatementPtr& inner : s.statements) statement(*inner, indent + 1);
    begin_line(indent);
    out += '}';
}

// The body of an `if` or a loop; ends in a line break unless it is in braces.
void Printer::body(const Statement& s, int indent, bool braced) {
    if (s.kind == Statement::Kind::block) {
        out += ' ';
        block(s, indent);
        return;
    }
    out += braced ? " {\n" : "\n";
    statement(s, indent + 1);
    if (!braced) return;
    begin_line(indent);
    out += '}';
}

// With an `else` the first branch is always in braces, so that the `else` belongs to this `if`.
void Printer::if_statement(const Statement& s, int indent) {
    const bool otherwise = s.statements.size() > 1 && s.statements[1];
    out += "if (";
    expression(*s.expressions[0]);
    out += ')';
    body(*s.statements[0], indent, otherwise);
    if (!otherwise) return;
    out += " else";
    if (s.statements[1]->kind != Statement::Kind::if_) {
        body(*s.statements[1], indent, false);
        return;
    }
    out += ' ';
    if_statement(*s.statements[1], indent);
}

void Printer::optional_expression(const Statement& s, std::size_t index) {
    if (index < s.expressions.size() && s.expressions[index]) expression(*s.expressions[index]);
}

void Printer::loop(const Statement& s, int indent) {
    switch (s.kind) {
        case Statement::Kind::while_:
            out += "while (";
            optional_expression(s, 0);
            break;
        case Statement::Kind::iterate:
            out += "for (" + s.name + " : ";
            type(*s.type);
            break;
        default:
            out += "for (";
            optional_expression(s, 0);
            out += "; ";
            optional_expression(s, 1);
            out += "; ";
            optional_expression(s, 2);
            break;
    }
    out += ')';
    body(*s.statements[0], indent, false);
}

void Printer::statement(const Statement& s, int indent) {
    using Kind = Statement::Kind;
    begin_line(indent);
    switch (s.kind) {
        case Kind::block: block(s, indent); break;
        case Kind::empty: out += ';'; break;
        case Kind::expression:
            expression(*s.expressions[0]);
            out += ';';
            break;
        case Kind::return_:
            out += s.expressions.empty() || !s.expressions[0] ? "return" : "return ";
            optional_expression(s, 0);
            out += ';';
            break;
        case Kind::assert_:
            out += "assert(";
            expression(*s.expressions[0]);
            out += ");";
            break;
        case Kind::if_: if_statement(s, indent); break;
        case Kind::do_while:
            out += "do";
            body(*s.statements[0], indent, true);
            out += " while (";
            optional_expression(s, 0);
            out += ");";
            break;
        case Kind::while_:
        case Kind::for_:
        case Kind::iterate: loop(s, indent); break;
    }
    if (!out.ends_with('\n')) out += '\n';
}

namespace {

template <class Action>
std::string printed(Action action) {
    Printer printer;
    action(printer);
    return std::move(printer.out);
}

void print_instantiation(Printer& printer, const Instantiation& instantiation) {
    printer.out += instantiation.name;
    if (!instantiation.parameters.empty()) {
        printer.out += '(';
        printer.parameters(instantiation.parameters);
        printer.out += ')';
    }
    printer.out += " = " + instantiation.base + '(';
    printer.expressions(instantiation.arguments);
    printer.out += ");\n";
}

void print_system_line(Printer& printer, const std::vector<SystemEntry>& entries,
                       const std::set<std::string>& left_out) {
    const SystemEntry* last = nullptr;
    for (const SystemEntry& entry : entries) {
        if (left_out.count(entry.name) != 0) continue;
        printer.out += last == nullptr ? "system " : entry.priority > last->priority ? " < " : ", ";
        printer.out += entry.name;
        last = &entry;
    }
    if (last != nullptr) printer.out += ";\n";
}

void print_progress(Printer& printer, const std::vector<ProgressMeasure>& measures) {
    if (measures.empty()) return;
    printer.out += "progress {\n";
    for (const ProgressMeasure& measure : measures) {
        printer.out += "    ";
        if (measure.guard) {
            printer.expression(*measure.guard);
            printer.out += " : ";
        }
        printer.expression(*measure.measure);
        printer.out += ";\n";
    }
    printer.out += "}\n";
}

}  // namespace

std::string print(const Declarator& declarator) {
    return printed([&](Printer& printer) { printer.declarator(declarator); });
}

std::string print(const std::vector<Parameter>& parameters) {
    return printed([&](Printer& printer) { printer.parameters(parameters); });
}

std::string print(const std::vector<Select>& selects) {
    return printed([&](Printer& printer) {
        printer.separated(selects, ", ", [&](const Select& select) {
            printer.out += select.name + " : ";
            printer.type(*select.type);
        });
    });
}

std::string print(const Statement& statement, int indent) {
    return printed([&](Printer& printer) { printer.statement(statement, indent); });
}

std::string print(const Declaration& declaration, int indent) {
    return printed([&](Printer& printer) { printer.declaration(declaration, indent); });
}

std::string print(const std::vector<Declaration>& declarations, int indent) {
    return printed([&](Printer& printer) { printer.declarations(declarations, indent); });
}

std::string print_synchronisation(const Edge& edge) {
    if (!edge.channel) return {};
    std::string text = print(*edge.channel);
    if (edge.direction == Direction::send) text += '!';
    if (edge.direction == Direction::receive) text += '?';
    return text;
}

std::string print_system(const Document& document, const std::set<std::string>& left_out) {
    return printed([&](Printer& printer) {
        for (const Instantiation& instantiation : document.instantiations) {
            if (left_out.count(instantiation.name) == 0) print_instantiation(printer, instantiation);
        }
        print_system_line(printer, document.entries, left_out);
        print_progress(printer, document.progress);
    });
}

std::string print(const Query& query) {
    if (!query.first && query.values.empty()) return query.text;
    if (query.kind == QueryKind::leads_to) {
        return query.second ? print(*query.first) + " --> " + print(*query.second) : query.text;
    }
    std::string text(to_string(query.kind));
    if (query.values.empty()) return text + " " + print(*query.first);
    if (query.first) text += "{" + print(*query.first) + "}";
    return text + ": " + print(query.values);
}

}  // namespace crowfly::uppaal
