// E[] kept: on some maximal run it holds all along. A<> kept: on none it fails all along. trigger --> kept: on none it
// fails all along from a state on where the trigger holds.
#pragma once

#include <optional>

#include "model/query_kind.hpp"
#include "network/formula.hpp"

namespace crowfly::property {

struct Run {
    // What is looked for is a run along which `kept` holds, and it shows the property; else one along which it fails,
    // and it refutes it.
    bool exists = true;
    Formula kept;
    std::optional<Formula> trigger = {};

    QueryKind query_kind() const {
        return exists ? QueryKind::exists_globally : trigger ? QueryKind::leads_to : QueryKind::always_eventually;
    }
    bool is_shown_by_witness() const { return exists; }
    static void for_each_part(auto& run, const auto& part) {
        if (run.trigger) part(*run.trigger);
        part(run.kept);
    }
};

}  // namespace crowfly::property
