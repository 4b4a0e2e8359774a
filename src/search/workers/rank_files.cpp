#include "search/workers/rank_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/alarm.hpp"

namespace crowfly {

namespace {

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
        for (std::uint32_t* number : {&whole.number, &whole.ranks, &whole.layer, &whole.runs})
            *number = from.number<std::uint32_t>();
        ArchiveReader::demand(whole.ranks > 0, "is of no rank");
    });
    return whole;
}

// Whatever it is that cannot be read is replaced by the first checkpoint.
std::optional<RankFiles::Whole> RankFiles::read_named() const {
    std::optional<Whole> named;
    try {
        read_(save_, [&](std::string_view bytes) {
            Checkpoints checkpoints;
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
        Checkpoints checkpoints;
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
        Checkpoints checkpoints;
        checkpoints.resume_from(bytes);
        const bool was_wide = checkpoints.resumes_wide();
        checkpoints.begin(key);
        const Whole whole = read_whole(checkpoints);
        if (was_wide == is_wide) resumed_ = whole;
    });
}

void RankFiles::write(const std::string& path, const std::function<void(ArchiveWriter&)>& content) {
    Checkpoints checkpoints;
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

void RankFiles::save_part(std::uint32_t number, std::size_t rank, const std::function<void(ArchiveWriter&)>& content) {
    began_ = Clock::now();
    write(part_of(save_, number, rank), content);
}

void RankFiles::save_whole(const Whole& whole) {
    write(save_, [&](ArchiveWriter& to) {
        for (const std::uint32_t number : {whole.number, whole.ranks, whole.layer, whole.runs}) to.number(number);
    });
    const std::optional<Whole> before = std::exchange(named_, whole);
    for (std::uint32_t rank = 0; before && rank < before->ranks; ++rank) {
        std::error_code none;
        std::filesystem::remove(part_of(save_, before->number, rank), none);
    }
    saved_at_ = Clock::now().time_since_epoch().count();
    save_after(std::max<std::chrono::duration<double>>(every_, share_of_search * (Clock::now() - began_)));
}

std::optional<double> RankFiles::seconds_since_saved() const {
    const Clock::time_point saved{Clock::duration(saved_at_.load())};
    if (saved == Clock::time_point()) return std::nullopt;
    return std::chrono::duration<double>(Clock::now() - saved).count();
}

void RankFiles::load_part(std::size_t rank, const std::function<void(ArchiveReader&)>& load) const {
    read_(part_of(resume_, resumed_->number, rank), [&](std::string_view bytes) {
        Checkpoints checkpoints;
        checkpoints.resume_from(bytes);
        checkpoints.begin(key_);
        checkpoints.resume(load);
    });
}

}  // namespace crowfly
