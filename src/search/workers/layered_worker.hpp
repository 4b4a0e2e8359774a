// Breadth first by several workers, layer by layer: none begins with the states of the next layer before all are done
// with this one. So what is found has the fewest transitions.
//
// A worker that is done with its states of a layer tells all others. As messages arrive in order, it has all states of
// the next layer that it owns once all others have told it so. Others may be one layer ahead by then; their messages
// are put aside.
//
// As others may be ahead, the first goal that the leader hears of need not be nearest. It bounds what all still expand,
// and counts once every other worker has told it that it has no nearer one: by a goal just as far, or by having begun
// with a layer that no nearer goal can follow.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "search/workers/worker.hpp"

namespace crowfly {

template <class Space>
class LayeredWorker : public Worker<Space, LayeredWorker<Space>> {
    using Base = Worker<Space, LayeredWorker<Space>>;
    friend Base;
    using Base::ledger_, Base::node_, Base::nobody, Base::options_, Base::result_, Base::space_, Base::task_,
        Base::transport_;

public:
    static constexpr std::size_t batch_states = 256;

    using Base::Base;

    void parts(auto& each) { each.derived(early_); }

    // ---- For the Explorer

    bool pop() {
        if (!has_begun_) begin_layer(0);
        while (!is_ended()) {
            this->receive_all();
            if (is_ended()) return false;
            if (!this->may_expand()) {
                rest();
            } else if (next_ == layer_end_ || layer_ + 1 >= bound_ || layer_ >= options_.longest) {
                finish_layer();
            } else {
                node_ = next_++;
                ++expanded_;
                if (!space_.is_covered(node_)) return true;
            }
        }
        return false;
    }

    // ---- For checkpoints, see saved_nodes.hpp: first the states of the layer, then those of the next one

    static constexpr std::size_t load_passes = 3;
    bool is_open(NodeId node) const { return node >= next_; }
    std::uint32_t length_of(NodeId node) const {
        if (!is_open(node)) return 0;
        return node < layer_end_ ? layer_ : layer_ + 1;
    }
    std::size_t pass_of(bool is_open, std::uint32_t length) const {
        if (!is_open) return 0;
        return length <= this->files()->resumed()->layer ? 1 : 2;
    }
    void restored(NodeId node, std::uint32_t /*length*/, std::size_t pass) {
        if (pass == 0) next_ = node + 1;
        if (pass < 2) layer_end_ = node + 1;
    }

private:
    static constexpr std::uint32_t unbounded = std::numeric_limits<std::uint32_t>::max();

    // What workers know of one layer.
    struct Layer {
        std::size_t done = 0;      // so many others have expanded their states of it …
        std::size_t expanded = 0;  // … which were so many
        std::uint32_t save = 0;    // under this number everybody saves what it has afterwards; 0: not
    };

    bool prepare() {
        if (!this->resumes()) return true;
        this->load_parts();
        layer_ = this->files()->resumed()->layer;
        expanded_ = space_.nodes() > layer_end_ ? 1 : 0;  // others of the layer were, in an earlier run
        has_begun_ = true;
        find_loaded_goal();
        return true;
    }
    // Goals are never expanded, so one that was known when the search was saved is open. The first one is as near as
    // any other of this worker.
    void find_loaded_goal() {
        for (NodeId node = next_; node < space_.nodes() && !has_found_; ++node) {
            if (!space_.is_covered(node) && space_.satisfies(node, task_.goal, options_.wanted))
                found(node, length_of(node));
            if (task_.goal.stop()) ledger_.end(task_.goal.stop());
        }
    }
    void found(NodeId node, std::uint32_t length) {
        has_found_ = true;
        bound_ = std::min(bound_, length);
        this->tell_found(node, length);
    }
    bool is_ended() const { return this->is_over() || ledger_.has_ended(); }
    std::uint32_t length() const { return layer_; }

    // Of the layer being expanded, open states may only be replaced by states just as near.
    Spared spared(std::uint32_t length) const {
        const bool is_by_length = options_.wants_shortest() || options_.longest < no_bound;
        return is_by_length && length > 0 ? Spared{next_, layer_end_} : Spared{};
    }

    void added(NodeId node, std::uint32_t length) {
        const bool is_goal = space_.inserted_satisfies(task_.goal, options_.wanted);
        if (task_.goal.stop()) {
            ledger_.end(task_.goal.stop());
        } else if (is_goal) {
            found(node, length);
        }
    }

    // ---- Layers

    void finish_layer() {
        if (has_found_) {
            this->wait_for_message();
        } else if (!has_told_) {
            tell();
        } else if (!are_all_done()) {
            this->wait_for_message();
        } else if (known_[layer_ % 2].expanded + expanded_ > 0) {
            begin_layer(layer_ + 1);
        } else if (this->is_leader()) {
            this->end_with(nobody, no_node, Base::Ending::decided);
        } else {
            this->wait_for_message();
        }
    }

    bool are_all_done() const { return has_told_ && known_[layer_ % 2].done + 1 == transport_.size(); }

