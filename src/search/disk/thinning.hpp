// What remains of sorted records. Without zones one of those with equal keys does, unless it was expanded before. With
// zones those with equal keys form a group, of one discrete state: a zone remains unless another one of the group, or
// one that was expanded before, covers it. Zones are never joined.
#pragma once

#include <cstdint>
#include <vector>

#include "search/disk/closed_files.hpp"
#include "space/active_clocks.hpp"
#include "zone/covering.hpp"

namespace crowfly {

template <class Space>
class Thinning {
public:
    explicit Thinning(Space& space, bool /*by_simulation*/) : key_(space.layout().key_words()) {}

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

    // Of a single record.
    bool remains(const Record& record, ClosedCursors& closed) { return !closed.contain(record.data()); }

private:
    std::size_t key_;
};

template <class Space>
requires requires { typename Space::Bound; }
class Thinning<Space> {
    using B = typename Space::Bound;

public:
    Thinning(Space& space, bool by_simulation)
        : space_(space), words_(space.layout().words()), key_(space.layout().key_words()),
          by_simulation_(by_simulation) {}

    template <class Keep>
    void thin(RecordMerger& merger, ClosedCursors* closed, const Keep& keep) {
        for (bool is_there = merger.next(); is_there;) {
            begin(merger.record());
            is_there = take_group(merger);
            if (closed != nullptr) take_closed(*closed);
            for (std::size_t i = 0; i < group_.size(); ++i) {
                if (!is_covered(i)) keep(group_[i]);
            }
        }
    }

    bool remains(const Record& record, ClosedCursors& closed) {
        begin(record);
        group_ = {record};
        add_zone(record);
        take_closed(closed);
        return !is_covered(0);
    }

private:
    // The discrete state of the group tells how many clocks its zones have, and their bounds.
    void begin(const Record& record) {
        first_ = record;
        space_.recall_written(record);
        active_ = space_.recalled_active();  // the space is asked about others before the group is thinned
        cells_ = active_.size() * active_.size();
        group_.clear();
        zones_.clear();
        dropped_.clear();
    }
    bool take_group(RecordMerger& merger) {
        bool is_there = true;
        while (is_there && std::equal(first_.begin(), first_.begin() + static_cast<std::ptrdiff_t>(key_),
                                      merger.record().begin())) {
            group_.push_back(merger.record());
            add_zone(merger.record());
            is_there = merger.next();
        }
        return is_there;
    }
    void take_closed(ClosedCursors& closed) {
        closed.for_each(first_.data(), [&](const Record& record) { add_zone(record); });
    }
    void add_zone(const Record& record) {
        zones_.resize(zones_.size() + cells_);
        Space::read_bounds(std::span(record).subspan(words_), std::span(zones_).last(cells_));
        dropped_.push_back(false);
    }
    // By a zone of the group that remains so far, or by one that was expanded before.
    bool is_covered(std::size_t zone) {
        const B* own = &zones_[zone * cells_];
        if (by_simulation_)
            covering_.prepare(own, active_.size(), active_.lower.data(), active_.upper.data());
        else
            covering_.prepare(own, active_.size());
        for (std::size_t other = 0; other < dropped_.size(); ++other) {
            if (other != zone && !dropped_[other] && covering_.is_covered_by(&zones_[other * cells_]))
                return dropped_[zone] = true;
        }
        return false;
    }

    Space& space_;
    std::size_t words_, key_;
    bool by_simulation_;
    Record first_;
    ActiveClocks active_;
    std::size_t cells_ = 0;
    std::vector<Record> group_;
    std::vector<B> zones_;       // of the group, and those that were expanded before
    std::vector<bool> dropped_;  // per zone
    zone::Covering<B, B> covering_;
};

}  // namespace crowfly
