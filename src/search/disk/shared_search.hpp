// A search whose directory several processes share, on one machine or on several with a common file system. They may
// come and go: nothing is lost with one that is killed but what it was doing.
//
// The bucket that was opened last is a file, which is expanded in pieces. A process claims a piece by a lock on a file
// of its name; the lock ends with the process. What it generates it writes to runs and a log of its own, and when the
// piece is done, to a file that says so. The process that finds all pieces done, and has the lock for that, opens the
// next bucket and writes the manifest of the next round. All of these files are written under another name and then
// renamed, so that they are there as a whole or not at all.
//
// A process that ends at a limit writes how far it got with its piece, and what it generated, to a file from which the
// next one goes on. One that is killed loses the piece.
//
// Every file of a round names its question, and is refused by processes with another one: they may have been started
// before there was a manifest to tell them so.
//
// A piece is only claimed if the manifest still has its round when it is locked. So nothing is written any more by
// anybody when all pieces of a round are done, and files that are not named then belong to processes that are gone.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "base/files/sha256.hpp"
#include "search/disk/expansion.hpp"
#include "search/kernels/explorer.hpp"

namespace crowfly {

template <class Space>
class SharedSearch : public DiskExpansion<Space> {
    using Base = DiskExpansion<Space>;
    using Base::buckets_, Base::estimates_, Base::folder_, Base::goal_, Base::has_started_, Base::ledger_,
        Base::options_, Base::read_bytes_, Base::result_, Base::space_, Base::state_, Base::states_, Base::table_;
    using typename Base::Path;

public:
    SharedSearch(Space& space, const SearchTask& task, DiskFolder& folder, const CheckpointKey& key)
        : Base(space, task, folder, key, 0), shape_{space.layout().words(), space.layout().key_words(),
                                                    DiskTable<Space>::has_zones} {}

    SearchResult run(const Manifest* manifest) {
        if (manifest != nullptr)
            result_.note =
                fmt::format("goes on with the search in `{}`, which knew {} states", folder_.path(), manifest->states);
        ledger_.within_limits([&] {
            try {
                if (this->build()) work();
            } catch (const DiskTrouble& trouble) {
                this->end_in_trouble(trouble);
            }
        });
        ledger_.measure(*this);
        tell_totals();
        if ((result_.is_sure() || result_.found || result_.stop) && folder_.try_become_sole_owner()) folder_.clear();
        this->describe();
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        const Silence merges_hear_the_alarm;
        this->end_state();
        if (this->look_whether_full()) spill();
        if (!piece_->next()) return false;
        state_ = piece_->record();
        this->begin_state();
        return true;
    }
    void counted() {
        if (result_.statistics.explored % Base::between_looks == 0) is_answered_ = folder_.has(verdict);
    }
    bool is_done() const { return is_answered_ || Base::is_done(); }

private:
    static constexpr const char* verdict = "verdict";
    static constexpr std::size_t most_pieces = 64;

    std::string piece_name(std::size_t i) const { return fmt::format("piece-{}-{}", known_.round, i); }
    std::string done_name(std::size_t i) const { return fmt::format("done-{}-{}", known_.round, i); }
    std::string part_name(std::size_t i) const { return fmt::format("part-{}-{}", known_.round, i); }
    std::size_t pieces() const { return known_.pieces.empty() ? 0 : known_.pieces.size() - 1; }

    void work() {
        using std::chrono::milliseconds;
        constexpr milliseconds shortest(5), longest(80);  // the directory may be on a file server that many ask
        milliseconds pause = shortest;
        for (; !ledger_.has_ended() && !take_answer(); ledger_.check_now(*this)) {
            const bool has_begun = read_known();
            if (known_.is_finished) return;
            if (has_begun ? expand_piece() || end_round() : begin_search()) {
                if (goal_ && !result_.found) answer();
                if (goal_) return;
                pause = shortest;
                continue;
            }
            if (ledger_.has_ended()) return;
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, longest);
        }
    }

    // A manifest or the file of a piece that is done. Throws UnfitCheckpoint where it is of another question.
    Manifest read_own(const std::string& text) const {
        Manifest read;
        try {
            read = read_manifest(text);
        } catch (const UnfitCheckpoint& unfit) {  // it was whole when the search began
            throw DiskTrouble(fmt::format("the directory `{}` {}; {}", folder_.path(), unfit.what(), unfit.hint()));
        }
        demand_same_question(read.key, this->key_);
        return read;
    }

