// Durations and sizes as people type them.
#include <doctest/doctest.h>

#include "cli/interface/quantities.hpp"

using namespace crowfly;

TEST_CASE("durations") {
    CHECK(parse_duration("60") == 60);
    CHECK(parse_duration("60s") == 60);
    CHECK(parse_duration("500ms") == 0.5);
    CHECK(parse_duration("2m") == 120);
    CHECK(parse_duration("1h") == 3600);
    CHECK(parse_duration("1.5h") == 5400);
    CHECK(parse_duration("0") == 0);
    CHECK(parse_duration("10 s") == 10);
}

TEST_CASE("what is no duration") {
    for (const char* text :
         {"", "s", "-1", "+1", "5parsecs", "1e3", "inf", "nan", "0x10", "1s2", "1.2.3", " 1", "1,5", "999999999999h"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_duration(text).has_value());
    }
}

TEST_CASE("sizes: a letter alone counts in powers of 1024, as does MiB; MB in powers of 1000") {
    CHECK(parse_size("4096") == 4096U);
    CHECK(parse_size("1K") == 1024U);
    CHECK(parse_size("512M") == 536870912U);
    CHECK(parse_size("4G") == 4294967296U);
    CHECK(parse_size("1T") == 1099511627776U);
    CHECK(parse_size("4GiB") == 4294967296U);
    CHECK(parse_size("512 MiB") == 536870912U);
    CHECK(parse_size("4g") == 4294967296U);
    CHECK(parse_size("2GB") == 2000000000U);
    CHECK(parse_size("1.5K") == 1536U);
    CHECK(parse_size("7B") == 7U);
}

TEST_CASE("what is no size") {
    for (const char* text : {"", "G", "-1G", "4Q", "4GG", "1e9", "inf", "99999999T", "18446744073709551616"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_size(text).has_value());
    }
}

TEST_CASE("counts are digits and nothing else") {
    CHECK(parse_count("0") == 0U);
    CHECK(parse_count("18446744073709551615") == 18446744073709551615U);
    for (const char* text : {"", "-1", "+1", "1.0", "1e3", "10k", " 1", "18446744073709551616"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_count(text).has_value());
    }
}
