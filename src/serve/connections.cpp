#include "serve/connections.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace crowfly {
namespace {

constexpr int milliseconds_between_looks = 50;  // checks of the flag and of deadlines
constexpr std::chrono::milliseconds to_close{1'000};

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

}  // namespace

Connections::Connections(Handle handle, const Bounds& bounds)
    : handle_(std::move(handle)), bounds_(bounds), wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    for (std::size_t i = 0; i < bounds_.handlers; ++i) handlers_.emplace_back([this] { handle_requests(); });
}

Connections::~Connections() {
    {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
    }
    arrived_.notify_all();
    for (std::thread& handler : handlers_) handler.join();
    for (const auto& [id, connection] : connections_) ::close(connection.socket);
    if (listener_ >= 0) ::close(listener_);
    if (wake_ >= 0) ::close(wake_);
}

int Connections::listen(int port) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener_ < 0 || wake_ < 0) return -1;
    const int yes = 1;  // the port of a server that has just ended can be bound again
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address = loopback(port);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, generic, size) != 0 || ::listen(listener_, SOMAXCONN) != 0) return -1;
    return getsockname(listener_, generic, &size) == 0 ? ntohs(address.sin_port) : -1;
}

void Connections::run(const std::atomic<bool>& ended) {
    std::vector<pollfd> watched;
    std::vector<Id> ids;
    while (!ended) {
        watch(watched, ids);
        poll(watched.data(), watched.size(), milliseconds_between_looks);
        collect_answers();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto entry = connections_.find(ids[i]);
            if (watched[i + 2].revents != 0 && !advance(entry->first, entry->second)) close(entry);
        }
        if (watched[0].revents != 0) accept_all();
        close_expired();
    }
}

// The listener first, then the pipe that wakes the thread, then the connections that are being read or written.
void Connections::watch(std::vector<pollfd>& watched, std::vector<Id>& ids) const {
    const bool room = connections_.size() < bounds_.connections || oldest_idle() != connections_.end();
    watched = {{room ? listener_ : -1, POLLIN, 0}, {wake_, POLLIN, 0}};
    ids.clear();
    for (const auto& [id, connection] : connections_) {
        if (connection.state == State::handling) continue;
        const short event = connection.state == State::writing ? POLLOUT : POLLIN;
        watched.push_back({connection.socket, event, 0});
        ids.push_back(id);
    }
}

void Connections::accept_all() {
    while (connections_.size() < bounds_.connections || close_oldest_idle()) {
        const int socket = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        const bool no_number = socket < 0 && (errno == EMFILE || errno == ENFILE);
        if (no_number && close_oldest_idle()) continue;
        if (socket < 0) return;
        Connection& connection = connections_[++last_];
        connection.socket = socket;
        connection.deadline = Clock::now() + bounds_.to_send;
        if (!advance(last_, connection)) close(connections_.find(last_));
    }
}

Connections::Map::const_iterator Connections::oldest_idle() const {
    return std::find_if(connections_.begin(), connections_.end(), [](const auto& entry) {
        return entry.second.state == State::reading || entry.second.state == State::closing;
    });
}

bool Connections::close_oldest_idle() {
    const auto oldest = oldest_idle();
    if (oldest == connections_.end()) return false;
    close(connections_.find(oldest->first));
    return true;
}

bool Connections::advance(Id id, Connection& connection) {
    switch (connection.state) {
        case State::reading: return read(id, connection);
        case State::handling: return true;
        case State::writing: return write(connection);
        case State::closing: return drain(connection);
    }
    return false;
}

bool Connections::read(Id id, Connection& connection) {
    char buffer[4096];
    while (true) {
        const ssize_t count = recv(connection.socket, buffer, sizeof buffer, 0);
        if (count == 0) return false;
        if (count < 0) return would_block();
        std::string& request = connection.request;
        const std::size_t from = request.size() < 3 ? 0 : request.size() - 3;
        request.append(buffer, static_cast<std::size_t>(count));
        if (request.find("\r\n\r\n", from) != std::string::npos) break;
        if (request.size() > bounds_.bytes) return false;
    }
    connection.state = State::handling;
    {
        const std::scoped_lock lock(mutex_);
        requests_.push_back({id, std::move(connection.request)});
    }
    arrived_.notify_one();
    return true;
}

bool Connections::write(Connection& connection) {
    while (connection.sent < connection.answer.size()) {
        const std::size_t rest = connection.answer.size() - connection.sent;
        const ssize_t count = send(connection.socket, connection.answer.data() + connection.sent, rest, MSG_NOSIGNAL);
        if (count < 0) return would_block();
        connection.sent += static_cast<std::size_t>(count);
    }
    // Closing at once could discard data that the client has not read yet.
    shutdown(connection.socket, SHUT_WR);
    connection.answer.clear();
    connection.state = State::closing;
    connection.deadline = Clock::now() + to_close;
    return true;
}

// Further input of the client is ignored.
bool Connections::drain(Connection& connection) {
    char buffer[4096];
    const ssize_t count = recv(connection.socket, buffer, sizeof buffer, 0);
    return count > 0 || (count < 0 && would_block());
}

Connections::Map::iterator Connections::close(Map::iterator entry) {
    ::close(entry->second.socket);
    return connections_.erase(entry);
}

void Connections::close_expired() {
    const Clock::time_point now = Clock::now();
    for (auto entry = connections_.begin(); entry != connections_.end();) {
        const bool late = entry->second.state != State::handling && entry->second.deadline < now;
        entry = late ? close(entry) : std::next(entry);
    }
}

void Connections::collect_answers() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(wake_, &count, sizeof count);
    std::deque<Letter> answers;
    {
        const std::scoped_lock lock(mutex_);
        answers.swap(answers_);
    }
    for (Letter& letter : answers) {
        const auto entry = connections_.find(letter.id);
        Connection& connection = entry->second;
        connection.answer = std::move(letter.text);
        connection.state = State::writing;
        connection.deadline = Clock::now() + bounds_.to_receive;
        if (!write(connection)) close(entry);
    }
}

void Connections::handle_requests() {
    std::unique_lock lock(mutex_);
    while (true) {
        arrived_.wait(lock, [&] { return ended_ || !requests_.empty(); });
        if (ended_) return;
        Letter letter = std::move(requests_.front());
        requests_.pop_front();
        lock.unlock();
        letter.text = handle_(letter.text);
        lock.lock();
        answers_.push_back(std::move(letter));
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t put = ::write(wake_, &one, sizeof one);
    }
}

}  // namespace crowfly
