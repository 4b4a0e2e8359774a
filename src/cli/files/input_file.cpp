#include "cli/files/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace crowfly {

InputFile::InputFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}

InputFile::~InputFile() {
    if (descriptor_ != -1) close(descriptor_);
}

std::string first_bytes(const std::string& path) {
    constexpr std::size_t enough = 64;
    std::string bytes(enough, '\0');
    const InputFile file(path);
    const ssize_t count = file.descriptor() == -1 ? 0 : ::read(file.descriptor(), bytes.data(), bytes.size());
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
}

MappedFile::MappedFile(const std::string& path) {
    const InputFile file(path);
    struct stat status {};
    if (file.descriptor() == -1 || fstat(file.descriptor(), &status) != 0) {
        problem_ = fmt::format("cannot be read: {}", std::strerror(errno));
    } else if (!S_ISREG(status.st_mode)) {
        problem_ = "is no regular file";
    } else if (status.st_size > 0) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
        if (memory == MAP_FAILED)
            problem_ = fmt::format("cannot be read: {}", std::strerror(errno));
        else
            bytes_ = {static_cast<const char*>(memory), size};
    }
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace crowfly
