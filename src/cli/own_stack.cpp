#include "cli/own_stack.hpp"

#include <pthread.h>
#include <sys/resource.h>

namespace crowfly {
namespace {

constexpr std::size_t enough = std::size_t{8} << 20U;

struct Task {
    const std::function<int()>& run;
    int code = 0;
};

void* start(void* task) {
    auto& the_task = *static_cast<Task*>(task);
    the_task.code = the_task.run();
    return nullptr;
}

}  // namespace

int run_with_enough_stack(const std::function<int()>& run) {
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= enough) return run();
    Task task{run};
    pthread_attr_t attributes;
    pthread_t thread{};
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, enough);
    const bool started = pthread_create(&thread, &attributes, start, &task) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) return run();
    pthread_join(thread, nullptr);
    return task.code;
}

}  // namespace crowfly
