// What a document means, as text: everything but layout, comments, ids, charts and the way it was written. Two
// documents with the same meaning are the same model.
#pragma once

#include <map>
#include <string>

#include "model/uppaal/parse/syntax.hpp"
#include "model/uppaal/write/print.hpp"
#include "model/uppaal/write/written.hpp"

namespace crowfly::uppaal {

inline std::string meaning(const ExprPtr& expression) { return expression ? print(*expression) : std::string("-"); }

inline std::string with_single_blanks(const std::string& text) {
    std::string out;
    for (char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank) out += c;
        if (blank && !out.ends_with(' ')) out += ' ';
    }
    return out;
}

inline std::string meaning(const Template& of) {
    std::map<std::string, std::string> names;
    std::string out = "template " + of.name + "(" + print(of.parameters) + ")\n" + print(of.local.declarations, 1);
    for (const Location& location : of.locations) {
        const std::string name = location.name.empty() ? "_" + location.id : location.name;
        names.emplace(location.id, name);
        out += "  location " + name + (location.urgent ? " urgent" : "") + (location.committed ? " committed" : "") +
               " " + meaning(location.invariant) + " " + meaning(location.exponential_rate) + "\n";
    }
    for (std::size_t i = 0; i < of.branchpoints.size(); ++i) {
        names.emplace(of.branchpoints[i].id, "branchpoint " + std::to_string(i));
    }
    out += "  " + std::to_string(of.branchpoints.size()) + " branchpoints, initial " + names[of.initial] + "\n";
    for (const Edge& edge : of.edges) {
        out += "  edge " + names[edge.source] + (edge.controllable ? " -> " : " -u-> ") + names[edge.target] + " [" +
               print(edge.selects) + "] [" + meaning(edge.guard) + "] [" + print_synchronisation(edge) + "] [" +
               print(edge.updates) + "] [" + meaning(edge.probability) + "]\n";
    }
    return out;
}

inline std::string meaning(const Document& document) {
    std::string out = print(document.global.declarations) + print(document.system.declarations);
    for (const Template& one : document.templates) out += meaning(one);
    out += print_system(document, chart_names(document));
    for (const Query& query : document.queries) {
        const bool decoration = query.kind == QueryKind::empty || query.kind == QueryKind::not_a_query;
        if (!decoration && !query.diagnostics.has_errors()) out += "query " + with_single_blanks(print(query)) + "\n";
    }
    return out;
}

}  // namespace crowfly::uppaal
