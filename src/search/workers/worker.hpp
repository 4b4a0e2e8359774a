// One of several workers that search together: a thread, or a process of a cluster.
//
// Each state has one owner, which a hash of it names (space/ownership.hpp). A worker stores and expands the states that
// it owns. It sends all other successors to their owners, in batches. The worker with number 0 is the leader: it
// decides when the search is over, and which goal counts.
//
// This class has what all such searches share: batches, messages, limits, the collecting of the path, checkpoints. A
// search (layered_worker.hpp, best_first_worker.hpp) derives from it and provides
//   prepare          is called before the search. False: it has ended already.
//   pop              chooses the state that is expanded next, as for the Explorer; waits where others have to go on.
//   length           how long the path to that state is.
//   spared           which nodes a state may not replace, if it is stored (space/node.hpp).
//   added            a state that this worker owns was stored, or reached by a better path.
//   receive_states   states have come from another worker.
//   handle           a message that only this search sends has come.
//   is_idle          there is nothing to expand.
//   waiting, own_bytes   how many states are open, and what the search holds beside the space.
// and what saved_nodes.hpp asks for. Of the leader alone
//   hear_found       a worker holds a goal.
//   all_are_idle     there is nothing to expand anywhere, and no state is under way.
//   all_have_saved   a checkpoint is whole.
//   give_up          a worker cannot go on: the search is to end.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "search/checkpointed.hpp"
#include "search/explorer.hpp"
#include "search/search_task.hpp"
#include "search/workers/idle_count.hpp"
#include "search/workers/origins.hpp"
#include "search/workers/path_backward.hpp"
#include "search/workers/ranks.hpp"
#include "search/workers/saved_nodes.hpp"
#include "search/workers/transport.hpp"
#include "search/workers/worker_result.hpp"
#include "space/ownership.hpp"
#include "space/predicate.hpp"

namespace crowfly {

template <class Space, class Self>
class Worker {
public:
    Worker(Space& space, const SearchTask& task, Transport& transport, const Ownership& ownership)
        : space_(space), task_(task), options_(task.options), transport_(transport), ownership_(ownership),
          ledger_(task.limits, task.observer, result_), batches_(transport.size()), path_(space, origins_, transport) {
        space_.send_successors_away();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Whatever happens here, the others are told, and served until the leader is done. Throws what was thrown.
    WorkerResult run() {
        try {
            ledger_.within_limits([&] {
                if (self().prepare()) Explorer(space_, self(), ledger_).run();
            });
        } catch (...) {
            end_all();
            serve();
            throw;
        }
        if (!is_over_) end_all();
        serve();
        ledger_.measure(self());
        ledger_.close();
        result_.held = {space_.stored(), discrete_states(), self().waiting(), bytes()};
        return std::move(result_);
    }

    // ---- For the Explorer

    bool expand() { return space_.expand(node_); }

    // Every worker generates all initial states, and keeps its own.
    void generated() {
        record_.resize(head);
        record_[0] = node_;
        record_[1] = node_ == no_node ? 0 : self().length() + 1;
        space_.write(record_);
        const std::size_t owner = ownership_.of(record_.data() + head + Space::discrete_part);
        if (node_ == no_node && owner != transport_.self()) return;
        Batch& batch = batches_[owner];
        batch.words.insert(batch.words.end(), record_.begin(), record_.end());
        ++batch.states;
    }

    // After each expansion. States of this worker are put off as well: many at once are stored faster than few.
    void counted() {
        for (std::size_t to = 0; to < batches_.size(); ++to) {
            const Batch& batch = batches_[to];
            if (batch.states < Self::batch_states && batch.words.size() < batch_words) continue;
            if (to == transport_.self())
                store_own();
            else
                send_batch(to);
        }
    }

    bool is_done() const { return is_over_; }
    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return own_bytes_soon() + transport_.others().bytes_soon; }
    // What all workers hold, so that limits are on their sum. The others are told what this one holds.
    void measure(Statistics& s) const {
        const Tally others = transport_.exchange(tally());
        s.stored = space_.stored() + others.stored;
        s.waiting = self().waiting() + others.waiting;
        s.bytes = bytes() + others.bytes;
    }

protected:
    static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);

