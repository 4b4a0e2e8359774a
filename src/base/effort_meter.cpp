#include "base/effort_meter.hpp"

namespace crowfly {

constinit thread_local EffortMeter* detail::current_meter = nullptr;

}  // namespace crowfly
