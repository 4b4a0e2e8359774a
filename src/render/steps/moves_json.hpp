// States and moves of runs as JSON, for all documents that contain them.
#pragma once

#include "network/network.hpp"
#include "render/json.hpp"
#include "space/run.hpp"

namespace crowfly {

Json state_json(const Network& network, const ConcreteState& state);  // locations, variables, clocks
// With sources, each edge has its place in the model.
Json move_json(const Network& network, const Move& move, const Sources* sources);
Json step_json(const Network& network, const Step& step, const ConcreteState& before, const Sources* sources);

}  // namespace crowfly
