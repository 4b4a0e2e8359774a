#include "serve/saved_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <utility>

namespace crowfly {

SavedFiles::SavedFiles(std::vector<std::string> paths, std::function<void()> saved, std::chrono::milliseconds between)
    : paths_(std::move(paths)), saved_(std::move(saved)), between_(between) {
    thread_ = std::thread([this, known = stamps()] { watch(known); });
}

SavedFiles::~SavedFiles() {
    {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
    }
    ending_.notify_all();
    thread_.join();
}

// An editor may keep the time, or write a second time within one tick of it: the size and the number of the file count,
// too.
SavedFiles::Stamps SavedFiles::stamps() const {
    Stamps stamps;
    for (const std::string& path : paths_) {
        struct stat file {};
        const bool is_there = stat(path.c_str(), &file) == 0;
        stamps.push_back(!is_there ? ""
                                   : fmt::format("{}.{:09} {} {}", file.st_mtim.tv_sec, file.st_mtim.tv_nsec,
                                                 file.st_size, file.st_ino));
    }
    return stamps;
}

bool SavedFiles::ends_within(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return ending_.wait_for(lock, time, [&] { return ended_; });
}

// While an editor replaces the first file, the file is missing for a moment.
void SavedFiles::watch(Stamps known) {
    Stamps last = known;
    while (!ends_within(between_)) {
        const Stamps now = stamps();
        const bool is_stable = now == std::exchange(last, now) && !now.front().empty();
        if (!is_stable || now == known) continue;
        known = now;
        saved_();
    }
}

}  // namespace crowfly
