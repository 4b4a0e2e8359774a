// UPPAAL writes the sections of a process in a fixed order; here they may come in any order, and several times.
#include "model/uppaal/parse/process_parser.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/uppaal/parse/name_list.hpp"

namespace crowfly::uppaal {

namespace {

constexpr std::size_t no_location = static_cast<std::size_t>(-1);

}  // namespace

Template ProcessParser::run() {
    const std::uint32_t begin = p_.advance().begin;
    head();
    body();
    p_.context().sources.describe(p_.span_from(begin), fmt::format("process {}", result_.name));
    resolve();
    return std::move(result_);
}

void ProcessParser::head() {
    p_.charge(sizeof(Template));
    const Token name = p_.declared_name("of the process");
    result_.name = p_.text(name);
    result_.span = p_.span(name);
    if (p_.accept(TokenKind::left_paren)) {
        const std::uint32_t begin = p_.last_end();
        result_.parameters = p_.template_parameters();
        result_.parameter_text = p_.slice(begin, std::max(begin, p_.peek().begin));
        p_.expect(TokenKind::right_paren, "after the parameters");
    } else if (!p_.old_dialect()) {
        p_.fail_expected("`(` after the name of the process", "since UPPAAL 4.0 it is `process P()`");
    }
    p_.expect(TokenKind::left_brace, "before the body of the process");
}

void ProcessParser::body() {
    while (!p_.accept(TokenKind::right_brace)) {
        if (at_next_item()) return p_.report_expected("`}` to close the process");
        const Parser::Mark start = p_.mark();
        try {
            item();
        } catch (const SyntaxError&) {
            incomplete_ = true;
            p_.skip_mistake(start);
        }
    }
}

// Whether a brace is missing: another item begins before this process ends.
bool ProcessParser::at_next_item() {
    return p_.at_end() || ((p_.at_word("process") || p_.at_word("system")) && p_.kind(1) == TokenKind::name);
}

void ProcessParser::item() {
    if (at_section()) {
        section();
        return;
    }
    const std::uint32_t begin = p_.last_end();
    p_.declaration(result_.local.declarations);
    result_.local.text += p_.slice(begin, p_.last_end());
}

bool ProcessParser::at_section() {
    if (p_.kind(1) != TokenKind::name) return false;
    return p_.at(TokenKind::kw_urgent) || p_.at_word("state") || p_.at_word("branchpoint") || p_.at_word("commit") ||
           p_.at_word("init") || p_.at_word("trans");
}

void ProcessParser::section() {
    const bool urgent = p_.at(TokenKind::kw_urgent);
    const std::string_view word = p_.text(p_.advance());
    if (urgent) {
        list([this] { mention(&Location::urgent); }, "after the urgent locations");
    } else if (word == "state") {
        list([this] { location(); }, "after the locations");
    } else if (word == "branchpoint") {
        list([this] { branchpoint(); }, "after the branchpoints");
    } else if (word == "commit") {
        list([this] { mention(&Location::committed); }, "after the committed locations");
    } else if (word == "init") {
        initial();
    } else {
        list([this] { edge(); }, "after the edges");
    }
}

// Items separated by commas. An item with a mistake is skipped.
template <typename Item>
void ProcessParser::list(Item item, std::string_view where) {
    do {
        const Parser::Mark start = p_.mark();
        try {
            item();
            if (!p_.at(TokenKind::comma)) return p_.expect_semicolon(where);
        } catch (const SyntaxError&) {
            incomplete_ = true;
            p_.skip_item(start);
            if (p_.accept(TokenKind::semicolon)) return;
        }
    } while (p_.accept(TokenKind::comma));
}

void ProcessParser::initial() {
    const Token name = p_.expect(TokenKind::name, "of the initial location");
    result_.initial = p_.text(name);
    result_.initial_span = p_.span(name);
    p_.expect_semicolon("after the initial location");
}

// ---- Locations ------------------------------------------------------------------------------------------------------

Label ProcessParser::label(std::string_view kind, std::uint32_t begin) {
    const std::string_view text = p_.slice(begin, std::max(begin, p_.last_end()));
    p_.charge(sizeof(Label) + text.size());
    return {std::string(kind), std::string(text), p_.span_from(begin), std::nullopt};
}

void ProcessParser::location() {
    p_.charge(sizeof(Location));
    const Token name = p_.declared_name("of the location");
    Location result;
    result.name = p_.text(name);
    result.id = result.name;
    result.span = p_.span(name);
    if (p_.accept(TokenKind::left_brace)) {
        location_labels(result);
        describe(p_.span_from(name.begin), fmt::format("location {}", result.name));
    }
    if (!places_.emplace(result.name, result_.locations.size()).second) {
        p_.report(Code::duplicate_name, result.span, fmt::format("the location `{}` is declared twice", result.name));
        return;
    }
    result_.locations.push_back(std::move(result));
}

// `{ invariant }`, `{ invariant; rate }` or `{ ; rate }`
void ProcessParser::location_labels(Location& location) {
    std::uint32_t begin = p_.peek().begin;
    if (!p_.at(TokenKind::semicolon) && !p_.at(TokenKind::right_brace)) {
        location.invariant = p_.condition();
        location.labels.push_back(label("invariant", begin));
    }
    const bool more = p_.accept(TokenKind::semicolon);
    begin = p_.peek().begin;
    if (more && !p_.at(TokenKind::right_brace)) {
        location.exponential_rate = p_.rate();
        location.labels.push_back(label("exponentialrate", begin));
        p_.accept(TokenKind::semicolon);
    }
    p_.expect(TokenKind::right_brace, "after the invariant");
}

void ProcessParser::branchpoint() {
    p_.charge(sizeof(Branchpoint));
    const Token name = p_.declared_name("of the branchpoint");
    const std::string id(p_.text(name));
    if (!places_.emplace(id, no_location).second) {
        p_.report(Code::duplicate_name, p_.span(name), fmt::format("`{}` is declared twice", id));
        return;
    }
    result_.branchpoints.push_back({id, p_.span(name), std::nullopt});
}

void ProcessParser::mention(Flag flag) {
    p_.charge(sizeof(Mention));
    const Token name = p_.expect(TokenKind::name, "of a location");
    mentions_.push_back({std::string(p_.text(name)), p_.span(name), flag});
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

void ProcessParser::edge() {
    p_.charge(sizeof(Edge));
    Edge result;
    const std::uint32_t begin = p_.peek().begin;
    const bool same_source = p_.at(TokenKind::arrow) || p_.at(TokenKind::uncontrolled_arrow);
    if (same_source && !result_.edges.empty()) {
        result.source = result_.edges.back().source;
        result.source_span = result_.edges.back().source_span;
    } else {
        const Token source = p_.expect(TokenKind::name, "of the source location");
        result.source = p_.text(source);
        result.source_span = p_.span(source);
    }
    result.controllable = !p_.accept(TokenKind::uncontrolled_arrow);
    if (result.controllable) p_.expect(TokenKind::arrow, "between the locations of the edge");
    const Token target = p_.expect(TokenKind::name, "of the target location");
    result.target = p_.text(target);
    result.target_span = p_.span(target);
    if (p_.at(TokenKind::left_brace)) edge_labels(result);
    result.span = p_.span_from(begin);
    describe(result.span, fmt::format("edge {} -> {}", result.source, result.target));
    result_.edges.push_back(std::move(result));
}

void ProcessParser::edge_labels(Edge& edge) {
    p_.advance();
    while (!p_.accept(TokenKind::right_brace)) {
        if (at_next_item()) return p_.report_expected("`}` to close the edge");
        if (!at_label()) p_.fail_expected("`select`, `guard`, `sync`, `assign` or `probability`");
        const Parser::Mark start = p_.mark();
        try {
            edge_label(edge);
        } catch (const SyntaxError&) {
            p_.skip_mistake(start);
        }
    }
}

bool ProcessParser::at_label() {
    return p_.at_word("select") || p_.at_word("guard") || p_.at_word("sync") || p_.at_word("assign") ||
           p_.at_word("probability");
}

void ProcessParser::edge_label(Edge& edge) {
    const Token word = p_.advance();
    const std::uint32_t begin = p_.peek().begin;
    const std::string_view kind = label_content(edge, p_.text(word));
    const auto same = [kind](const Label& l) { return l.kind == kind; };
    if (std::any_of(edge.labels.begin(), edge.labels.end(), same)) {
        p_.report(Code::syntax_error, p_.span(word), fmt::format("a second `{}` on the same edge", p_.text(word)));
    }
    edge.labels.push_back(label(kind, begin));
    describe(p_.span_from(word.begin), fmt::format("edge {} -> {}, {}", edge.source, edge.target, p_.text(word)));
    p_.expect_semicolon(fmt::format("after the `{}`", p_.text(word)));
}

// Parses what follows `word` and returns the kind of the label as in XML.
std::string_view ProcessParser::label_content(Edge& edge, std::string_view word) {
    if (word == "select") {
        edge.selects = p_.selects();
        return "select";
    }
    if (word == "guard") {
        edge.guard = p_.condition();
        return "guard";
    }
    if (word == "sync") {
        p_.synchronisation(edge);
        return "synchronisation";
    }
    if (word == "assign") {
        edge.updates = p_.expressions();
        return "assignment";
    }
    edge.probability = p_.rate();
    return "probability";
}

void ProcessParser::describe(Span region, std::string_view suffix) {
    std::string element = fmt::format("process {}, {}", result_.name, suffix);
    constexpr std::size_t overhead = 64;
    p_.charge(element.size() + overhead);
    p_.context().sources.describe(region, std::move(element));
}

// ---- Names ----------------------------------------------------------------------------------------------------------

Location* ProcessParser::find_location(const std::string& name) {
    const auto found = places_.find(name);
    return found == places_.end() || found->second == no_location ? nullptr : &result_.locations[found->second];
}

void ProcessParser::report_unknown(const std::string& name, Span span) {
    if (incomplete_ || !unknown_.insert(name).second) return;
    constexpr std::size_t most_candidates = 1000;  // comparing with all names of a huge process takes too long
    std::vector<std::string> names;
    for (const Location& location : result_.locations) {
        if (names.size() < most_candidates) names.push_back(location.name);
    }
    std::string hint = did_you_mean(name, names);
    if (hint.empty() && !names.empty()) hint = fmt::format("its locations are {}", listed(names));
    p_.report(Code::unknown_name, span, fmt::format("process `{}` has no location `{}`", result_.name, name),
              std::move(hint));
    incomplete_ = names.empty();
}

// Edges to unknown locations are dropped after they are reported.
void ProcessParser::resolve() {
    for (const Mention& mention : mentions_) {
        if (Location* location = find_location(mention.name)) {
            location->*mention.flag = true;
        } else {
            report_unknown(mention.name, mention.span);
        }
    }
    if (!result_.initial.empty() && find_location(result_.initial) == nullptr) {
        report_unknown(result_.initial, result_.initial_span);
        if (!result_.locations.empty()) result_.initial = result_.locations.front().id;
    }
    const auto is_broken = [this](const Edge& edge) {
        if (!is_known(edge.source)) report_unknown(edge.source, edge.source_span);
        if (!is_known(edge.target)) report_unknown(edge.target, edge.target_span);
        return !is_known(edge.source) || !is_known(edge.target);
    };
    result_.edges.erase(std::remove_if(result_.edges.begin(), result_.edges.end(), is_broken), result_.edges.end());
}

}  // namespace crowfly::uppaal
