#include "cli/app.hpp"
#include "cli/process/own_stack.hpp"

int main(int argc, char** argv) {
    return crowfly::run_with_enough_stack([&] { return crowfly::run_tool({argv + (argc > 0 ? 1 : 0), argv + argc}); });
}
