// The requests of the page of `crowfly serve`, without HTTP. No state of a walk is kept between requests: each request
// contains the whole walk, as the numbers of the chosen transitions and their delays (`0@0,3@1/2`). Requests that may
// take long run in serve/searches.hpp; all others are answered at once, from several threads.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "render/json.hpp"
#include "serve/answers.hpp"
#include "serve/searches.hpp"
#include "serve/served.hpp"
#include "serve/simulation.hpp"

namespace crowfly {

class Routes final : public Answers {
public:
    explicit Routes(Served served) : Routes(std::move(served), Searches::Bounds{}) {}
    Routes(Served served, const Searches::Bounds& bounds);

    Reply answer(const std::string& path, const Parameters& parameters) override;
    void stop() override { searches_.stop(); }

    const Served& served() const { return served_; }

private:
    struct Problem {
        int status = 400;
        std::string text;
    };

    Json call(const std::string& path, const Parameters& parameters);
    const std::string& page();
    Json page_json() const;
    Json trace_json(const Trace& trace) const;
    Json queries_json() const;
    Json walk(const Parameters& parameters) const;
    Json choices(const Parameters& parameters) const;
    Json zones(const Parameters& parameters) const;
    Json source(const Parameters& parameters) const;
    Json start(const Parameters& parameters);
    Searches::Work work_of(const Parameters& parameters) const;
    Json status(const Parameters& parameters);
    Json cancel(const Parameters& parameters);
    std::string exported(const Parameters& parameters) const;
    std::vector<Pick> picks(const Parameters& parameters) const;
    void follow(const Parameters& parameters, Simulation& simulation) const;

    Served served_;
    std::set<FileId> files_;  // the files that may be shown
    std::once_flag page_made_;
    std::string page_;
    Searches searches_;  // destroyed first: its threads use the other members
};

// What an answer contains: bytes that are no characters are replaced.
std::string text_of_json(const Json& json);

}  // namespace crowfly
