#include "cli/app.hpp"

int main(int argc, char** argv) { return crowfly::run_tool({argv + (argc > 0 ? 1 : 0), argv + argc}); }
