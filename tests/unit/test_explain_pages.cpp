// The embedded pages are those of docs/reference/diagnostics.md, whole and unchanged.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <string>

#include "base/messages/codes.hpp"
#include "cli/interface/explain_pages.hpp"

using namespace crowfly;

TEST_CASE("the tool carries docs/reference/diagnostics.md with it, byte for byte") {
    std::ifstream file(CROWFLY_ROOT "/docs/reference/diagnostics.md", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    REQUIRE_FALSE(text.empty());
    CHECK(text == diagnostic_pages());
}

TEST_CASE("every code has a page under its own title") {
    constexpr auto codes = std::to_array<Code>({
#define CROWFLY_CODE(id, name, severity, title) Code::name,
#include "base/messages/codes.def"
#undef CROWFLY_CODE
    });
    for (const Code code : codes) {
        const CodeInfo& info = describe(code);
        const std::string heading = "\n## " + std::string(info.id) + ": " + std::string(info.title) + "\n";
        CHECK_MESSAGE(diagnostic_pages().find(heading) != std::string_view::npos, heading);
    }
}
