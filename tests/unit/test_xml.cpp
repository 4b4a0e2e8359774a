// The XML reader: every span is a place in the user's own file, damage is named and survived.
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "model/uppaal/parse/encoding.hpp"
#include "model/uppaal/read.hpp"
#include "model/uppaal/write/print.hpp"
#include "model/uppaal/xml/xml_text.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;
using crowfly::uppaal::Edge;
using crowfly::uppaal::Location;

namespace {

struct Read {
    Sources sources;
    Diagnostics diagnostics;
    Document document;

    explicit Read(std::string text) {
        const FileId file = sources.add("model.xml", std::move(text));
        document = read_document(file, sources, diagnostics);
    }

    std::string_view at(Span span) const { return sources.text(span); }
    std::size_t count(Code code) const {
        std::size_t n = 0;
        for (const Diagnostic& d : diagnostics.all()) n += d.code == code ? 1 : 0;
        return n;
    }
    const Diagnostic& first(Code code) const {
        for (const Diagnostic& d : diagnostics.all()) {
            if (d.code == code) return d;
        }
        FAIL("no diagnostic with this code");
        return diagnostics.all().front();
    }
};

std::string with_template(std::string_view body, std::string_view declaration = "clock x, y; int n; chan c;") {
    return "<nta><declaration>" + std::string(declaration) + "</declaration><template><name>T</name>" +
           std::string(body) + "</template><system>system T;</system></nta>";
}

std::string with_guard(std::string_view raw) {
    return with_template(
        "<location id=\"a\"><name>A</name></location><init ref=\"a\"/><transition><source ref=\"a\"/>"
        "<target ref=\"a\"/><label kind=\"guard\">" +
        std::string(raw) + "</label></transition>");
}

}  // namespace

TEST_CASE("a span inside a label is a byte range of the file, whatever was decoded before it") {
    struct Case {
        const char* raw;
        const char* left;  // the source text of the last comparison's operands
        const char* right;
    };
    for (const Case& c :
         {Case{"x &lt; 5 &amp;&amp; y &gt;= 7", "y", "7"}, Case{"x&lt;&#x35;&#38;&#38;y&gt;7", "y", "7"},
          Case{"<![CDATA[x < 5 && y >= 7]]>", "y", "7"}, Case{"x &lt; 5\r\n&amp;&amp;\r\n  y &gt; 7", "y", "7"},
          Case{"x &lt; 5 &amp;<!-- & < -->&amp;<![CDATA[\r\ny ]]>&lt; 7", "y", "7"},
          Case{"x &lt; 5 /* \xC3\xA9 &#233; */ &amp;&amp; y &lt; &#x37;", "y", "&#x37;"}}) {
        CAPTURE(c.raw);
        const Read read(with_guard(c.raw));
        REQUIRE(!read.diagnostics.has_errors());
        const ExprPtr& guard = read.document.templates[0].edges[0].guard;
        REQUIRE(guard);
        CHECK(guard->op == Op::logical_and);
        const Expr& comparison = *guard->operands[1];
        CHECK(read.at(comparison.operands[0]->span) == c.left);
        CHECK(read.at(comparison.operands[1]->span) == c.right);
    }
}

TEST_CASE("an escaped ampersand is decoded once") {
    const Read read(with_template("<declaration>// &amp;lt; &bomb;\nint i;</declaration>"));
    CHECK(read.document.templates[0].local.text == "// &lt; &bomb;\nint i;");
    CHECK(read.at(read.document.templates[0].local.declarations.at(0).span).starts_with("int i"));
}

TEST_CASE("a syntax error in a label is reported at its place, with the element around it") {
    const Read read(with_guard("x &lt;= &lt; 5"));
    const Diagnostic& error = read.first(Code::syntax_error);
    CHECK(read.at(error.span) == "&lt;");
    CHECK(read.sources.element(error.span) == "template T, edge A -> A, guard");
}