    bool is_leader() const { return transport_.self() == 0; }
    bool is_alone() const { return transport_.size() == 1; }

    void send(std::size_t to, Message::Kind kind, std::vector<std::uint32_t> words = {}) {
        transport_.send(to, {kind, static_cast<std::uint32_t>(transport_.self()), std::move(words)});
    }
    void send_to_others(Message::Kind kind, const std::vector<std::uint32_t>& words = {}) {
        for (std::size_t to = 0; to < transport_.size(); ++to) {
            if (to != transport_.self()) send(to, kind, words);
        }
    }

    // Until a message has come, or for a moment. Meanwhile limits count, and what the others do is still told.
    void wait_for_message() {
        constexpr std::size_t checked_every = 64;
        poll();
        if (++waits_ % checked_every == 0) ledger_.check_now(self());
        transport_.wait();
    }

    // Handles what has arrived.
    void receive_all() {
        while (!is_over_ && transport_.receive(arrived_)) handle_any();
    }

    // Stores the states that this worker has generated and owns.
    void store_own() {
        Batch& own = batches_[transport_.self()];
        if (own.states == 0) return;
        own_.clear();
        std::swap(own_, own.words);
        own.states = 0;
        store_all(own_, static_cast<std::uint32_t>(transport_.self()));
    }
    void send_batches() {
        for (std::size_t to = 0; to < batches_.size(); ++to) {
            if (to != transport_.self() && batches_[to].states > 0) send_batch(to);
        }
    }
    bool has_batches() const {
        for (const Batch& batch : batches_) {
            if (batch.states > 0) return true;
        }
        return false;
    }

    // Stores the states of a message, or of this worker: those that are new, or reached by a better path.
    void store_all(const std::vector<std::uint32_t>& words, std::uint32_t from) {
        announced_.clear();
        for (std::size_t at = 0; at < words.size(); at += head + space_.record_words(&words[at + head]))
            announced_.push_back(space_.announce(&words[at + head]));
        std::size_t next = 0;
        for (std::size_t at = 0; at < words.size() && !is_over_ && !ledger_.has_ended();
             at += head + space_.record_words(&words[at + head]), ++next) {
            const std::uint32_t* record = &words[at + head];
            const std::uint32_t length = words[at + 1];
            const NodeId node = space_.receive(record, announced_[next], words[at], self().spared(length));
            if (node == no_node) continue;
            origins_.set(node, from);
            self().added(node, length);
        }
    }

    // ---- The end

    // This worker holds a goal.
    void tell_found(NodeId node, std::uint32_t length) {
        if (is_leader())
            self().hear_found(0, node, length);
        else
            send(0, Message::Kind::found, {node, length});
    }
    // Of the leader: ends the search, with the path to this goal, or with none.
    void end_with(std::uint32_t holder, NodeId node) {
        if (is_over_) return;
        send_to_others(Message::Kind::over, {holder, node});
        hear_over(holder, node);
        if (holder == nobody) finish();
    }
    bool is_over() const { return is_over_; }

    // ---- Whether no work is left anywhere, see IdleCount

    // Of the leader, when it is idle.
    void ask_whether_idle() {
        if (count_.is_asking()) return;
        send_to_others(Message::Kind::probe, {count_.ask(transport_.size(), sent_, received_)});
        if (is_alone()) judge_answers();
    }

    // ---- Checkpoints, of ranks only

    RankFiles* files() const { return options_.ranks == nullptr ? nullptr : options_.ranks->files.get(); }
    bool resumes() const { return files() != nullptr && files()->resumed(); }

