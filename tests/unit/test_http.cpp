// Requests and responses of `crowfly serve`, as RFC 9112 writes them.
#include "serve/http.hpp"

#include <doctest/doctest.h>

using namespace crowfly;

namespace {

int status_of(const std::string& text) {
    http::Request request;
    return http::parse(text, request);
}

http::Request parsed(const std::string& text) {
    http::Request request;
    CHECK(http::parse(text, request) == 200);
    return request;
}

}  // namespace

TEST_CASE("a request has a method, a path, parameters and headers") {
    const http::Request request = parsed(
        "GET /api/walk?steps=0%400,1@1%2F2&goal=P.a+%2B&flag&steps=2 HTTP/1.1\r\nHost: localhost:1\r\nX-A:b \r\n\r\n");
    CHECK(request.method == "GET");
    CHECK(request.path == "/api/walk");
    CHECK(request.parameters ==
          std::map<std::string, std::string>{{"steps", "0@0,1@1/2"}, {"goal", "P.a +"}, {"flag", ""}});
    CHECK(request.header("host") == "localhost:1");
    CHECK(request.header("x-a") == "b");
    CHECK(request.header("origin").empty());
}

TEST_CASE("a plus is a blank in parameters only, and no code stays as it is") {
    const http::Request request = parsed("GET /a+b%20c%2?x=%&y=%zz&z=%+1 HTTP/1.0\r\n\r\n");
    CHECK(request.path == "/a+b c%2");
    CHECK(request.parameters == std::map<std::string, std::string>{{"x", "%"}, {"y", "%zz"}, {"z", "% 1"}});
    CHECK(parsed("GET /?a=1#b=2 HTTP/1.1\r\n\r\n").parameters.size() == 1);
}

TEST_CASE("what is no request says so") {
    CHECK(status_of("") == 400);
    CHECK(status_of("what?\r\n\r\n") == 400);
    CHECK(status_of("GET\r\n\r\n") == 400);
    CHECK(status_of("GET / \r\n\r\n") == 400);
    CHECK(status_of("G(T / HTTP/1.1\r\n\r\n") == 400);
    CHECK(status_of("GET http://example.org/ HTTP/1.1\r\n\r\n") == 400);
    CHECK(status_of("GET / HTTP/1.1\r\nno colon\r\n\r\n") == 400);
    CHECK(status_of("GET / HTTP/1.1\r\nHost : a\r\n\r\n") == 400);
    CHECK(status_of("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n") == 400);
    CHECK(status_of("GET / HTTP/1.1\r\nHost: a\r\nHOST: b\r\n\r\n") == 400);
    CHECK(status_of("GET / HTTP/2.0\r\n\r\n") == 505);
    CHECK(status_of("GET /" + std::string(8191, 'a') + " HTTP/1.1\r\n\r\n") == 200);
    CHECK(status_of("GET /" + std::string(8192, 'a') + " HTTP/1.1\r\n\r\n") == 414);
}

TEST_CASE("a response says how long it is, and that nothing follows") {
    const std::string text = http::to_text({200, "text/plain", "abc"});
    CHECK(text.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(text.find("\r\nContent-Length: 3\r\n") != std::string::npos);
    CHECK(text.find("\r\nConnection: close\r\n") != std::string::npos);
    CHECK(text.find("\r\nX-Content-Type-Options: nosniff\r\n") != std::string::npos);
    CHECK(text.ends_with("\r\n\r\nabc"));
    const std::string head = http::to_text({200, "text/plain", "abc"}, false);
    CHECK(head.find("\r\nContent-Length: 3\r\n") != std::string::npos);
    CHECK(head.ends_with("\r\n\r\n"));
    CHECK(http::to_text({405, "text/plain", ""}).find("\r\nAllow: GET, HEAD\r\n") != std::string::npos);
}
