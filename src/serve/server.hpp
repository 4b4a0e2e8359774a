// An HTTP server on the loopback interface, for one page and what it asks for.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "serve/routes.hpp"

namespace crowfly {

// Serves until the flag is set. `port` 0: any that is free. `ready` is told the address once it can be opened. False:
// the port cannot be had.
bool serve(Routes& routes, int port, const std::atomic<bool>& ended,
           const std::function<void(const std::string& address)>& ready);

}  // namespace crowfly
