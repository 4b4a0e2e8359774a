#include "cli/process/rank_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "cli/process/console.hpp"
#include "cli/process/session.hpp"

namespace crowfly {
namespace {

constexpr const char* last_attempt = " The search is being saved, which needs all ranks and some time.";

}  // namespace

RankWatch::RankWatch(const std::atomic<bool>& interrupted, bool speaks)
    : interrupted_(interrupted), is_silent_(!speaks), thread_([this] { watch(); }) {}

RankWatch::~RankWatch() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void RankWatch::close(bool is_decided) {
    const std::lock_guard lock(mutex_);
    if (interrupted_ && !is_decided) say("");
    is_silent_ = true;
    files_ = nullptr;
}

// A verdict that is about to be told comes within a few looks. A checkpoint may take longer: what is small is saved
// before anything is said.
void RankWatch::watch() {
    constexpr std::chrono::milliseconds between_looks(50);
    constexpr int looks_until_said = 2, looks_until_end = 300;
    constexpr int looks_to_save = 8, looks_until_saved = 6000;
    int looks = 0;
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, between_looks, [&] { return is_over_; })) {
        const RankFiles* files = files_;
        const bool saves = files != nullptr && files->saves();
        looks = interrupted_ ? looks + 1 : 0;
        if (looks == looks_until_said + (saves ? looks_to_save : 0)) say(saves ? last_attempt : "");
        if (looks == (saves ? looks_until_saved : looks_until_end)) _exit(exit_code::undecided);
    }
}

void RankWatch::say(const char* further) {
    if (is_silent_) return;
    is_silent_ = true;
    write(Stream::err,
          fmt::format("crowfly: the run was ended from outside: a rank was lost, or the job was cancelled. "
                      "There is no verdict. {}.{}\n",
                      how_to_go_on(files_), further));
}

std::string how_to_go_on(const RankFiles* files) {
    if (files == nullptr) return "Nothing was saved; `--checkpoint FILE` saves the search at intervals";
    if (const std::optional<double> seconds = files->seconds_since_saved())
        return fmt::format(
            "The last checkpoint, `{}`, was written {:.0f} s ago; the same command with `--resume {}` "
            "goes on from it",
            files->save_name(), *seconds, files->save_name());
    if (!files->resume_name().empty())
        return fmt::format("No checkpoint was written since; `{}`, which it went on from, is still there",
                           files->resume_name());
    return "No checkpoint was written yet";
}

}  // namespace crowfly