    // What the manifest says. False: there is none.
    bool read_known() {
        const std::optional<std::string> text = folder_.manifest();
        if (!text) return false;
        if (known_text_ != text) known_ = read_own(*text);
        known_text_ = text;
        states_ = known_.states;
        has_started_ = true;
        return true;
    }

    void spill() {
        empty_table();
        merge(buckets_);
    }
    void empty_table() {
        table_.log();
        buckets_.spill();
        if (estimates_) estimates_->begin_space();
    }

    static void merge(Buckets<Space>& buckets) {
        while (buckets.merge_some()) {
        }
    }

    // ---- Pieces

    // False: none is left to be claimed.
    bool expand_piece() {
        for (std::size_t i = 0; i < pieces(); ++i) {
            if (folder_.has(done_name(i))) continue;
            const DiskLock lock(folder_, piece_name(i));
            if (!lock.is_held() || folder_.has(done_name(i))) continue;
            const std::uint64_t round = known_.round;
            const std::string name = piece_name(i);
            if (!read_known() || known_.round != round) {
                folder_.remove(name);
                return true;
            }
            expand_piece(i);
            return true;
        }
        return false;
    }
    void expand_piece(std::size_t i) {
        Manifest done = read_part(i);
        const Statistics before = result_.statistics;
        RecordFile range = known_.frontier;
        range.bytes = known_.pieces[i + 1];
        piece_.emplace(folder_, shape_, range, read_bytes_);
        piece_->start_at(known_.pieces[i]);
        for (std::uint64_t skipped = 0; skipped < done.expanded; ++skipped) {
            poll();
            piece_->next();
        }
        buckets_.stand_at(known_.current);
        result_.statistics.depth = known_.current.length;
        if (!table_.has_log()) table_.begin_log();
        explore();
        const Silence whole;
        piece_.reset();
        if (result_.stop || this->is_done()) return;
        done.expanded += result_.statistics.explored - before.explored;
        add(work_since(before), done);
        folder_.replace(ledger_.has_ended() ? part_name(i) : done_name(i), to_text(done));
    }
    void explore() {
        Explorer explorer(space_, *this, ledger_);
        this->expand_all(explorer);
    }
    // What a process that ended at a limit did of the piece.
    Manifest read_part(std::size_t i) const {
        if (const auto text = folder_.read(part_name(i))) return read_own(*text);
        Manifest none;
        none.key = this->key_;
        return none;
    }
    // Everything that was generated, in files.
    Manifest work_since(const Statistics& before) {
        empty_table();
        Manifest done;
        done.logs = {table_.log()};
        buckets_.take_runs(done);
        done.statistics.explored = result_.statistics.explored - before.explored;
        done.statistics.generated = result_.statistics.generated - before.generated;
        done.cut = result_.cut;
        done.use = std::exchange(use_, folder_.use());
        done.use.read = use_.read - done.use.read;
        done.use.written = use_.written - done.use.written;
        done.use.merges = use_.merges - done.use.merges;
        return done;
    }

    // ---- Rounds