    void save_part(std::uint32_t number, std::uint32_t layer) {
        saving_ = {number, static_cast<std::uint32_t>(transport_.size()), layer, run_number()};
        files()->save_part(number, transport_.self(), [&](ArchiveWriter& to) {
            save_counts(result_.statistics, to);
            to.number(result_.cut);
            save_nodes(space_, self(), origins_, transport_.self(), to);
        });
        if (is_leader())
            hear_saved();
        else
            send(0, Message::Kind::saved);
    }
    std::uint32_t number_of_next_checkpoint() const {
        if (saving_.number > 0) return saving_.number + 1;
        return resumes() ? files()->resumed()->number + 1 : 1;
    }
    bool is_saving() const { return saved_ > 0; }  // some have saved their part, and not all

    void load_parts() {
        origins_.names().begin_run(run_number());
        for (std::size_t pass = 0; pass < Self::load_passes; ++pass) {
            for (std::size_t part = 0; part < files()->resumed()->ranks; ++part)
                files()->load_part(part, [&](ArchiveReader& from) { load(part, pass, from); });
        }
    }

    // Answers that are under way, and earlier ones, say nothing any more: idle means something else from now on.
    void forget_answers() { count_.forget(); }

    Space& space_;
    const SearchTask& task_;
    const SearchOptions& options_;
    Transport& transport_;
    const Ownership& ownership_;
    WorkerResult result_;
    Ledger ledger_;
    NodeId node_ = no_node;  // the state being expanded

private:
    static constexpr std::size_t head = 2;            // words before each record
    static constexpr std::size_t batch_words = 8192;  // a batch of large records stays in the caches

