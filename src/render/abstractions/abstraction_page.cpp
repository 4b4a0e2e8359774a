#include "render/abstractions/abstraction_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "render/abstractions/abstraction_layout.hpp"
#include "render/results/statistics.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_parts_shown = 20;
constexpr std::size_t most_arcs_drawn = 3000;
constexpr std::size_t most_phases_listed = 200;
constexpr std::size_t most_rows_of_phases = 40;  // more are columns of a plot, by their numbers

using Point = PictureLayout::Point;

std::string html(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '&': result += "&amp;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

// ---- Sizes
// --------------------------------------------------------------------------------------------------------------

constexpr double plot_left = 76, plot_top = 12, plot_width = 1080, plot_height = 150;

// The least of 1, 2 and 5 times a power of ten that is not less.
double round_up(std::size_t number) {
    double power = 1;
    while (10 * power <= static_cast<double>(number)) power *= 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= static_cast<double>(number)) return factor * power;
    }
    return 10 * power;
}

// The first, the last, and some between them.
std::vector<std::size_t> numbered_phases(std::size_t count) {
    const std::size_t apart = (count + 9) / 10;
    std::vector<std::size_t> phases;
    for (std::size_t i = 0; i + apart / 2 + 1 < count; i += apart) phases.push_back(i);
    phases.push_back(count - 1);
    return phases;
}

std::string plot_of_sizes(const std::vector<StateAbstraction::Size>& sizes) {
    std::size_t most = 1;
    for (const StateAbstraction::Size& size : sizes) most = std::max(most, size.states);
    const double top = round_up(most);
    const double bottom = plot_top + plot_height;
    std::string text = fmt::format(
        "<div class=\"scroll\"><svg class=\"plot\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "aria-label=\"Abstract states after each phase\">\n",
        plot_left + plot_width + 16, bottom + 46);
    for (const double part : {0.0, 0.5, 1.0}) {
        if (part == 0.5 && top < 2) continue;
        const double y = bottom - part * plot_height;
        text += fmt::format(
            "<path class=\"grid\" d=\"M{} {:.1f}h{}\"/><text class=\"quiet\" x=\"{}\" y=\"{:.1f}\" "
            "text-anchor=\"end\">{}</text>\n",
            plot_left, y, plot_width, plot_left - 8, y + 4,
            grouped(static_cast<std::size_t>(std::llround(part * top))));
    }
    const double step = std::min(plot_width / static_cast<double>(sizes.size()), 60.0);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        // What is not zero can be seen.
        const double height =
            sizes[i].states == 0 ? 0 : std::max(1.0, static_cast<double>(sizes[i].states) / top * plot_height);
        text += fmt::format(
            "<rect class=\"bar\" x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\">"
            "<title>{}: {}</title></rect>\n",
            plot_left + static_cast<double>(i) * step + step * 0.1, bottom - height, step * 0.8, height,
            html(sizes[i].phase), counted(sizes[i].states, "state"));
    }
    for (const std::size_t i : numbered_phases(sizes.size()))
        text += fmt::format("<text class=\"quiet\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                            plot_left + (static_cast<double>(i) + 0.5) * step, bottom + 16, i + 1);
    return text + fmt::format("<text class=\"quiet\" x=\"{}\" y=\"{}\">{}</text></svg></div>\n", plot_left, bottom + 36,
                              "states after each phase of building it, by its number in the list below");
}

// A row for each phase: its name, a bar, and how many states there are after it.
std::string rows_of_sizes(const std::vector<StateAbstraction::Size>& sizes) {
    std::size_t most = 1;
    for (const StateAbstraction::Size& size : sizes) most = std::max(most, size.states);
    std::string text =
        "<table class=\"phases\">\n<thead><tr><th>phase of building it</th><th></th>"
        "<th class=\"number\">states after it</th></tr></thead>\n";
    for (const StateAbstraction::Size& size : sizes)
        text += fmt::format(
            "<tr><td>{0}</td><td class=\"size\"><svg width=\"100%\" height=\"14\" aria-hidden=\"true\">"
            "<rect class=\"bar\" width=\"{1:.2f}%\" height=\"14\" rx=\"2\"/></svg></td><td "
            "class=\"number\">{2}</td></tr>\n",
            html(size.phase), 100.0 * static_cast<double>(size.states) / static_cast<double>(most),
            grouped(size.states));
    return text + "</table>\n";
}

