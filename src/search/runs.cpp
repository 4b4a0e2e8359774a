#include "search/runs.hpp"

namespace crowfly {

// ---- What it used ---------------------------------------------------------------------------------------------------

void RunLedger::take_stock(const Held& held) {
    Statistics& s = result.statistics;
    s.stored = held.stored + others.stored;
    s.bytes = held.bytes + others.bytes;
    budget_.clock(s);
}

void RunLedger::look_around(const Held& held) {
    take_stock(held);
    observer_.progress(result.statistics);
    if (!done()) result.unfinished = budget_.exceeded(result.statistics, held.bytes_soon + others.bytes_soon);
}

// Now and then, and as soon as too many are stored, it is time to look around.
void RunLedger::count(const Held& held) {
    const std::size_t explored = ++result.statistics.explored;
    if (explored % 64 == 0 || held.stored + others.stored > limits_.states) look_around(held);
    if (explored != fallback_after_ || done()) return;
    take_stock(held);
    SecondObserver observer(observer_, result.statistics);
    proven_ = proof_(left_of(limits_, result.statistics), observer);
}

void RunLedger::close(const Held& held) {
    take_stock(held);
    budget_.close(result.statistics);
}

// ---- Runs -----------------------------------------------------------------------------------------------------------

template <class B>
RunSearch<B>::RunSearch(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger)
    : how_(how), ledger_(ledger), layout_(network, how.compared), kept_(network, *how.kept),
      other_kept_(network, *how.kept), steps_(network, use, how.abstraction), looks_(network, use, how.abstraction),
      store_(layout_, Comparison::equality, how.compress),
      left_(layout_, how.abstraction == Abstraction::m_plus ? Comparison::simulation : Comparison::inclusion,
            how.compress),
      packed_(layout_.words()), slots_(network.slots.size()) {
    steps_.confine_to(kept_, how.wanted);
}

template <class B>
void RunSearch<B>::from_start() {
    if (!steps_.start()) ledger_.result.stop = steps_.stop();
    go();
}

template <class B>
void RunSearch<B>::from(std::span<const std::int32_t> slots, const B* zone, const PathTo& way) {
    way_ = &way;
    if (!steps_.resume(slots, zone)) ledger_.result.stop = steps_.stop();
    go();
    way_ = nullptr;
}

template <class B>
Held RunSearch<B>::held() const {
    return {store_.stored(), store_.bytes() + left_.bytes() + on_path_.bytes(),
            store_.bytes_after_growth() + left_.bytes_after_growth() + on_path_.bytes()};
}

template <class B>
void RunSearch<B>::go() {
    const std::size_t first = pending_.size();
    take_arrivals();
    for (std::size_t i = first; i < pending_.size() && !ledger_.done(); ++i) descend(pending_[i]);
    pending_.resize(first);
    path_.clear();
}

// Visits everything behind a node.
template <class B>
void RunSearch<B>::descend(NodeId root) {
    if (on_path_[root] != fresh) return;
    push(root);
    while (!path_.empty() && !ledger_.done()) {
        Frame& top = path_.back();
        if (pending_.size() == top.first) {
            leave(top.node);
            path_.pop_back();
            continue;
        }
        const NodeId node = pending_.back();
        pending_.pop_back();
        if (on_path_[node] == fresh) push(node);
    }
}

// Into packed_, slots_, active_ and zone_.
template <class B>
void RunSearch<B>::read(NodeId node) {
    store_.state(node, packed_.data());
    layout_.unpack(packed_.data(), slots_);
    steps_.find_active(slots_, active_);
    zone_.resize(active_.size() * active_.size());
    store_.zone(node, active_.size(), zone_.data());
}

template <class B>
void RunSearch<B>::leave(NodeId node) {
    on_path_[node] = left;
    read(node);
    left_.add(packed_.data(), zone_.data(), active_.size(), active_.lower.data(), active_.upper.data(), no_node);
}

template <class B>
void RunSearch<B>::push(NodeId node) {
    read(node);
    on_path_[node] = path_.size() + 1;
    path_.push_back({node, pending_.size()});
    ledger_.count(held());
    if (!steps_.leave(slots_, zone_.data())) ledger_.result.stop = steps_.stop();
    take_arrivals();
}

template <class B>
void RunSearch<B>::take_arrivals() {
    while (!ledger_.done() && steps_.next()) arrive();
    if (!ledger_.done() && steps_.stop()) ledger_.result.stop = steps_.stop();
}

template <class B>
void RunSearch<B>::arrive() {
    ++ledger_.result.statistics.generated;
    layout_.pack(steps_.slots(), packed_.data());
    const ActiveClocks& active = steps_.active();
    const std::size_t n = active.size();
    if (left_.covers(packed_.data(), steps_.zone(), n, active.lower.data(), active.upper.data())) return;
    NodeId node = store_.find(packed_.data(), steps_.zone(), n);
    if (node != no_node) {
        if (on_path_[node] == fresh) pending_.push_back(node);
        if (on_path_[node] != fresh && on_path_[node] != left) finish(path_.size() - on_path_[node] + 1);
        return;
    }
    node = store_.add(packed_.data(), steps_.zone(), n, nullptr, nullptr, no_node);
    on_path_.push_back(fresh);
    if (steps_.may_wait_forever() || gets_stuck()) {
        finish(std::nullopt);
    } else {
        pending_.push_back(node);
    }
}

template <class B>
void RunSearch<B>::finish(std::optional<std::size_t> loop) {
    MaximalRun run{way_ == nullptr ? Path{} : (*way_)(), {}, loop};
    if (way_ != nullptr) run.trigger = run.path.size() - 1;
    if (way_ != nullptr) run.path.pop_back();  // the state where the trigger held is the first of the path
    const std::vector<std::int32_t> last(steps_.slots().begin(), steps_.slots().end());
    for (const Frame& frame : path_) {
        read(frame.node);
        run.path.push_back(slots_);
    }
    run.path.push_back(last);
    ledger_.result.found = std::move(run);
}

// Somewhere in the arrival nothing can happen any more, and until time is up the formula holds.
template <class B>
bool RunSearch<B>::gets_stuck() {
    const ActiveClocks& active = steps_.active();
    const std::size_t n = active.size();
    std::vector<Zone> delayed;
    if (kept_.is_discrete()) {
        delayed.emplace_back(steps_.zone(), steps_.zone() + n * n);
    } else if (!looks_.resume(steps_.slots(), steps_.zone())) {
        ledger_.result.stop = looks_.stop();
        return false;
    } else {
        while (looks_.next()) delayed.emplace_back(looks_.zone(), looks_.zone() + n * n);
    }
    const Zone here(steps_.zone(), steps_.zone() + n * n);
    for (const Zone& whole : delayed) {
        std::vector<Zone> stuck;
        if (!looks_.deadlocks(steps_.slots(), whole.data(), stuck)) {
            ledger_.result.stop = looks_.stop();
            return false;
        }
        if (stuck.empty()) continue;
        if (!kept_.is_discrete()) leave_out_ends(whole, active, stuck);
        for (Zone& piece : stuck) {
            if (zone::intersect(piece.data(), here.data(), n)) return true;
        }
    }
    return false;
}

// Takes away from where a delay leads out of the formula.
template <class B>
void RunSearch<B>::leave_out_ends(const Zone& whole, const ActiveClocks& active, std::vector<Zone>& stuck) {
    const std::size_t n = active.size();
    std::vector<Zone> ends;
    other_kept_.restrict(steps_.slots(), whole.data(), active, looks_, !how_.wanted, ends);
    for (Zone& end : ends) {
        zone::down(end.data(), n);
        std::vector<Zone> rest;
        for (const Zone& piece : stuck) zone::subtract(piece.data(), end.data(), n, rest);
        stuck = std::move(rest);
    }
}

template class RunSearch<zone::Bound>;
template class RunSearch<zone::WideBound>;

}  // namespace crowfly
