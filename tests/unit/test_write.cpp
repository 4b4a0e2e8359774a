// The writers: a model that is written and read again is the same model, in either format.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "model/uppaal/read.hpp"
#include "model/uppaal/write/write_xml.hpp"
#include "model/uppaal/write/write_xta.hpp"
#include "unit/meaning.hpp"

using namespace crowfly;
using namespace crowfly::uppaal;

namespace {

struct Read {
    Sources sources;
    Diagnostics diagnostics;
    Document document;

    explicit Read(std::string text) {
        document = read_document(sources.add("model", std::move(text)), sources, diagnostics);
    }
    std::string first_error() const {
        for (const Diagnostic& d : diagnostics.all()) {
            if (d.severity == Severity::error) return std::string(sources.text(d.span)) + ": " + d.message;
        }
        return {};
    }
};

// Writes in both formats, reads again, and goes on to the other format.
void check_round_trips(const Document& document) {
    const std::string expected = meaning(document);
    for (bool as_xml : {true, false}) {
        CAPTURE(as_xml);
        const std::string written = as_xml ? write_xml(document) : write_xta(document);
        const Read again(written);
        CHECK(again.first_error() == "");
        CHECK(again.document.dialect == Dialect::current);
        CHECK(again.document.format == (as_xml ? Format::xml : Format::xta));
        CHECK(meaning(again.document) == expected);
        if (as_xml) CHECK(write_xml(again.document) == written);
        const Read other(as_xml ? write_xta(again.document) : write_xml(again.document));
        CHECK(other.first_error() == "");
        CHECK(meaning(other.document) == expected);
    }
}

const char* const rich_model = R"(<?xml version="1.0" encoding="utf-8"?>
<nta>
<declaration>// Shared things: 3 &lt; 4 &amp; more
const int N = 3; typedef int[0,N-1] id_t;
broadcast chan go[N]; chan stop; int[0,7] n = 1; bool flag;
int twice(int v) { return 2 * v; } // trailing</declaration>
<template><name x="5" y="6">T</name><parameter>const id_t me, int &amp;shared // who</parameter>
<declaration>clock x; // local clock</declaration>
<location id="id0" x="-10" y="20" color="#ff00ff"><name x="-20" y="0">Start</name>
<label kind="invariant" x="1" y="2">x &lt;= 5
// not for long</label><label kind="exponentialrate">2</label></location>
<location id="id1" x="100" y="20"><committed/></location>
<location id="id2" x="200" y="20"><name>state</name><label kind="comments">stay &lt; here</label><urgent/></location>
<branchpoint id="id3" x="50" y="50"/>
<init ref="id0"/>
<transition id="id9" controllable="false" action="move"><source ref="id0"/><target ref="id3"/>
<label kind="select" x="7" y="8">i : id_t, j : int[0,2]</label>
<label kind="guard">x &gt;= 2 &amp;&amp; (n &lt; 3 || flag) // when</label>
<label kind="synchronisation">go[i]!</label><label kind="assignment">shared = twice(j), x = 0</label>
<nail x="1" y="2"/></transition>
<transition><source ref="id3"/><target ref="id1"/><label kind="probability">3</label></transition>
<transition><source ref="id3"/><target ref="id2"/><label kind="probability">N</label></transition>
<transition><source ref="id1"/><target ref="id0"/><label kind="synchronisation">stop?</label></transition>
</template>
<lsc><name>Chart</name><type>Universal</type></lsc>
<instantiation>// below
int common;</instantiation>
<system>P(const id_t k) = T(k, common);
Q = T(2, n);
system P &lt; Q; progress { n; }</system>
<queries><option key="--search-order" value="1"/>
<query><formula>E&lt;&gt; P(0).Start &amp;&amp;
Q.x &lt; 3</formula><comment>can it? */ well</comment>
<option key="--diagnostic" value="0"/><expect outcome="failure" type="symbolic"/></query>
<query><formula>=== Safety ===</formula><comment/></query>
<query><formula>A[] n &lt;</formula><comment>broken</comment></query>
<query><formula/><comment>only words</comment></query>
<query><formula>A[] forall (i : id_t) not P(i).state // never</formula><comment/></query>
</queries></nta>)";

}  // namespace

