#include "search/workers/rank_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <utility>

#include "base/alarm.hpp"
#include "base/files/kept_file.hpp"

namespace crowfly {

namespace {

// Two numbers follow the name, and it holds a checkpoint.
bool is_part(const std::filesystem::path& path, const std::string& ending) {
    const std::size_t dot = ending.find('.');
    if (dot == 0 || dot == std::string::npos || dot + 1 == ending.size() ||
        ending.find_first_not_of("0123456789") != dot)
        return false;
    if (ending.find_first_not_of("0123456789", dot + 1) != std::string::npos) return false;
    std::string first(32, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(first.data(), static_cast<std::streamsize>(first.size()));
    return file && may_begin(checkpoint_file, first);
}

std::string text_of_tag(std::uint64_t tag) { return fmt::format("{:016x}", tag); }

constexpr int share_of_search = 9;  // it takes so many times as long as saving, at least

}  // namespace

RankFiles::RankFiles(std::string save, std::string resume, double every, Write write, Read read)
    : save_(std::move(save)), resume_(std::move(resume)), every_(every), write_(std::move(write)),
      read_(std::move(read)) {}

std::string RankFiles::part_of(const std::string& path, std::uint32_t number, std::size_t rank) {
    return fmt::format("{}.{}.{}", path, number, rank);
}

RankFiles::Whole RankFiles::read_whole(Checkpoints& checkpoints) const {
    Whole whole;
    checkpoints.resume([&](ArchiveReader& from) {
        load(whole, from);
        ArchiveReader::demand(whole.ranks > 0 && whole.tags.size() == whole.ranks, "is of no rank");
    });
    return whole;
}

// Whatever it is that cannot be read is replaced by the first checkpoint.
std::optional<RankFiles::Whole> RankFiles::read_named() const {
    std::optional<Whole> named;
    try {
        read_(save_, [&](std::string_view bytes) {
            Checkpoints checkpoints(SavedBy::ranks);
            checkpoints.resume_from(bytes);
            named = read_whole(checkpoints);
        });
    } catch (const UnfitCheckpoint&) {
        return std::nullopt;
    }
    return named;
}

bool RankFiles::resumes_wide() {
    bool is_wide = false;
    if (resume_.empty()) return false;
    read_(resume_, [&](std::string_view bytes) {
        Checkpoints checkpoints(SavedBy::ranks);
        checkpoints.resume_from(bytes);
        is_wide = checkpoints.resumes_wide();
    });
    return is_wide;
}

// With bounds of 32 bits a search may have got as far as it could: it is done again with 64, from the start.
void RankFiles::begin(const CheckpointKey& key, bool is_wide) {
    key_ = key;
    is_wide_ = is_wide;
    save_after(every_);
    if (saves() && !named_) named_ = read_named();
    if (named_) number_ = std::max(number_, named_->number);
    resumed_.reset();
    if (resume_.empty()) return;
    read_(resume_, [&](std::string_view bytes) {
        Checkpoints checkpoints(SavedBy::ranks);
        checkpoints.resume_from(bytes);
        const bool was_wide = checkpoints.resumes_wide();
        checkpoints.begin(key);
        const Whole whole = read_whole(checkpoints);
        if (was_wide == is_wide) resumed_ = whole;
    });
}

void RankFiles::write(Checkpoints checkpoints, const std::string& path,
                      const std::function<void(ArchiveWriter&)>& content) {
    bool is_written = true;
    checkpoints.save_by([&](const Checkpoints::Content& all) { is_written = write_(path, all); }, 0);
    checkpoints.begin(key_);
    if (is_wide_) checkpoints.use_wide();
    checkpoints.save(content);
    if (!is_written) throw LimitReached("the checkpoint could not be written");
}

void RankFiles::save_after(std::chrono::duration<double> seconds) {
    next_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds);
}

std::uint64_t RankFiles::save_part(std::uint32_t number, std::size_t rank,
                                   const std::function<void(ArchiveWriter&)>& content) {
    began_ = Clock::now();
    std::random_device random;
    const std::uint64_t tag = std::uint64_t{random()} << 32U | random();
    write(Checkpoints(SavedBy::rank, text_of_tag(tag)), part_of(save_, number, rank), content);
    return tag;
}

void RankFiles::save_whole(const Whole& whole) {
    write(Checkpoints(SavedBy::ranks), save_, [&](ArchiveWriter& to) { save(whole, to); });
    named_ = whole;
    remove_other_parts(whole.number);
    saved_at_ = Clock::now().time_since_epoch().count();
    save_after(std::max<std::chrono::duration<double>>(every_, share_of_search * (Clock::now() - began_)));
}

// Of earlier checkpoints, and of some that were never whole.
void RankFiles::remove_other_parts(std::uint32_t number) const {
    namespace fs = std::filesystem;
    const fs::path path(save_);
    const std::string before = path.filename().string() + ".", own = fmt::format("{}{}.", before, number);
    std::error_code error;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with(before) && !name.starts_with(own) && is_part(entry->path(), name.substr(before.size())))
            fs::remove(entry->path(), error);
    }
}

std::optional<double> RankFiles::seconds_since_saved() const {
    const Clock::time_point saved{Clock::duration(saved_at_.load())};
    if (saved == Clock::time_point()) return std::nullopt;
    return std::chrono::duration<double>(Clock::now() - saved).count();
}

void RankFiles::load_part(std::size_t rank, const std::function<void(ArchiveReader&)>& load) const {
    const std::string path = part_of(resume_, resumed_->number, rank);
    const auto load_it = [&](std::string_view bytes) {
        Checkpoints checkpoints(SavedBy::rank, text_of_tag(resumed_->tags[rank]));
        checkpoints.resume_from(bytes);
        checkpoints.begin(key_);
        checkpoints.resume(load);
    };
    try {
        read_(path, load_it);
    } catch (const UnfitCheckpoint& unfit) {
        throw UnfitCheckpoint(unfit.what(), unfit.hint(), path);
    }
}

}  // namespace crowfly
