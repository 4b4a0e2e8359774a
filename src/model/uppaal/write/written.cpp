#include "model/uppaal/write/written.hpp"

#include <algorithm>
#include <utility>

#include "model/uppaal/write/print.hpp"

namespace crowfly::uppaal {

namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

bool is_blank(std::string_view text) { return without_blanks(text).empty(); }

std::string ended(std::string text) {
    text.resize(text.find_last_not_of(blanks) + 1);
    return text;
}

// A kind of label and what the tree holds for it; "" if nothing.
using Printed = std::pair<std::string_view, std::string>;

std::string printed(const ExprPtr& expression) { return expression ? print(*expression) : std::string{}; }

std::vector<Label> merge(const std::vector<Label>& source, const std::vector<Printed>& meant, Dialect dialect) {
    std::vector<Label> result;
    std::vector<std::size_t> seen(meant.size(), source.size());  // where in `result` the label of each kind stands
    for (const Label& label : source) {
        if (is_blank(label.text)) continue;
        const auto found =
            std::find_if(meant.begin(), meant.end(), [&](const Printed& one) { return one.first == label.kind; });
        if (found == meant.end()) {
            result.push_back(label);
            continue;
        }
        if (found->second.empty()) continue;
        // Of two labels of one kind only the tree knows which one is used.
        std::size_t& at = seen[static_cast<std::size_t>(found - meant.begin())];
        const bool repeated = at != source.size();
        if (!repeated) {
            at = result.size();
            result.push_back(label);
        }
        if (repeated || dialect == Dialect::old) result[at].text = found->second;
    }
    for (std::size_t i = 0; i < meant.size(); ++i) {
        if (seen[i] != source.size() || meant[i].second.empty()) continue;
        result.push_back({std::string(meant[i].first), meant[i].second, {}, std::nullopt});
    }
    return result;
}

}  // namespace

std::string shown_name(const Location& location) { return location.name.empty() ? "_" + location.id : location.name; }

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string written_section(const Section& section, Dialect dialect) {
    const bool copied = dialect == Dialect::current && !is_blank(section.text);
    return ended(copied ? section.text : print(section.declarations));
}

std::string written_parameters(const Template& of, Dialect dialect) {
    const bool copied = dialect == Dialect::current && !is_blank(of.parameter_text);
    return ended(copied ? of.parameter_text : print(of.parameters));
}

std::string written_system(const Document& document) {
    const bool copied = document.dialect == Dialect::current && !is_blank(document.system.text);
    return ended(copied ? document.system.text : print(document.system.declarations) + print_system(document));
}

std::set<std::string> chart_names(const Document& document) {
    std::set<std::string> names(document.scenarios.begin(), document.scenarios.end());
    for (const Instantiation& instantiation : document.instantiations) {
        if (names.count(instantiation.base) != 0) names.insert(instantiation.name);
    }
    return names;
}

std::vector<Label> written_labels(const Location& location, Dialect dialect) {
    return merge(location.labels,
                 {{"invariant", printed(location.invariant)}, {"exponentialrate", printed(location.exponential_rate)}},
                 dialect);
}

std::vector<Label> written_labels(const Edge& edge, Dialect dialect) {
    return merge(edge.labels,
                 {{"select", print(edge.selects)},
                  {"guard", printed(edge.guard)},
                  {"synchronisation", print_synchronisation(edge)},
                  {"assignment", print(edge.updates)},
                  {"probability", printed(edge.probability)}},
                 dialect);
}

}  // namespace crowfly::uppaal