TEST_CASE("a model with everything survives both formats") {
    const Read read(rich_model);
    REQUIRE(read.first_error() == "");
    CHECK(meaning(read.document).find("edge Start -u-> branchpoint 0 [i : id_t, j : int[0, 2]]") != std::string::npos);
    check_round_trips(read.document);
}

TEST_CASE("XML keeps layout, colours, ids, comments, options, expectations and charts") {
    const Read read(rich_model);
    const Read again(write_xml(read.document));
    const Template& t = again.document.templates.at(0);
    CHECK(t.name_at->x == 5);
    CHECK(t.locations[0].at->x == -10);
    CHECK(t.locations[0].name_at->x == -20);
    CHECK(t.locations[0].color == "#ff00ff");
    CHECK(t.locations[0].labels[0].at->y == 2);
    CHECK(t.locations[1].id == "id1");
    CHECK(t.locations[1].name.empty());
    CHECK(t.locations[2].labels[0].text == "stay < here");
    CHECK(t.branchpoints[0].at->y == 50);
    CHECK(t.edges[0].id == "id9");
    CHECK(t.edges[0].action == "move");
    CHECK(t.edges[0].nails.at(0).y == 2);
    CHECK(t.edges[0].labels[1].text == "x >= 2 && (n < 3 || flag) // when");
    CHECK(again.document.global.text == read.document.global.text);
    CHECK(again.document.scenarios == read.document.scenarios);
    CHECK(again.document.options.at(0).key == "--search-order");
    REQUIRE(again.document.queries.size() == 5);
    CHECK(again.document.queries[0].comment == "can it? */ well");
    CHECK(again.document.queries[0].options.at(0).key == "--diagnostic");
    CHECK(again.document.queries[0].expect->outcome == "failure");
    CHECK(again.document.queries[1].text == "=== Safety ===");
}

TEST_CASE("XTA keeps comments of queries and their expectations, and turns what is no query into comments") {
    const Read again(write_xta(Read(rich_model).document));
    REQUIRE(again.document.queries.size() == 5);
    CHECK(again.document.queries[0].kind == QueryKind::exists_eventually);
    CHECK(again.document.queries[0].comment.starts_with("can it? * / well"));
    CHECK(again.document.queries[0].expect->outcome == "failure");
    CHECK(again.document.queries[1].kind == QueryKind::empty);
    CHECK(again.document.queries[1].comment == "=== Safety ===");
    CHECK(again.document.queries[2].comment == "broken\nA[] n <");
    CHECK(again.document.queries[3].comment == "only words");
    CHECK(again.document.queries[4].kind == QueryKind::always_globally);
    CHECK(again.document.queries[4].comment.empty());
}

TEST_CASE("locations get legal and unique names in XTA") {
    const Read read(
        "<nta><template><name>T</name><location id=\"id0\"/><location id=\"b\"><name>_id0</name></location>"
        "<location id=\"c\"><name>do</name></location><location id=\"d\"><name>two words</name></location>"
        "<location><name>two words</name></location><location id=\"e\"><name>init</name></location><init ref=\"e\"/>"
        "<transition><source ref=\"c\"/><target ref=\"d\"/></transition></template><system>system T;</system></nta>");
    const Read again(write_xta(read.document));
    REQUIRE(again.first_error() == "");
    const Template& t = again.document.templates.at(0);
    REQUIRE(t.locations.size() == 6);
    CHECK(t.locations[0].name == "_id0");
    CHECK(t.locations[1].name != "_id0");
    CHECK(t.initial == "init");
    CHECK(t.edges.at(0).source == t.locations[2].id);
    CHECK(t.edges.at(0).target == t.locations[3].id);
}

