// What remains of sorted records. Without zones one of those with equal keys does, unless it was expanded before. With
// zones those with equal keys form a group, of one discrete state: a zone remains unless another one of the group, or
// one that was expanded before, covers it. Zones are never joined.
//
// Of a group only the zones that no other one covers so far are in memory, and those that were expanded before are read
// past them one at a time. Where even these zones are too many for memory a portion of them is compared with all the
// others, which are set aside in a file unless it covers them, and then it is their turn (as in Börzsönyi, Kossmann,
// Stocker: The skyline operator, 2001: block nested loops).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "search/disk/closed_files.hpp"
#include "space/active_clocks.hpp"
#include "zone/covering.hpp"

namespace crowfly {

struct ThinningOptions {
    bool by_simulation = false;
    std::size_t group_bytes = 0;  // so much memory a portion of a group may take
    std::size_t read_bytes = 0;   // at once, of a file
    const Alarm* alarm = nullptr;
};

template <class Space>
class Thinning {
public:
    Thinning(Space& /*space*/, DiskFolder& /*folder*/, const RecordShape& shape, const ThinningOptions& /*options*/)
        : key_(shape.key) {}

    // Hands the records that remain to `keep`. `closed`: null if nothing was expanded before.
    template <class Keep>
    void thin(RecordMerger& merger, ClosedCursors* closed, const Keep& keep) {
        Record last;
        while (merger.next()) {
            const Record& record = merger.record();
            if (!last.empty() &&
                std::equal(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(key_), record.begin()))
                continue;
            last = record;
            if (closed == nullptr || !closed->contain(record.data())) keep(record);
        }
    }

    // The same for records of which none covers another: hands their positions to `keep`.
    template <class Keep>
    void subtract(RecordSource& source, ClosedCursors& closed, const Keep& keep) {
        for (std::size_t i = 0; source.next(); ++i) {
            if (!closed.contain(source.record().data())) keep(i);
        }
    }

private:
    std::size_t key_;
};

template <class Space>
requires requires { typename Space::Bound; }
class Thinning<Space> {
    using B = typename Space::Bound;

public:
    Thinning(Space& space, DiskFolder& folder, const RecordShape& shape, const ThinningOptions& options)
        : space_(space), folder_(folder), shape_(shape), options_(options) {}

    template <class Keep>
    void thin(RecordMerger& merger, ClosedCursors* closed, const Keep& keep) {
        const auto keep_portion = [&] {
            if (closed != nullptr) drop_closed(*closed);
            for (const Member& member : portion_) keep(member.record);
            forget_portion();
        };
        for (bool is_there = merger.next(); is_there;) {
            begin_group(merger.record());
            for (; is_there && is_of_group(merger.record()); is_there = merger.next()) add(merger.record());
            keep_portion();
            while (aside_) {
                const RecordFile others = aside_->flush();
                aside_.reset();
                RecordReader reader(folder_, shape_, others, options_.read_bytes);
                while (reader.next()) add(reader.record());
                folder_.remove_now(others.number);
                keep_portion();
            }
        }
    }

    template <class Keep>
    void subtract(RecordSource& source, ClosedCursors& closed, const Keep& keep) {
        std::size_t position = 0;
        for (bool is_there = source.next(); is_there;) {
            if (!is_of_group(source.record())) begin_group(source.record());
            for (; is_there && is_of_group(source.record()) && has_room(); is_there = source.next()) {
                read_zone(source.record());
                push(source.record(), position++);
            }
            drop_closed(closed);
            for (const Member& member : portion_) keep(member.position);
            forget_portion();
        }
    }

private:
    struct Member {
        Record record;
        std::size_t position = 0;  // in its source
    };

    // The discrete state of the group tells how many clocks its zones have, and their bounds.
    void begin_group(const Record& record) {
        first_ = record;
        space_.recall(record);
        active_ = space_.recalled_active();  // the space is asked about others before the group is thinned
        cells_ = active_.size() * active_.size();
        zone_.resize(cells_);
        is_closed_read_ = false;
    }
    bool is_of_group(const Record& record) const {
        return !first_.empty() &&
               std::equal(first_.begin(), first_.begin() + static_cast<std::ptrdiff_t>(shape_.key), record.begin());
    }
    void drop_closed(ClosedCursors& closed) {
        if (std::exchange(is_closed_read_, true)) closed.begin_again();
        closed.for_each(first_.data(), [&](const Record& record) {
            prepare(record);
            drop_covered();
        });
    }

    void add(const Record& record) {
        prepare(record);
        for (std::size_t i = 0; i < portion_.size(); ++i) {
            if (covering_.is_covered_by(&zones_[i * cells_])) return;
        }
        drop_covered();
        if (!aside_ && has_room()) return push(record, 0);
        if (!aside_) aside_.emplace(folder_, shape_);
        aside_->add(record);
    }
    bool has_room() const { return bytes_ < options_.group_bytes; }
    // The zone was read.
    void push(const Record& record, std::size_t position) {
        portion_.push_back({record, position});
        zones_.insert(zones_.end(), zone_.begin(), zone_.end());
        bytes_ += bytes_of(record);
    }
    void forget_portion() {
        portion_.clear();
        zones_.clear();
        bytes_ = 0;
    }

    void read_zone(const Record& record) {
        Space::read_bounds(std::span(record).subspan(shape_.words), std::span(zone_));
    }
    void prepare(const Record& record) {
        hear(options_.alarm);
        read_zone(record);
        if (options_.by_simulation)
            covering_.prepare(zone_.data(), active_.size(), active_.lower.data(), active_.upper.data());
        else
            covering_.prepare(zone_.data(), active_.size());
    }
    // By the zone that was prepared.
    void drop_covered() {
        for (std::size_t i = 0; i < portion_.size();) {
            if (covering_.covers(&zones_[i * cells_]))
                drop(i);
            else
                ++i;
        }
    }
    // The last one takes its place.
    void drop(std::size_t i) {
        bytes_ -= bytes_of(portion_[i].record);
        std::copy(zones_.end() - static_cast<std::ptrdiff_t>(cells_), zones_.end(),
                  zones_.begin() + static_cast<std::ptrdiff_t>(i * cells_));
        zones_.resize(zones_.size() - cells_);
        std::swap(portion_[i], portion_.back());
        portion_.pop_back();
    }
    std::size_t bytes_of(const Record& record) const {
        return sizeof(Member) + record.size() * sizeof(record[0]) + cells_ * sizeof(B);
    }

    Space& space_;
    DiskFolder& folder_;
    RecordShape shape_;
    ThinningOptions options_;
    Record first_;  // of the group
    ActiveClocks active_;
    std::size_t cells_ = 0;
    bool is_closed_read_ = false;        // for this group
    std::optional<RecordWriter> aside_;  // zones of the group that are compared later
    std::vector<B> zone_;                // the one that is compared
    std::vector<Member> portion_;
    std::vector<B> zones_;   // of the portion
    std::size_t bytes_ = 0;  // of the portion
    zone::Covering<B, B> covering_;
};

}  // namespace crowfly
