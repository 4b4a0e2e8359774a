// Tells when files are saved. Their times and sizes are polled: that works on all file systems, and for editors that
// replace the file as well as for those that write into it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace crowfly {

class SavedFiles {
public:
    // Calls `saved` in a thread of its own, once the files have stayed the same between two polls.
    SavedFiles(std::vector<std::string> paths, std::function<void()> saved,
               std::chrono::milliseconds between = std::chrono::milliseconds(150));
    ~SavedFiles();
    SavedFiles(const SavedFiles&) = delete;
    SavedFiles& operator=(const SavedFiles&) = delete;

private:
    using Stamps = std::vector<std::string>;  // of each file; "": it is not there

    Stamps stamps() const;
    void watch(Stamps known);
    bool ends_within(std::chrono::milliseconds time);

    std::vector<std::string> paths_;
    std::function<void()> saved_;
    std::chrono::milliseconds between_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace crowfly
