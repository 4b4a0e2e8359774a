#include "base/files/file_sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace crowfly {

int write_whole(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int sync_file(int descriptor) { return fdatasync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno; }

void sync_folder(const std::string& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor == -1) return;
    static_cast<void>(fsync(descriptor) == 0);
    close(descriptor);
}

}  // namespace crowfly
