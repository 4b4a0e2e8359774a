// A model with the routes of `crowfly serve` around it.
#pragma once

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "frontend/uppaal_queries.hpp"
#include "property/compile.hpp"
#include "serve/routes.hpp"
#include "unit/support.hpp"

namespace crowfly {

class ServedModel {
public:
    explicit ServedModel(const std::string& text, const Searches::Bounds& bounds = {},
                         std::vector<Served::ModelQuery> queries = {}, std::uint64_t version = 0)
        : asked_(text, "E<> true"), routes_(served(std::move(queries), version), bounds) {}

    Routes& routes() { return routes_; }

    Json get(const std::string& path, const Routes::Parameters& parameters, int status = 200) {
        const Reply reply = routes_.answer(path, parameters);
        CHECK(reply.status == status);
        return Json::parse(reply.body);
    }

    // Starts a search and waits for its end.
    Json result(const Routes::Parameters& parameters) {
        const Json started = get("/api/search/start", parameters);
        const Json ended = wait(started["id"]);
        CHECK(ended["state"] == "done");
        return ended["result"];
    }

    Json wait(std::uint64_t id) {
        for (int tries = 0; tries < 6000; ++tries) {
            Json status = get("/api/search/status", {{"id", std::to_string(id)}});
            if (status["state"] == "done" || status["state"] == "cancelled") return status;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        FAIL("the search does not end");
        return {};
    }

private:
    Served served(std::vector<Served::ModelQuery> queries, std::uint64_t version) {
        const auto compile = [this](const std::string& text, Complaint& why) { return compiled(text, why); };
        return {asked_.network(),   drawing_,          asked_.sources, "model.xta", "",     "", compile, {}, {},
                std::move(queries), &uppaal_queries(), nullptr,        nullptr,     version};
    }

    std::optional<Served::Compiled> compiled(const std::string& text, Complaint& why) {
        const std::scoped_lock lock(mutex_);
        Diagnostics said;
        uppaal::ParseContext context{asked_.sources, said};
        const auto typed = asked_.checker->check_query(
            uppaal::parse_query({asked_.sources.add("goal", text), text, {}}, context), said);
        std::optional<Property> query = typed ? compile_property(*asked_.compiler, *typed, said) : std::nullopt;
        if (said.has_errors()) why = {said.all().front().message, said.all().front().hint};
        if (!query) return std::nullopt;
        return Served::Compiled{std::move(*query), asked_.sources, compile_premise(*asked_.compiler, *typed)};
    }

    Asked asked_;
    model::Drawing drawing_;
    std::mutex mutex_;
    Routes routes_;
};

}  // namespace crowfly
