// `crowfly serve` over real sockets, with clients that do not behave.
#include "serve/server.hpp"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>

#include "serve/connections.hpp"
#include "unit/served_model.hpp"

using namespace crowfly;
using namespace std::chrono_literals;

namespace {

using Time = std::chrono::steady_clock;
double seconds_since(Time::time_point start) { return std::chrono::duration<double>(Time::now() - start).count(); }

class Client {
public:
    explicit Client(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    }
    Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() {
        if (socket_ >= 0) close(socket_);
    }

    bool send(const std::string& text) const {
        return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
    }

    // Until the other side closes, or time is up.
    std::string receive(std::chrono::milliseconds most = 10s) const {
        std::string text;
        char buffer[4096];
        for (pollfd watched{socket_, POLLIN, 0}; poll(&watched, 1, static_cast<int>(most.count())) > 0;) {
            const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
            if (count <= 0) break;
            text.append(buffer, static_cast<std::size_t>(count));
        }
        return text;
    }

    bool is_closed_within(std::chrono::milliseconds most) const {
        pollfd watched{socket_, POLLIN, 0};
        char byte = 0;
        return poll(&watched, 1, static_cast<int>(most.count())) > 0 && recv(socket_, &byte, 1, 0) <= 0;
    }

private:
    int socket_;
};

std::string request(const std::string& target, const std::string& host, const std::string& more = "") {
    return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n";
}

class Running {
public:
    Running() : server_("process P() { state a, b; init a; trans a -> b { }; } system P;") {
        std::promise<std::string> found;
        std::future<std::string> address = found.get_future();
        thread_ = std::thread([this, &found] {
            served_ = serve(server_.routes(), 0, ended_, [&](const std::string& at) { found.set_value(at); });
        });
        const std::string at = address.get();  // http://127.0.0.1:1234/
        port = std::stoi(at.substr(at.rfind(':') + 1));
    }
    ~Running() {
        end();
        CHECK(served_);
    }
    void end() {
        ended_ = true;
        if (thread_.joinable()) thread_.join();
    }

    std::string host() const { return "127.0.0.1:" + std::to_string(port); }
    std::string get(const std::string& target, const std::string& more = "") const {
        const Client client(port);
        CHECK(client.send(request(target, host(), more)));
        return client.receive();
    }

    int port = 0;

private:
    ServedModel server_;
    std::atomic<bool> ended_ = false;
    std::atomic<bool> served_ = false;
    std::thread thread_;
};

}  // namespace

TEST_CASE("pages and calls are answered") {
    const Running server;
    const std::string page = server.get("/");
    CHECK(page.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(page.find("crowfly-data") != std::string::npos);
    const std::string walk = server.get("/api/walk?steps=0%400");
    CHECK(walk.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(walk.find(R"("steps":"0@0")") != std::string::npos);
    CHECK(server.get("/nowhere").starts_with("HTTP/1.1 404"));
    CHECK(server.get("/", "Sec-Fetch-Site: cross-site\r\n").starts_with("HTTP/1.1 403"));
    for (const std::string foreign : {"http://example.org", "null", "https://127.0.0.1", "http://127.0.0.1:1"})
        CHECK(server.get("/api/walk", "Origin: " + foreign + "\r\n").starts_with("HTTP/1.1 403"));
    const std::string own = "Origin: http://" + server.host() + "\r\n";
    CHECK(server.get("/api/walk", own).starts_with("HTTP/1.1 200"));
    CHECK(server.get("/api/walk", own + "Origin: http://example.org\r\n").starts_with("HTTP/1.1 400"));
    const Client stranger(server.port);
    CHECK(stranger.send(request("/", "example.org")));
    CHECK(stranger.receive().starts_with("HTTP/1.1 403"));
    const Client poster(server.port);
    CHECK(poster.send("POST / HTTP/1.1\r\nHost: " + server.host() + "\r\nContent-Length: 3\r\n\r\nabc"));
    CHECK(poster.receive().starts_with("HTTP/1.1 4"));
    const Client noise(server.port);
    CHECK(noise.send("what?\r\n\r\n"));
    CHECK(noise.receive().starts_with("HTTP/1.1 400"));
}

TEST_CASE("a request may come in pieces") {
    const Running server;
    const Client client(server.port);
    for (const char letter : request("/api/walk", server.host())) CHECK(client.send(std::string(1, letter)));
    CHECK(client.receive().starts_with("HTTP/1.1 200 OK\r\n"));
}

TEST_CASE("three hundred half-sent requests hold up nobody") {
    const Running server;
    std::vector<Client> half;
    for (int i = 0; i < 300; ++i) {
        half.emplace_back(server.port);
        half.back().send("GET /api/walk HTTP/1.1\r\nHost: 127");
    }
    const auto start = Time::now();
    for (int i = 0; i < 10; ++i) CHECK(server.get("/api/walk").starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(seconds_since(start) < 3);
    CHECK(half.front().is_closed_within(5s));  // the oldest had to make room
}

TEST_CASE("a thousand connections, most of them idle, hold up nobody") {
    const Running server;
    std::vector<Client> idle;
    for (int i = 0; i < 1000; ++i) idle.emplace_back(server.port);
    const auto start = Time::now();
    for (int i = 0; i < 10; ++i) CHECK(server.get("/api/walk").starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(seconds_since(start) < 3);
    CHECK(idle.front().is_closed_within(5s));
}

TEST_CASE("whoever sends byte by byte has one deadline for all of them") {
    Connections connections([](const std::string&) { return std::string("HTTP/1.1 204 No Content\r\n\r\n"); },
                            {.to_send = 300ms});
    const int port = connections.listen(0);
    REQUIRE(port > 0);
    std::atomic<bool> ended = false;
    std::thread serving([&] { connections.run(ended); });
    const Client slow(port), silent(port);
    const auto start = Time::now();
    while (slow.send("G") && !slow.is_closed_within(20ms) && seconds_since(start) < 10) {
    }
    CHECK(seconds_since(start) < 5);
    CHECK(silent.is_closed_within(5s));
    const Client large(port);
    large.send("GET / HTTP/1.1\r\n" + std::string(20'000, 'x'));
    CHECK(large.receive().empty());
    ended = true;
    serving.join();
}

TEST_CASE("a large answer reaches a client that takes its time") {
    const std::string body(8'000'000, 'y');
    Connections connections([&](const std::string&) { return body; });
    const int port = connections.listen(0);
    std::atomic<bool> ended = false;
    std::thread serving([&] { connections.run(ended); });
    const Client client(port);
    client.send("GET / HTTP/1.1\r\n\r\n");
    std::this_thread::sleep_for(100ms);
    CHECK(client.receive() == body);
    ended = true;
    serving.join();
}

TEST_CASE("a port that is taken cannot be had, and a free one can be had again") {
    int port = 0;
    {
        const Running server;
        port = server.port;
        Connections other([](const std::string&) { return std::string(); });
        CHECK(other.listen(port) == -1);
    }
    Connections later([](const std::string&) { return std::string(); });
    CHECK(later.listen(port) == port);
}