    // Until all can be saved. A worker still follows the others to the next layer, if all had told that they were done.
    // As none tells so from now on, all are in the same layer when no message is under way, and none has states of the
    // layer after the next one.
    void rest() {
        if (can_follow()) {
            begin_layer(layer_ + 1);
            return;
        }
        this->store_own();
        this->send_batches();
        if (is_ended()) return;
        if (this->is_leader() && this->is_paused()) this->ask_whether_idle();
        if (!is_ended()) this->wait_for_message();
    }
    bool can_follow() const { return are_all_done() && known_[layer_ % 2].expanded + expanded_ > 0; }

    void tell() {
        if (layer_ >= options_.longest && next_ < layer_end_) result_.cut = true;
        this->send_batches();
        Layer& own = known_[layer_ % 2];
        if (this->is_leader() && this->files() != nullptr && this->files()->is_due() && !this->is_incomplete())
            own.save = this->files()->new_number();
        this->count_sent(transport_.size() - 1);
        this->send_to_others(Message::Kind::layer, {layer_, expanded_ > 0 ? 1U : 0U, own.save});
        has_told_ = true;
    }

    void begin_layer(std::uint32_t layer) {
        this->store_own();
        const std::uint32_t save = std::exchange(known_[layer_ % 2], {}).save;
        layer_ = layer;
        layer_end_ = static_cast<NodeId>(space_.nodes());
        expanded_ = 0;
        has_begun_ = true;
        has_told_ = false;
        result_.statistics.depth = layer;
        if (save > 0 && bound_ == unbounded) this->save_part(save);
        if (this->is_leader()) end_if_nearest();
        if (is_ended()) return;
        for (const Message& message : std::exchange(early_, {})) this->store_all(message.words, message.from);
    }

    void receive_states(Message& message) {
        const std::uint32_t length = message.words[1];
        if (length > layer_ + 1) {
            early_.push_back(std::move(message));
        } else {
            this->store_all(message.words, message.from);
        }
    }

    void handle(const Message& message) {
        if (message.kind == Message::Kind::bound) {
            bound_ = std::min(bound_, message.words[0]);
            return;
        }
        if (this->is_leader()) hear_no_nearer_than(message.from, message.words[0] + 1);
        Layer& layer = known_[message.words[0] % 2];
        ++layer.done;
        layer.expanded += message.words[1];
        layer.save = std::max(layer.save, message.words[2]);
    }

    // ---- Of the leader

    void hear_found(std::uint32_t holder, NodeId node, std::uint32_t length) {
        if (holder_ == nobody || length < *result_.length) {
            holder_ = holder;
            goal_ = node;
            result_.length = length;
            bound_ = std::min(bound_, length);
            this->send_to_others(Message::Kind::bound, {length});
        }
        hear_no_nearer_than(holder, length);
    }
    void hear_no_nearer_than(std::uint32_t worker, std::uint32_t length) {
        no_nearer_.resize(transport_.size());
        no_nearer_[worker] = std::max(no_nearer_[worker], length);
        end_if_nearest();
    }
    void end_if_nearest() {
        if (holder_ == nobody) return;
        no_nearer_[0] = std::max(no_nearer_[0], has_found_ ? bound_ : layer_ + 1);
        for (const std::uint32_t length : no_nearer_) {
            if (length < *result_.length) return;
        }
        this->end_with(holder_, goal_, Base::Ending::decided);
    }
    void all_are_idle() {}
    void give_up() { this->end_with(holder_, goal_, Base::Ending::given_up); }

    // Asked for while all rest.
    bool is_idle() const { return this->is_paused() && !can_follow() && early_.empty(); }
    std::uint32_t layer() const { return layer_; }
    std::size_t waiting() const { return space_.nodes() - next_; }
    static std::size_t shared_bytes() { return 0; }

    NodeId next_ = 0;                  // the oldest node that was not popped
    NodeId layer_end_ = 0;             // where the nodes of the next layer start
    std::uint32_t layer_ = 0;          // that is being expanded
    std::size_t expanded_ = 0;         // of it, by this worker
    bool has_begun_ = false;           // with the first layer
    bool has_told_ = false;            // the others that it is done with the layer
    bool has_found_ = false;           // a goal, and waits for the leader to say so
    Layer known_[2];                   // of the others, about this layer and the next one
    std::uint32_t bound_ = unbounded;  // a goal of this length is known
    std::vector<Message> early_ = {};  // with states of the layer after the next one

    // Of the leader: the nearest goal so far, by the worker that holds it and its node there.
    std::uint32_t holder_ = nobody;
    NodeId goal_ = no_node;
    // Per worker: every goal that it has not told the leader of, and any that it may still find, is at least that far
    // from the start. Goals are found when states are stored. So a worker that has expanded all states of layer n, or
    // begun with it, tells of n + 1; one that has found a goal tells of its length. It only grows. The nearest goal so
    // far counts as soon as no entry is below its length.
    std::vector<std::uint32_t> no_nearer_ = {};
};

}  // namespace crowfly
