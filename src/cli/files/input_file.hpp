// Files that the tool has written and reads again.
#pragma once

#include <string>
#include <string_view>

namespace crowfly {

// Open for reading, as long as it lives. A pipe does not keep anybody waiting.
class InputFile {
public:
    explicit InputFile(const std::string& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();
    int descriptor() const { return descriptor_; }  // -1: errno says why it is not

private:
    int descriptor_;
};

// Of a file that need not be readable.
std::string first_bytes(const std::string& path);

// A regular file as it lies on the disk, without a copy in memory.
class MappedFile {
public:
    explicit MappedFile(const std::string& path);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();
    const std::string& problem() const { return problem_; }  // "": none; else the end of a sentence about the file
    std::string_view bytes() const { return bytes_; }

private:
    std::string problem_;
    std::string_view bytes_;
};

}  // namespace crowfly
