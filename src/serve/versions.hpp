// The versions of a model whose file is edited while it is served. Each is loaded anew and never changes, so that
// requests and searches go on with the version that they began with. A version with mistakes is not served: its
// diagnostics are shown, and the version before stays.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "serve/answers.hpp"
#include "serve/routes.hpp"

namespace crowfly {

class Versions final : public Answers {
public:
    struct Loaded {
        std::shared_ptr<Routes> routes;     // null: there are mistakes
        std::vector<std::string> mistakes;  // one text each
    };
    using Load = std::function<Loaded(std::uint64_t version)>;

    // `first` is version 1.
    Versions(std::shared_ptr<Routes> first, Load load);

    // Besides the requests of routes.hpp: `/api/version`, and `/api/carry` of a walk from an earlier version. A request
    // that names an earlier version is refused, because the numbers of its walk may mean something else now.
    Reply answer(const std::string& path, const Parameters& parameters) override;
    void stop() override;

    // Loads the model again; called by one thread.
    void reload();

private:
    static constexpr std::size_t most_kept = 4;  // versions whose walks can be carried over

    std::shared_ptr<Routes> current() const;
    Json version_json() const;
    Reply carry(const Parameters& parameters) const;

    Load load_;
    mutable std::mutex mutex_;
    std::deque<std::shared_ptr<Routes>> kept_;  // the last one is served
    std::vector<std::string> mistakes_;         // of the file as it was saved last
    std::uint64_t saved_ = 1;                   // how often it was loaded, with mistakes or without
    bool ended_ = false;
};

}  // namespace crowfly
