// The test vectors of FIPS 180-4, and the lengths around the block size.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "base/files/sha256.hpp"

using namespace crowfly;

TEST_CASE("published test vectors") {
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1'000'000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("lengths around a block all differ") {
    std::set<std::string> seen;
    for (std::size_t length = 50; length < 140; ++length) seen.insert(sha256(std::string(length, '\0')));
    CHECK(seen.size() == 90);
}
