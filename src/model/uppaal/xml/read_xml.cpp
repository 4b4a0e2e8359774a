// Walks the element tree once, passes every label to the parser of the textual language, and names the regions of the
// file for messages. Elements may come in any order, and unknown ones are reported and skipped, since many tools write
// this format. The DTD is ignored.
#include "model/uppaal/xml/read_xml.hpp"

#include <optional>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "model/uppaal/parse/query_hint.hpp"
#include "model/uppaal/write/written.hpp"
#include "model/uppaal/xml/xml_text.hpp"
#include "model/uppaal/xml/xml_vocabulary.hpp"

namespace crowfly::uppaal {

namespace {

using pugi::xml_node;

std::optional<Point> position(xml_node node) {
    if (!node.attribute("x") && !node.attribute("y")) return std::nullopt;
    return Point{node.attribute("x").as_int(), node.attribute("y").as_int()};
}

class XmlReader {
public:
    XmlReader(FileId file, ParseContext& context, Document& into)
        : context_(context), document_(into), xml_(file, context.sources, context.diagnostics) {
        into.format = Format::xml;
        into.dialect = context.dialect;
        into.file = file;
    }

    void read();

private:
    void report_foreign_root();
    void report_foreign_project(xml_node root);
    void read_system(xml_node element, const char* name);
    void read_scenario(xml_node element);
    void read_template(xml_node element);
    void read_location(xml_node element, Template& into);
    void read_location_label(const Label& label, const Fragment& text, Location& into);
    void read_branchpoint(xml_node element, Template& into);
    void read_initial(xml_node element, Template& into);
    void read_edge(xml_node element, Template& into);
    void read_edge_label(const Label& label, const Fragment& text, Edge& into);
    void read_queries(xml_node element);
    void read_query(xml_node element);
    std::string name_of(const Query& query);
    Label read_label(xml_node element, const std::string& owner, const Fragment& text);
    void warn_about_label(const Label& label, std::string_view problem);
    void register_id(const std::string& id, std::string name, xml_node element);
    void describe(xml_node element, std::string text) {
        context_.sources.describe(xml_.extent(element), std::move(text));
    }
    std::string display(const std::string& id) const;

