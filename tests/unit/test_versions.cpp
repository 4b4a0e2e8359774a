// A model whose file is saved while it is served.
#include "serve/versions.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "serve/carry.hpp"
#include "serve/saved_files.hpp"
#include "unit/served_model.hpp"

using namespace crowfly;
using namespace std::chrono_literals;

namespace {

// A door whose lock opens; `edges` are more edges, before its own.
std::string door(const std::string& edges, const std::string& limit = "10") {
    return "clock x; process Door() { state shut { x <= " + limit + " }, ajar, open; init shut; trans " + edges +
           " shut -> ajar { guard x >= 2; assign x = 0; }, ajar -> open { }; } system Door;";
}
const std::string another_edge = "shut -> open { guard x >= 9; }, open -> shut { assign x = 0; },";

CarriedWalk carried(const std::string& before, const std::string& walk, const std::string& after) {
    const Asked from(before, "E<> true"), to(after, "E<> true");
    return carry_over(from.network(), parse_picks(walk).value(), to.network());
}

std::shared_ptr<Routes> routes_of(const std::string& text, std::uint64_t version) {
    const auto model =
        std::make_shared<ServedModel>(text, Searches::Bounds{}, std::vector<Served::ModelQuery>{}, version);
    return {model, &model->routes()};
}

Json get(Versions& versions, const std::string& path, const Routes::Parameters& parameters, int status = 200) {
    const Reply reply = versions.answer(path, parameters);
    CHECK(reply.status == status);
    return Json::parse(reply.body);
}

}  // namespace

TEST_CASE("a walk is the same in a model that has more edges") {
    const CarriedWalk walk = carried(door(""), "0@9,0@0", door(another_edge));
    CHECK(to_string(walk.picks) == "1@9,0@0");
    CHECK(walk.kept == 2);
    CHECK(walk.steps == 2);
    CHECK(walk.why.empty());
}

TEST_CASE("a walk ends before the first step that the new model does not allow") {
    const CarriedWalk late = carried(door(""), "0@9,0@0", door("", "5"));
    CHECK(late.picks.empty());
    CHECK(late.steps == 2);
    CHECK(late.why == "the transition is not possible after a delay of 9");
    const CarriedWalk gone = carried(door(another_edge), "1@9,0@0,0@0", door(""));
    CHECK(to_string(gone.picks) == "0@9,0@0");
    CHECK(gone.kept == 2);
    CHECK(gone.steps == 3);
    CHECK(gone.why.find("Door: open -> shut") != std::string::npos);
}

TEST_CASE("of edges between the same locations the one at the same place is taken") {
    const std::string two = "shut -> ajar { assign x = 1; },";
    const CarriedWalk walk = carried(door(two), "1@3", door(two + "open -> shut { },"));
    CHECK(to_string(walk.picks) == "1@3");
    CHECK(to_string(carried(door(two), "1@3", door("")).picks) == "0@3");
}

TEST_CASE("a saved model is a new version, and one with mistakes is not") {
    Versions::Loaded next;
    Versions versions(routes_of(door(""), 1), [&](std::uint64_t number) {
        CHECK(number == 2);
        return next;
    });
    CHECK(get(versions, "/api/version", {})["version"] == 1);
    next.mistakes = {"door.xta:1:2: error"};
    versions.reload();
    const Json wrong = get(versions, "/api/version", {});
    CHECK(wrong["version"] == 1);
    CHECK(wrong["saved"] == 2);
    CHECK(wrong["mistakes"] == Json{"door.xta:1:2: error"});
    CHECK(get(versions, "/api/walk", {{"steps", "0@9"}, {"version", "1"}})["choices"].size() == 1);

    next = {routes_of(door(another_edge), 2), {}};
    versions.reload();
    const Json right = get(versions, "/api/version", {});
    CHECK(right["version"] == 2);
    CHECK(right["mistakes"].empty());
    CHECK(get(versions, "/api/walk", {{"steps", "0@9"}, {"version", "1"}}, 409)["problem"].is_string());
    const Json walk = get(versions, "/api/carry", {{"from", "1"}, {"steps", "0@9"}});
    CHECK(walk["steps"] == "1@9");
    CHECK(walk["why"] == nullptr);
    get(versions, "/api/walk", {{"steps", walk["steps"]}, {"version", "2"}});
    get(versions, "/api/carry", {{"from", "7"}, {"steps", "0@9"}}, 404);
    get(versions, "/api/carry", {{"from", "1"}, {"steps", "nonsense"}}, 400);
    versions.stop();
}

TEST_CASE("searches of an earlier version are cancelled, and what cannot be loaded is a mistake") {
    const std::shared_ptr<Routes> first = routes_of(door(""), 1);
    bool fails = true;
    Versions versions(first, [&](std::uint64_t number) -> Versions::Loaded {
        if (fails) throw std::runtime_error("no room");
        return {routes_of(door(""), number), {}};
    });
    versions.reload();
    CHECK(get(versions, "/api/version", {})["mistakes"][0] == "the model cannot be loaded: no room");
    fails = false;
    versions.reload();
    CHECK(first->answer("/api/search/start", {{"kind", "random"}}).status == 503);
    get(versions, "/api/search/start", {{"kind", "random"}});
    versions.stop();
    get(versions, "/api/search/start", {{"kind", "random"}}, 503);
}

TEST_CASE("walks of the last versions only can be carried over") {
    Versions versions(routes_of(door(""), 1), [](std::uint64_t number) {
        return Versions::Loaded{routes_of(door(""), number), {}};
    });
    for (int i = 0; i < 4; ++i) versions.reload();
    CHECK(get(versions, "/api/version", {})["version"] == 5);
    CHECK(get(versions, "/api/carry", {{"from", "2"}, {"steps", "0@9"}})["kept"] == 1);
    get(versions, "/api/carry", {{"from", "1"}, {"steps", "0@9"}}, 404);
    versions.stop();
}

TEST_CASE("a file that is written or replaced counts as saved, one that is missing does not") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("crowfly-saved-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string path = (folder / "model.xta").string(), other = (folder / "new").string();
    const auto write = [](const std::string& to, const std::string& text) { std::ofstream(to) << text; };
    write(path, "one");
    std::atomic<int> saved = 0;
    {
        const SavedFiles files(
            {path, (folder / "model.q").string()}, [&] { ++saved; }, 10ms);
        const auto becomes = [&](int count) {
            for (int tries = 0; tries < 2000 && saved < count; ++tries) std::this_thread::sleep_for(5ms);
            std::this_thread::sleep_for(60ms);
            return saved == count;
        };
        CHECK(becomes(0));
        write(path, "two");
        CHECK(becomes(1));
        write(other, "two");
        std::filesystem::rename(other, path);
        CHECK(becomes(2));
        std::filesystem::remove(path);
        CHECK(becomes(2));
        write(path, "three");
        CHECK(becomes(3));
        write((folder / "model.q").string(), "E<> true");
        CHECK(becomes(4));
    }
    std::filesystem::remove_all(folder);
}
