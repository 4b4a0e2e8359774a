// A place for the directory of a search on disk: nothing is there before a test, nor after it.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>

class FolderPlace {
public:
    FolderPlace() : path_(std::filesystem::temp_directory_path() / fmt::format("crowfly-folder-{}", getpid())) {
        std::filesystem::remove_all(path_);
    }
    FolderPlace(const FolderPlace&) = delete;
    FolderPlace& operator=(const FolderPlace&) = delete;
    ~FolderPlace() { std::filesystem::remove_all(path_); }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};
