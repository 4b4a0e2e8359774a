// The Gantt chart that a model declares: lanes with conditions, and a colour for as long as each holds.
#include "model/uppaal/parse/parser.hpp"

namespace crowfly::uppaal {

namespace {

GanttEntry gantt_entry(Parser& p) {
    p.charge(sizeof(GanttEntry));
    GanttEntry entry;
    if (p.accept(TokenKind::kw_for)) {
        p.expect(TokenKind::left_paren, "after `for`");
        entry.binders = p.selects();
        p.expect(TokenKind::right_paren, "after the names");
    }
    const std::uint32_t begin = p.peek().begin;
    entry.query.kind = QueryKind::sup;
    entry.query.first = p.expression();
    entry.query.text = p.slice(begin, p.last_end());
    entry.query.span = p.span_from(begin);
    p.expect(TokenKind::arrow, "between the condition and its colour");
    entry.query.values.push_back(p.expression());
    return entry;
}

GanttLane gantt_lane(Parser& p) {
    p.charge(sizeof(GanttLane));
    GanttLane lane;
    lane.name = p.text(p.declared_name("of the lane"));
    if (p.accept(TokenKind::left_paren)) {
        lane.parameters = p.selects();
        p.expect(TokenKind::right_paren, "after the names");
    }
    p.expect(TokenKind::colon, "after the lane");
    do lane.entries.push_back(gantt_entry(p));
    while (p.accept(TokenKind::comma));
    p.expect(TokenKind::semicolon, "after the lane");
    return lane;
}

}  // namespace

void parse_gantt(const Fragment& fragment, ParseContext& context, Gantt& into) {
    ParseContext own{context.sources, into.diagnostics, context.dialect, context.tree_bytes};
    Parser parser(fragment, own, "the Gantt chart");
    into.text += fragment.text + "\n";
    parser.whole([&] {
        parser.charge(fragment.text.size());
        while (!parser.at_end()) into.lanes.push_back(gantt_lane(parser));
    });
    context.tree_bytes = own.tree_bytes;
}

}  // namespace crowfly::uppaal