TEST_CASE("a type named like a section of XTA is still a type there") {
    const Read read(
        "<nta><declaration>typedef int[0,3] state; typedef int process; typedef chan chan_t; process p = 2;"
        "</declaration><template><name>T</name><declaration>state s = 1; urgent chan_t c; state f() { return s; }"
        "</declaration><location id=\"a\"/><init ref=\"a\"/></template><system>system T;</system></nta>");
    REQUIRE(read.first_error() == "");
    const Read again(write_xta(read.document));
    CHECK(again.first_error() == "");
    const Template& t = again.document.templates.at(0);
    CHECK(t.locations.size() == 1);
    CHECK(t.local.declarations.size() == 6);
    CHECK(again.document.global.declarations.size() == 5);
}

TEST_CASE("XTA leaves live sequence charts out, and all mentions of them") {
    const Read read(
        "<nta><template><name>T</name><location id=\"a\"/><init ref=\"a\"/></template><lsc><name>Chart</name></lsc>"
        "<system>int v; C = Chart(); D = C(); P = T(); system C, P &lt; D, T;</system></nta>");
    REQUIRE(read.first_error() == "");
    const Read again(write_xta(read.document));
    CHECK(again.first_error() == "");
    REQUIRE(again.document.instantiations.size() == 1);
    CHECK(print_system(again.document) == "P = T();\nsystem P < T;\n");
}

TEST_CASE("3.x models are written in today's syntax") {
    const Read read(
        "const N 3; int[0,N] n := 0; clock c; chan a;\n"
        "process P(int[0,N] v; const k) { clock x; state s {x =< 5, n => 1}, t; commit t; init s;\n"
        "trans s -> t { guard x > 2, n == k; sync a!; assign x := 0, v := v + 1; }, -> s { }; }\n"
        "Q := P(n, 2); system Q;");
    REQUIRE(read.first_error() == "");
    REQUIRE(read.document.dialect == Dialect::old);
    const std::string text = write_xta(read.document);
    CHECK(text.find("s { x <= 5 && n >= 1 }") != std::string::npos);
    CHECK(text.find(":=") == std::string::npos);
    check_round_trips(read.document);
}

TEST_CASE("a model without coordinates is laid out: no two locations at one place, loops and parallel edges apart") {
    const Read read(
        "process P() { state a, b, c; init a; trans a -> b { }, b -> a { }, a -> b { guard true; }, c -> c { }; }\n"
        "system P;");
    REQUIRE(read.first_error() == "");
    const Read again(write_xml(read.document));
    const Template& t = again.document.templates.at(0);
    for (std::size_t i = 0; i < 3; ++i) {
        REQUIRE(t.locations[i].at.has_value());
        for (std::size_t j = 0; j < i; ++j) {
            const Point p = *t.locations[i].at;
            const Point q = *t.locations[j].at;
            CHECK(std::abs(p.x - q.x) + std::abs(p.y - q.y) > 100);
        }
    }
    CHECK(t.edges[0].nails.empty());
    REQUIRE(t.edges[1].nails.size() == 1);
    REQUIRE(t.edges[2].nails.size() == 1);
    CHECK(std::abs(t.edges[1].nails[0].x - t.edges[2].nails[0].x) +
              std::abs(t.edges[1].nails[0].y - t.edges[2].nails[0].y) >
          50);
    CHECK(t.edges[3].nails.size() == 2);
    CHECK(t.edges[2].labels.at(0).at.has_value());
}

TEST_CASE("every model of the corpus that can be read survives both formats") {
    const char* corpus = std::getenv("CROWFLY_CORPUS");
    if (corpus == nullptr) {
        MESSAGE("skipped: CROWFLY_CORPUS is not set");
        return;
    }
    std::size_t models = 0;
    for (const char* folder : {"uppaal", "seeds"}) {
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(corpus) / folder)) {
            const std::string suffix = entry.path().extension().string();
            if (suffix != ".xml" && suffix != ".xta" && suffix != ".ta") continue;
            std::ostringstream text;
            text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
            const Read read(text.str());
            if (read.diagnostics.has_errors()) continue;
            CAPTURE(entry.path().string());
            check_round_trips(read.document);
            ++models;
        }
    }
    CHECK(models > 100);
}
