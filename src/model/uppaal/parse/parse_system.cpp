// The top level: an XTA file, or the <instantiation> and <system> elements of an XML model, which is the same without
// processes. Declarations, instantiations and processes may be mixed before the system line; after it come only
// progress measures, Gantt charts, queries, and the IO sections of TRON.
#include <algorithm>

#include <fmt/format.h>

#include "model/uppaal/parse/process_parser.hpp"
#include "model/uppaal/parse/query_list.hpp"

namespace crowfly::uppaal {

namespace {

class SystemParser {
public:
    SystemParser(Parser& parser, Document& document, Section& declarations, bool with_processes)
        : p_(parser), document_(document), declarations_(declarations), with_processes_(with_processes) {}

    void run();

private:
    void item();
    bool item_behind_system();
    void process();
    void instantiation();
    void system_line();
    void system_entry(int priority);
    void progress();
    void gantt();
    void queries();
    void io_section();
    void declaration();
    void keep(Section& section);
    void drop() { taken_ = p_.last_end(); }
    bool at_block(std::string_view word) { return p_.at_word(word) && p_.kind(1) == TokenKind::left_brace; }

    Parser& p_;
    Document& document_;
    Section& declarations_;
    bool with_processes_;
    bool warned_of_io_ = false;
    std::uint32_t taken_ = 0;  // the text before it belongs to a section, or is dropped
};

void SystemParser::run() {
    while (!p_.at_end()) {
        const Parser::Mark start = p_.mark();
        try {
            item();
        } catch (const SyntaxError&) {
            p_.skip_mistake(start);
            p_.skip_stray_braces();
        }
    }
    const std::string_view rest = p_.slice(taken_, static_cast<std::uint32_t>(p_.fragment().text.size()));
    if (rest.find_first_not_of(" \t\r\n") != std::string_view::npos) document_.system.text += rest;
}

void SystemParser::item() {
    if (item_behind_system()) return;
    if (document_.has_system_line) {
        p_.report(Code::syntax_error, p_.span(p_.peek()),
                  fmt::format("`{}` stands behind the system line", p_.text(p_.peek())),
                  "declarations, processes and instantiations come before `system`");
        p_.stop();
    } else if (p_.at_word("system") && p_.kind(1) == TokenKind::name) {
        system_line();
    } else if (with_processes_ && p_.at_word("process") && p_.kind(1) == TokenKind::name) {
        process();
    } else if (p_.at(TokenKind::name) && (p_.kind(1) == TokenKind::assign || p_.kind(1) == TokenKind::left_paren)) {
        instantiation();
    } else {
        declaration();
    }
}

bool SystemParser::item_behind_system() {
    if (at_block("progress")) {
        progress();
    } else if (at_block("gantt")) {
        gantt();
    } else if (at_block("query")) {
        queries();
    } else if (p_.at_word("IO") && p_.kind(1) == TokenKind::name && p_.kind(2) == TokenKind::left_brace) {
        io_section();
    } else if (document_.has_system_line && p_.accept(TokenKind::semicolon)) {
        keep(document_.system);
    } else {
        return false;
    }
    return true;
}

// The text of an item is everything from the end of the previous item to its own end, with a comment on the same line.
void SystemParser::keep(Section& section) {
    const std::string_view text = p_.fragment().text;
    std::size_t end = p_.last_end();
    const std::size_t next = std::min(text.find_first_not_of(" \t", end), text.size());
    if (text.substr(next).starts_with("//")) end = std::min(text.find('\n', next), text.size());
    section.text += p_.slice(taken_, static_cast<std::uint32_t>(end));
    taken_ = static_cast<std::uint32_t>(end);
}

void SystemParser::declaration() {
    p_.declaration(declarations_.declarations);
    keep(declarations_);
}

void SystemParser::process() {
    document_.templates.push_back(ProcessParser(p_).run());
    drop();
}

// `P = T(1, x);`, and with parameters left open: `Q(const id_t i) = T(i, x);`.
void SystemParser::instantiation() {
    p_.charge(sizeof(Instantiation));
    Instantiation result;
    const Token name = p_.declared_name("of the process");
    result.name = p_.text(name);
    result.span = p_.span(name);
    if (p_.accept(TokenKind::left_paren)) {
        result.parameters = p_.function_parameters();
        p_.expect(TokenKind::right_paren, "after the parameters");
    }
    p_.expect(TokenKind::assign, "in the instantiation");
    const Token base = p_.expect(TokenKind::name, "of a template");
    result.base = p_.text(base);
    result.base_span = p_.span(base);
    if (!p_.at(TokenKind::left_paren)) {
        p_.fail_expected(fmt::format("`(` after `{}`", result.base), "a template without parameters is written `T()`");
    }
    result.arguments = p_.arguments();
    p_.expect_semicolon("after the instantiation");
    document_.instantiations.push_back(std::move(result));
    keep(document_.system);
}

void SystemParser::system_line() {
    const std::uint32_t begin = p_.advance().begin;
    document_.has_system_line = true;
    int priority = 0;
    for (;;) {
        system_entry(priority);
        if (p_.accept(TokenKind::less)) {
            ++priority;
        } else if (!p_.accept(TokenKind::comma)) {
            break;
        }
    }
    p_.expect_semicolon("after the system line");
    document_.system_span = p_.span_from(begin);
    keep(document_.system);
}

void SystemParser::system_entry(int priority) {
    p_.charge(sizeof(SystemEntry));
    const Token name = p_.expect(TokenKind::name, "of a process");
    document_.entries.push_back({std::string(p_.text(name)), p_.span(name), priority});
    if (p_.at(TokenKind::left_paren)) {
        p_.fail_expected("`,` or `;` in the system line",
                         fmt::format("name the process before: `P = {}(…);`, then `system P;`", p_.text(name)));
    }
}

void SystemParser::progress() {
    p_.advance();
    p_.advance();
    while (!p_.accept(TokenKind::right_brace)) {
        p_.charge(sizeof(ProgressMeasure));
        ProgressMeasure measure;
        measure.measure = p_.expression();
        if (p_.accept(TokenKind::colon)) {
            measure.guard = std::move(measure.measure);
            measure.measure = p_.expression();
        }
        p_.expect(TokenKind::semicolon, "after the progress measure");
        document_.progress.push_back(std::move(measure));
    }
    keep(document_.system);
}

void SystemParser::gantt() {
    p_.advance();
    const std::uint32_t begin = p_.peek().end;
    p_.skip_block();
    parse_gantt(part_of(p_.fragment(), begin, p_.last_end() - 1), p_.context(), document_.gantt);
    keep(document_.system);
}

// The queries are moved to those of the document, so their text is removed from the section.
void SystemParser::queries() {
    p_.advance();
    const std::uint32_t begin = p_.peek().end;
    p_.skip_block();
    for (Query& query : parse_query_block(p_.fragment(), begin, p_.last_end() - 1, p_.context())) {
        document_.queries.push_back(std::move(query));
    }
    drop();
}

void SystemParser::io_section() {
    const std::uint32_t begin = p_.advance().begin;
    p_.advance();
    p_.skip_block();
    if (!warned_of_io_) {
        p_.context().diagnostics.add(Code::trailing_text, p_.span_from(begin), "the IO sections are ignored",
                                     "they only matter to UPPAAL TRON");
    }
    warned_of_io_ = true;
    drop();
}

}  // namespace

void parse_system(const Fragment& fragment, ParseContext& context, Document& into) {
    Parser parser(fragment, context, "the system section");
    SystemParser(parser, into, into.system, false).run();
}

void parse_xta(const Fragment& fragment, ParseContext& context, Document& into) {
    into.format = Format::xta;
    into.dialect = context.dialect;
    into.file = fragment.file;
    Parser parser(fragment, context, "the file");
    SystemParser(parser, into, into.global, true).run();
}

}  // namespace crowfly::uppaal
