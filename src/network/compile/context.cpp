#include "network/compile/context.hpp"

#include <fmt/format.h>

#include "base/alarm.hpp"

namespace crowfly::compile {

const Binding* Context::find(const model::Symbol* symbol) const {
    if (const auto local = locals.find(symbol); local != locals.end()) return &local->second;
    if (process != no_process) {
        if (const Binding* own = find_in(process, symbol)) return own;
    }
    const auto global = globals.find(symbol);
    return global == globals.end() ? nullptr : &global->second;
}

const Binding* Context::find_in(ProcessIndex owner, const model::Symbol* symbol) const {
    const Bindings& own = per_process[owner];
    const auto found = own.find(symbol);
    return found == own.end() ? nullptr : &found->second;
}

std::int32_t Context::add_obstacle(const Obstacle& obstacle) {
    network.obstacles.push_back(obstacle);
    return static_cast<std::int32_t>(network.obstacles.size() - 1);
}

bool Context::may_unroll(Span span) {
    poll();
    if (++unrolled <= max_unrolled) return true;
    if (unrolled == max_unrolled + 1) {
        report(Code::system_too_large, span,
               fmt::format("quantifiers over clocks and clocks with a computed index stand for more than {} conditions",
                           max_unrolled),
               "let them range over fewer values");
    }
    return false;
}

void Context::enter_process(ProcessIndex index) {
    process = index;
    process_shapes.clear();
}

}  // namespace crowfly::compile
