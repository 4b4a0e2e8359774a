#include "render/page/page.hpp"

#include <doctest/doctest.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include "engine/engine.hpp"
#include "model/uppaal/write/draw.hpp"
#include "render/page/viewer.hpp"
#include "search/settings/samples.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

const std::string two_steps = R"(
    clock x;
    int[0,9] n = 3;
    broadcast chan go;
    process P() { state a { x <= 5 }, b; init a; trans a -> b { guard x >= 2; sync go!; assign n = 7, x = 0; }; }
    process Q() { state c, d; init c; trans c -> d { sync go?; }; }
    system P, Q;
)";

// The page of a query's trace.
Json page_of(const std::string& model, const std::string& formula) {
    const Asked asked(model, formula);
    SilentObserver quiet;
    const Settings settings;
    const Limits limits;
    Answer answer = choose_engine(asked.network(), *asked.query)
                        .engine->decide({asked.network(), *asked.query, settings, limits, quiet});
    answer.asked = std::make_shared<const Property>(*asked.query);
    REQUIRE(answer.witness);
    const model::Drawing drawing = uppaal::drawing_of(asked.document);
    HeuristicSpec heuristic;
    heuristic.name = "hL";
    const Annotation annotation =
        annotate(asked.network(), *asked.query, *answer.witness->run, heuristic, asked.sources);
    return page_json({asked.network(),
                      asked.sources,
                      *answer.witness->run,
                      "model.xta",
                      "",
                      formula,
                      *answer.verdict,
                      {&drawing, &answer, "crowfly check", &annotation}});
}

std::string data_of(const std::string& html, const std::string& opening) {
    const std::size_t start = html.find(opening);
    REQUIRE(start != std::string::npos);
    const std::size_t from = start + opening.size();
    return html.substr(from, html.find("</script>", from) - from);
}

const std::string plain = R"(<script id="crowfly-data" type="application/json">)";
const std::string packed = R"(<script id="crowfly-data" type="text/plain" data-encoding="zlib-base64">)";

std::string decoded(const std::string& base64) {
    const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : base64) {
        if (c == '=') break;
        group = group << 6U | static_cast<std::uint32_t>(alphabet.find(c));
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(group >> static_cast<unsigned>(bits) & 255U);
    }
    return bytes;
}

}  // namespace

TEST_CASE("a page has the model as drawn, the trace in changes, and what holds where") {
    const Json page = page_of(two_steps, "E<> P.b && x > 3 && n == 7");
    CHECK(page["model"]["templates"][0]["edges"][0]["labels"].size() == 3);
    CHECK(page["model"]["templates"][0]["locations"][0]["invariant"] == "x <= 5");
    CHECK_FALSE(page["model"]["templates"][0]["drawn"]);
    const Json& step = page["trace"]["steps"][0];
    CHECK(step["delay"] == "2");
    CHECK(step["channel"] == "go");
    CHECK(step["broadcast"]);
    CHECK(step["edges"][0]["role"] == "send");
    CHECK(step["edges"][1]["role"] == "receive");
    CHECK(step["locations"] == Json::parse("[[0,1],[1,1]]"));
    CHECK(step["variables"] == Json::parse("[[0,7]]"));
    CHECK(step["clocks"] == Json::parse(R"([[0,"0"]])"));
    CHECK(page["query"]["truth"] == "01");
    CHECK(page["query"]["atoms"][0] == Json::parse(R"({"text":"P.b","truth":"01"})"));
    CHECK(page["query"]["atoms"][1] == Json::parse(R"({"text":"x > 3","truth":"01"})"));  // after the rest
    CHECK(page["search"]["estimates"] == Json::parse("[1,0]"));
}

TEST_CASE("a page tells where the premise of a leads-to query holds, and of other queries nothing") {
    const Json page = page_of(two_steps, "n == 7 --> n == 8");
    CHECK(page["query"]["premise"] == "01");
    CHECK(page["query"]["truth"] == "00");
    CHECK(page_of(two_steps, "E<> n == 7")["query"]["premise"].is_null());
}

TEST_CASE("each part of the query has its own truth in each state") {
    const Json page = page_of(two_steps, "E<> P.b && n >= 3 && n == 7 && x <= 9");
    CHECK(page["query"]["truth"] == "01");
    CHECK(page["query"]["atoms"] ==
          Json::parse(R"([{"text":"P.b","truth":"01"}, {"text":"n >= 3","truth":"11"}, {"text":"n == 7","truth":"01"},
                          {"text":"x <= 9","truth":"11"}])"));
}

