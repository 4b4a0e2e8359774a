#include "serve/versions.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <optional>

#include "serve/carry.hpp"

namespace crowfly {
namespace {

constexpr const char* json_type = "application/json";

Reply refused(int status, const std::string& problem) {
    return {status, json_type, text_of_json({{"problem", problem}})};
}

}  // namespace

Versions::Versions(std::shared_ptr<Routes> first, Load load) : load_(std::move(load)), kept_{std::move(first)} {}

std::shared_ptr<Routes> Versions::current() const {
    const std::scoped_lock lock(mutex_);
    return kept_.back();
}

Reply Versions::answer(const std::string& path, const Parameters& parameters) {
    if (path == "/api/version") return {200, json_type, text_of_json(version_json())};
    if (path == "/api/carry") return carry(parameters);
    const std::shared_ptr<Routes> routes = current();
    const std::string version = parameter(parameters, "version");
    if (!version.empty() && version != std::to_string(routes->served().version))
        return refused(409, "the model was saved again; this page shows an earlier version");
    return routes->answer(path, parameters);
}

Json Versions::version_json() const {
    const std::scoped_lock lock(mutex_);
    return {
        {"version", kept_.back()->served().version}, {"saved", saved_}, {"mistakes", mistakes_}, {"problem", nullptr}};
}

Reply Versions::carry(const Parameters& parameters) const {
    std::shared_ptr<Routes> from, to;
    {
        const std::scoped_lock lock(mutex_);
        const std::string version = parameter(parameters, "from");
        const auto found = std::ranges::find_if(
            kept_, [&](const auto& routes) { return std::to_string(routes->served().version) == version; });
        if (found != kept_.end()) from = *found;
        to = kept_.back();
    }
    if (!from) return refused(404, "that version of the model is gone");
    const std::optional<std::vector<Pick>> walk = parse_picks(parameter(parameters, "steps"));
    if (!walk) return refused(400, "the steps are not a list such as 0@0,3@1/2");
    const CarriedWalk carried = carry_over(from->served().network, *walk, to->served().network);
    return {200, json_type,
            text_of_json({{"steps", to_string(carried.picks)},
                          {"kept", carried.kept},
                          {"of", carried.steps},
                          {"why", text_or_null(carried.why)},
                          {"problem", nullptr}})};
}

void Versions::reload() {
    Loaded loaded;
    try {
        loaded = load_(current()->served().version + 1);
    } catch (const std::exception& error) {
        loaded.mistakes = {fmt::format("the model cannot be loaded: {}", error.what())};
    }
    std::shared_ptr<Routes> replaced;
    {
        const std::scoped_lock lock(mutex_);
        ++saved_;
        mistakes_ = std::move(loaded.mistakes);
        if (!loaded.routes || ended_) return;
        replaced = kept_.back();
        kept_.push_back(std::move(loaded.routes));
        if (kept_.size() > most_kept) kept_.pop_front();
    }
    replaced->stop();  // its searches answer questions about a model that nobody sees any more
}

void Versions::stop() {
    std::deque<std::shared_ptr<Routes>> all;
    {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        all = kept_;
    }
    for (const std::shared_ptr<Routes>& routes : all) routes->stop();
}

}  // namespace crowfly
