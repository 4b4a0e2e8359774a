// Every query beside our own TChecker models is decided as its author expects.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tck.hpp"

using namespace crowfly;

namespace {

std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("the queries of our models have the verdicts they are recorded with") {
    std::size_t decided = 0;
    for (const char* name : {"meeting", "features/tchecker"}) {
        const std::filesystem::path path = std::filesystem::path(CROWFLY_ROOT "/models") / (std::string(name) + ".tck");
        TckModel model(text_of(path));
        const std::string queries = text_of(std::filesystem::path(path).replace_extension(".q"));
        uppaal::ParseContext context{model.sources, model.diagnostics};
        for (const uppaal::Query& written :
             uppaal::parse_query_file({model.sources.add("queries", queries), queries, {}}, context)) {
            CAPTURE(written.text);
            const auto typed = model.checker->check_query(written, model.diagnostics);
            REQUIRE(typed.has_value());
            REQUIRE(typed->expected.has_value());
            const bool is_always = typed->kind == QueryKind::always_globally;
            REQUIRE((is_always || typed->kind == QueryKind::exists_eventually));
            const std::string formula = written.text.substr(3);
            CHECK(model.reachable(is_always ? "!(" + formula + ")" : formula) == (*typed->expected != is_always));
            ++decided;
        }
    }
    CHECK(decided == 12);
}
