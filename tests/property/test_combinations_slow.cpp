// Whatever is combined with whatever, verdicts, lengths and values are those of the region graph: random networks with
// arrays, records, functions, selects, priorities, dead variables and like processes, and combinations of options drawn
// from the registries.
//
// CROWFLY_LAW_FACTOR=20 tries twenty times as many networks (./test nightly does), CROWFLY_LAW_PART=2/4 the second
// quarter of them, CROWFLY_LAW_SEED=40000007 the network of that seed alone. CROWFLY_LAW_RECORD names a file for the
// record of what was drawn, CROWFLY_LAW_FAILURES a directory for networks that fail; then the law goes on after a
// failure. CROWFLY_LAW_WITHOUT=sift,mas leaves out combinations whose text contains `sift` or `mas`, for a search
// beyond what is known to fail.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "tiny/budget.hpp"
#include "tiny/combination_law.hpp"
#include "tiny/tool.hpp"

using namespace crowfly;

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream all(text);
    for (std::string word; std::getline(all, word, ',');) words.push_back(word);
    return words;
}

// "2/4"
void choose_part(const std::string& text, tiny::CombinationLaw& law) {
    if (text.empty()) return;
    const std::size_t slash = text.find('/');
    REQUIRE(slash != std::string::npos);
    law.parts = std::stoul(text.substr(slash + 1));
    law.part = std::stoul(text.substr(0, slash)) - 1;
    REQUIRE(law.part < law.parts);
}

}  // namespace

TEST_CASE("every combination of options answers what the region graph says") {
    tiny::CombinationLaw law;
    law.networks = tiny::budget(150);
    law.first_seed = 40'000'000;
    choose_part(variable("CROWFLY_LAW_PART"), law);
    if (const std::string seed = variable("CROWFLY_LAW_SEED"); !seed.empty()) {
        law.first_seed = std::stoull(seed);
        law.networks = 1;
    }
    law.without = words_of(variable("CROWFLY_LAW_WITHOUT"));
    law.folder = variable("CROWFLY_LAW_FAILURES");
    if (!law.folder.empty()) law.most_failures = 100;
    const tiny::CombinationOutcome outcome = tiny::test(law);
    const std::string record = variable("CROWFLY_LAW_RECORD");
    if (!record.empty()) outcome.record.write(record);
    for (const tiny::CombinationFailure& failure : outcome.failures) FAIL_CHECK("\n" << tiny::to_text(failure));
    MESSAGE(outcome.networks << " networks, " << outcome.record.text());
    if (!outcome.failures.empty() || law.networks == 1) return;
    const tiny::CombinationRecord::Counts& all = outcome.record.total();
    CHECK(outcome.networks > law.networks / law.parts * 3 / 4);
    CHECK(all.compared > outcome.networks * law.combinations * 3 / 4);
    // Searches that are not complete, and stores that lose states, may not know.
    CHECK(all.unknown < all.compared / 5);
    // Whatever is registered takes part.
    if (all.compared < 1'200) return;
    for (const std::string& plugin : tiny::drawable_plugins()) {
        INFO(plugin);
        CHECK(outcome.record.of(plugin).compared > 0);
    }
}

TEST_CASE("every option of a search is drawn, or there is a reason why not") {
    const std::vector<std::string> drawn = tiny::options_drawn();
    const auto left_out = tiny::options_left_out();
    for (const std::string& option : tiny::options_of_check("Search")) {
        INFO(option);
        const bool is_left_out =
            std::ranges::any_of(left_out, [&](const auto& reason) { return reason.first == option; });
        CHECK((std::ranges::find(drawn, option) != drawn.end()) != is_left_out);
    }
}
