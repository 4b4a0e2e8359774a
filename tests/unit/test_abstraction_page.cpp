// The page of an abstraction: nothing in its picture overlaps, everything is there, and names cannot break out of it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "base/rng.hpp"
#include "render/abstractions/abstraction_layout.hpp"
#include "render/abstractions/abstraction_page.hpp"

using namespace crowfly;

namespace {

AbstractionGraph random_graph(std::uint64_t seed) {
    Rng rng(seed);
    AbstractionGraph graph;
    const std::size_t states = 1 + rng.below(most_states_drawn);
    const std::uint64_t farthest_state = 1 + rng.below(40);
    for (AbstractState s = 0; s < states; ++s) {
        graph.distances.push_back(rng.below(10) == 0 ? dead_end : static_cast<Estimate>(rng.below(farthest_state)));
        graph.drawn.push_back(s);
    }
    for (std::uint64_t arcs = rng.below(3 * states); arcs > 0; --arcs)
        graph.arcs.push_back({static_cast<AbstractState>(rng.below(states)),
                              static_cast<AbstractState>(rng.below(states)),
                              {"P: a -> b"},
                              false});
    return graph;
}

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

AbstractionReport report_of(AbstractionGraph graph) {
    AbstractionReport report;
    AbstractionReport::Part& part = report.parts.emplace_back();
    part.states = graph.distances.size();
    part.variables = {"P", "Q<script>"};
    part.sizes = {{"variables", 6}, {"2 merged, 9 in the product", 3}};
    part.graph = std::move(graph);
    return report;
}

AbstractionGraph three_states() {
    return {.distances = {2, 1, 0, dead_end},
            .drawn = {0, 1, 2},
            .initial = 0,
            .arcs = {{0, 1, {"P: a -> b", "P: \"<b>\" & c"}, true}, {1, 2, {"Q"}, false}, {1, 0, {"R"}, false}}};
}

}  // namespace

TEST_CASE("states of a picture stand apart, within it, the nearer to the goal the farther to the right") {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        CAPTURE(seed);
        const AbstractionGraph graph = random_graph(seed);
        const PictureLayout layout = lay_out(graph);
        bool stand_apart = true, are_in_order = true;
        for (const AbstractState a : graph.drawn) {
            const PictureLayout::Point at = layout.places[a];
            CHECK(at.x >= radius_of_state);
            CHECK(at.x <= layout.width - radius_of_state);
            CHECK(at.y >= 24 + radius_of_state);  // below the line of distances
            CHECK(at.y <= layout.height - radius_of_state);
            for (const AbstractState b : graph.drawn) {
                const PictureLayout::Point other = layout.places[b];
                const double gap = std::hypot(at.x - other.x, at.y - other.y);
                stand_apart = stand_apart && (a == b || gap > 2 * radius_of_state + 4);
                const bool is_nearer = graph.distances[a] < graph.distances[b];
                are_in_order = are_in_order && (!is_nearer || at.x > other.x + 2 * radius_of_state);
            }
        }
        CHECK(stand_apart);
        CHECK(are_in_order);
        for (std::size_t g = 1; g < layout.groups.size(); ++g)
            CHECK(layout.groups[g].x - layout.groups[g - 1].x >= 80);  // room for their headings
    }
}

TEST_CASE("connected states stand at one height") {
    AbstractionGraph graph;
    graph.distances = {1, 1, 1, 0, 0, 0};
    graph.drawn = {0, 1, 2, 3, 4, 5};
    graph.arcs = {{0, 5, {}, false}, {1, 4, {}, false}, {2, 3, {}, false}};
    const PictureLayout layout = lay_out(graph);
    CHECK(layout.places[0].y == layout.places[5].y);
    CHECK(layout.places[1].y == layout.places[4].y);
    CHECK(layout.places[2].y == layout.places[3].y);
}

TEST_CASE("a page has every state with its distance, every transition with its labels, and every size") {
    const std::string page = abstraction_page(report_of(three_states()), {"m<1>.xml", "E<> P.c && Q.b", "mas(N=3)"});
    CHECK(count_of(page, "tabindex=\"0\"") == 3);
    CHECK(count_of(page, "class=\"arc near\" data-from=") == 2);
    CHECK(count_of(page, "class=\"arc\" data-from=") == 1);
    CHECK(count_of(page, "aria-label=\"state 0, distance 2, initial\"") == 1);
    CHECK(count_of(page, "1 state is left out") == 1);
    CHECK(count_of(page, "<rect class=\"bar\"") == 2);
    CHECK(count_of(page, "<td>2 merged, 9 in the product</td>") == 1);
    CHECK(count_of(page, "width=\"50.00%\"") == 1);  // 3 of 6
    CHECK(count_of(page, "P: a -&gt; b\nP: &quot;&lt;b&gt;&quot; &amp; c\n…</title>") == 1);
    CHECK(count_of(page, "E&lt;&gt; P.c &amp;&amp; Q.b") == 1);
    CHECK(count_of(page, "Q&lt;script&gt;") == 1);
    CHECK(count_of(page, "<script>") == 1);
    CHECK(count_of(page, "<!--content-->") == 0);
    CHECK(count_of(page, "http://") + count_of(page, "https://") == 0);
}

TEST_CASE("of many phases there is a plot, whose columns are numbered as the phases are listed") {
    AbstractionReport report = report_of({});
    std::vector<StateAbstraction::Size>& sizes = report.parts.front().sizes;
    for (std::size_t phase = 3; phase <= 41; ++phase) sizes.push_back({fmt::format("phase {}", phase), phase});
    const std::string page = abstraction_page(report, {});
    CHECK(count_of(page, "<rect class=\"bar\"") == 41);
    CHECK(count_of(page, "text-anchor=\"middle\">1</text>") == 1);
    CHECK(count_of(page, "text-anchor=\"middle\">41</text>") == 1);
    CHECK(count_of(page, "<td class=\"number quiet\">41</td>") == 1);
    CHECK(count_of(page, "table class=\"phases\"") == 0);
}

TEST_CASE("what cannot be drawn is said") {
    AbstractionReport report = report_of({});
    report.parts.front().graph.reset();
    report.parts.front().states = most_states_drawn + 1;
    CHECK(count_of(abstraction_page(report, {}), "at most 200 states is drawn") == 1);
    report.parts.clear();
    CHECK(count_of(abstraction_page(report, {}), "There is no abstract state") == 1);
    report.parts.resize(25);
    CHECK(count_of(abstraction_page(report, {}), "<section>") == 20);
    CHECK(count_of(abstraction_page(report, {}), "and 5 more") == 1);
}

TEST_CASE("of many transitions those that lead nearer are drawn") {
    AbstractionGraph graph;
    for (AbstractState s = 0; s < 100; ++s) {
        graph.distances.push_back(99 - s);
        graph.drawn.push_back(s);
        for (AbstractState t = 0; t < 100; ++t) graph.arcs.push_back({s, t, {"P"}, false});
    }
    const std::string page = abstraction_page(report_of(graph), {});
    CHECK(count_of(page, "class=\"arc near\" data-from=") == 99 * 100 / 2);
    CHECK(count_of(page, "class=\"arc\" data-from=") == 0);
    CHECK(count_of(page, "Of 10 000 transitions only those are drawn") == 1);
}