namespace {

// The texts of the atoms of a query, in the order of writing.
std::vector<std::string> atoms_of(const Asked& asked, const Property& query) {
    SilentObserver quiet;
    const Settings settings;
    const Limits limits;
    const Answer answer =
        choose_engine(asked.network(), query).engine->decide({asked.network(), query, settings, limits, quiet});
    REQUIRE(answer.witness);
    std::vector<std::string> texts;
    for (const Annotation::Atom& atom : annotate(asked.network(), query, *answer.witness->run, {}, asked.sources).atoms)
        texts.push_back(atom.text);
    return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("atoms of a quantified query say which element they are about") {
    const std::string cells = R"(
        int a[2]; clock x[2]; int k;
        process P(const int[0, 1] i) { int n; state s, t; init s; trans s -> t { assign a[i] = 1, n = 1; }; }
        system P;
    )";
    const auto atoms = [&](const std::string& formula) {
        const Asked asked(cells, formula);
        return atoms_of(asked, *asked.query);
    };
    CHECK(atoms("E<> forall (i : int[0, 1]) a[i] == 1") == Texts{"a[i] == 1 (i = 0)", "a[i] == 1 (i = 1)"});
    CHECK(atoms("E<> exists (i : int[0, 1]) P(i).t && P(i).n > 0 && k == 0") ==
          Texts{"P(0).t", "P(i).n > 0 (i = 0)", "k == 0", "P(1).t", "P(i).n > 0 (i = 1)"});
    CHECK(atoms("E<> forall (i : int[0, 1]) exists (j : int[1, 1]) x[i] - x[j] < 1 + a[i]") ==
          Texts{"x[i] - x[j] < 1 + a[i] (i = 0, j = 1)", "x[i] - x[j] < 1 + a[i] (i = 1, j = 1)"});
    CHECK(atoms("E<> x[k] > 3") == Texts{"k == 0", "x[k] > 3", "k == 1"});
}

TEST_CASE("atoms have the characters that entities of an XML file stand for") {
    Asked asked(R"(<nta><declaration>int n; clock x;</declaration><template><name>T</name>
<location id="a"><name>A</name></location><init ref="a"/>
<transition><source ref="a"/><target ref="a"/><label kind="assignment">n = 2</label></transition></template>
<system>system T;</system>
<queries><query><formula>E&lt;&gt; n &gt;= 1 &amp;&amp; x &gt; 2</formula></query></queries></nta>)",
                "E<> true");
    const auto typed = asked.checker->check_query(asked.document.queries[0], asked.diagnostics);
    REQUIRE(typed);
    const std::optional<Property> query = compile_property(*asked.compiler, *typed, asked.diagnostics);
    REQUIRE(query);
    CHECK(atoms_of(asked, *query) == Texts{"n >= 1", "x > 2"});
}

TEST_CASE("what the data says cannot end the element it stands in") {
    const Json hostile{{"name", "</script><script>alert(1)</script><!--"}};
    const std::string data = data_of(page_html(hostile), plain);
    CHECK(data.find('<') == std::string::npos);
    CHECK(Json::parse(data) == hostile);
}

TEST_CASE("what is large is compressed") {
    Json large = Json::array();
    for (int i = 0; i < 300'000; ++i) large.push_back(i);
    const std::string bytes = decoded(data_of(page_html(large), packed));
    std::string text(4'000'000, '\0');
    uLongf size = text.size();
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(text.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                       bytes.size()) == Z_OK);
    text.resize(size);
    CHECK(Json::parse(text) == large);
}

TEST_CASE("few samples are kept of many, from beginning to end") {
    SilentObserver quiet;
    SampleRecorder recorder(quiet);
    Statistics statistics;
    for (std::size_t i = 0; i < 100'000; ++i) {
        statistics.explored = i;
        recorder.progress(statistics);
    }
    statistics.explored = 123'456;
    const std::vector<Sample> samples = recorder.take(statistics);
    CHECK(samples.size() <= SampleRecorder::most);
    CHECK(samples.size() > SampleRecorder::most / 4);
    CHECK(samples.front().explored == 0);
    CHECK(samples.back().explored == 123'456);
    for (std::size_t i = 1; i < samples.size(); ++i) CHECK(samples[i - 1].explored < samples[i].explored);
}
