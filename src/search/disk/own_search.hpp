// A search that has its directory for itself.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <new>
#include <utility>

#include "base/alarm.hpp"
#include "search/disk/expansion.hpp"
#include "search/kernels/explorer.hpp"

namespace crowfly {

template <class Space>
class OwnSearch : public DiskExpansion<Space> {
    using Base = DiskExpansion<Space>;
    using Clock = std::chrono::steady_clock;
    using Base::buckets_, Base::estimates_, Base::folder_, Base::has_started_, Base::is_blind_, Base::ledger_,
        Base::options_, Base::read_bytes_, Base::result_, Base::space_, Base::state_, Base::states_, Base::table_;

public:
    OwnSearch(Space& space, const SearchTask& task, DiskFolder& folder, const CheckpointKey& key)
        : Base(space, task, folder, key, task.options.disk->small) {}

    // `manifest`: of the search that is to be gone on with, or null.
    SearchResult run(const Manifest* manifest) {
        ledger_.within_limits([&] {
            try {
                if (this->build()) explore(manifest);
                if (this->is_done()) this->answer_with(this->path_back({table_.log()}));
            } catch (const DiskTrouble& trouble) {
                is_whole_ = false;
                this->end_in_trouble(trouble);
            } catch (const std::bad_alloc&) {
                is_whole_ = false;
                throw;
            }
        });
        ledger_.measure(*this);
        tidy_up();
        this->describe();
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        const Silence merges_hear_the_alarm;
        this->end_state();
        if (this->look_whether_full()) spill();
        while (!buckets_.next(state_)) {
            if (!buckets_.has_open()) return false;
            states_ += buckets_.open();
            result_.statistics.depth = buckets_.current().length;
            remember();
        }
        has_started_ = true;
        this->begin_state();
        return true;
    }
    void counted() {
        const Silence whole;
        if (result_.statistics.explored % Base::between_looks == 0 && !this->is_done()) write_manifest_if_due();
    }

private:
    void explore(const Manifest* manifest) {
        Explorer explorer(space_, *this, ledger_);
        if (manifest != nullptr) {
            load(*manifest);
        } else {
            folder_.begin_anew();
            table_.begin_log();
            explorer.start();
        }
        remember();
        plan_next_manifest();
        is_whole_ = true;
        this->expand_all(explorer);
    }

    void spill() {
        table_begins_ = table_.log().bytes;
        buckets_.spill();
        if (estimates_) estimates_->begin_space();
        remember();
        while (buckets_.merge_some()) write_manifest_if_due();
    }

    // What was counted before the bucket in memory was begun: it is begun again by a search that goes on.
    void remember() { counted_ = result_.statistics; }
    // The first manifests come soon, so that whoever is killed again and again gets on.
    void plan_next_manifest() {
        const std::chrono::duration<double> so_far = Clock::now() - begun_;
        const std::chrono::duration<double> pause{std::min(options_.disk->every, so_far.count() / 4)};
        next_manifest_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
    }
    void write_manifest_if_due() {
        if (Clock::now() >= next_manifest_) write_manifest();
    }
    void write_manifest() {
        Manifest manifest;
        manifest.key = this->key_;
        manifest.is_wide = Base::is_wide();
        manifest.log = table_.log();
        manifest.table = table_begins_;
        buckets_.save(manifest);
        manifest.states = states_;
        manifest.statistics = buckets_.is_in_memory() ? counted_ : result_.statistics;
        manifest.cut = result_.cut;
        manifest.use = folder_.use();
        folder_.replace_manifest(to_text(manifest));
        plan_next_manifest();
    }

    void load(const Manifest& manifest) {
        folder_.keep_only(manifest.numbers());
        folder_.restore_use(manifest.use);
        result_.statistics.explored = manifest.statistics.explored;
        result_.statistics.generated = manifest.statistics.generated;
        result_.cut = manifest.cut;
        states_ = manifest.states;
        has_started_ = true;
        table_begins_ = manifest.table;
        table_.go_on_with_log(manifest.log);
        buckets_.load(manifest);
        load_table(manifest.log);
        buckets_.begin_again();
        result_.note = fmt::format("goes on with the search in `{}`, which knew {} states", folder_.path(), states_);
    }
    void load_table(const RecordFile& log) {
        RecordReader reader(folder_, table_.log_shape(), log, read_bytes_);
        reader.start_at(table_begins_);
        Record state;
        std::uint8_t parent = 0;
        while (reader.next()) {
            poll();
            DiskTable<Space>::split(reader.record(), space_.layout().words(), state, parent);
            const NodeId node = table_.add(state, reader.tag(), parent);
            if (node == no_node) continue;
            const Estimate ahead = is_blind_ ? 0 : estimates_->of_stored(space_, node);
            if (is_blind_ || !estimates_->proves_dead_end(ahead)) buckets_.load({reader.tag(), ahead}, node);
        }
        table_.are_logged();
    }

    // What was decided needs no files. Everything else can be gone on with, but not from the middle of an expansion.
    void tidy_up() {
        const Silence whole;  // the limit was reached, and this still has to be done
        try {
            if (result_.is_sure() || result_.found || result_.stop)
                folder_.clear();
            else if (is_whole_ && !this->is_done())
                write_manifest();
        } catch (const DiskTrouble& trouble) {
            result_.unfinished = trouble.what();
        }
    }

    std::uint64_t table_begins_ = 0;  // the place in the log of the first state that is in memory
    Clock::time_point begun_ = Clock::now(), next_manifest_;
    Statistics counted_;
    bool is_whole_ = false;  // a manifest can be written wherever no state is being expanded
};

}  // namespace crowfly
