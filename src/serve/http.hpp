// HTTP/1.1 (RFC 9110, RFC 9112) as far as one page on the loopback interface needs it: requests without a body, and one
// response per connection. A library with TLS and compression took milliseconds to load, whatever the command was, and
// nothing here needs either.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace crowfly::http {

struct Request {
    std::string method, path;                       // the path decoded, without parameters
    std::map<std::string, std::string> parameters;  // decoded; of several with one name, the first
    std::map<std::string, std::string> headers;     // names in lower case

    std::string header(const std::string& name) const;  // "" if it is not there
};

struct Response {
    int status = 200;
    std::string type, body;
};

// Reads the text of a request up to the end of its header. Returns 200, or the status that says what is wrong with it.
int parse(std::string_view text, Request& request);

// The bytes of a response, after which the connection is closed. `with_body` is false for HEAD.
std::string to_text(const Response& response, bool with_body = true);

}  // namespace crowfly::http