std::string table_of_sizes(const std::vector<StateAbstraction::Size>& sizes) {
    std::string text = fmt::format("<details><summary>{}</summary><table>\n", counted(sizes.size(), "phase"));
    for (std::size_t i = 0; i < std::min(sizes.size(), most_phases_listed); ++i)
        text += fmt::format("<tr><td class=\"number quiet\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
                            i + 1, grouped(sizes[i].states), html(sizes[i].phase));
    text += "</table>";
    if (sizes.size() > most_phases_listed)
        text +=
            fmt::format("<p class=\"quiet\">and {} more; the JSON has them all</p>", sizes.size() - most_phases_listed);
    return text + "</details>\n";
}

// ---- The picture
// --------------------------------------------------------------------------------------------------------

std::string distance_name(Estimate distance) {
    return distance == dead_end ? "no way" : fmt::format("distance {}", distance);
}

bool leads_nearer(const AbstractionGraph& graph, const AbstractionGraph::Arc& arc) {
    return graph.distances[arc.target] < graph.distances[arc.source];
}

// From the edge of one circle to that of the other, with a bow where both stand in one column.
std::string curve(Point from, Point to) {
    const double dx = to.x - from.x, dy = to.y - from.y;
    const bool is_upright = std::abs(dx) < 1;
    const double bow = is_upright ? 22 + std::min(26.0, std::abs(dy) / 12) : 0;
    const Point middle{(from.x + to.x) / 2 + (dy > 0 ? bow : -bow), (from.y + to.y) / 2 + (dx < 0 ? 14 : 0)};
    const auto edge = [&](Point center, double gap) {
        const double x = middle.x - center.x, y = middle.y - center.y;
        const double length = std::max(1.0, std::hypot(x, y));
        return Point{center.x + x / length * gap, center.y + y / length * gap};
    };
    const Point start = edge(from, radius_of_state), end = edge(to, radius_of_state + 6);
    return fmt::format("M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}", start.x, start.y, middle.x, middle.y, end.x,
                       end.y);
}

std::string labels_text(const AbstractionGraph::Arc& arc) {
    std::string text = fmt::format("{}", fmt::join(arc.labels, "\n"));
    return arc.is_cut ? text + "\n…" : text;
}

std::string arcs_of(const AbstractionGraph& graph, const PictureLayout& layout, bool nearer) {
    std::string text;
    for (const AbstractionGraph::Arc& arc : graph.arcs) {
        if (arc.source == arc.target || leads_nearer(graph, arc) != nearer) continue;
        text += fmt::format(
            "<path class=\"arc{}\" data-from=\"{}\" data-to=\"{}\" marker-end=\"url(#{})\" d=\"{}\">"
            "<title>{}</title></path>\n",
            nearer ? " near" : "", arc.source, arc.target, nearer ? "near" : "other",
            curve(layout.places[arc.source], layout.places[arc.target]), html(labels_text(arc)));
    }
    return text;
}

std::string states_of(const AbstractionGraph& graph, const PictureLayout& layout) {
    std::string text;
    for (const AbstractState s : graph.drawn) {
        const Estimate distance = graph.distances[s];
        const bool starts = graph.initial == s;
        std::string kind = starts ? " initial" : "";
        if (distance == 0) kind += " goal";
        if (distance == dead_end) kind += " lost";
        text += fmt::format(
            "<g class=\"state{}\" data-state=\"{}\" tabindex=\"0\" role=\"button\" transform=\"translate({:.1f} "
            "{:.1f})\" "
            "aria-label=\"state {}, {}{}\"><circle r=\"{}\"/>{}<text>{}</text></g>\n",
            kind, s, layout.places[s].x, layout.places[s].y, s, distance_name(distance), starts ? ", initial" : "",
            radius_of_state, distance == 0 ? "<circle class=\"ring\" r=\"12.5\"/>" : "",
            distance == dead_end ? "∞" : fmt::format("{}", distance));
    }
    return text;
}

