#include "base/files/replace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/files/file_sync.hpp"

namespace crowfly {
namespace {

namespace fs = std::filesystem;

// The open file that a path such as /dev/stdout stands for. It may be a regular file, but it is not ours to replace.
std::optional<int> descriptor_named(const std::string& path) {
    if (path == "/dev/stdout") return STDOUT_FILENO;
    if (path == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        int number = -1;
        const char* end = path.data() + path.size();
        const auto [rest, error] = std::from_chars(path.data() + folder.size(), end, number);
        if (error == std::errc() && rest == end) return number;
    }
    return std::nullopt;
}

struct Target {
    std::string path;               // after all symbolic links
    std::optional<int> descriptor;  // it is an open file of ours
    struct stat status {};
    bool exists = false;

    bool is_regular() const { return exists && S_ISREG(status.st_mode); }
    bool is_special() const { return exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode); }
    fs::path folder() const {
        const fs::path parent = fs::path(path).parent_path();
        return parent.empty() ? fs::path(".") : parent;
    }
};

// Links are followed by hand, because the last one may lead to a file that is yet to be made.
Target target_of(const std::string& path) {
    constexpr int most_links = 40;
    Target target{path, descriptor_named(path)};
    std::error_code error;
    for (int i = 0; i < most_links && !target.descriptor && fs::is_symlink(target.path, error); ++i) {
        const fs::path next = fs::read_symlink(target.path, error);
        if (error) break;
        target.path = (target.folder() / next).string();  // an absolute one replaces the folder
        target.descriptor = descriptor_named(target.path);
    }
    target.exists = !target.descriptor && stat(target.path.c_str(), &target.status) == 0;
    return target;
}

// A reader that goes away has seen enough.
int write_to_anybody(int descriptor, std::string_view text) {
    const int problem = write_whole(descriptor, text);
    return problem == EPIPE ? 0 : problem;
}

// Text that comes in pieces, until one cannot be written.
int write_pieces(const WriteText& write, const std::function<int(std::string_view)>& write_piece) {
    int problem = 0;
    write([&](std::string_view piece) {
        if (problem == 0) problem = write_piece(piece);
    });
    return problem;
}

int write_directly(const Target& target, const WriteText& write) {
    const auto write_to = [&](int descriptor) {
        return write_pieces(write, [&](std::string_view piece) { return write_to_anybody(descriptor, piece); });
    };
    if (target.descriptor) return write_to(*target.descriptor);
    const int descriptor = open(target.path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (descriptor == -1) return errno;
    const int problem = write_to(descriptor);
    const bool closed = close(descriptor) == 0;
    return problem == 0 && !closed ? errno : problem;
}

// What does not depend on the text.
int obstacle(const Target& target) {
    if (target.descriptor) return fcntl(*target.descriptor, F_GETFD) == -1 ? errno : 0;
    if (target.exists && S_ISDIR(target.status.st_mode)) return EISDIR;
    return target.exists && access(target.path.c_str(), W_OK) != 0 ? errno : 0;
}

// A file in the folder of the target, under a name that nobody has. It is gone with this object unless it has taken the
// target's place.
class Temporary {
public:
    Temporary(const Target& target, const ReplaceOptions& options)
        : path_((target.folder() / (options.temporary + "XXXXXX")).string()),
          descriptor_(mkostemp(path_.data(), O_CLOEXEC)), problem_(descriptor_ == -1 ? errno : 0) {}
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        if (descriptor_ != -1) close(descriptor_);
        if (exists_) unlink(path_.c_str());
    }

    int problem() const { return problem_; }

    int write(const WriteText& write, bool syncs) {
        const auto write_piece = [&](std::string_view piece) { return write_whole(descriptor_, piece); };
        if (const int problem = write_pieces(write, write_piece)) return problem;
        return syncs ? sync_file(descriptor_) : 0;
    }

    int become(const Target& target) {
        if (const int problem = take_permissions(target)) return problem;
        const int descriptor = std::exchange(descriptor_, -1);
        if (close(descriptor) != 0 || rename(path_.c_str(), target.path.c_str()) != 0) return errno;
        exists_ = false;
        return 0;
    }

private:
    // Those of the file it replaces, else those of any new file.
    int take_permissions(const Target& target) {
        const mode_t mask = umask(0);
        umask(mask);
        if (target.exists)
            static_cast<void>(fchown(descriptor_, target.status.st_uid, target.status.st_gid) == 0);  // few may
        const mode_t mode = target.exists ? target.status.st_mode & 07777U : 0666U & ~mask;
        return fchmod(descriptor_, mode) == 0 || errno == ENOTSUP || errno == EPERM ? 0 : errno;
    }

    std::string path_;
    int descriptor_;
    int problem_;
    bool exists_ = descriptor_ != -1;
};

// Somebody may write to a file whose folder is closed to them. Such a file can only be overwritten.
bool can_only_be_overwritten(const Target& target, int problem) {
    return target.is_regular() && (problem == EACCES || problem == EPERM || problem == EROFS);
}

}  // namespace

int replace_file(const std::string& path, std::string_view text, const ReplaceOptions& options) {
    return replace_file(
        path, [&](const std::function<void(std::string_view)>& sink) { sink(text); }, options);
}

int replace_file(const std::string& path, const WriteText& write, const ReplaceOptions& options) {
    const Target target = target_of(path);
    if (const int problem = obstacle(target)) return problem;
    if (target.descriptor || target.is_special()) return write_directly(target, write);
    Temporary temporary(target, options);
    if (const int problem = temporary.problem())
        return can_only_be_overwritten(target, problem) ? write_directly(target, write) : problem;
    if (const int problem = temporary.write(write, options.syncs)) return problem;
    if (const int problem = temporary.become(target)) return problem;
    if (options.syncs) sync_folder(target.folder().string());
    return 0;
}

int try_replacing(const std::string& path) {
    const Target target = target_of(path);
    if (const int problem = obstacle(target)) return problem;
    if (target.descriptor || target.is_special()) return 0;
    const Temporary temporary(target, {});
    return can_only_be_overwritten(target, temporary.problem()) ? 0 : temporary.problem();
}

std::string replaced_file(const std::string& path) {
    const Target target = target_of(path);
    return target.is_regular() ? target.path : "";
}

}  // namespace crowfly
