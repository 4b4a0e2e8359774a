#include "cli/console.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

namespace crowfly {
namespace {

int descriptor(Stream stream) { return stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO; }

}  // namespace

void prepare_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // open() takes the lowest free number, which is this one.
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDWR) == -1) std::_Exit(EXIT_FAILURE);
    }
    std::signal(SIGPIPE, SIG_IGN);
}

bool write(Stream stream, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor(stream), text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return errno == EPIPE;
        }
    }
    return true;
}

bool is_terminal(Stream stream) {
    const char* terminal = std::getenv("TERM");
    if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
    return isatty(descriptor(stream)) == 1;
}

std::size_t terminal_width(Stream stream) {
    winsize size{};
    return ioctl(descriptor(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool wants_color(Stream stream, std::string_view mode) {
    if (mode != "auto") return mode == "always";
    const char* refused = std::getenv("NO_COLOR");
    if (refused != nullptr && *refused != '\0') return false;
    return is_terminal(stream);
}

}  // namespace crowfly