std::string legend() {
    const auto of_state = [](std::string_view kind, std::string_view ring, std::string_view words) {
        return fmt::format(
            "<span><svg width=\"22\" height=\"22\"><g class=\"state {}\" transform=\"translate(11 11)\">"
            "<circle r=\"8.5\"/>{}</g></svg>{}</span>\n",
            kind, ring, words);
    };
    const auto of_arc = [](std::string_view kind, std::string_view words) {
        return fmt::format(
            "<span><svg width=\"30\" height=\"22\"><path class=\"arc{}\" d=\"M2 11H26\"/></svg>{}</span>\n", kind,
            words);
    };
    return "<div class=\"legend\">" + of_state("initial", "", "initial state") +
           of_state("goal", "<circle class=\"ring\" r=\"5.5\"/>", "goal") + of_state("lost", "", "no way to the goal") +
           of_arc(" near", "nearer to the goal") + of_arc("", "other transitions") + "</div>\n";
}

std::string picture_of_graph(const AbstractionGraph& graph) {
    const PictureLayout layout = lay_out(graph);
    const bool draws_all = graph.arcs.size() <= most_arcs_drawn;
    std::string text = fmt::format(
        "<h2>States, each with its distance to the goal</h2>\n{}<div class=\"scroll\">"
        "<svg class=\"picture\" width=\"{:.0f}\" height=\"{:.0f}\">\n",
        legend(), layout.width, layout.height);
    for (const PictureLayout::Group& group : layout.groups)
        text += fmt::format("<text class=\"quiet\" x=\"{:.1f}\" y=\"20\" text-anchor=\"middle\">{}</text>\n", group.x,
                            distance_name(group.distance));
    if (draws_all) text += arcs_of(graph, layout, false);
    text += arcs_of(graph, layout, true) + states_of(graph, layout) + "</svg></div>\n";
    const std::size_t left_out = graph.distances.size() - graph.drawn.size();
    if (left_out > 0)
        text += fmt::format("<p class=\"quiet\">{} left out, from which and to which no transition leads.</p>\n",
                            counted(left_out, "state is", "states are"));
    if (!draws_all)
        text += fmt::format(
            "<p class=\"quiet\">Of {} transitions only those are drawn that lead nearer to the "
            "goal.</p>\n",
            grouped(graph.arcs.size()));
    return text + "<div class=\"told quiet\">Point at a state, or click it, to see its transitions.</div>\n";
}

std::string section_of(const AbstractionReport::Part& part, std::size_t number, std::size_t parts) {
    std::string text = "<section>\n";
    if (parts > 1) text += fmt::format("<h2>Abstraction {} of {}</h2>\n", number, parts);
    text += fmt::format("<p>{} of {}: <code>{}</code></p>\n", counted(part.states, "abstract state"),
                        counted(part.variables.size(), "process or variable", "processes and variables"),
                        html(fmt::format("{}", fmt::join(part.variables, ", "))));
    if (part.sizes.size() == 1) text += fmt::format("<p class=\"quiet\">{}</p>\n", html(part.sizes.front().phase));
    if (part.sizes.size() > most_rows_of_phases) text += plot_of_sizes(part.sizes) + table_of_sizes(part.sizes);
    if (part.sizes.size() > 1 && part.sizes.size() <= most_rows_of_phases) text += rows_of_sizes(part.sizes);
    if (part.graph)
        text += picture_of_graph(*part.graph);
    else
        text += fmt::format("<p class=\"quiet\">{}</p>\n",
                            part.states > most_states_drawn
                                ? fmt::format("Only an abstraction of at most {} states is drawn.", most_states_drawn)
                                : "Its transitions are not known any more, so that it is not drawn.");
    return text + "</section>\n";
}

}  // namespace

std::string abstraction_page(const AbstractionReport& report, const AbstractionTitle& title) {
    std::string content = fmt::format("<h1>{}</h1>\n<p class=\"quiet\">for <code>{}</code> in {}</p>\n",
                                      html(title.heuristic), html(title.query), html(title.model));
    if (report.parts.empty())
        content += "<p>There is no abstract state: the goal cannot be reached, whatever clocks do.</p>\n";
    if (report.parts.size() > 1)
        content += fmt::format("<p>{} abstractions: {}.</p>\n", report.parts.size(), combination_text(report));
    for (std::size_t p = 0; p < std::min(report.parts.size(), most_parts_shown); ++p)
        content += section_of(report.parts[p], p + 1, report.parts.size());
    if (report.parts.size() > most_parts_shown)
        content += fmt::format("<p class=\"quiet\">and {} more; the JSON has the sizes of all.</p>\n",
                               report.parts.size() - most_parts_shown);
    std::string page(abstraction_page_frame());
    constexpr std::string_view place = "<!--content-->";
    return page.replace(page.find(place), place.size(), content);
}

}  // namespace crowfly