    ParseContext& context_;
    Document& document_;
    XmlText xml_;
    std::string template_name_;                           // for people: "template Train"
    std::unordered_map<std::string, std::string> names_;  // id → name for people, of the template being read
    std::size_t asked_ = 0;                               // queries so far that have an answer
};

void XmlReader::read() {
    const xml_node root = xml_.root();
    if (!root) {
        if (!context_.diagnostics.has_errors()) report_foreign_root();
        return;
    }
    if (is_foreign(root)) return report_foreign_project(root);
    document_.system_span = xml_.start_tag(root);
    check_vocabulary(root, xml_, context_.diagnostics);
    for (xml_node element : root.children()) {
        const std::string_view name = element.name();
        if (name == "declaration") {
            describe(element, "global declarations");
            parse_declarations(xml_.content(element), context_, document_.global);
        } else if (name == "template") {
            read_template(element);
        } else if (name == "lsc") {
            read_scenario(element);
        } else if (name == "instantiation") {
            read_system(element, "process instantiations");
        } else if (name == "system") {
            document_.system_span = xml_.start_tag(element);
            read_system(element, "system");
        } else if (name == "queries") {
            read_queries(element);
        } else if (name == "query") {
            read_query(element);
        }
    }
}

void XmlReader::report_foreign_root() {
    context_.diagnostics.add(Code::not_a_model, {document_.file, 0, 0}, "the XML has no `<nta>` element at its top",
                             "UPPAAL's models are enclosed in `<nta>` or `<project>`");
}

// Build tools have files with `<project>` at the top as well.
void XmlReader::report_foreign_project(xml_node root) {
    context_.diagnostics.add(
        Code::not_a_model, xml_.start_tag(root),
        fmt::format("`{}` is not a UPPAAL model", context_.sources.name(document_.file)),
        fmt::format("its `<{}>` has none of the elements of a model, such as `<template>` and `<system>`",
                    root.name()));
}

void XmlReader::read_system(xml_node element, const char* name) {
    describe(element, name);
    parse_system(xml_.content(element), context_, document_);
}

void XmlReader::read_scenario(xml_node element) {
    document_.scenarios.push_back(XmlText::trimmed(xml_.content(element.child("name"))).text);
    document_.scenario_texts.emplace_back(xml_.source(xml_.extent(element)));
}

// Locations are read before edges, so that messages can name edges by their ends.
void XmlReader::read_template(xml_node element) {
    Template& result = document_.templates.emplace_back();
    names_.clear();
    const xml_node name_element = element.child("name");
    const Fragment name = XmlText::trimmed(xml_.content(name_element ? name_element : element));
    result.name = name_element ? name.text : "";
    result.span =
        result.name.empty() ? xml_.start_tag(element) : name.span(0, static_cast<std::uint32_t>(name.text.size()));
    result.name_at = position(name_element);
    result.initial_span = result.span;
    template_name_ = result.name.empty() ? fmt::format("template {}", document_.templates.size())
                                         : fmt::format("template {}", result.name);
    describe(element, template_name_);
    for (xml_node child : element.children()) {
        const std::string_view tag = child.name();
        if (tag == "parameter") {
            describe(child, template_name_ + ", parameters");
            const Fragment text = xml_.content(child);
            result.parameters = parse_parameters(text, context_);
            result.parameter_text = text.text;
        } else if (tag == "declaration") {
            describe(child, template_name_ + ", declarations");
            parse_declarations(xml_.content(child), context_, result.local);
        } else if (tag == "location") {
            read_location(child, result);
        } else if (tag == "branchpoint") {
            read_branchpoint(child, result);
        } else if (tag == "init") {
            read_initial(child, result);
        }
    }
    for (xml_node child : element.children("transition")) read_edge(child, result);
}

void XmlReader::read_location(xml_node element, Template& into) {
    Location& location = into.locations.emplace_back();
    location.id = element.attribute("id").value();
    location.color = element.attribute("color").value();
    location.at = position(element);
    location.urgent = !element.child("urgent").empty();
    location.committed = !element.child("committed").empty();
    location.span = xml_.start_tag(element);
    if (const xml_node name_element = element.child("name")) {
        const Fragment name = XmlText::trimmed(xml_.content(name_element));
        location.name = name.text;
        location.name_at = position(name_element);
        if (!name.text.empty()) location.span = name.span(0, static_cast<std::uint32_t>(name.text.size()));
    }
    const std::string shown = shown_name(location);
    register_id(location.id, shown, element);
    const std::string owner = fmt::format("{}, location {}", template_name_, shown);
    describe(element, owner);
    for (xml_node child : element.children("label")) {
        const Fragment text = xml_.content(child);
        location.labels.push_back(read_label(child, owner, text));
        read_location_label(location.labels.back(), text, location);
    }
}

void XmlReader::read_location_label(const Label& label, const Fragment& text, Location& into) {
    const auto fill = [&](ExprPtr& slot, ExprPtr value) {
        if (value && slot) warn_about_label(label, "the location has two labels of kind");
        if (value && !slot) slot = std::move(value);
    };
    if (label.kind == "invariant") {
        fill(into.invariant, parse_condition(text, context_));
    } else if (label.kind == "exponentialrate") {
        fill(into.exponential_rate, parse_expression(text, context_));
    } else if (is_edge_kind(label.kind)) {
        warn_about_label(label, "a location has no label of kind");
    }
}

void XmlReader::read_branchpoint(xml_node element, Template& into) {
    Branchpoint& point = into.branchpoints.emplace_back();
    point.id = element.attribute("id").value();
    point.at = position(element);
    point.span = xml_.start_tag(element);
    register_id(point.id, "_" + point.id, element);
    describe(element, fmt::format("{}, branchpoint _{}", template_name_, point.id));
}

void XmlReader::read_initial(xml_node element, Template& into) {
    if (!into.initial.empty()) return;
    into.initial = element.attribute("ref").value();
    into.initial_span = xml_.start_tag(element);
}

void XmlReader::read_edge(xml_node element, Template& into) {
    Edge& edge = into.edges.emplace_back();
    edge.id = element.attribute("id").value();
    edge.color = element.attribute("color").value();
    edge.action = element.attribute("action").value();
    edge.controllable = element.attribute("controllable").as_bool(true);
    edge.span = xml_.extent(element);
    const xml_node source = element.child("source");
    const xml_node target = element.child("target");
    edge.source = source.attribute("ref").value();
    edge.target = target.attribute("ref").value();
    edge.source_span = xml_.start_tag(source ? source : element);
    edge.target_span = xml_.start_tag(target ? target : element);
    const std::string owner =
        fmt::format("{}, edge {} -> {}", template_name_, display(edge.source), display(edge.target));
    context_.sources.describe(edge.span, owner);
    for (xml_node child : element.children()) {
        const std::string_view tag = child.name();
        if (tag == "nail") {
            edge.nails.push_back(position(child).value_or(Point{}));
        } else if (tag == "label") {
            const Fragment text = xml_.content(child);
            edge.labels.push_back(read_label(child, owner, text));
            read_edge_label(edge.labels.back(), text, edge);
        }
    }
}

void XmlReader::read_edge_label(const Label& label, const Fragment& text, Edge& into) {
    const bool filled = (label.kind == "select" && !into.selects.empty()) || (label.kind == "guard" && into.guard) ||
                        (label.kind == "synchronisation" && into.channel) ||
                        (label.kind == "assignment" && !into.updates.empty()) ||
                        (label.kind == "probability" && into.probability);
    if (filled) {
        warn_about_label(label, "the edge has two labels of kind");
    } else if (label.kind == "select") {
        into.selects = parse_selects(text, context_);
    } else if (label.kind == "guard") {
        into.guard = parse_condition(text, context_);
    } else if (label.kind == "synchronisation") {
        parse_synchronisation(text, context_, into);
    } else if (label.kind == "assignment") {
        into.updates = parse_updates(text, context_);
    } else if (label.kind == "probability") {
        into.probability = parse_expression(text, context_);
    } else if (is_location_kind(label.kind)) {
        warn_about_label(label, "an edge has no label of kind");
    }
}

Label XmlReader::read_label(xml_node element, const std::string& owner, const Fragment& text) {
    Label label;
    label.kind = label_kind(element);
    label.text = text.text;
    label.span = text.span(0, static_cast<std::uint32_t>(text.text.size()));
    label.at = position(element);
    describe(element, fmt::format("{}, {}", owner, label.kind.empty() ? "label" : label.kind));
    return label;
}

void XmlReader::warn_about_label(const Label& label, std::string_view problem) {
    context_.diagnostics.add(Code::misplaced_label, label.span,
                             fmt::format("{} `{}`: this one is ignored", problem, label.kind));
}

void XmlReader::register_id(const std::string& id, std::string name, xml_node element) {
    if (id.empty()) return;
    if (names_.emplace(id, std::move(name)).second) return;
    context_.diagnostics.add(Code::duplicate_id, xml_.start_tag(element),
                             fmt::format("the id `{}` is used twice in {}", id, template_name_),
                             "edges that name it start or end at the first of the two");
}

std::string XmlReader::display(const std::string& id) const {
    const auto found = names_.find(id);
    if (found != names_.end()) return found->second;
    return id.empty() ? "?" : id;
}

void XmlReader::read_queries(xml_node element) {
    for (xml_node child : element.children()) {
        const std::string_view tag = child.name();
        if (tag == "option") {
            document_.options.push_back({child.attribute("key").value(), child.attribute("value").value()});
        } else if (tag == "query") {
            read_query(child);
        }
    }
}

// For messages. Answers are numbered without what is no query, and so are names.
std::string XmlReader::name_of(const Query& query) {
    if (query.kind == QueryKind::empty) return "empty query";
    if (query.kind == QueryKind::not_a_query && is_heading(query.text)) return "heading among the queries";
    return fmt::format("query {}", ++asked_);
}

// The errors of a formula are stored with it, so that the model still loads.
void XmlReader::read_query(xml_node element) {
    const xml_node formula = element.child("formula");
    Query query = parse_query(xml_.content(formula ? formula : element), context_);
    const std::string name = name_of(query);
    describe(element, name);
    if (formula) describe(formula, name);
    query.comment = XmlText::trimmed(xml_.content(element.child("comment"))).text;
    for (xml_node option : element.children("option")) {
        query.options.push_back({option.attribute("key").value(), option.attribute("value").value()});
    }
    if (const xml_node expect = element.child("expect")) {
        query.expect = Expectation{expect.attribute("outcome").value(), expect.attribute("type").value(),
                                   expect.attribute("value").value()};
    }
    document_.queries.push_back(std::move(query));
}

}  // namespace

void read_xml(FileId file, ParseContext& context, Document& into) { XmlReader(file, context, into).read(); }

}  // namespace crowfly::uppaal