    // False: another process begins.
    bool begin_search() {
        const DiskLock lock(folder_, "merge");
        if (!lock.is_held()) return false;
        if (read_known()) return true;
        folder_.begin_anew();
        table_.begin_log();
        Explorer(space_, *this, ledger_).start();
        if (goal_) answer();
        if (ledger_.has_ended() || goal_) return true;
        has_started_ = true;
        known_.key = this->key_;
        known_.is_wide = Base::is_wide();
        add_work(work_since({}));
        begin_round();
        return true;
    }
    // False: some piece is not done, or another process opens the next bucket.
    bool end_round() {
        const auto is_done = [&](std::size_t i) { return folder_.has(done_name(i)); };
        for (std::size_t i = 0; i < pieces(); ++i) {
            if (!is_done(i)) return false;
        }
        const DiskLock lock(folder_, "merge");
        if (!lock.is_held()) return false;
        const std::uint64_t round = known_.round;
        if (!read_known() || known_.round != round) return true;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < pieces(); ++i) {
            add_work(read_own(folder_.read(done_name(i)).value_or("")));
            names.insert(names.end(), {done_name(i), part_name(i), piece_name(i)});
        }
        begin_round();
        for (const std::string& name : names) folder_.remove(name);
        return true;
    }
    // A process has one log, which gets longer from piece to piece.
    static void add_log(const RecordFile& log, std::vector<RecordFile>& logs) {
        const auto same = std::ranges::find(logs, log.number, &RecordFile::number);
        if (same == logs.end())
            logs.push_back(log);
        else if (same->bytes < log.bytes)
            *same = log;
    }
    static void add(const Manifest& done, Manifest& to) {
        to.runs.insert(to.runs.end(), done.runs.begin(), done.runs.end());
        for (const RecordFile& log : done.logs) add_log(log, to.logs);
        to.statistics.explored += done.statistics.explored;
        to.statistics.generated += done.statistics.generated;
        to.cut = to.cut || done.cut;
        to.use.read += done.use.read;
        to.use.written += done.use.written;
        to.use.merges += done.use.merges;
    }
    void add_work(const Manifest& done) {
        add(done, known_);
        known_.use.peak = std::max(known_.use.peak, folder_.use().peak);
    }
    void begin_round() {
        Buckets<Space> buckets(space_, folder_, table_, buckets_.is_by_simulation(),
                               {0, read_bytes_, 0, this->group_bytes_});
        std::vector<std::uint64_t> named = known_.numbers();
        known_.is_current = false;
        known_.frontier = {};
        known_.expanded = 0;
        buckets.load(known_, std::exchange(indices_, {}));
        merge(buckets);
        std::uint64_t fresh = 0;
        while (fresh == 0 && buckets.has_open()) fresh = buckets.open();
        known_.closed.clear();
        known_.runs.clear();
        buckets.save(known_);
        known_.opened.clear();
        known_.states += fresh;
        known_.is_finished = fresh == 0;
        ++known_.round;
        split(buckets.blocks());
        for (const std::uint64_t number : known_.numbers()) named.push_back(number);
        folder_.keep_only(std::move(named));  // now, for with the manifest the others begin to write
        known_text_ = to_text(known_);
        folder_.replace_manifest(*known_text_);
        indices_ = buckets.indices();
    }
    void split(const std::vector<std::uint64_t>& blocks) {
        known_.pieces.clear();
        if (known_.is_finished) return;
        const std::size_t count = std::min(blocks.size(), most_pieces);
        for (std::size_t i = 0; i < count; ++i) known_.pieces.push_back(blocks[i * blocks.size() / count]);
        known_.pieces.push_back(known_.frontier.bytes);
    }

    // ---- The answer

    // By whoever found the goal: the path, which the others read.
    void answer() {
        std::vector<RecordFile> logs = known_.logs;
        add_log(table_.log(), logs);
        const Path path = this->path_back(logs);
        ArchiveWriter to;
        for (const std::string& part : {this->key_.network, this->key_.goal, this->key_.options}) to.text(part);
        to.number(std::uint64_t{path.size()});
        for (const auto& step : path) {
            to.number(std::uint64_t{step.turn});
            to.list(step.state);
        }
        folder_.replace(verdict, to.bytes() + sha256(to.bytes()));
        this->answer_with(path);
    }
    bool take_answer() {
        const std::optional<std::string> text = folder_.read(verdict);
        if (!text) return false;
        constexpr std::size_t digits = 64;
        const std::string content = text->substr(0, text->size() - std::min(text->size(), digits));
        if (sha256(content) != text->substr(content.size()))
            throw DiskTrouble(fmt::format("the file `{}` is damaged; remove the directory and begin anew",
                                          folder_.path_named(verdict)));
        ArchiveReader from(content);
        CheckpointKey question;
        for (std::string* part : {&question.network, &question.goal, &question.options}) *part = from.text();
        demand_same_question(question, this->key_);
        Path path(from.count(1));
        for (auto& step : path) {
            step.turn = from.number<std::uint64_t>();
            step.state = from.list<std::uint32_t>();
        }
        read_known();
        this->answer_with(path);
        return true;
    }
    void tell_totals() {
        const std::size_t own = result_.statistics.explored;
        result_.statistics.explored = std::max(own, known_.statistics.explored);
        result_.statistics.generated = std::max(result_.statistics.generated, known_.statistics.generated);
        result_.cut = result_.cut || known_.cut;
        if (!result_.note.empty()) result_.note += "; ";
        result_.note += fmt::format("this process expanded {} states", own);
    }

    RecordShape shape_;
    Manifest known_;  // as this process knows it, by the text it has read or written last
    std::optional<std::string> known_text_;
    typename Buckets<Space>::Indices indices_;
    std::optional<RecordReader> piece_;
    bool is_answered_ = false;  // by another process
    DiskUse use_;               // told in files
};

}  // namespace crowfly
