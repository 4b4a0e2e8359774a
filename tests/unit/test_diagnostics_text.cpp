// What people see of diagnostics: the place, the element, the line, the hint; and what JSON makes of the same.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>

#include "render/diagnostics.hpp"
#include "render/json.hpp"

using namespace crowfly;

namespace {

struct Reported {
    Sources sources;
    Diagnostics diagnostics;
    FileId file;

    explicit Reported(std::string text, std::string name = "m.xta")
        : file(sources.add(std::move(name), std::move(text))) {}

    Reported& at(std::uint32_t begin, std::uint32_t end, Code code = Code::unknown_name, std::string hint = {}) {
        diagnostics.add(code, {file, begin, end}, "unknown name `b`", std::move(hint));
        return *this;
    }
    std::string text(TextStyle style = {}) const { return diagnostics_text(diagnostics, sources, style); }
};

}  // namespace

TEST_CASE("a message shows its place, element, line and hint") {
    Reported reported("one\nguard b;\n");
    reported.sources.describe({reported.file, 4, 12}, "template T, edge a -> b, guard");
    reported.at(10, 11, Code::unknown_name, "did you mean `B`?");
    CHECK(reported.text() ==
          "m.xta:2:7: error[E012]: unknown name `b`\n"
          "  in template T, edge a -> b, guard\n"
          "  2 | guard b;\n"
          "    |       ^\n"
          "  hint: did you mean `B`?\n"
          "1 error\n");
}

TEST_CASE("line ends of Windows are not part of the line") {
    Reported reported("a\r\nb c\r\n");
    reported.at(5, 6);
    CHECK(reported.text().find("  2 | b c\n    |   ^\n") != std::string::npos);
    Reported at_break("ab\r\n");
    at_break.at(2, 4);
    CHECK(at_break.text().find("  1 | ab\n    |   ^\n") != std::string::npos);
}

TEST_CASE("a span at the end of the file points behind its last character") {
    CHECK(Reported("ab").at(2, 2).text().find("m.xta:1:3: error[E012]") == 0);
    CHECK(Reported("ab").at(2, 2).text().find("  1 | ab\n    |   ^\n") != std::string::npos);
    CHECK(Reported("ab").at(7, 9).text().find("m.xta:1:3: error[E012]") == 0);
}

TEST_CASE("a span over several lines is marked to the end of its first") {
    CHECK(Reported("a bc\nd\n").at(2, 6).text().find("  1 | a bc\n    |   ^^\n") != std::string::npos);
}

TEST_CASE("a file without text has no line, the command line not even a name") {
    CHECK(Reported("", "missing.xml").at(0, 0, Code::unreadable_file).text().find("missing.xml: error[E001]: ") == 0);
    CHECK(Reported("", "").at(0, 0, Code::usage).text().find("crowfly: error[E090]: ") == 0);
}

namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

}  // namespace

TEST_CASE("warnings come first, three of a kind, and the summary counts all") {
    Reported reported("a list of many letters");
    for (std::uint32_t i = 0; i < 13; ++i)
        reported.at(i, i + 1, i == 0 ? Code::unknown_name : Code::unused_declaration);
    reported.at(13, 14, Code::no_effect);
    const std::string text = reported.text();
    CHECK(text.find("warning[W001]") < text.find("error[E012]"));
    CHECK(occurrences(text, "warning[W001]") == 3);
    CHECK(occurrences(text, "warning[W003]") == 1);
    CHECK(text.find("… and 9 more like this: W001 (--all-warnings shows all)") < text.find("warning[W003]"));
    CHECK(text.ends_with("1 error, 13 warnings\n"));
    CHECK(reported.text({.all_warnings = true}).find("more like this") == std::string::npos);
    CHECK(occurrences(reported.text({.all_warnings = true}), "warning[W001]") == 12);
    CHECK(diagnostics_json(reported.diagnostics, reported.sources).size() == 14);
}

TEST_CASE("ten warnings are shown at most, whatever their kinds") {
    Reported reported("a list of many letters");
    std::uint32_t at = 0;
    for (const Code code :
         {Code::unused_declaration, Code::no_effect, Code::shadowed_name, Code::unused_template, Code::trailing_text}) {
        for (int i = 0; i < 4; ++i, ++at) reported.at(at, at + 1, code);
    }
    const std::string text = reported.text();
    CHECK(occurrences(text, "warning[") == 10);
    CHECK(text.find("… and 3 more like this: W006") != std::string::npos);
    CHECK(text.find("… and 4 more warnings (--all-warnings shows all)") != std::string::npos);
}

TEST_CASE("a silenced warning is neither kept nor counted, an error cannot be silenced") {
    Reported reported("ab");
    reported.diagnostics.silence(Code::unused_declaration);
    reported.diagnostics.silence(Code::unknown_name);
    reported.at(0, 1, Code::unused_declaration).at(1, 2, Code::no_effect).at(0, 1);
    CHECK(reported.text().ends_with("1 error, 1 warning\n"));
    Diagnostics others;
    others.add(Code::unused_declaration, {reported.file, 0, 1}, "x");
    reported.diagnostics.append(others);
    CHECK(reported.text().ends_with("1 error, 1 warning\n"));
}

TEST_CASE("what is found again in every process of a template is told once") {
    const Reported reported = Reported("ab").at(0, 1).at(0, 1).at(1, 2);
    CHECK(reported.text().ends_with("2 errors\n"));
    CHECK(diagnostics_json(reported.diagnostics, reported.sources).size() == 2);
}

TEST_CASE("a message with an endless name in it is cut") {
    Reported reported("b");
    reported.diagnostics.add(Code::unknown_name, {reported.file, 0, 1}, std::string(1'000'000, 'x'));
    CHECK(reported.text().size() < 3'000);
    CHECK(reported.text().find("x…\n") != std::string::npos);
    CHECK(dump(diagnostics_json(reported.diagnostics, reported.sources)).size() < 3'000);
}

TEST_CASE("nothing to say is nothing") { CHECK(Reported("b").text().empty()); }

TEST_CASE("there are no control sequences unless asked for, whatever the model contains") {
    Reported reported("\x1b[31mb");
    reported.at(5, 6);
    CHECK(reported.text().find('\x1b') == std::string::npos);
    CHECK(reported.text({.color = true}).find("\x1b[1;31merror[E012]\x1b[0m") != std::string::npos);
}

TEST_CASE("JSON carries the same, with null for what there is not") {
    Reported reported("one\nguard b;\n");
    reported.at(10, 11, Code::unknown_name, "did you mean `B`?");
    const Json item = diagnostics_json(reported.diagnostics, reported.sources)[0];
    CHECK(item["code"] == "E012");
    CHECK(item["severity"] == "error");
    CHECK(item["file"] == "m.xta");
    CHECK(item["line"] == 2);
    CHECK(item["column"] == 7);
    CHECK(item["hint"] == "did you mean `B`?");
    const Reported usage = Reported("", "").at(0, 0, Code::usage);
    const Json bare = diagnostics_json(usage.diagnostics, usage.sources)[0];
    CHECK(bare["file"].is_null());
    CHECK(bare["line"].is_null());
    CHECK(bare["hint"].is_null());
}

TEST_CASE("JSON survives bytes that are not UTF-8") {
    const std::string text = dump(Json{{"name", "\xFC"}});
    CHECK(Json::parse(text)["name"] == "\xEF\xBF\xBD");
}
