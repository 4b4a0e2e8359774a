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
//   layer            which layer of states is being expanded, if there are layers.
//   waiting          how many states are open.
//   parts            what it holds beside the space (base/files/parts.hpp); shared_bytes of that are counted by the
//   leader.
// and what saved_nodes.hpp asks for. Of the leader alone
//   hear_found       a worker holds a goal.
//   all_are_idle     there is nothing to expand anywhere, and no state is under way.
//   give_up          a worker cannot go on: the search is to end.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "search/kernels/checkpointed.hpp"
#include "search/kernels/explorer.hpp"
#include "search/settings/search_task.hpp"
#include "search/workers/batches.hpp"
#include "search/workers/idle_count.hpp"
#include "search/workers/origins.hpp"
#include "search/workers/part_count.hpp"
#include "search/workers/path_backward.hpp"
#include "search/workers/saved_nodes.hpp"
#include "search/workers/team_member.hpp"
#include "search/workers/worker_result.hpp"
#include "space/ownership.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {

template <class Space, class Self>
class Worker : protected TeamMember {
public:
    Worker(Space& space, const SearchTask& task, Transport& transport, const Ownership& ownership)
        : TeamMember(transport, task.options), space_(space), task_(task), ownership_(ownership),
          ledger_(task.limits, task.observer, result_), batches_(transport.size()), origins_(space.columns()),
          path_(space, origins_, transport) {
        space_.send_successors_away();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // Whatever happens here, the others are told, and served until the leader is done. Throws what was thrown.
    WorkerResult run() {
        try {
            ledger_.within_limits([&] {
                if (self().prepare()) explore();
            });
        } catch (...) {
            end_all();
            serve();
            throw;
        }
        if (!is_over_) end_all();
        serve();
        if (result_.unfinished.empty()) result_.unfinished = limit_;
        ledger_.measure(self());
        ledger_.close();
        result_.held = {space_.stored(), discrete_states(), self().waiting(), bytes()};
        return std::move(result_);
    }

    // ---- For the Explorer

    bool expand() { return space_.expand(node_); }

    // Every worker generates all initial states, and keeps its own.
    void generated() {
        record_.assign({node_, node_ == no_node ? 0 : self().length() + 1, space_.turn(), 0});
        space_.write(record_);
        record_[head - 1] = static_cast<std::uint32_t>(record_.size() - head);
        const std::size_t owner = ownership_.of(record_.data() + head);
        if (node_ == no_node && owner != transport_.self()) return;
        batches_.add(owner, record_);
    }

    // After each expansion. States of this worker are put off as well: many at once are stored faster than few.
    void counted() {
        put_limit_aside();
        for (std::size_t to = 0; to < transport_.size(); ++to) {
            if (batches_.states(to) < Self::batch_states && batches_.words(to) < batch_words) continue;
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
    static constexpr bool is_resumable = false;  // parts of ranks are saved in another form
    static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);

    // Until a message has come, or for a moment. Meanwhile limits count, and what the others do is still told.
    void wait_for_message() {
        constexpr std::size_t checked_every = 64;
        poll();
        if (++waits_ % checked_every == 0) {
            ledger_.check_now(self());
            put_limit_aside();
        }
        transport_.wait();
    }

    // Handles what has arrived.
    void receive_all() {
        while (!is_over_ && !ledger_.has_ended() && transport_.receive(arrived_)) handle_any();
    }

    // Stores the states that this worker has generated and owns.
    void store_own() {
        if (batches_.states(transport_.self()) == 0) return;
        batches_.hand_over(transport_.self(), own_);
        store_all(own_, number());
    }
    void send_batches() {
        for (std::size_t to = 0; to < transport_.size(); ++to) {
            if (to != transport_.self() && batches_.states(to) > 0) send_batch(to);
        }
    }

    // Stores the states of a message, or of this worker: those that are new, or reached by a better path.
    void store_all(const std::vector<std::uint32_t>& words, std::uint32_t from) {
        announced_.clear();
        for (std::size_t at = 0; at < words.size(); at += head + words[at + head - 1])
            announced_.push_back(space_.announce(Batches::record(&words[at])));
        std::size_t next = 0;
        for (std::size_t at = 0; at < words.size() && !is_over_ && !ledger_.has_ended();
             at += head + words[at + head - 1], ++next) {
            const std::uint32_t parent = words[at], length = words[at + 1], turn = words[at + 2];
            const NodeId node =
                space_.insert(Batches::record(&words[at]), announced_[next], parent, turn, self().spared(length));
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
    // Of the leader: ends the search, with the path to this goal, or with none. Decided: nothing nearer can be found,
    // so limits that were reached meanwhile do not matter.
    enum class Ending : std::uint32_t { given_up, decided };
    void end_with(std::uint32_t holder, NodeId node, Ending ending) {
        if (is_over_) return;
        send_to_others(Message::Kind::over, {holder, node, static_cast<std::uint32_t>(ending)});
        hear_over(holder, node, ending);
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
    //
    // All workers pause, until none has anything to do but to expand, and no message is under way. Then all save. So
    // every state that was generated is in the part of its owner, and every state is either expanded as a whole or
    // open. The same is done where a limit is reached: then the search ends when all have saved.

    // Of the leader. A search that may be over is asked about first: saved again and again, it would never end.
    void pause_if_due() {
        if (!is_paused_ && saves() && files()->is_due() && !count_.is_undecided()) pause();
    }
    void pause() {
        is_paused_ = true;
        forget_answers();
        send_to_others(Message::Kind::pause);
    }
    bool is_paused() const { return is_paused_; }
    bool may_expand() const { return !is_paused_ && limit_.empty(); }

    void save_part(std::uint32_t number) {
        if (ledger_.has_ended()) return;  // after a mistake in the query what followed was not stored
        saving_ = {number, static_cast<std::uint32_t>(transport_.size()), self().layer(), run_number(), {}};
        const std::uint64_t tag = files()->save_part(number, transport_.self(), [&](ArchiveWriter& to) {
            crowfly::save(result_.statistics, to);
            crowfly::save(result_.cut, to);
            save_nodes(space_, self(), origins_, transport_.self(), to);
        });
        if (is_leader())
            hear_saved(number, 0, tag);
        else
            send(0, Message::Kind::saved,
                 {number, static_cast<std::uint32_t>(tag), static_cast<std::uint32_t>(tag >> 32U)});
    }
    bool is_incomplete() const { return parts_.is_incomplete(); }  // some have saved their part, and not all

    void load_parts() {
        origins_.names().begin_run(run_number());
        for (std::size_t pass = 0; pass < Self::load_passes; ++pass) {
            for (std::size_t part = 0; part < files()->resumed()->ranks; ++part)
                files()->load_part(part, [&](ArchiveReader& from) { load(part, pass, from); });
        }
    }

    void note_work() { count_.note_work(); }
    // Of messages that have to be received before all are idle.
    void count_sent(std::uint64_t messages) { sent_ += messages; }

    Space& space_;
    const SearchTask& task_;
    const Ownership& ownership_;
    WorkerResult result_;
    Ledger ledger_;
    NodeId node_ = no_node;  // the state being expanded

private:
    static constexpr std::size_t head = Batches::head;
    static constexpr std::size_t batch_words = 8192;  // a batch of large records stays in the caches

    Self& self() { return static_cast<Self&>(*this); }
    const Self& self() const { return static_cast<const Self&>(*this); }

    void send_batch(std::size_t to) {
        sent_ += batches_.states(to);
        result_.sent += batches_.states(to);
        ++result_.messages;
        result_.sent_bytes += batches_.words(to) * sizeof(std::uint32_t);
        send(to, Message::Kind::states, batches_.hand_over(to));
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
            case Message::Kind::over: hear_over(words[0], words[1], static_cast<Ending>(words[2])); break;
            case Message::Kind::path: collect([&] { return path_.go_on(std::move(arrived_.words)); }); break;
            case Message::Kind::complete: hear_path(std::move(arrived_.words)); break;
            case Message::Kind::finished: is_finished_ = true; break;
            case Message::Kind::locate:
                collect([&] { return path_.go_on_if_loaded(std::move(arrived_.words)); });
                break;
            case Message::Kind::saved:
                hear_saved(words[0], arrived_.from, words[1] | std::uint64_t{words[2]} << 32U);
                break;
            case Message::Kind::limit: save_last(); break;
            case Message::Kind::pause: is_paused_ = true; break;
            case Message::Kind::save: save_part(words[0]); break;
            case Message::Kind::resume: is_paused_ = false; break;
            case Message::Kind::goodbye:
                ledger_.end(is_leader() ? "rank " + std::to_string(arrived_.from) + " ended before the search did"
                                        : std::string(interrupted_reason));
                is_over_ = is_finished_ = true;
                break;
            case Message::Kind::report: options_.ranks->early_reports.push_back(std::move(arrived_)); break;
            case Message::Kind::agreed: break;  // of a search that is over
            case Message::Kind::layer: ++received_; [[fallthrough]];
            case Message::Kind::bound: self().handle(arrived_);
        }
    }

    std::size_t count_states(const std::vector<std::uint32_t>& words) const {
        std::size_t count = 0;
        for (std::size_t at = 0; at < words.size(); at += head + words[at + head - 1]) ++count;
        return count;
    }

    // ---- Counting

    bool is_all_done() const { return self().is_idle() && !batches_.any(); }
    void hear_count(const std::vector<std::uint32_t>& words) {
        if (count_.hear(words)) judge_answers();
    }
    void judge_answers() {
        if (!count_.is_still_quiet(is_all_done())) return;
        if (!is_paused_)
            self().all_are_idle();
        else if (!is_saving_)
            save();
    }

    // ---- Checkpoints

    // Where the search is saved nothing may end it in the middle of an expansion: the alarm is silent, and limits are
    // looked at between two of them.
    void explore() {
        Explorer explorer(space_, self(), ledger_);
        if (!saves()) {
            explorer.run();
            return;
        }
        const Silence between_expansions_only;
        explorer.run();
    }

    // A limit that was noticed between two expansions does not end a search that is saved. This worker expands nothing
    // any more, handles messages, and waits for the leader to say that the search is over.
    void put_limit_aside() {
        if (!saves() || is_over_ || result_.stop || result_.unfinished.empty()) return;
        const bool is_first = limit_.empty();
        if (is_first) limit_ = result_.unfinished;
        result_.unfinished.clear();
        if (!is_first) return;
        if (is_leader())
            save_last();
        else
            send(0, Message::Kind::limit);
    }

    // Of the leader: a limit was reached somewhere.
    void save_last() {
        is_last_ = true;
        if (!is_paused_) pause();
    }

    void save() {
        is_saving_ = true;
        const std::uint32_t number = files()->new_number();
        send_to_others(Message::Kind::save, {number});
        save_part(number);
    }

    void hear_saved(std::uint32_t number, std::size_t from, std::uint64_t tag) {
        if (!parts_.hear(number, from, tag)) return;
        saving_.tags = parts_.tags();
        files()->save_whole(saving_);
        if (!is_saving_) return;
        is_saving_ = false;
        if (is_last_)
            self().give_up();
        else
            resume();
    }

    void resume() {
        is_paused_ = false;
        forget_answers();
        send_to_others(Message::Kind::resume);
    }
    // Earlier answers, and those under way, say nothing any more: idle means something else from now on.
    void forget_answers() { count_.forget(); }

    // What was counted is one worker's only.
    void load(std::size_t part, std::size_t pass, ArchiveReader& from) {
        Statistics counted;
        crowfly::load(counted, from);
        if (pass == 0 && part % transport_.size() == transport_.self()) {
            result_.statistics.explored += counted.explored;
            result_.statistics.generated += counted.generated;
        }
        result_.cut = from.truth() || result_.cut;
        const auto owns = [&](const std::uint32_t* discrete_part) {
            return ownership_.of(discrete_part) == transport_.self();
        };
        load_nodes(space_, self(), origins_, pass, owns, from);
    }

    // ---- The end

    void hear_over(std::uint32_t holder, NodeId node, Ending ending) {
        if (is_over_) return;
        is_over_ = true;
        if (ending == Ending::decided) limit_.clear();
        if (holder == transport_.self()) collect([&] { return path_.go_on({node}); });
    }
    // A step of collecting the path. Where there is no memory for it, the leader hears of a path without links, so that
    // nobody waits for it.
    template <class Step>
    void collect(const Step& step) {
        std::string problem;
        end_at_limits(problem, [&] {
            if (std::optional<std::vector<std::uint32_t>> links = step()) hand_over(std::move(*links));
        });
        if (problem.empty()) return;
        ledger_.end(problem);
        hand_over({});
    }
    void hand_over(std::vector<std::uint32_t> links) {
        if (is_leader()) return hear_path(std::move(links));
        send(0, Message::Kind::complete, std::move(links));
    }
    // Without its path a goal does not count.
    void hear_path(std::vector<std::uint32_t> links) {
        if (links.empty()) ledger_.end(memory_limit_reason);
        result_.links = std::move(links);
        is_over_ ? finish() : end_with(nobody, no_node, Ending::given_up);
    }

    void finish() {
        is_finished_ = true;
        send_to_others(Message::Kind::finished);
    }

    void end_all() { is_leader() ? self().give_up() : send(0, Message::Kind::failed); }

    // Until the leader is done. Whoever cannot go on with that is of no use for a path any more.
    void serve() try {
        while (!is_finished_) {
            if (!transport_.receive(arrived_))
                transport_.wait();
            else if (is_for_ended(arrived_.kind))
                handle_any();
        }
    } catch (...) {
        hand_over({});
        throw;
    }

    // ---- What it holds

    std::size_t own_bytes() const { return bytes_of(origins_) + bytes_of_parts(self()) - self().shared_bytes(); }
    std::size_t bytes() const { return bytes_of(space_) + own_bytes() + transport_.bytes(); }
    std::size_t discrete_states() const {
        if constexpr (requires { space_.discrete_states(); }) return space_.discrete_states();
        return 0;
    }
    std::size_t own_bytes_soon() const { return bytes_after_growth_of(space_) + 2 * own_bytes() + transport_.bytes(); }
    Tally tally() const {
        return {.explored = result_.statistics.explored,
                .generated = result_.statistics.generated,
                .stored = space_.stored(),
                .waiting = self().waiting(),
                .bytes = bytes(),
                .bytes_soon = own_bytes_soon(),
                .sent = result_.sent};
    }

    Batches batches_;
    std::vector<std::uint32_t> own_;        // the states of this worker that are being stored
    std::vector<std::uint32_t> record_;     // of the successor, with the words before it
    std::vector<std::uint64_t> announced_;  // per record of a message
    Origins origins_;
    PathBackward<Space> path_;
    Message arrived_;
    bool is_over_ = false;      // nothing is expanded any more
    bool is_finished_ = false;  // nobody needs this worker any more

    std::uint64_t sent_ = 0, received_ = 0;  // states, and other messages that have to be received before all are idle
    std::size_t waits_ = 0;
    IdleCount count_;

    std::string limit_;        // why this worker expands nothing any more, while it is still to save; "": it may
    bool is_paused_ = false;   // until everybody has saved what it has
    RankFiles::Whole saving_;  // the checkpoint that is, or was, written last
    // Of the leader.
    bool is_saving_ = false;  // all have paused, and were told to save
    bool is_last_ = false;    // afterwards the search ends
    PartCount parts_{transport_.size()};
};

}  // namespace crowfly
