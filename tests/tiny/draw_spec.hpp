// A plug-in with random values of its options, and of its parts, as its declaration allows.
#pragma once

#include <string>
#include <vector>

#include "base/plugins/spec.hpp"
#include "base/rng.hpp"

namespace crowfly::tiny {

class SpecDrawer {
public:
    // `names`: what a list of names can contain: variables and processes.
    SpecDrawer(Rng& rng, std::vector<std::string> names) : rng_(rng), names_(std::move(names)) {}

    Spec one_of(const Vocabulary& vocabulary, int depth = 1);
    Spec draw(const Declaration& plugin, const Vocabulary& own, int depth = 1);

    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(n))); }
    bool chance(int percent) { return below(100) < percent; }

private:
    // "": the option is left out.
    std::string value_for(const PluginOption& option);
    std::string number_for(const PluginOption& option);
    std::string decimal_for(const PluginOption& option);
    std::string some_names();

    Rng& rng_;
    std::vector<std::string> names_;
};

}  // namespace crowfly::tiny