TEST_CASE("regions are named after their elements") {
    const Read read(
        with_template("<parameter>int p</parameter><declaration>int i;</declaration>"
                      "<location id=\"id3\"><label kind=\"invariant\">x &lt;= 3</label></location>"
                      "<branchpoint id=\"id4\"/><init ref=\"id3\"/>"
                      "<transition><source ref=\"id3\"/><target ref=\"id4\"/></transition>"));
    const Template& t = read.document.templates[0];
    CHECK(read.sources.element(t.span) == "template T");
    CHECK(read.sources.element(t.parameters.at(0).span) == "template T, parameters");
    CHECK(read.sources.element(t.local.declarations.at(0).span) == "template T, declarations");
    CHECK(read.sources.element(t.locations[0].invariant->span) == "template T, location _id3, invariant");
    CHECK(read.sources.element(t.edges[0].span) == "template T, edge _id3 -> _id4");
    CHECK(read.at(t.edges[0].span).starts_with("<transition>"));
    CHECK(read.at(t.edges[0].span).ends_with("</transition>"));
    CHECK(read.at(t.edges[0].target_span) == "<target ref=\"id4\"/>");
    CHECK(read.at(t.initial_span) == "<init ref=\"id3\"/>");
}

TEST_CASE("layout, colours, names and flags are kept") {
    const Read read(
        with_template("<location id=\"a\" x=\"-8\" y=\"16\" color=\"#ff0000\"><name x=\"1\" y=\"2\">  A\n</name>"
                      "<label kind=\"comments\">why &amp; how</label><committed/></location>"
                      "<location><urgent/></location><init ref=\"a\"/>"
                      "<transition controllable=\"false\" action=\"go\" color=\"#0000ff\"><source ref=\"a\"/>"
                      "<target ref=\"a\"/><label kind=\"synchronization\" x=\"5\" y=\"6\">c!</label>"
                      "<nail x=\"1\" y=\"2\"/><nail x=\"3\" y=\"4\"/></transition>"));
    REQUIRE(read.diagnostics.all().empty());
    const Template& t = read.document.templates[0];
    const Location& a = t.locations[0];
    CHECK(a.name == "A");
    CHECK(read.at(a.span) == "A");
    CHECK(a.at->x == -8);
    CHECK(a.name_at->y == 2);
    CHECK(a.color == "#ff0000");
    CHECK(a.committed);
    CHECK(a.labels.at(0).text == "why & how");
    CHECK(t.locations[1].urgent);
    CHECK(t.locations[1].name.empty());
    const Edge& edge = t.edges[0];
    CHECK(!edge.controllable);
    CHECK(edge.action == "go");
    CHECK(edge.direction == Direction::send);
    CHECK(edge.labels.at(0).kind == "synchronisation");
    CHECK(edge.labels.at(0).at->x == 5);
    CHECK(edge.nails.at(1).y == 4);
}

TEST_CASE("elements may come in any order and unknown ones are told and skipped") {
    const Read read(
        "<project><system>system T;</system><surprise><template/></surprise><template>"
        "<transition><source ref=\"a\"/><target ref=\"b\"/></transition><init ref=\"a\"/>"
        "<location id=\"b\"><name>B</name></location><location id=\"a\"><name>A</name></location><name>T</name>"
        "</template><declaration>int i;</declaration></project>");
    CHECK(read.count(Code::unknown_xml) == 1);
    CHECK(read.diagnostics.all().size() == 1);
    CHECK(read.at(read.first(Code::unknown_xml).span) == "<surprise>");
    REQUIRE(read.document.templates.size() == 1);
    CHECK(read.document.has_system_line);
    CHECK(read.sources.element(read.document.templates[0].edges[0].span) == "template T, edge A -> B");
}

TEST_CASE("damaged XML is reported where it is damaged, and what came before is read") {
    struct Case {
        std::string text;
        std::string_view at;  // what follows the reported place
    };
    const std::string good = "<nta><declaration>int i;</declaration>";
    for (const Case& c : {Case{good + "<template><name>T</nam></template></nta>", "nam"},
                          Case{good + "<template><name>T</name><location a=></template></nta>", ">"},
                          Case{good + "<system>i < 5</system></nta>", "< 5"}, Case{good + "<template><name>T", ""},
                          Case{good + "<system>system T;</system>", ""}, Case{good + "<![CDATA[ x", ""}}) {
        CAPTURE(c.text);
        const Read read(c.text);
        const Diagnostic& error = read.first(Code::malformed_xml);
        CHECK(std::string_view(c.text).substr(error.span.begin).starts_with(c.at));
        if (c.at.empty()) CHECK(error.span.begin >= c.text.size() - 4);
        CHECK(read.document.global.declarations.size() == 1);
    }
}

TEST_CASE("zero bytes are errors, not the end of the file") {
    std::string text = with_template("<location id=\"a\"/><init ref=\"a\"/>");
    text[text.find("clock")] = '\0';
    const Read read(text);
    CHECK(read.first(Code::malformed_xml).span.begin == text.find('\0'));
    CHECK(read.document.templates.size() == 1);
    CHECK(Read(with_guard("x &lt; 5&#0; &amp;&amp; y &lt; 2")).count(Code::malformed_xml) == 1);
}

