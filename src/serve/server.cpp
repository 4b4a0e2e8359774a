#include "serve/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <thread>

namespace crowfly {
namespace {

constexpr const char* host = "127.0.0.1";
constexpr std::size_t most_bytes = 1024;  // of what a request carries besides its address; nothing is asked for that needs any
constexpr int seconds_to_read = 5;

// A page from elsewhere can have a name of its own lead to this machine; the browser then says so in the header.
bool is_for_us(const httplib::Request& request, int port) {
    const std::string said = request.get_header_value("Host");
    return said == fmt::format("127.0.0.1:{}", port) || said == fmt::format("localhost:{}", port);
}

// Another page may not start searches here, although it could not see what comes of them.
bool comes_from_elsewhere(const httplib::Request& request) {
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    return site == "cross-site" || site == "same-site";
}

// By default two servers could have the same port.
void use_port_alone(socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

void answer(Routes& routes, int port, const httplib::Request& request, httplib::Response& response) {
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_header("Cache-Control", "no-store");
    if (!is_for_us(request, port) || comes_from_elsewhere(request)) {
        response.status = 403;
        response.set_content(R"({"problem":"this server only answers to its own name"})", "application/json");
        return;
    }
    const Reply reply = routes.answer(request.path, {request.params.begin(), request.params.end()});
    response.status = reply.status;
    response.set_content(reply.body, reply.type);
}

}  // namespace

bool serve(Routes& routes, int port, const std::atomic<bool>& ended, const std::function<void(const std::string& address)>& ready) {
    httplib::Server server;
    server.set_payload_max_length(most_bytes);
    server.set_read_timeout(seconds_to_read, 0);
    server.set_keep_alive_timeout(1);  // connections that are kept would delay the end
    server.set_socket_options(use_port_alone);
    const int bound = port != 0 ? (server.bind_to_port(host, port) ? port : -1) : server.bind_to_any_port(host);
    if (bound < 0) return false;
    server.Get(".*", [&](const httplib::Request& request, httplib::Response& response) { answer(routes, bound, request, response); });
    std::atomic<bool> failed = false;
    std::thread listening([&] {
        if (!server.listen_after_bind()) failed = true;
    });
    while (!server.is_running() && !failed) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // what does not run yet cannot be stopped
    if (!failed) ready(fmt::format("http://{}:{}/", host, bound));
    while (!ended && !failed) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
    listening.join();
    return !failed || ended;
}

}  // namespace crowfly
