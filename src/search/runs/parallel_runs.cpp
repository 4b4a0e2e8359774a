#include "search/runs/parallel_runs.hpp"

#include <utility>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/thread.hpp"
#include "search/runs/run_worker.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

template <class B>
ParallelRuns<B>::ParallelRuns(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger)
    : how_(how), ledger_(ledger), layout_(network, how.compared), compares_zones_(network.clocks.size() > 1) {
    const Comparison comparison =
        how.abstraction == Abstraction::m_plus ? Comparison::simulation : Comparison::inclusion;
    for (std::size_t i = 0; compares_zones_ && i < shards; ++i)
        closed_.push_back(std::make_unique<Shard>(layout_, comparison, how.compress));
    for (std::size_t i = 0; i < how.threads; ++i)
        workers_.push_back(std::make_unique<RunWorker<B>>(*this, network, use, i));
}

template <class B>
ParallelRuns<B>::~ParallelRuns() = default;

template <class B>
void ParallelRuns<B>::from_start() {
    starts_.emplace_back();
    search();
}

template <class B>
void ParallelRuns<B>::from(std::span<const std::int32_t> slots, const Zone& zone, const PathTo& path) {
    starts_.push_back({{slots.begin(), slots.end()}, zone, path});
    if (starts_.size() >= enough_starts_) flush();
}

// The first states are searched soon, in case that a run is near; later ones many at a time.
template <class B>
void ParallelRuns<B>::flush() {
    if (starts_.empty() || ledger_.is_over()) return;
    search();
    if (enough_starts_ < most_starts) enough_starts_ *= 2;
}

// The calling thread is one of them: it is the only one that knows of limits.
template <class B>
void ParallelRuns<B>::search() {
    before_ = ledger_.result.statistics;
    stopped_ = is_through_ = false;
    ledger_.settled = &stopped_;
    for (auto& worker : workers_) worker->reset_counts();
    {
        std::vector<std::unique_ptr<Thread>> threads;
        try {
            for (std::size_t i = 1; i < workers_.size(); ++i)
                threads.push_back(std::make_unique<Thread>([this, i] { work(i); }));
            workers_.front()->run([this] { take_stock(); });
        } catch (...) {
            note_failure();
        }
        stop_all();
    }
    ledger_.settled = nullptr;
    add_up();
    if (is_through_) failure_ = nullptr;  // of a thread that would have had nothing more to find
    if (found_)
        ledger_.result.found = found_run();
    else if (failure_)
        std::rethrow_exception(failure_);
    else if (stop_)
        ledger_.ledger.end(stop_);
    starts_.clear();
}

template <class B>
MaximalRun ParallelRuns<B>::found_run() const {
    MaximalRun run{{}, {}, found_->loop};
    if (const PathTo& path_to = starts_[found_->start].path) {
        run.path = path_to();
        run.trigger = run.path.size() - 1;
        run.path.pop_back();  // the state where the trigger held is the first of the path
    }
    run.path.insert(run.path.end(), found_->path.begin(), found_->path.end());
    return run;
}

// What all threads have done.
template <class B>
void ParallelRuns<B>::add_up() {
    Statistics& statistics = ledger_.result.statistics;
    statistics.explored = before_.explored;
    statistics.generated = before_.generated;
    for (const auto& worker : workers_) {
        statistics.explored += worker->explored();
        statistics.generated += worker->generated();
    }
}

// In a thread of its own. What makes it end while all others go on is for the calling thread to know.
template <class B>
void ParallelRuns<B>::work(std::size_t worker) {
    const Alarm alarm(&stopped_);
    try {
        workers_[worker]->run([] {});
    } catch (const LimitReached&) {
        if (!is_stopped()) note_failure();
    } catch (...) {
        note_failure();
    }
}

// Between two states of the calling thread.
template <class B>
void ParallelRuns<B>::take_stock() {
    add_up();
    ledger_.ledger.check_now(*this);
    if (!ledger_.is_over()) ledger_.counted(*this);
    if (ledger_.is_over()) stop_all();
}

template <class B>
void ParallelRuns<B>::note(Found found) {
    const std::scoped_lock lock(mutex_);
    if (!found_) found_ = std::move(found);
    stop_all();
}

template <class B>
void ParallelRuns<B>::note(const Stop& stop) {
    const std::scoped_lock lock(mutex_);
    if (!stop_) stop_ = stop;
    stop_all();
}

template <class B>
void ParallelRuns<B>::note_failure() {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stop_all();
}

template <class B>
typename ParallelRuns<B>::Shard& ParallelRuns<B>::shard_of(const std::uint32_t* packed) {
    WordHash hash;
    for (std::size_t i = 0; i < layout_.key_words(); ++i) hash.add(packed[i]);
    return *closed_[(hash.value() >> 32U) % shards];
}

// Where memory runs out in the middle of a store it must not be looked at any more: all threads are stopped before the
// next one can have it.
template <class B>
template <class Use>
bool ParallelRuns<B>::use_closed(const std::uint32_t* packed, Use&& use) {
    Shard& shard = shard_of(packed);
    const std::scoped_lock lock(shard.mutex);
    if (is_stopped()) return false;
    try {
        return use(shard.states);
    } catch (...) {
        note_failure();
        throw;
    }
}

template <class B>
bool ParallelRuns<B>::covers(const std::uint32_t* packed, const B* zone, const ActiveClocks& active) {
    return use_closed(packed, [&](BasicZoneStore<B>& states) {
        return states.covers(packed, zone, active.size(), active.lower.data(), active.upper.data());
    });
}

template <class B>
void ParallelRuns<B>::close(const std::uint32_t* packed, const B* zone, const ActiveClocks& active) {
    use_closed(packed, [&](BasicZoneStore<B>& states) {
        return states.add(packed, zone, active.size(), active.lower.data(), active.upper.data(), no_node) != no_node;
    });
}

template <class B>
Held ParallelRuns<B>::held() const {
    Held held{table_.size(), table_.bytes(), table_.bytes_after_growth()};
    for (const auto& shard : closed_) {
        const std::scoped_lock lock(shard->mutex);
        held.bytes += bytes_of(shard->states);
        held.bytes_soon += bytes_after_growth_of(shard->states);
    }
    for (const auto& worker : workers_) {
        held.bytes += worker->bytes();
        held.bytes_soon += 2 * worker->bytes();
    }
    return held;
}

template class ParallelRuns<zone::Bound>;
template class ParallelRuns<zone::WideBound>;

}  // namespace crowfly