TEST_CASE("a duplicate id is a warning that names it") {
    const Read read(with_template("<location id=\"a\"/><location id=\"a\"/><init ref=\"a\"/>"));
    CHECK(!read.diagnostics.has_errors());
    CHECK(read.first(Code::duplicate_id).message == "the id `a` is used twice in template T");
}

TEST_CASE("labels that cannot mean anything are warned about") {
    const Read read(
        with_template("<location id=\"a\"><label kind=\"guard\">x &lt; 3</label><label kind=\"invariant\">x &lt; 4"
                      "</label><label kind=\"invariant\">x &lt; 5</label></location><init ref=\"a\"/>"));
    CHECK(read.count(Code::misplaced_label) == 2);
    CHECK(print(*read.document.templates[0].locations[0].invariant) == "x < 4");
}

TEST_CASE("a misspelt element or kind of label is an error that names the right one") {
    const auto said = [](const std::string& in_location, const std::string& in_edge = "") {
        const Read read(with_template("<location id=\"a\">" + in_location +
                                      "</location><init ref=\"a\"/><transition><source ref=\"a\"/><target ref=\"a\"/>" +
                                      in_edge + "</transition>"));
        std::string codes;
        for (const Diagnostic& d : read.diagnostics.all())
            codes += std::string(describe(d.code).id) + " " + d.hint + ";";
        return codes;
    };
    CHECK(said("", "<label kind=\"gaurd\">x &gt;= 9</label>") == "E035 did you mean `guard`?;");
    CHECK(said("", "<label kind=\"guard\">x &gt;= 9</label>") == "");
    CHECK(said("", "<label kind=\"Guard\">x &gt;= 9</label>") == "");
    CHECK(said("", "<label kind=\"assignments\">n = 1</label>") == "E035 did you mean `assignment`?;");
    CHECK(said("", "<label kind=\"synchronise\">c!</label>") == "E035 did you mean `synchronisation`?;");
    CHECK(said("<label kind=\"invarient\">x &lt;= 3</label>") == "E035 did you mean `invariant`?;");
    CHECK(said("<commited/>") == "E035 did you mean `committed`?;");
    CHECK(said("<committed/>") == "");
    CHECK(said("", "<lable kind=\"guard\">x &gt;= 9</lable>") == "E035 did you mean `label`?;");
    // An empty one loses nothing.
    CHECK(said("", "<label kind=\"gaurd\"> </label>") == "");
}

TEST_CASE("words that no other is like are skipped with a warning, those of the editor without") {
    const auto count = [](const std::string& label) {
        const Read read(with_template("<location id=\"a\" color=\"#fff\">" + label + "</location><init ref=\"a\"/>"));
        CHECK_FALSE(read.diagnostics.has_errors());
        return read.count(Code::unknown_xml);
    };
    CHECK(count("<label kind=\"deadline\">x &lt;= 3</label>") == 1);
    CHECK(count("<label>x &lt;= 3</label>") == 1);
    CHECK(count("<shape/>") == 1);
    for (const std::string kind : {"comments", "testcode", "testcodeEnter", "testcodeExit", "exponentialrate"})
        CHECK(count("<label kind=\"" + kind + "\">1</label>") == 0);
}

TEST_CASE("attributes that mean nothing are told, those of the editor are not") {
    const auto read_edge = [](const std::string& attributes) {
        return Read(with_template("<location id=\"a\" x=\"1\" y=\"2\" color=\"#fff\"/><init ref=\"a\"/><transition " +
                                  attributes + "><source ref=\"a\"/><target ref=\"a\"/></transition>"));
    };
    CHECK(read_edge("id=\"t\" x=\"1\" color=\"#000\" controllable=\"false\" action=\"go\" xml:space=\"preserve\"")
              .diagnostics.all()
              .empty());
    const Read read = read_edge("controlable=\"false\"");
    CHECK(read.first(Code::unknown_attribute).message ==
          "`controlable` is not an attribute of `<transition>` and is ignored");
    CHECK(read.first(Code::unknown_attribute).hint == "did you mean `controllable`?");
}

