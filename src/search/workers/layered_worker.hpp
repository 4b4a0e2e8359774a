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

    // ---- For the Explorer

    bool pop() {
        if (!has_begun_) begin_layer(0);
        while (!is_ended()) {
            this->receive_all();
            if (is_ended()) return false;
            if (next_ == layer_end_ || layer_ + 1 >= bound_ || layer_ >= options_.longest) {
                finish_layer();
            } else {
                node_ = next_++;
                ++expanded_;
                if (!space_.is_covered(node_)) return true;
            }
        }
        return false;
    }

    // ---- For checkpoints, which are between two layers: all open states have the same length, see saved_nodes.hpp

    static constexpr std::size_t load_passes = 2;
    bool is_open(NodeId node) const { return node >= next_; }
    std::uint32_t length_of(NodeId node) const { return is_open(node) ? layer_ : 0; }
    static std::size_t pass_of(bool is_open, std::uint32_t /*length*/) { return is_open ? 1 : 0; }
    void restored(NodeId node, std::uint32_t /*length*/, std::size_t pass) {
        if (pass == 0) next_ = node + 1;
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
        layer_end_ = static_cast<NodeId>(space_.nodes());
        has_begun_ = true;
        return true;
    }
    bool is_ended() const { return this->is_over() || ledger_.has_ended(); }
    std::uint32_t length() const { return layer_; }

    // Of the layer being expanded, open states may only be replaced by states just as near.
    Spared spared(std::uint32_t length) const {
        const bool is_by_length = options_.shortest || options_.longest < no_bound;
        return is_by_length && length > 0 ? Spared{next_, layer_end_} : Spared{};
    }

    void added(NodeId node, std::uint32_t length) {
        const bool is_goal = space_.received_satisfies(task_.goal, options_.wanted);
        if (task_.goal.stop()) {
            ledger_.end(task_.goal.stop());
        } else if (is_goal) {
            has_found_ = true;
            bound_ = std::min(bound_, length);
            this->tell_found(node, length);
        }
    }

    // ---- Layers

    void finish_layer() {
        if (has_found_) {
            this->wait_for_message();
        } else if (!has_told_) {
            tell();
        } else if (known_[layer_ % 2].done + 1 < transport_.size()) {
            this->wait_for_message();
        } else if (known_[layer_ % 2].expanded + expanded_ > 0) {
            begin_layer(layer_ + 1);
        } else if (this->is_leader()) {
            this->end_with(nobody, no_node);
        } else {
            this->wait_for_message();
        }
    }

    void tell() {
        if (layer_ >= options_.longest && next_ < layer_end_) result_.cut = true;
        this->send_batches();
        Layer& own = known_[layer_ % 2];
        if (this->is_leader() && this->files() != nullptr && this->files()->is_due() && !this->is_saving())
            own.save = this->number_of_next_checkpoint();
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
        if (save > 0 && bound_ == unbounded) this->save_part(save, layer);
        if (this->is_leader()) end_if_nearest();
        if (is_ended()) return;
        for (const Message& message : std::exchange(early_, {})) this->store_all(message.words, message.from);
    }

    void receive_states(Message& message) {
        const std::uint32_t length = message.words[1];
        if (length > layer_ + 1)
            early_.push_back(std::move(message));
        else
            this->store_all(message.words, message.from);
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

    void all_have_saved() {}

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
        this->end_with(holder_, goal_);
    }
    void all_are_idle() {}
    void give_up() { this->end_with(holder_, goal_); }

    bool is_idle() const { return next_ == layer_end_; }
    std::size_t waiting() const { return space_.nodes() - next_; }
    std::size_t own_bytes() const { return 0; }

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
