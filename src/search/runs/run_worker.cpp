#include "search/runs/run_worker.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace crowfly {

template <class B>
RunWorker<B>::RunWorker(ParallelRuns<B>& team, const Network& network, const ClockUse& use, std::size_t number)
    : team_(team), number_(number), graph_(network, use, team.how_), writer_(team.table_), random_(number),
      packed_(team.layout_.words()), slots_(network.slots.size()) {}

template <class B>
void RunWorker<B>::reset_counts() {
    explored_ = generated_ = 0;
}

template <class B>
void RunWorker<B>::begin(std::size_t start) {
    start_ = start;
    path_.clear();
    on_path_.clear();
    pending_.clear();
    const auto& from = team_.starts_[start];
    generate(from.slots.empty() ? graph_.generator().start() : graph_.generator().resume(from.slots, from.zone.data()));
}

template <class B>
void RunWorker<B>::generate(bool can_go_on) {
    const std::size_t first = pending_.size();
    if (!can_go_on) team_.note(graph_.generator().stop());
    while (!team_.is_stopped() && graph_.generator().next()) {
        generated_.fetch_add(1, std::memory_order_relaxed);
        visit_successor();
    }
    if (!team_.is_stopped() && graph_.generator().stop()) team_.note(graph_.generator().stop());
    if (number_ > 0) shuffle(first);
}

template <class B>
void RunWorker<B>::shuffle(std::size_t first) {
    for (std::size_t i = pending_.size(); i > first + 1; --i)
        std::swap(pending_[i - 1], pending_[first + random_.below(i - first)]);
}

// For tests, which make rare orders of what threads do frequent.
template <class B>
void RunWorker<B>::may_yield() {
    if (team_.how_.yields > 0 && random_.below(team_.how_.yields) == 0) std::this_thread::yield();
}

template <class B>
void RunWorker<B>::visit_successor() {
    const BasicZoneGraph<B>& generator = graph_.generator();
    team_.layout_.pack(generator.slots(), packed_.data());
    if (team_.compares_zones_ && team_.covers(packed_.data(), generator.zone(), generator.active())) return;
    const std::uint32_t state = insert();
    may_yield();
    if (!is_settled(state)) return;
    may_yield();
    if (team_.table_.mark(state).load(std::memory_order_acquire) == closed) return;
    if (const auto at = on_path_.find(state); at != on_path_.end())
        finish(path_.size() - at->second + 1);
    else
        pending_.push_back(state);
}

// Makes sure that no run ends in the successor. Whoever generates it does that himself, unless somebody has done it:
// the thread that was first may be late.
template <class B>
bool RunWorker<B>::is_settled(std::uint32_t state) {
    std::atomic<std::uint8_t>& mark = team_.table_.mark(state);
    std::uint8_t expected = unknown;
    if (mark.load(std::memory_order_acquire) != unknown) return true;
    if (graph_.may_end_here()) {
        finish(std::nullopt);
        return false;
    }
    if (graph_.stop()) {
        team_.note(graph_.stop());
        return false;
    }
    mark.compare_exchange_strong(expected, open, std::memory_order_acq_rel);
    return true;
}

// A vector has the words that tell discrete states apart, the zone, and the other words.
template <class B>
std::uint32_t RunWorker<B>::insert() {
    const BasicZoneGraph<B>& generator = graph_.generator();
    const std::size_t n = generator.active().size();
    const std::size_t key = team_.layout_.key_words(), zone = n * n * sizeof(B) / sizeof(std::uint32_t);
    vector_.resize(packed_.size() + zone);
    std::copy_n(packed_.begin(), key, vector_.begin());
    std::memcpy(vector_.data() + key, generator.zone(), n * n * sizeof(B));
    std::copy(packed_.begin() + static_cast<std::ptrdiff_t>(key), packed_.end(),
              vector_.begin() + static_cast<std::ptrdiff_t>(key + zone));
    const auto count = static_cast<std::uint32_t>(vector_.size());
    return writer_.insert(vector_.data(), count, static_cast<std::uint32_t>(key + zone)).id;
}

// Into packed_, slots_, active_ and zone_.
template <class B>
void RunWorker<B>::read(std::uint32_t state) {
    const std::uint32_t* words = team_.table_.at(state).words;
    const std::size_t key = team_.layout_.key_words();
    const std::size_t zone = team_.table_.at(state).count - packed_.size();
    std::copy_n(words, key, packed_.begin());
    std::copy_n(words + key + zone, packed_.size() - key, packed_.begin() + static_cast<std::ptrdiff_t>(key));
    zone_.resize(zone * sizeof(std::uint32_t) / sizeof(B));
    std::memcpy(zone_.data(), words + key, zone * sizeof(std::uint32_t));
    team_.layout_.unpack(packed_.data(), slots_);
}

// Depth first, as in RunSearch: the next state to be expanded, which is then the end of the path.
template <class B>
bool RunWorker<B>::pop() {
    for (;;) {
        may_yield();
        while (!path_.empty() && pending_.size() == path_.back().first) {
            close(path_.back().state);
            on_path_.erase(path_.back().state);
            path_.pop_back();
        }
        if (pending_.empty()) return false;
        const std::uint32_t state = pending_.back();
        pending_.pop_back();
        if (team_.table_.mark(state).load(std::memory_order_acquire) == closed) continue;
        push(state);
        return true;
    }
}

template <class B>
void RunWorker<B>::push(std::uint32_t state) {
    read(state);
    path_.push_back({state, pending_.size()});
    on_path_[state] = path_.size();
}

template <class B>
void RunWorker<B>::close(std::uint32_t state) {
    std::atomic<std::uint8_t>& mark = team_.table_.mark(state);
    if (mark.load(std::memory_order_acquire) == closed) return;
    if (team_.compares_zones_) {
        read(state);
        graph_.generator().find_active(slots_, active_);
        team_.close(packed_.data(), zone_.data(), active_);
    }
    mark.store(closed, std::memory_order_release);
}

template <class B>
void RunWorker<B>::finish(std::optional<std::size_t> loop) {
    const auto last = graph_.generator().slots();
    Path path;
    const std::vector<std::int32_t> end(last.begin(), last.end());
    for (const Frame& frame : path_) {
        read(frame.state);
        path.push_back(slots_);
    }
    path.push_back(end);
    team_.note({start_, std::move(path), loop});
}

template <class B>
void RunWorker<B>::note_bytes() {
    constexpr std::size_t per_place = 48;  // of on_path_, about
    bytes_.store(
        path_.capacity() * sizeof(Frame) + pending_.capacity() * sizeof(std::uint32_t) + on_path_.size() * per_place,
        std::memory_order_relaxed);
}

template class RunWorker<zone::Bound>;
template class RunWorker<zone::WideBound>;

}  // namespace crowfly
