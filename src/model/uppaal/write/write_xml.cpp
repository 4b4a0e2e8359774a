#include "model/uppaal/write/write_xml.hpp"

#include <algorithm>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "model/uppaal/write/layout.hpp"
#include "model/uppaal/write/print.hpp"
#include "model/uppaal/write/written.hpp"

namespace crowfly::uppaal {

namespace {

using pugi::xml_node;

constexpr int line_height = 17;

// XML cannot contain control characters, and pugixml takes the first NUL for the end. They can only occur in comments.
std::string legal(std::string text) {
    const auto illegal = [](char c) {
        return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r';
    };
    std::replace_if(text.begin(), text.end(), illegal, ' ');
    return text;
}

void add_text(xml_node parent, const char* name, const std::string& text) {
    parent.append_child(name).text().set(legal(text).c_str());
}

void set_optional(xml_node element, const char* attribute, const std::string& value) {
    if (!value.empty()) element.append_attribute(attribute).set_value(legal(value).c_str());
}

void set_position(xml_node element, const std::optional<Point>& at) {
    if (!at) return;
    element.append_attribute("x").set_value(at->x);
    element.append_attribute("y").set_value(at->y);
}

Point below(Point point, int dx, int dy) { return {point.x + dx, point.y + dy}; }

// Labels without coordinates are stacked at `anchor`, if there is one.
void add_labels(xml_node parent, const std::vector<Label>& labels, std::optional<Point> anchor) {
    for (const Label& label : labels) {
        xml_node element = parent.append_child("label");
        element.append_attribute("kind").set_value(label.kind.c_str());
        set_position(element, label.at ? label.at : anchor);
        if (anchor && !label.at) anchor->y += line_height;
        element.text().set(legal(label.text).c_str());
    }
}

void add_option(xml_node parent, const Option& option) {
    xml_node element = parent.append_child("option");
    element.append_attribute("key").set_value(option.key.c_str());
    element.append_attribute("value").set_value(legal(option.value).c_str());
}

class XmlWriter {
public:
    explicit XmlWriter(const Document& document) : document_(document) {}
    std::string write();

private:
    void write_template(const Template& of);
    void write_location(const Location& location, xml_node parent, const Point* place);
    void write_edge(const Edge& edge, xml_node parent, const Layout::Arrow* place);
    void write_scenarios();
    void write_queries();
    void write_query(const Query& query, xml_node parent);
    std::string register_id(const std::string& id);
    const std::string& id_of(const std::string& reference) const;

