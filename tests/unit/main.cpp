// The entry point of the unit and property tests; doctest finds the rest by itself.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