    struct Batch {
        std::vector<std::uint32_t> words;
        std::size_t states = 0;
    };

    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }

    void send_batch(std::size_t to) {
        Batch& batch = batches_[to];
        sent_ += batch.states;
        result_.sent += batch.states;
        ++result_.messages;
        const std::size_t words = batch.words.size();
        result_.sent_bytes += words * sizeof(std::uint32_t);
        send(to, Message::Kind::states, std::exchange(batch.words, {}));
        batch.words.reserve(words + words / 4);
        batch.states = 0;
    }

    // ---- Messages

    void handle_any() {
        const std::vector<std::uint32_t>& words = arrived_.words;
        switch (arrived_.kind) {
            case Message::Kind::states:
                received_ += count_states(words);
                self().receive_states(arrived_);
                break;
            case Message::Kind::probe:
                send(0, Message::Kind::count, IdleCount::answer(words[0], sent_, received_, is_all_done()));
                break;
            case Message::Kind::count: hear_count(words); break;
            case Message::Kind::found: self().hear_found(arrived_.from, words[0], words[1]); break;
            case Message::Kind::failed: self().give_up(); break;
            case Message::Kind::over: hear_over(words[0], words[1]); break;
            case Message::Kind::path: hand_on(path_.go_on(std::move(arrived_.words))); break;
            case Message::Kind::complete: hear_path(std::move(arrived_.words)); break;
            case Message::Kind::finished: is_finished_ = true; break;
            case Message::Kind::locate: hand_on(path_.go_on_if_loaded(std::move(arrived_.words))); break;
            case Message::Kind::saved: hear_saved(); break;
            case Message::Kind::goodbye:
                ledger_.end(is_leader() ? "rank " + std::to_string(arrived_.from) + " ended before the search did"
                                        : std::string(interrupted_reason));
                is_over_ = is_finished_ = true;
                break;
            case Message::Kind::report:
            case Message::Kind::agreed: break;  // of a search that is over
            case Message::Kind::layer:
            case Message::Kind::bound:
            case Message::Kind::pause:
            case Message::Kind::save:
            case Message::Kind::resume: self().handle(arrived_);
        }
    }

    std::size_t count_states(const std::vector<std::uint32_t>& words) const {
        std::size_t count = 0;
        for (std::size_t at = 0; at < words.size(); at += head + space_.record_words(&words[at + head])) ++count;
        return count;
    }

    // ---- Counting

    bool is_all_done() const { return self().is_idle() && !has_batches(); }
    void hear_count(const std::vector<std::uint32_t>& words) {
        if (count_.hear(words)) judge_answers();
    }
    void judge_answers() {
        if (count_.is_still_quiet(is_all_done())) self().all_are_idle();
    }

    // ---- Checkpoints

    std::uint32_t run_number() const { return resumes() ? files()->resumed()->runs + 1 : 0; }

    void hear_saved() {
        if (++saved_ < transport_.size()) return;
        saved_ = 0;
        files()->save_whole(saving_);
        self().all_have_saved();
    }

    // What was counted is one worker's only.
    void load(std::size_t part, std::size_t pass, ArchiveReader& from) {
        SearchResult counted;
        load_counts(counted, from);
        if (pass == 0 && part % transport_.size() == transport_.self()) {
            result_.statistics.explored += counted.statistics.explored;
            result_.statistics.generated += counted.statistics.generated;
        }
        result_.cut = result_.cut || counted.cut;
        const auto owns = [&](const std::uint32_t* discrete_part) {
            return ownership_.of(discrete_part) == transport_.self();
        };
        load_nodes(space_, self(), origins_, pass, owns, from);
    }

    // ---- The end

    void hear_over(std::uint32_t holder, NodeId node) {
        if (is_over_) return;
        is_over_ = true;
        if (holder == transport_.self()) hand_on(path_.go_on({node}));
    }
    // Nothing: another worker goes on with the path.
    void hand_on(std::optional<std::vector<std::uint32_t>> links) {
        if (!links) return;
        if (is_leader())
            hear_path(std::move(*links));
        else
            send(0, Message::Kind::complete, std::move(*links));
    }
    void hear_path(std::vector<std::uint32_t> links) {
        result_.links = std::move(links);
        finish();
    }

    void finish() {
        is_finished_ = true;
        send_to_others(Message::Kind::finished);
    }

    void end_all() {
        if (is_leader())
            self().give_up();
        else
            send(0, Message::Kind::failed);
    }

    // Until the leader is done. States are of no use any more.
    void serve() {
        while (!is_finished_) {
            if (!transport_.receive(arrived_))
                transport_.wait();
            else if (arrived_.kind != Message::Kind::states && !(is_over_ && is_about_search(arrived_.kind)))
                handle_any();
        }
    }
    static bool is_about_search(Message::Kind kind) {
        return kind != Message::Kind::over && kind != Message::Kind::path && kind != Message::Kind::complete &&
               kind != Message::Kind::locate && kind != Message::Kind::finished && kind != Message::Kind::goodbye;
    }

    // ---- What it holds

    std::size_t bytes() const { return space_.bytes() + origins_.bytes() + self().own_bytes(); }
    std::size_t discrete_states() const {
        if constexpr (requires { space_.discrete_states(); }) return space_.discrete_states();
        return 0;
    }
    std::size_t own_bytes_soon() const {
        return space_.bytes_after_growth() + origins_.bytes() + 2 * self().own_bytes();
    }
    Tally tally() const {
        return {.explored = result_.statistics.explored,
                .generated = result_.statistics.generated,
                .stored = space_.stored(),
                .waiting = self().waiting(),
                .bytes = bytes(),
                .bytes_soon = own_bytes_soon(),
                .sent = result_.sent};
    }

    std::vector<Batch> batches_;            // per worker
    std::vector<std::uint32_t> own_;        // the states of this worker that are being stored
    std::vector<std::uint32_t> record_;     // of the successor, with the words before it
    std::vector<std::uint64_t> announced_;  // per record of a message
    Origins origins_;
    PathBackward<Space> path_;
    Message arrived_;
    bool is_over_ = false;      // nothing is expanded any more
    bool is_finished_ = false;  // nobody needs this worker any more

    std::uint64_t sent_ = 0, received_ = 0;  // states
    std::size_t waits_ = 0;
    RankFiles::Whole saving_;  // the checkpoint that is, or was, written last
    std::size_t saved_ = 0;    // of the leader: so many parts of it are
    IdleCount count_;
};

}  // namespace crowfly