    const Document& document_;
    pugi::xml_document xml_;
    xml_node root_;
    std::size_t next_id_ = 0;
    std::unordered_map<std::string, std::string> ids_;  // reference → id written, of one template
};

std::string XmlWriter::write() {
    xml_node declaration = xml_.append_child(pugi::node_declaration);
    declaration.append_attribute("version").set_value("1.0");
    declaration.append_attribute("encoding").set_value("utf-8");
    xml_.append_child(pugi::node_doctype)
        .set_value(
            "nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' "
            "'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'");
    root_ = xml_.append_child("nta");
    add_text(root_, "declaration", written_section(document_.global, document_.dialect));
    for (const Template& one : document_.templates) write_template(one);
    write_scenarios();
    add_text(root_, "system", written_system(document_));
    write_queries();
    std::ostringstream out;
    xml_.save(out, "\t", pugi::format_indent, pugi::encoding_utf8);
    return std::move(out).str();
}

// XTA names its locations, XML numbers them. Ids that come from XML are kept: anonymous locations are named after them.
std::string XmlWriter::register_id(const std::string& id) {
    if (document_.format == Format::xml) return id;
    return ids_.emplace(id, fmt::format("id{}", next_id_++)).first->second;
}

const std::string& XmlWriter::id_of(const std::string& reference) const {
    const auto found = ids_.find(reference);
    return found == ids_.end() ? reference : found->second;
}

void XmlWriter::write_template(const Template& of) {
    ids_.clear();
    xml_node element = root_.append_child("template");
    xml_node name = element.append_child("name");
    set_position(name, of.name_at);
    name.text().set(of.name.c_str());
    const std::string parameters = written_parameters(of, document_.dialect);
    if (!parameters.empty()) add_text(element, "parameter", parameters);
    const std::string declarations = written_section(of.local, document_.dialect);
    if (!declarations.empty()) add_text(element, "declaration", declarations);
    const bool placed = has_layout(of);
    const Layout layout = placed ? Layout{} : lay_out(of);
    for (std::size_t i = 0; i < of.locations.size(); ++i) {
        write_location(of.locations[i], element, placed ? nullptr : &layout.nodes[i]);
    }
    for (std::size_t i = 0; i < of.branchpoints.size(); ++i) {
        xml_node point = element.append_child("branchpoint");
        set_optional(point, "id", register_id(of.branchpoints[i].id));
        set_position(point, placed ? of.branchpoints[i].at : layout.nodes[of.locations.size() + i]);
    }
    if (!of.initial.empty()) {
        element.append_child("init").append_attribute("ref").set_value(id_of(of.initial).c_str());
    }
    for (std::size_t i = 0; i < of.edges.size(); ++i) {
        write_edge(of.edges[i], element, placed ? nullptr : &layout.arrows[i]);
    }
}

void XmlWriter::write_location(const Location& location, xml_node parent, const Point* place) {
    xml_node element = parent.append_child("location");
    set_optional(element, "id", register_id(location.id));
    set_position(element, place != nullptr ? std::optional(*place) : location.at);
    set_optional(element, "color", location.color);
    if (!location.name.empty()) {
        xml_node name = element.append_child("name");
        set_position(name, place != nullptr ? std::optional(below(*place, 10, -30)) : location.name_at);
        name.text().set(location.name.c_str());
    }
    add_labels(element, written_labels(location, document_.dialect),
               place != nullptr ? std::optional(below(*place, 10, 15)) : std::nullopt);
    if (location.urgent) element.append_child("urgent");
    if (location.committed) element.append_child("committed");
}

void XmlWriter::write_edge(const Edge& edge, xml_node parent, const Layout::Arrow* place) {
    xml_node element = parent.append_child("transition");
    set_optional(element, "id", edge.id);
    if (!edge.controllable) element.append_attribute("controllable").set_value("false");
    set_optional(element, "action", edge.action);
    set_optional(element, "color", edge.color);
    element.append_child("source").append_attribute("ref").set_value(id_of(edge.source).c_str());
    element.append_child("target").append_attribute("ref").set_value(id_of(edge.target).c_str());
    add_labels(element, written_labels(edge, document_.dialect),
               place != nullptr ? std::optional(place->label) : std::nullopt);
    const bool own_nails = place == nullptr || !edge.nails.empty();
    for (const Point& nail : own_nails ? edge.nails : place->nails) set_position(element.append_child("nail"), nail);
}

// The elements of live sequence charts are copied as they are.
void XmlWriter::write_scenarios() {
    for (const std::string& text : document_.scenario_texts) {
        root_.append_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    }
}

void XmlWriter::write_queries() {
    if (document_.queries.empty() && document_.options.empty()) return;
    xml_node queries = root_.append_child("queries");
    for (const Option& option : document_.options) add_option(queries, option);
    for (const Query& query : document_.queries) write_query(query, queries);
}

void XmlWriter::write_query(const Query& query, xml_node parent) {
    xml_node element = parent.append_child("query");
    add_text(element, "formula", document_.dialect == Dialect::old ? print(query) : query.text);
    add_text(element, "comment", query.comment);
    for (const Option& option : query.options) add_option(element, option);
    if (!query.expect) return;
    xml_node expect = element.append_child("expect");
    set_optional(expect, "outcome", query.expect->outcome);
    set_optional(expect, "type", query.expect->type);
    set_optional(expect, "value", query.expect->value);
}

}  // namespace

std::string write_xml(const Document& document) { return XmlWriter(document).write(); }

}  // namespace crowfly::uppaal
