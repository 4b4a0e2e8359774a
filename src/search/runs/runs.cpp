#include "search/runs/runs.hpp"

#include "base/files/parts.hpp"
#include "search/kernels/explorer.hpp"

namespace crowfly {

template <class B>
RunSearch<B>::RunSearch(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger)
    : ledger_(ledger), layout_(network, how.compared), graph_(network, use, how), generator_(graph_.generator()),
      store_(layout_, Comparison::equality, how.compress),
      closed_(layout_, how.abstraction == Abstraction::m_plus ? Comparison::simulation : Comparison::inclusion,
              how.compress),
      packed_(layout_.words()), slots_(network.slots.size()) {
    if (how.symmetry != nullptr) represented_.emplace(network, *how.symmetry, how.compared);
}

template <class B>
void RunSearch<B>::from_start() {
    Explorer explorer(generator_, *this, ledger_.ledger);
    explorer.start();
    explore(explorer);
}

template <class B>
void RunSearch<B>::from(std::span<const std::int32_t> slots, const B* zone, const PathTo& path) {
    path_to_ = &path;
    Explorer explorer(generator_, *this, ledger_.ledger);
    explorer.resume(slots, zone);
    explore(explorer);
    path_to_ = nullptr;
}

template <class B>
Held RunSearch<B>::held() const {
    return {store_.stored(), bytes_of(store_) + bytes_of(closed_) + bytes_of(on_path_),
            bytes_after_growth_of(store_) + bytes_after_growth_of(closed_) + bytes_of(on_path_)};
}

// What has just been generated are the roots.
template <class B>
template <class Explorer>
void RunSearch<B>::explore(Explorer& explorer) {
    next_root_ = 0;
    roots_ = pending_.size();
    explorer.explore();
    pending_.clear();
    path_.clear();
}

// Depth first: a successor of the last state of the path, or, if none is pending, of one before it; then the next root.
template <class B>
bool RunSearch<B>::pop() {
    while (!path_.empty()) {
        if (pending_.size() == path_.back().first) {
            close(path_.back().node);
            path_.pop_back();
            continue;
        }
        const NodeId node = pending_.back();
        pending_.pop_back();
        if (is_pushed(node)) return true;
    }
    while (next_root_ < roots_) {
        if (is_pushed(pending_[next_root_++])) return true;
    }
    return false;
}

// At the end of the path, if the node is open.
template <class B>
bool RunSearch<B>::is_pushed(NodeId node) {
    if (on_path_[node] != open) return false;
    read(node);
    on_path_[node] = path_.size() + 1;
    path_.push_back({node, pending_.size()});
    return true;
}

// Into packed_, slots_, active_ and zone_.
template <class B>
void RunSearch<B>::read(NodeId node) {
    store_.state(node, packed_.data());
    layout_.unpack(packed_.data(), slots_);
    generator_.find_active(slots_, active_);
    zone_.resize(active_.size() * active_.size());
    store_.zone(node, active_.size(), zone_.data());
}

template <class B>
void RunSearch<B>::close(NodeId node) {
    on_path_[node] = closed;
    read(node);
    closed_.add(packed_.data(), zone_.data(), active_.size(), active_.lower.data(), active_.upper.data(), no_node);
}

template <class B>
void RunSearch<B>::generated() {
    const NodeId node = add_generated();
    if (node == no_node) return;
    if (graph_.may_end_here()) {
        finish(std::nullopt);
    } else {
        if (graph_.stop()) ledger_.ledger.end(graph_.stop());
        pending_.push_back(node);
    }
}

// The successor, or its representative, if it is new. One that is known and open waits again, and one on the path
// closes a loop.
template <class B>
NodeId RunSearch<B>::add_generated() {
    const bool is_permuted = represented_ && represented_->read(generator_, layout_, graph_.examiner());
    const ActiveClocks& active = is_permuted ? represented_->active() : generator_.active();
    const B* zone = is_permuted ? represented_->zone() : generator_.zone();
    const std::size_t n = active.size();
    layout_.pack(is_permuted ? represented_->slots() : generator_.slots(), packed_.data());
    if (closed_.covers(packed_.data(), zone, n, active.lower.data(), active.upper.data())) return no_node;
    const NodeId known = store_.find(packed_.data(), zone, n);
    if (known != no_node) {
        if (on_path_[known] == open) pending_.push_back(known);
        if (on_path_[known] != open && on_path_[known] != closed) finish(path_.size() - on_path_[known] + 1);
        return no_node;
    }
    const NodeId node = store_.add(packed_.data(), zone, n, nullptr, nullptr, no_node);
    on_path_.push_back(open);
    return node;
}

template <class B>
void RunSearch<B>::finish(std::optional<std::size_t> loop) {
    MaximalRun run{path_to_ == nullptr ? Path{} : (*path_to_)(), {}, loop};
    if (path_to_ != nullptr) run.trigger = run.path.size() - 1;
    if (path_to_ != nullptr) run.path.pop_back();  // the state where the trigger held is the first of the path
    const std::vector<std::int32_t> last(generator_.slots().begin(), generator_.slots().end());
    for (const Frame& frame : path_) {
        read(frame.node);
        run.path.push_back(slots_);
    }
    run.path.push_back(last);
    ledger_.result.found = std::move(run);
}

template class RunSearch<zone::Bound>;
template class RunSearch<zone::WideBound>;

}  // namespace crowfly
