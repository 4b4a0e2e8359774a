#include "model/uppaal/write/write_xta.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "model/uppaal/parse/lexer.hpp"
#include "model/uppaal/write/print.hpp"
#include "model/uppaal/write/written.hpp"

namespace crowfly::uppaal {

namespace {

bool is_name(std::string_view text) {
    const Token token = Lexer(text, Lexicon::model).next();
    return token.kind == TokenKind::name && token.begin == 0 && token.end == text.size();
}

// XML allows any name or none; XTA requires an identifier.
std::string legal_name(std::string_view text) {
    if (is_name(text)) return std::string(text);
    std::string name;
    for (char c : text) name += continues_name(c) ? c : '_';
    return is_name(name) ? name : "_" + name;
}

// Unique names of the locations and branchpoints of one process. The first one keeps its own name.
class Names {
public:
    Names(const Template& of, Format format);

    const std::string& location(std::size_t i) const { return locations_[i]; }
    const std::string& branchpoint(std::size_t i) const { return branchpoints_[i]; }
    std::string of(const std::string& id) const {
        const auto found = by_id_.find(id);
        return found == by_id_.end() ? legal_name(id) : found->second;
    }

private:
    std::string add(const std::string& id, const std::string& wanted);

    std::vector<std::string> locations_, branchpoints_;
    std::unordered_map<std::string, std::string> by_id_;
    std::unordered_set<std::string> taken_;
};

Names::Names(const Template& of, Format format) {
    for (const Location& location : of.locations) {
        locations_.push_back(add(location.id, shown_name(location)));
    }
    for (const Branchpoint& point : of.branchpoints) {
        branchpoints_.push_back(add(point.id, format == Format::xta ? point.id : "_" + point.id));
    }
}

std::string Names::add(const std::string& id, const std::string& wanted) {
    const std::string legal = legal_name(wanted);
    std::string name = legal;
    for (std::size_t i = taken_.size(); !taken_.insert(name).second; ++i) name = fmt::format("{}_{}", legal, i);
    by_id_.emplace(id, name);
    return name;
}

// A `//` comment must be followed by a line break.
std::string closed(std::string_view text) {
    std::string result(without_blanks(text));
    if (result.find("//") != std::string::npos) result += '\n';
    return result;
}

// The formula without line breaks and comments; "" if that is not possible, or if it is not a formula.
std::string one_line(const Query& query, Dialect dialect) {
    if (query.kind == QueryKind::empty || query.kind == QueryKind::not_a_query) return {};
    const bool commented = query.text.find("//") != std::string::npos || query.text.find("/*") != std::string::npos;
    const bool parsed = query.first || !query.values.empty();
    if (parsed && (commented || dialect == Dialect::old)) return print(query);
    if (commented) return {};
    std::string line = query.text;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\\'; }, ' ');
    return line;
}

using Keywords = std::vector<std::string_view>;

// The type a declaration begins with; null if it begins otherwise.
const TypeExpr* leading_type(const Declaration& declaration) {
    if (declaration.kind == Declaration::Kind::variables) return declaration.type.get();
    const bool function = declaration.kind == Declaration::Kind::function && !declaration.functions.empty();
    return function ? declaration.functions.front().result.get() : nullptr;
}

// Whether the declaration looks like a section of that name: `state s;` and `urgent c_t c;` do, `urgent chan c;` does
// not.
bool begins_with(const Declaration& declaration, const Keywords& words) {
    const TypeExpr* type = leading_type(declaration);
    if (type == nullptr || type->kind != TypeExpr::Kind::named) return false;
    const std::string text = print(*type);
    return std::find(words.begin(), words.end(), std::string_view(text).substr(0, text.find(' '))) != words.end();
}

std::string_view label_text(const std::vector<Label>& labels, std::string_view kind) {
    const auto found =
        std::find_if(labels.begin(), labels.end(), [&](const Label& label) { return label.kind == kind; });
    return found == labels.end() ? std::string_view{} : std::string_view(found->text);
}

class XtaWriter {
public:
    explicit XtaWriter(const Document& document) : document_(document) {}
    std::string write();

private:
    void paragraph(std::string_view text);
    std::string unambiguous(const Section& section, const Keywords& words) const;
    void write_process(const Template& of);
    void write_locations(const Template& of, const Names& names);
    void write_edges(const Template& of, const Names& names);
    void write_edge(const Edge& edge, const Names& names);
    void write_system();
    void write_queries();
    void write_query(const Query& query);
    void query_comment(std::string_view text);
    void list(std::string_view keyword, const std::vector<std::string>& names);
    void clause(std::string_view keyword, std::string_view text);