TEST_CASE("queries come with comment, options and expectation, and a bad one does not spoil the model") {
    const Read read(
        "<nta><declaration>int i;</declaration><system>system T;</system><queries>"
        "<option key=\"--search-order\" value=\"0\"/>"
        "<query><formula>E&lt;&gt; i == 1</formula><comment>reach &lt; it</comment>"
        "<option key=\"--diagnostic\" value=\"1\"/><expect outcome=\"success\" type=\"symbolic\"/>"
        "<result outcome=\"failure\"/></query>"
        "<query><formula>A[] i ==</formula><comment/></query><query/></queries></nta>");
    CHECK(!read.diagnostics.has_errors());
    REQUIRE(read.document.queries.size() == 3);
    CHECK(read.document.options.at(0).key == "--search-order");
    const Query& reach = read.document.queries[0];
    CHECK(reach.kind == QueryKind::exists_eventually);
    CHECK(reach.text == "E<> i == 1");
    CHECK(reach.comment == "reach < it");
    CHECK(reach.options.at(0).value == "1");
    CHECK(reach.expect->outcome == "success");
    CHECK(read.document.queries[1].diagnostics.has_errors());
    CHECK(read.sources.element(read.document.queries[1].diagnostics.all()[0].span) == "query 2");
    CHECK(read.document.queries[2].kind == QueryKind::empty);
}

TEST_CASE("live sequence charts are kept aside") {
    const Read read("<nta><lsc><name>Chart</name><type>Universal</type></lsc><system>system T;</system></nta>");
    CHECK(read.document.scenarios == std::vector<std::string>{"Chart"});
    CHECK(read.document.scenario_texts.at(0) == "<lsc><name>Chart</name><type>Universal</type></lsc>");
}

TEST_CASE("entities of the document are not expanded") {
    const Read read("<!DOCTYPE nta [<!ENTITY a \"bbbbbbbb\"><!ENTITY b \"&a;&a;&a;\">]>" + with_guard("&b;"));
    CHECK(read.count(Code::syntax_error) > 0);
}

TEST_CASE("elements nested a hundred thousand deep are harmless") {
    std::string text = "<nta>";
    for (int i = 0; i < 100000; ++i) text += "<a>";
    CHECK(Read(text).count(Code::malformed_xml) == 1);
}

TEST_CASE("the format is recognised by content") {
    CHECK(detect_format("\xEF\xBB\xBF \n<?xml version=\"1.0\"?><nta/>") == Format::xml);
    CHECK(detect_format("// a comment\n/* <nta> */ clock x; process P() { state a; init a; } system P;") ==
          Format::xta);
    CHECK(detect_format("<!-- x --><project/>") == Format::xml);
    for (std::string_view text : {"", " \n", "// nothing", "<!DOCTYPE html><html><body>int</body></html>",
                                  "{\"int\": 1}", "system:fischer\nclock:1:x", "Lorem ipsum dolor sit amet."}) {
        CAPTURE(text);
        CHECK(!looks_like_model(text));
        CHECK(Read(std::string(text)).count(Code::not_a_model) == 1);
    }
    CHECK(
        !looks_like_model(std::string("\x7F"
                                      "ELF\0\1 int system",
                                      17)));
}

TEST_CASE("XML with a foreign root is not a model, wherever it mentions one") {
    CHECK(Read("<html><body><nta/></body></html>").count(Code::not_a_model) == 1);
}

TEST_CASE("UTF-16 and Latin-1 are read as UTF-8, at the same lines and columns") {
    const std::string model = with_guard("x &lt; &lt;");
    for (bool big_endian : {false, true}) {
        std::string wide = big_endian ? "\xFE\xFF" : "\xFF\xFE";
        for (char c : model) {
            if (big_endian) wide += '\0';
            wide += c;
            if (!big_endian) wide += '\0';
        }
        const Read read(wide);
        const Diagnostic& error = read.first(Code::syntax_error);
        CHECK(read.sources.position(error.span.file, error.span.begin).column == model.rfind("&lt;") + 1);
    }
    const Read latin("<nta><declaration>/* \xE9\xE8 */ int i;</declaration><system>system T;</system></nta>");
    CHECK(latin.document.global.text == "/* \xC3\xA9\xC3\xA8 */ int i;");
    CHECK(latin.sources.text(latin.document.file).find("\xC3\xA9\xC3\xA8") != std::string::npos);
    CHECK(!to_utf8("plain \xC3\xA9 \xF0\x9F\x90\xA6").has_value());
    CHECK(to_utf8("\xFF\xFE\x3C\xD8\x11\xDF").value() == "\xF0\x9F\x8C\x91");  // a surrogate pair
    CHECK(to_utf8("\xC0\xAF") == "\xC3\x80\xC2\xAF");                          // overlong: not UTF-8
}
