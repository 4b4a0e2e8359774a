#include "serve/server.hpp"

#include <fmt/format.h>

#include "serve/connections.hpp"
#include "serve/http.hpp"

namespace crowfly {
namespace {

constexpr const char* host = "127.0.0.1";

// DNS rebinding: a page from elsewhere may use a host name that resolves to this machine; the Host header shows it.
bool is_for_us(const http::Request& request, int port) {
    const std::string said = request.header("host");
    return said == fmt::format("127.0.0.1:{}", port) || said == fmt::format("localhost:{}", port);
}

// Cross-site requests: another page may not start searches here, although it could not read the response. Browsers name
// the site of the page in Origin with every request of a script to another site; not all of them send Sec-Fetch-Site.
bool comes_from_elsewhere(const http::Request& request) {
    const std::string site = request.header("sec-fetch-site");
    if (site == "cross-site" || site == "same-site") return true;
    return request.headers.contains("origin") && request.header("origin") != "http://" + request.header("host");
}

std::string refusal(int status, std::string_view problem) {
    return http::to_text({status, "application/json", fmt::format(R"({{"problem":"{}"}})", problem)});
}

std::string answer(Answers& answers, int port, const std::string& text) {
    http::Request request;
    if (const int status = http::parse(text, request); status != 200)
        return refusal(status, "this is not a request that can be read");
    if (!is_for_us(request, port) || comes_from_elsewhere(request))
        return refusal(403, "this server only answers to its own name");
    const bool is_head = request.method == "HEAD";
    if (!is_head && request.method != "GET") return refusal(405, "this server only answers to GET");
    Reply reply = answers.answer(request.path, request.parameters);
    return http::to_text({reply.status, std::move(reply.type), std::move(reply.body)}, !is_head);
}

}  // namespace

bool serve(Answers& answers, int port, const std::atomic<bool>& ended,
           const std::function<void(const std::string& address)>& ready) {
    int bound = -1;
    Connections connections([&](const std::string& request) { return answer(answers, bound, request); });
    bound = connections.listen(port);
    if (bound < 0) return false;
    ready(fmt::format("http://{}:{}/", host, bound));
    connections.run(ended);
    answers.stop();
    return true;
}

}  // namespace crowfly