    const Document& document_;
    std::string out_;
};

std::string XtaWriter::write() {
    for (const std::string& chart : document_.scenarios) {
        paragraph(fmt::format("// The live sequence chart {} has no place in this format and is left out.",
                              legal_name(chart)));
    }
    paragraph(unambiguous(document_.global, {"process", "system"}));
    for (const Template& one : document_.templates) write_process(one);
    write_system();
    write_queries();
    return std::move(out_);
}

void XtaWriter::paragraph(std::string_view text) {
    text = without_blanks(text);
    if (text.empty()) return;
    if (!out_.empty()) out_ += '\n';
    out_ += text;
    out_ += '\n';
}

// In XML a type may be named `state`, but in XTA `state s;` is not a declaration. If a declaration begins like that
// (`words`), its type is renamed first: `typedef state _state_1; _state_1 s;`.
std::string XtaWriter::unambiguous(const Section& section, const Keywords& words) const {
    const auto is_ambiguous = [&](const Declaration& declaration) { return begins_with(declaration, words); };
    if (std::none_of(section.declarations.begin(), section.declarations.end(), is_ambiguous)) {
        return written_section(section, document_.dialect);
    }
    std::string text;
    std::size_t renamed = 0;
    for (const Declaration& declaration : section.declarations) {
        const std::string line = print(declaration);
        if (!is_ambiguous(declaration)) {
            text += line;
            continue;
        }
        const std::string type = print(*leading_type(declaration));
        const std::string alias = fmt::format("_{}_{}", type.substr(0, type.find(' ')), ++renamed);
        text += fmt::format("typedef {} {};\n{}{}", type, alias, alias, line.substr(type.size()));
    }
    return text;
}

void XtaWriter::write_process(const Template& of) {
    const Names names(of, document_.format);
    if (!out_.empty()) out_ += '\n';
    out_ += fmt::format("process {}({}) {{\n", legal_name(of.name), closed(written_parameters(of, document_.dialect)));
    const std::string declarations =
        unambiguous(of.local, {"state", "branchpoint", "commit", "init", "trans", "urgent"});
    if (!declarations.empty()) out_ += declarations + "\n";
    write_locations(of, names);
    if (!of.initial.empty()) list("init", {names.of(of.initial)});
    write_edges(of, names);
    out_ += "}\n";
}

void XtaWriter::write_locations(const Template& of, const Names& names) {
    std::vector<std::string> states, committed, urgent, branchpoints;
    for (std::size_t i = 0; i < of.locations.size(); ++i) {
        const Location& location = of.locations[i];
        const std::vector<Label> labels = written_labels(location, document_.dialect);
        const std::string invariant = closed(label_text(labels, "invariant"));
        const std::string rate = closed(label_text(labels, "exponentialrate"));
        std::string& state = states.emplace_back(names.location(i));
        if (!invariant.empty() || !rate.empty()) {
            state += fmt::format(" {{ {}{}{} }}", invariant, rate.empty() ? "" : "; ", rate);
        }
        if (location.committed) committed.push_back(names.location(i));
        if (location.urgent) urgent.push_back(names.location(i));
    }
    for (std::size_t i = 0; i < of.branchpoints.size(); ++i) branchpoints.push_back(names.branchpoint(i));
    list("state", states);
    list("branchpoint", branchpoints);
    list("commit", committed);
    list("urgent", urgent);
}

void XtaWriter::list(std::string_view keyword, const std::vector<std::string>& names) {
    if (!names.empty()) out_ += fmt::format("{} {};\n", keyword, fmt::join(names, ", "));
}

void XtaWriter::write_edges(const Template& of, const Names& names) {
    if (of.edges.empty()) return;
    out_ += "trans\n";
    for (std::size_t i = 0; i < of.edges.size(); ++i) {
        write_edge(of.edges[i], names);
        out_ += i + 1 < of.edges.size() ? ",\n" : ";\n";
    }
}

void XtaWriter::write_edge(const Edge& edge, const Names& names) {
    const std::vector<Label> labels = written_labels(edge, document_.dialect);
    out_ += fmt::format("    {} {} {} {{ ", names.of(edge.source), edge.controllable ? "->" : "-u->",
                        names.of(edge.target));
    clause("select", label_text(labels, "select"));
    clause("guard", label_text(labels, "guard"));
    clause("sync", label_text(labels, "synchronisation"));
    clause("assign", label_text(labels, "assignment"));
    clause("probability", label_text(labels, "probability"));
    out_ += '}';
}

void XtaWriter::clause(std::string_view keyword, std::string_view text) {
    if (!text.empty()) out_ += fmt::format("{} {}; ", keyword, closed(text));
}

// Charts are left out, and so are their instances, also on the system line.
void XtaWriter::write_system() {
    const std::set<std::string> charts = chart_names(document_);
    const bool mentioned = charts.size() > document_.scenarios.size() ||
                           std::any_of(document_.entries.begin(), document_.entries.end(),
                                       [&](const SystemEntry& entry) { return charts.count(entry.name) != 0; });
    paragraph(mentioned ? print(document_.system.declarations) + print_system(document_, charts)
                        : written_system(document_));
}

void XtaWriter::write_queries() {
    if (document_.queries.empty()) return;
    paragraph("query {");
    for (const Query& query : document_.queries) write_query(query);
    out_ += "}\n";
}

// A query block has one formula per line, after its comments. Text that is not a formula becomes a comment, which
// `//NO_QUERY` separates from the next formula.
void XtaWriter::write_query(const Query& query) {
    const std::string formula = one_line(query, document_.dialect);
    const bool readable = !formula.empty() && !query.diagnostics.has_errors();
    query_comment(query.comment);
    if (!readable) query_comment(query.text);
    if (query.expect && readable && query.comment.find("EXPECT:") == std::string::npos) {
        query_comment(fmt::format("EXPECT: {} {}", query.expect->outcome, query.expect->value));
    }
    out_ += readable ? fmt::format("    {}\n", formula) : "    //NO_QUERY\n";
}

void XtaWriter::query_comment(std::string_view text) {
    text = without_blanks(text);
    if (text.empty()) return;
    std::string safe(text);
    for (std::size_t at = safe.find("*/"); at != std::string::npos; at = safe.find("*/", at)) safe.insert(at + 1, " ");
    out_ += fmt::format("    /* {} */\n", safe);
}

}  // namespace

std::string write_xta(const Document& document) { return XtaWriter(document).write(); }

}  // namespace crowfly::uppaal
