#include "serve/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include "serve/connections.hpp"

namespace crowfly {
namespace {

constexpr const char* host = "127.0.0.1";
// Of the body of a request; no request needs one.
constexpr std::size_t most_bytes = 1024;

// DNS rebinding: a page from elsewhere may use a host name that resolves to this machine; the Host header shows it.
bool is_for_us(const httplib::Request& request, int port) {
    const std::string said = request.get_header_value("Host");
    return said == fmt::format("127.0.0.1:{}", port) || said == fmt::format("localhost:{}", port);
}

// Cross-site requests: another page may not start searches here, although it could not read the response.
bool comes_from_elsewhere(const httplib::Request& request) {
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    return site == "cross-site" || site == "same-site";
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

// A parsed request and a buffer for its response, as the library's stream.
class TextStream final : public httplib::Stream {
public:
    explicit TextStream(const std::string& request) : request_(request) {}

    bool is_readable() const override { return position_ < request_.size(); }
    bool is_writable() const override { return true; }
    ssize_t read(char* target, std::size_t size) override {
        const std::size_t count = request_.copy(target, size, position_);
        position_ += count;
        return static_cast<ssize_t>(count);
    }
    ssize_t write(const char* text, std::size_t size) override {
        answer_.append(text, size);
        return static_cast<ssize_t>(size);
    }
    void get_remote_ip_and_port(std::string& ip, int& port) const override { get_local_ip_and_port(ip, port); }
    void get_local_ip_and_port(std::string& ip, int& port) const override {
        ip = host;
        port = 0;
    }
    socket_t socket() const override { return 0; }

    std::string answer() { return std::move(answer_); }

private:
    const std::string& request_;
    std::size_t position_ = 0;
    std::string answer_;
};

// The library parses requests and writes responses; Connections handles the sockets, since the library's threads would
// block on slow clients.
class Pages final : private httplib::Server {
public:
    explicit Pages(Routes& routes) {
        set_payload_max_length(most_bytes);
        Get(".*", [this, &routes](const httplib::Request& request, httplib::Response& response) {
            crowfly::answer(routes, port_, request, response);
        });
    }

    void answers_at(int port) { port_ = port; }

    std::string answer(const std::string& request) {
        TextStream stream(request);
        bool closed = false;
        process_request(stream, true, closed, nullptr);
        return stream.answer();
    }

private:
    int port_ = 0;
};

}  // namespace

bool serve(Routes& routes, int port, const std::atomic<bool>& ended,
           const std::function<void(const std::string& address)>& ready) {
    Pages pages(routes);
    Connections connections([&](const std::string& request) { return pages.answer(request); });
    const int bound = connections.listen(port);
    if (bound < 0) return false;
    pages.answers_at(bound);
    ready(fmt::format("http://{}:{}/", host, bound));
    connections.run(ended);
    routes.stop();
    return true;
}

}  // namespace crowfly
