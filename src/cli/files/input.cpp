#include "cli/files/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/alarm.hpp"
#include "cli/process/console.hpp"
#include "frontend/frontend.hpp"

namespace crowfly {
namespace {

namespace fs = std::filesystem;

// Names in a folder, as many as are worth comparing with a misspelt one.
std::vector<std::string> names_in(const fs::path& folder) {
    constexpr std::size_t most = 10'000;
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator() && names.size() < most; entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

// Another file of the same folder: one that only lacks its suffix, or is spelt alike.
std::string nearest_file(const std::string& path) {
    const fs::path wanted(path);
    const fs::path folder = wanted.parent_path();
    const std::vector<std::string> names = names_in(folder.empty() ? fs::path(".") : folder);
    const std::string file = wanted.filename().string();
    for (const std::string& name : names) {
        if (has_model_suffix(name) && fs::path(name).stem() == file)
            return fmt::format("did you mean `{}`?", (folder / name).string());
    }
    return did_you_mean(file, names);
}

std::string model_in(const std::string& folder) {
    for (const std::string& name : names_in(folder)) {
        if (has_model_suffix(name))
            return fmt::format("name a file in it, such as `{}`", (fs::path(folder) / name).string());
    }
    return fmt::format("name a model file ({})", model_suffixes(" or "));
}

// Whoever writes may take as long as the limits allow.
void wait_for_input(int fd) {
    constexpr int milliseconds = 50;
    pollfd waiting{fd, POLLIN, 0};
    do {
        crowfly::poll();
    } while (::poll(&waiting, 1, milliseconds) == 0 || (waiting.revents == 0 && errno == EINTR));
}

bool standard_input_is_read = false;

class Reader {
public:
    Reader(const std::string& path, Session& session) : path_(path), session_(session) {}

    std::optional<FileId> read() {
        const bool standard_input = path_ == "-";
        if (standard_input && std::exchange(standard_input_is_read, true)) {
            return fail(Code::unreadable_file, "standard input has been read already",
                        "only one of model and trace can come from there");
        }
        const int fd = standard_input ? STDIN_FILENO : open(path_.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd == -1) return fail(Code::unreadable_file, why(errno), errno == ENOENT ? nearest_file(path_) : "");
        std::optional<FileId> file = read_descriptor(fd);
        if (!standard_input) close(fd);
        return file;
    }

private:
    std::string shown() const { return path_ == "-" ? "<stdin>" : path_; }

    std::string why(int error) const {
        if (error == ENOENT) return fmt::format("there is no file `{}`", shown());
        if (error == EACCES) return fmt::format("there is no permission to read `{}`", shown());
        return fmt::format("`{}` cannot be read: {}", shown(), std::strerror(error));
    }

    // The message stands in a file without text, which has a name but no lines.
    std::nullopt_t fail(Code code, std::string message, std::string hint = {}) {
        const FileId nowhere = session_.sources.add(shown(), "");
        session_.diagnostics.add(code, {nowhere, 0, 0}, std::move(message), std::move(hint));
        return std::nullopt;
    }

    std::nullopt_t fail_too_large() {
        return fail(Code::input_too_large, fmt::format("`{}` is larger than {} MB", shown(), largest_input >> 20U),
                    "models are text; is this the right file?");
    }

    std::optional<FileId> read_descriptor(int fd) {
        struct stat status {};
        if (fstat(fd, &status) == -1) return fail(Code::unreadable_file, why(errno));
        if (isatty(fd) == 1)
            write(Stream::err, fmt::format("crowfly: reading {} from the terminal; Ctrl-D ends the text\n", shown()));
        if (S_ISDIR(status.st_mode)) {
            return fail(Code::unreadable_file, fmt::format("`{}` is a folder, not a model", shown()), model_in(path_));
        }
        if (S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) > largest_input)
            return fail_too_large();
        std::string text;
        if (S_ISREG(status.st_mode)) text.reserve(static_cast<std::size_t>(status.st_size));
        std::array<char, 1U << 16U> buffer;
        for (;;) {
            if (!S_ISREG(status.st_mode)) wait_for_input(fd);
            const ssize_t count = ::read(fd, buffer.data(), buffer.size());
            if (count == 0) return session_.sources.add(shown(), std::move(text));
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return fail(Code::unreadable_file, why(errno));
            text.append(buffer.data(), static_cast<std::size_t>(count));
            if (text.size() > largest_input) return fail_too_large();
        }
    }

    const std::string& path_;
    Session& session_;
};

}  // namespace

std::optional<FileId> read_input(const std::string& path, Session& session) { return Reader(path, session).read(); }

bool is_regular_file(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace crowfly
