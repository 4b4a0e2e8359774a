// From model text to a network in one call, and names for what happens in it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "base/messages/diagnostic.hpp"
#include "model/uppaal/check/check.hpp"
#include "model/uppaal/parse/parse.hpp"
#include "model/uppaal/read.hpp"
#include "network/compile/compile.hpp"
#include "network/network.hpp"
#include "property/compile.hpp"
#include "property/property.hpp"

namespace crowfly {

// Fails the test with the first message if the text is not a correct model.
inline Network network_of(std::string text) {
    Sources sources;
    Diagnostics diagnostics;
    const FileId file = sources.add("test.xta", std::move(text));
    const uppaal::Document document = uppaal::read_document(file, sources, diagnostics);
    REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.all().front().message);
    uppaal::Checker checker(document, diagnostics, &sources);
    REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.all().front().message);
    const Compiler compiler(checker.model(), diagnostics);
    REQUIRE_MESSAGE(!diagnostics.has_errors(), diagnostics.all().front().message);
    return compiler.network();
}

// A model and a query about it, both of which must be correct.
struct Asked {
    Asked(std::string text, const std::string& formula) {
        document = uppaal::read_document(sources.add("model.xta", std::move(text)), sources, diagnostics);
        checker = std::make_unique<uppaal::Checker>(document, diagnostics, &sources);
        REQUIRE_FALSE(diagnostics.has_errors());
        compiler = std::make_unique<Compiler>(checker->model(), diagnostics);
        uppaal::ParseContext context{sources, diagnostics};
        const auto typed = checker->check_query(
            uppaal::parse_query({sources.add("query", formula), formula, {}}, context), diagnostics);
        REQUIRE(typed);
        query = compile_property(*compiler, *typed, diagnostics);
        REQUIRE(query);
    }

    const Network& network() const { return compiler->network(); }

    Sources sources;
    Diagnostics diagnostics;
    uppaal::Document document;
    std::unique_ptr<uppaal::Checker> checker;
    std::unique_ptr<Compiler> compiler;
    std::optional<Property> query;
};

// Ten thousand states in which a goal can be deep.
inline constexpr const char* four_counters = R"(
int[0, 9] n[4];
process P(const int[0, 3] i) { state a; init a; trans a -> a { assign n[i] = (n[i] + 1) % 10; }; }
system P;
)";

inline std::vector<std::int32_t> initial_slots(const Network& network) {
    std::vector<std::int32_t> slots;
    for (const Slot& slot : network.slots) slots.push_back(slot.initial);
    return slots;
}

inline std::int32_t value_of(const Network& network, std::span<const std::int32_t> slots, std::string_view name) {
    for (std::size_t i = 0; i < network.slots.size(); ++i) {
        if (network.slots[i].name == name) return slots[i];
    }
    FAIL("no slot is called " << name);
    return 0;
}

inline std::string location_of(const Network& network, std::span<const std::int32_t> slots, std::string_view process) {
    for (const Process& candidate : network.processes) {
        if (candidate.name != process) continue;
        return network.location(candidate.slot, static_cast<std::uint32_t>(slots[candidate.slot])).name;
    }
    FAIL("no process is called " << process);
    return {};
}

}  // namespace crowfly
