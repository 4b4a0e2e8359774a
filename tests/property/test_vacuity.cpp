// Vacuous queries are told from others: on random networks, `vacuous` is said of a satisfied query if and only if the
// region graph has no state that satisfies its premise. Locations that are called unreachable are so in the region
// graph.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "tiny/generate.hpp"
#include "tiny/reference.hpp"
#include "tiny/tool.hpp"

using namespace crowfly::tiny;

namespace {

constexpr std::size_t wanted = 20;  // queries of each form, vacuous and not
constexpr std::uint64_t most_seeds = 600;

class ModelFile {
public:
    explicit ModelFile(const Net& net)
        : path_(std::filesystem::temp_directory_path() / fmt::format("crowfly-vacuity-{}.xta", getpid())) {
        std::ofstream(path_) << to_xta(net);
    }
    ~ModelFile() { std::filesystem::remove(path_); }
    ModelFile(const ModelFile&) = delete;
    ModelFile& operator=(const ModelFile&) = delete;

    nlohmann::json answer(const std::string& query) const {
        const Told told = run_check({"check", path_.string(), query});
        REQUIRE_MESSAGE(told.problem.empty(), told.problem << "\n" << query);
        return nlohmann::json::parse(told.document)["queries"][0];
    }

private:
    std::filesystem::path path_;
};

struct Drawn {
    Net net;
    Claim premise, other;
};

Drawn draw(std::uint64_t seed) {
    crowfly::Rng rng(seed);
    Shape shape;
    shape.variables = {1, 2};
    shape.guards = 70;
    Drawn drawn{random_net(rng, shape), {}, {}};
    drawn.premise = random_claim(rng, drawn.net, shape);
    if (seed % 2 == 0) drawn.premise = both(drawn.premise, random_claim(rng, drawn.net, shape));
    drawn.other = random_claim(rng, drawn.net, shape);
    return drawn;
}

Extent extent(const Drawn& drawn) {
    Extent extent;
    extent.constants = std::max(largest_constant(drawn.net, drawn.premise), largest_constant(drawn.net, drawn.other));
    extent.diagonals = has_diagonals(drawn.premise) || has_diagonals(drawn.other);
    return extent;
}

bool is_reachable(const Reference& reference, const Claim& claim) {
    Question question;
    question.first = claim;
    return *reference.answer(question).holds;
}

enum class Form { imply, forall, leads_to };

// A satisfied query: its conclusion holds wherever its premise does.
std::string query_of(Form form, const Drawn& drawn, int index) {
    const std::string premise = to_text(drawn.premise);
    const std::string conclusion = fmt::format("(({}) || ({}))", premise, to_text(drawn.other));
    switch (form) {
        case Form::imply: return fmt::format("A[] ({}) imply {}", premise, conclusion);
        case Form::forall:
            return fmt::format("A[] forall (i : int[0, 2]) (i == {} && ({})) imply {}", index, premise, conclusion);
        case Form::leads_to: return fmt::format("({}) --> {}", premise, conclusion);
    }
    return "";
}

struct Counts {
    std::size_t vacuous = 0, others = 0;
    bool are_enough() const { return vacuous >= wanted && others >= wanted; }
};

void check_query(Form form, std::uint64_t seed, const Drawn& drawn, bool is_met, Counts& counts) {
    const int index = static_cast<int>(seed % 4);  // 3 is no value of `i`
    const bool is_vacuous = !is_met || (form == Form::forall && index == 3);
    const std::string query = query_of(form, drawn, index);
    const nlohmann::json answer = ModelFile(drawn.net).answer(query);
    CAPTURE(seed);
    CAPTURE(query);
    CHECK(answer["verdict"] == "satisfied");
    if (answer["vacuity"] == "not determined") return;  // the machine is slow
    CHECK(answer["vacuity"] == (is_vacuous ? "vacuous" : "not vacuous"));
    ++(is_vacuous ? counts.vacuous : counts.others);
}

}  // namespace

TEST_CASE("vacuous queries are told from others") {
    for (const Form form : {Form::imply, Form::forall, Form::leads_to}) {
        Counts counts;
        for (std::uint64_t seed = 1; seed <= most_seeds && !counts.are_enough(); ++seed) {
            const Drawn drawn = draw(seed);
            if (!starts(drawn.net)) continue;
            const Reference reference(drawn.net, extent(drawn));
            if (reference.complete()) check_query(form, seed, drawn, is_reachable(reference, drawn.premise), counts);
        }
        CHECK(counts.are_enough());
    }
}

TEST_CASE("locations that are called unreachable are unreachable") {
    std::size_t named = 0;
    for (std::uint64_t seed = 1001; seed <= 1001 + most_seeds && named < wanted; ++seed) {
        Drawn drawn = draw(seed);
        const int process = static_cast<int>(seed % drawn.net.processes.size());
        const int location =
            static_cast<int>(drawn.net.processes[static_cast<std::size_t>(process)].locations.size()) - 1;
        const Claim there = at(process, location);
        drawn.premise = both(there, drawn.other);
        if (!starts(drawn.net)) continue;
        const Reference reference(drawn.net, extent(drawn));
        if (!reference.complete() || is_reachable(reference, drawn.premise)) continue;
        const nlohmann::json answer = ModelFile(drawn.net).answer("E<> " + to_text(drawn.premise));
        CAPTURE(seed);
        CHECK(answer["verdict"] == "not satisfied");
        const bool says_so = answer["unreachable"] == nlohmann::json::array({to_text(there)});
        if (says_so) CHECK_FALSE(is_reachable(reference, there));
        named += says_so ? 1 : 0;
    }
    CHECK(named >= wanted);
}
