// An HTTP server on the loopback interface, for one page and its requests.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "serve/answers.hpp"

namespace crowfly {

// Serves until the flag is set. `port` 0: any free port. `ready` is called with the address once it can be opened.
// False: the port cannot be bound.
bool serve(Answers& answers, int port, const std::atomic<bool>& ended,
           const std::function<void(const std::string& address)>& ready);

}  // namespace crowfly
