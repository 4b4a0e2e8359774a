// One of several workers that search together. Each owns the states that a hash gives it (space/ownership.hpp), stores
// and expands them, and sends the successors that it does not own to their owners in batches. The first worker is the
// leader: it decides when the search is over, and which goal counts.
//
// A search (layered_worker.hpp, best_first_worker.hpp) says which of its states is expanded next (`pop`), what becomes
// of a state that it owns and has just stored (`take`, `spared`, `receive_states`), what messages of its own mean
// (`handle`), what of a node is saved and loaded (`is_open`, `length_of`, `restored`, `all_have_saved`), whether it has
// anything left to do (`is_idle`), and what it holds (`waiting`, `own_bytes`). Of the leader
// it also says what follows from a goal (`hear_found`), from there being no work left (`all_are_idle`), and from a
// worker that cannot go on (`give_up`).
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "base/chunked.hpp"
#include "search/checkpointed.hpp"
#include "search/explorer.hpp"
#include "search/search_task.hpp"
#include "search/workers/idle_count.hpp"
#include "search/workers/node_names.hpp"
#include "search/workers/ranks.hpp"
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
          ledger_(task.limits, task.observer, result_), batches_(transport.size()) {
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
                take_own();
            else
                send_batch(to);
        }
    }

    bool is_done() const { return is_over_; }
    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return own_bytes_soon() + others_.bytes_soon; }
    // What all workers hold, so that limits are on their sum.
    void measure(Statistics& s) const {
        const_cast<Worker*>(this)->tell_tally();
        s.stored = space_.stored() + others_.stored;
        s.waiting = self().waiting() + others_.waiting;
        s.bytes = bytes() + others_.bytes;
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

    // For messages. Meanwhile limits count, and what the others do is still told.
    void wait() {
        constexpr std::size_t told_every = 64;
        poll();
        if (++waits_ % told_every == 0) ledger_.check_now(self());
        transport_.wait();
    }

    // Handles what has arrived.
    void receive_all() {
        while (!is_over_ && transport_.receive(arrived_)) handle_any();
    }

    // The states that this worker has generated and owns.
    void take_own() {
        Batch& own = batches_[transport_.self()];
        if (own.states == 0) return;
        own_.clear();
        std::swap(own_, own.words);
        own.states = 0;
        take_all(own_, static_cast<std::uint32_t>(transport_.self()));
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

    // Takes the states of a message, or of this worker.
    void take_all(const std::vector<std::uint32_t>& words, std::uint32_t from) {
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
            if (node == senders_.size())
                senders_.push_back(0);
            else
                names_.reopen(node);
            senders_[node] = static_cast<std::uint16_t>(from);
            self().take(node, length);
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
        files()->save_part(number, transport_.self(), [&](ArchiveWriter& to) { save_nodes(to); });
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

    // States that are expanded already are loaded before the others.
    void load_parts() {
        names_.begin_run(run_number());
        for (const bool open : {false, true}) {
            for (std::size_t part = 0; part < files()->resumed()->ranks; ++part)
                files()->load_part(part, [&](ArchiveReader& from) { load_nodes(part, open, from); });
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
            case Message::Kind::path: go_back(std::move(arrived_.words)); break;
            case Message::Kind::complete: hear_path(std::move(arrived_.words)); break;
            case Message::Kind::finished: is_finished_ = true; break;
            case Message::Kind::locate: hear_name(std::move(arrived_.words)); break;
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

    void save_nodes(ArchiveWriter& to) {
        save_counts(result_.statistics, to);
        to.number(result_.cut);
        const auto nodes = static_cast<NodeId>(space_.nodes());
        to.number(nodes);
        for (NodeId node = 0; node < nodes; ++node) {
            const bool is_covered = space_.is_covered(node);
            to.number(is_covered);
            to.number(!is_covered && self().is_open(node));
            to.number(self().length_of(node));
            to.list(names_.names_of(transport_.self(), node));
            to.number(parent_name_of(node));
            record_.clear();
            is_covered ? space_.write_link(node, record_) : space_.write_stored(node, record_);
            to.list(record_);
        }
    }

    NodeNames::Name parent_name_of(NodeId node) const {
        if (const std::optional<NodeNames::Name> name = names_.parent_of_loaded(node)) return *name;
        const NodeId parent = space_.parent(node);
        return parent == no_node ? NodeNames::none : names_.name_of(senders_[node], parent);
    }

    void load_nodes(std::size_t part, bool open, ArchiveReader& from) {
        SearchResult counted;
        load_counts(counted, from);
        if (!open && part % transport_.size() == transport_.self()) {
            result_.statistics.explored += counted.statistics.explored;
            result_.statistics.generated += counted.statistics.generated;
        }
        result_.cut = result_.cut || counted.cut;
        for (auto left = from.number<NodeId>(); left > 0; --left) {
            const bool is_covered = from.truth();
            const bool is_open = from.truth();
            const auto length = from.number<std::uint32_t>();
            const auto names = from.list<NodeNames::Name>();
            const auto parent = from.number<NodeNames::Name>();
            record_ = from.list<std::uint32_t>();
            const std::size_t discrete_part = is_covered ? 1 : Space::discrete_part;
            ArchiveReader::demand(record_.size() >= discrete_part + space_.layout().words(), "has half a state");
            if (is_open != open || ownership_.of(record_.data() + discrete_part) != transport_.self()) continue;
            const NodeId node =
                is_covered ? space_.adopt(record_.data(), no_node) : space_.restore(record_.data(), no_node);
            ArchiveReader::demand(node != no_node, "has a state twice");
            ArchiveReader::demand(!names.empty(), "has a state without a name");
            names_.load(names, parent, open);
            senders_.push_back(static_cast<std::uint16_t>(transport_.self()));
            self().restored(node, length, open);
        }
    }

    // ---- The path: its links are collected from the goal back, by one worker after the other

    void hear_over(std::uint32_t holder, NodeId node) {
        if (is_over_) return;
        is_over_ = true;
        if (holder == transport_.self()) go_back({node});
    }

    // The last word is the node to go on from; what is before are the links so far.
    void go_back(std::vector<std::uint32_t> words) {
        NodeId node = words.back();
        words.pop_back();
        std::uint32_t holder = static_cast<std::uint32_t>(transport_.self());
        while (node != no_node && holder == transport_.self()) {
            space_.write_link(node, words);
            if (const std::optional<NodeNames::Name> parent = names_.parent_of_loaded(node)) {
                look_for(*parent, std::move(words));
                return;
            }
            holder = senders_[node];
            node = space_.parent(node);
        }
        if (node != no_node) {
            words.push_back(node);
            send(holder, Message::Kind::path, std::move(words));
        } else if (is_leader()) {
            hear_path(std::move(words));
        } else {
            send(0, Message::Kind::complete, std::move(words));
        }
    }

    // Somebody has loaded the node of this name.
    void look_for(NodeNames::Name name, std::vector<std::uint32_t> words) {
        if (const std::optional<NodeId> node = names_.find(name)) {
            words.push_back(*node);
            go_back(std::move(words));
            return;
        }
        words.push_back(static_cast<std::uint32_t>(name));
        words.push_back(static_cast<std::uint32_t>(name >> 32U));
        send_to_others(Message::Kind::locate, words);
    }
    void hear_name(std::vector<std::uint32_t> words) {
        const NodeNames::Name name = *(words.end() - 2) | NodeNames::Name{words.back()} << 32U;
        const std::optional<NodeId> node = names_.find(name);
        if (!node) return;
        words.pop_back();
        words.back() = *node;
        go_back(std::move(words));
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

    std::size_t bytes() const { return space_.bytes() + senders_.bytes() + names_.bytes() + self().own_bytes(); }
    std::size_t discrete_states() const {
        if constexpr (requires { space_.discrete_states(); }) return space_.discrete_states();
        return 0;
    }
    std::size_t own_bytes_soon() const {
        return space_.bytes_after_growth() + senders_.bytes() + names_.bytes() + 2 * self().own_bytes();
    }
    void tell_tally() {
        others_ = transport_.exchange({.explored = result_.statistics.explored,
                                       .generated = result_.statistics.generated,
                                       .stored = space_.stored(),
                                       .waiting = self().waiting(),
                                       .bytes = bytes(),
                                       .bytes_soon = own_bytes_soon(),
                                       .sent = result_.sent});
    }

    std::vector<Batch> batches_;            // per worker
    std::vector<std::uint32_t> own_;        // the states of this worker that are being taken
    std::vector<std::uint32_t> record_;     // of the successor, with the words before it
    std::vector<std::uint64_t> announced_;  // per record of a message
    Chunked<std::uint16_t> senders_;        // per node: the worker that has its parent
    NodeNames names_;                       // of those gone on with
    Message arrived_;
    Tally others_;
    bool is_over_ = false;      // nothing is expanded any more
    bool is_finished_ = false;  // nobody needs this worker any more

    std::uint64_t sent_ = 0, received_ = 0;  // states
    std::size_t waits_ = 0;
    RankFiles::Whole saving_;  // the checkpoint that is, or was, written last
    std::size_t saved_ = 0;    // of the leader: so many parts of it are
    IdleCount count_;
};

}  // namespace crowfly
