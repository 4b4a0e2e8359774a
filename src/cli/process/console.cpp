#include "cli/process/console.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace crowfly {
namespace {

int descriptor(Stream stream) { return stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO; }

int output_error = 0;  // the first that kept something from standard output

}  // namespace

void prepare_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // open() takes the lowest free number, which is this one. What is written to a closed standard output is lost,
        // and that is an error: it can only be read from.
        const int mode = fd == STDERR_FILENO ? O_RDWR : O_RDONLY;
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", mode) == -1) std::_Exit(EXIT_FAILURE);
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow further is an error like a full disk
}

bool write(Stream stream, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor(stream), text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EPIPE) {
            return true;
        } else if (errno != EINTR) {
            if (stream == Stream::out && output_error == 0) output_error = errno;
            return false;
        }
    }
    return true;
}

std::string finish_output() {
    // Some file systems tell only now that there was no room.
    if (close(STDOUT_FILENO) != 0 && errno != EINTR && output_error == 0) output_error = errno;
    return output_error == 0 ? "" : std::strerror(output_error);
}

// mpirun gives every rank a terminal, and hands on what is written to it, perhaps to a file.
bool is_terminal(Stream stream) {
    const char* terminal = std::getenv("TERM");
    if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
    if (std::getenv("PMIX_RANK") != nullptr || std::getenv("PMI_RANK") != nullptr) return false;
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
