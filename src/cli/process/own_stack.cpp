#include "cli/process/own_stack.hpp"

#include <pthread.h>
#include <sys/resource.h>

namespace crowfly {
namespace {

constexpr std::size_t enough = std::size_t{8} << 20U;

struct Call {
    const std::function<int()>& run;
    int code = 0;
};

void* start(void* given) {
    auto& call = *static_cast<Call*>(given);
    call.code = call.run();
    return nullptr;
}

}  // namespace

int run_with_enough_stack(const std::function<int()>& run) {
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= enough) return run();
    Call call{run};
    pthread_attr_t attributes;
    pthread_t thread{};
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, enough);
    const bool started = pthread_create(&thread, &attributes, start, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) return run();
    pthread_join(thread, nullptr);
    return call.code;
}

}  // namespace crowfly
