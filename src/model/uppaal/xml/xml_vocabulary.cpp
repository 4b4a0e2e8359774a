#include "model/uppaal/xml/xml_vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <vector>

namespace crowfly::uppaal {

namespace {

using pugi::xml_node;
using Spellings = std::vector<std::string>;

// Comments and test code do not affect the model; all other kinds do.
const Spellings& editor_kinds() {
    static const Spellings kinds{"comments", "testcode", "testcodeEnter", "testcodeExit"};
    return kinds;
}

const Spellings& model_kinds() {
    static const Spellings kinds{"invariant",       "exponentialrate", "select",     "guard",
                                 "synchronisation", "assignment",      "probability"};
    return kinds;
}

struct Grammar {
    Spellings children;
    Spellings attributes;
};

// Of the elements that are read; x, y and color are allowed everywhere. The inside of other elements is ignored.
const std::unordered_map<std::string_view, Grammar>& grammar() {
    static const Grammar whole{
        {"imports", "declaration", "template", "lsc", "instantiation", "system", "queries", "query", "simulator"},
        {"version"}};
    static const std::unordered_map<std::string_view, Grammar> elements{
        {"nta", whole},
        {"project", whole},
        {"template", {{"name", "parameter", "declaration", "location", "branchpoint", "init", "transition"}, {"id"}}},
        {"location", {{"name", "label", "urgent", "committed"}, {"id"}}},
        {"branchpoint", {{}, {"id"}}},
        {"init", {{}, {"ref"}}},
        {"transition", {{"source", "target", "label", "nail"}, {"id", "controllable", "action"}}},
        {"source", {{}, {"ref"}}},
        {"target", {{}, {"ref"}}},
        {"label", {{}, {"kind"}}},
        {"queries", {{"option", "query"}, {}}},
        {"query", {{"formula", "comment", "option", "expect", "result"}, {}}},
    };
    return elements;
}

bool contains(const Spellings& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_everywhere(std::string_view attribute) {
    return attribute == "x" || attribute == "y" || attribute == "color" || attribute.starts_with("xml");
}

class Vocabulary {
public:
    Vocabulary(const XmlText& xml, Diagnostics& diagnostics) : xml_(xml), diagnostics_(diagnostics) {}

    void check(xml_node element) {
        const auto found = grammar().find(element.name());
        if (found == grammar().end()) return;
        check_attributes(element, found->second.attributes);
        if (found->first == "label") check_label(element);
        for (xml_node child : element.children()) {
            if (child.type() != pugi::node_element) continue;
            if (contains(found->second.children, child.name()))
                check(child);
            else
                report_element(child, element, found->second.children);
        }
    }

private:
    void check_attributes(xml_node element, const Spellings& known) {
        for (const pugi::xml_attribute attribute : element.attributes()) {
            if (is_everywhere(attribute.name()) || contains(known, attribute.name())) continue;
            diagnostics_.add(
                Code::unknown_attribute, xml_.start_tag(element),
                fmt::format("`{}` is not an attribute of `<{}>` and is ignored", attribute.name(), element.name()),
                did_you_mean(attribute.name(), known));
        }
    }

    void report_element(xml_node element, xml_node parent, const Spellings& known) {
        const std::string near = did_you_mean(element.name(), known);
        if (near.empty()) {
            diagnostics_.add(
                Code::unknown_xml, xml_.start_tag(element),
                fmt::format("`<{}>` is not known inside `<{}>` and is ignored", element.name(), parent.name()));
        } else {
            diagnostics_.add(Code::misspelt_xml, xml_.start_tag(element),
                             fmt::format("there is no element `<{}>` inside `<{}>`", element.name(), parent.name()),
                             near);
        }
    }

    void check_label(xml_node label) {
        const std::string kind = label_kind(label);
        if (contains(model_kinds(), kind) || contains(editor_kinds(), kind)) return;
        if (XmlText::trimmed(xml_.content(label)).text.empty()) return;  // nothing is lost
        if (kind.empty()) {
            diagnostics_.add(Code::unknown_xml, xml_.start_tag(label), "this label has no kind and is ignored",
                             "give it one, such as `kind=\"guard\"`");
            return;
        }
        const std::string near = did_you_mean(kind, model_kinds());
        if (near.empty()) {
            diagnostics_.add(Code::unknown_xml, xml_.start_tag(label),
                             fmt::format("labels of kind `{}` are not known: this one is ignored", kind),
                             fmt::format("the kinds are {}", fmt::join(model_kinds(), ", ")));
        } else {
            diagnostics_.add(Code::misspelt_xml, xml_.start_tag(label),
                             fmt::format("there are no labels of kind `{}`", kind), near);
        }
    }

    const XmlText& xml_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::string label_kind(xml_node label) {
    std::string kind = label.attribute("kind").value();
    std::string lower = kind;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (lower == "synchronization" || lower == "sync") return "synchronisation";
    if (lower == "update" || lower == "assign") return "assignment";
    return contains(model_kinds(), lower) ? lower : kind;
}

bool is_location_kind(std::string_view kind) { return kind == "invariant" || kind == "exponentialrate"; }

bool is_edge_kind(std::string_view kind) { return !is_location_kind(kind) && contains(model_kinds(), kind); }

bool is_foreign(xml_node root) {
    if (std::string_view(root.name()) == "nta") return false;
    const Spellings& known = grammar().at(root.name()).children;
    const auto is_element = [](xml_node child) { return child.type() == pugi::node_element; };
    return std::ranges::any_of(root.children(), is_element) &&
           std::ranges::none_of(root.children(), [&](xml_node child) { return contains(known, child.name()); });
}

void check_vocabulary(xml_node root, const XmlText& xml, Diagnostics& diagnostics) {
    Vocabulary(xml, diagnostics).check(root);
}

}  // namespace crowfly::uppaal
