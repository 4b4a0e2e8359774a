#include "model/labels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/sort_out.hpp"

namespace crowfly::model {
namespace {

constexpr std::size_t most_listed = 12;

struct Listed {
    std::string text;
    Span span;
};

std::vector<Listed> split(const std::string& text, Span span) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<Listed> all;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::size_t first = std::min(text.find_first_not_of(blanks, begin), end);
        std::size_t last = end;
        while (last > first && blanks.find(text[last - 1]) != std::string_view::npos) --last;
        const auto at = [&](std::size_t position) { return span.begin + static_cast<std::uint32_t>(position); };
        if (last > first) all.push_back({text.substr(first, last - first), {span.file, at(first), at(last)}});
        begin = end + 1;
    }
    return all;
}

Expr* make(Model& model, Expr::Kind kind, std::vector<const Expr*> operands, Span span) {
    Expr made;
    made.kind = kind;
    made.operands = std::move(operands);
    made.span = span;
    return model.make(std::move(made));
}

// A balanced tree, since many locations may have the label.
const Expr* combined(Model& model, Op op, std::vector<const Expr*> level, Span span) {
    while (level.size() > 1) {
        std::vector<const Expr*> next;
        for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
            Expr* both = make(model, Expr::Kind::binary, {level[i], level[i + 1]}, span);
            both->op = op;
            next.push_back(both);
        }
        if (level.size() % 2 != 0) next.push_back(level.back());
        level = std::move(next);
    }
    return level.front();
}

const Expr* somewhere(Model& model, const Listed& label) {
    std::vector<const Expr*> places;
    for (const SystemEntry& entry : model.system) {
        const std::vector<Location>& locations = entry.instance->of->locations;
        for (std::uint32_t i = 0; i < locations.size(); ++i) {
            const std::vector<std::string>& labels = locations[i].labels;
            if (std::find(labels.begin(), labels.end(), label.text) == labels.end()) continue;
            Expr* here = make(model, Expr::Kind::location, {}, label.span);
            here->instance = entry.instance;
            here->number = i;
            places.push_back(here);
        }
    }
    return combined(model, Op::logical_or, std::move(places), label.span);
}

std::string listed(const std::vector<std::string>& known) {
    const auto shown = static_cast<std::ptrdiff_t>(std::min(known.size(), most_listed));
    return fmt::format("{}{}", fmt::join(known.begin(), known.begin() + shown, ", "),
                       known.size() > most_listed ? ", …" : "");
}

void report_unknown(const Listed& label, const std::vector<std::string>& known, Diagnostics& diagnostics) {
    const std::string near = did_you_mean(label.text, known);
    diagnostics.add(Code::unknown_label, label.span, fmt::format("no location has the label `{}`", label.text),
                    fmt::format("{}the labels are {}", near.empty() ? "" : near + " ", listed(known)));
}

Query reach(const std::string& text, Span span, const Expr* goal) {
    Query query;
    query.kind = QueryKind::exists_eventually;
    query.text = "reach " + text;
    query.first = goal;
    query.span = span;
    return query;
}

}  // namespace

std::vector<std::string> labels_of(const Model& model) {
    std::vector<std::string> all;
    for (const Template* of : model.templates) {
        for (const Location& location : of->locations)
            all.insert(all.end(), location.labels.begin(), location.labels.end());
    }
    sort_out(all);
    return all;
}

std::optional<Query> reach_query(Model& model, const std::string& text, Span span, Diagnostics& diagnostics) {
    const std::vector<std::string> known = labels_of(model);
    if (known.empty()) {
        diagnostics.add(
            Code::usage, span, "the model has no labels",
            "only locations of TChecker models have labels; ask about locations by name instead: `E<> P.loc`");
        return std::nullopt;
    }
    std::vector<const Expr*> all;
    const std::vector<Listed> labels = split(text, span);
    const std::size_t errors = diagnostics.errors();
    for (const Listed& label : labels) {
        if (std::binary_search(known.begin(), known.end(), label.text)) {
            all.push_back(somewhere(model, label));
        } else {
            report_unknown(label, known, diagnostics);
        }
    }
    if (labels.empty())
        diagnostics.add(Code::unknown_label, span, "no label is given",
                        fmt::format("the labels are {}", listed(known)));
    if (diagnostics.errors() != errors) return std::nullopt;
    return reach(text, span, combined(model, Op::logical_and, std::move(all), span));
}

Query nowhere_query(Model& model, Span span) {
    return reach("''", span, make(model, Expr::Kind::constant, {}, span));  // its value is 0
}

}  // namespace crowfly::model
