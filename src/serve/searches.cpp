#include "serve/searches.hpp"

#include <sys/resource.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace crowfly {

struct Searches::Search {
    std::string page;
    Work work;
    SearchControl control;
    State state = State::waiting;
    Json result;
    Clock::time_point asked, started, ended;
};
namespace {

// Requests are answered first where both want the processor.
void give_way() {
#ifdef __linux__
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10);  // on Linux this concerns the thread alone
#endif
}

Json failure(const std::string& text) { return {{"problem", text}}; }

Json result_of(const Searches::Work& work, SearchControl& control) {
    try {
        return work(control);
    } catch (const std::bad_alloc&) {
        return failure("out of memory");
    } catch (const std::exception& error) {
        return failure(std::string("something went wrong here: ") + error.what());
    }
}

Json progress_json(const Statistics& s, double seconds) {
    return {{"seconds", seconds},
            {"explored", s.explored},
            {"open", s.waiting},
            {"stored", s.stored},
            {"best_estimate", s.best_estimate ? Json(*s.best_estimate) : Json(nullptr)}};
}

}  // namespace

void SearchControl::progress(const Statistics& statistics) {
    const std::scoped_lock lock(mutex_);
    statistics_ = statistics;
}

Statistics SearchControl::statistics() const {
    const std::scoped_lock lock(mutex_);
    return statistics_;
}

Searches::Searches(const Bounds& bounds) : bounds_(bounds) {
    for (std::size_t i = 0; i < bounds_.threads; ++i) threads_.emplace_back([this] { work(); });
    threads_.emplace_back([this] { watch(); });
}

std::optional<Searches::Id> Searches::start(const std::string& page, Work work) {
    cancel_page(page);
    const std::scoped_lock lock(mutex_);
    if (ended_ || queue_.size() + running_ >= bounds_.threads + bounds_.waiting) return std::nullopt;
    auto search = std::make_shared<Search>();
    search->page = page;
    search->work = std::move(work);
    search->asked = Clock::now();
    searches_.emplace(++last_, std::move(search));
    queue_.push_back(last_);
    arrived_.notify_one();
    return last_;
}

Json Searches::status(Id id) {
    const std::scoped_lock lock(mutex_);
    const auto found = searches_.find(id);
    if (found == searches_.end()) return nullptr;
    Search& search = *found->second;
    search.asked = Clock::now();
    const auto seconds = [&](Clock::time_point until) {
        return std::chrono::duration<double>(until - search.started).count();
    };
    constexpr const char* names[] = {"waiting", "running", "done", "cancelled"};
    Json json{{"id", id}, {"state", names[static_cast<std::size_t>(search.state)]}};
    json["before"] = search.state == State::waiting ? Json(place_in_queue(id)) : Json(nullptr);
    const bool has_run = search.started != Clock::time_point{};
    const double taken = !has_run ? 0 : seconds(search.state == State::running ? Clock::now() : search.ended);
    json["progress"] = has_run ? progress_json(search.control.statistics(), taken) : Json(nullptr);
    json["result"] = search.state == State::done ? search.result : Json(nullptr);
    json["problem"] = nullptr;
    return json;
}

bool Searches::cancel(Id id) {
    const std::scoped_lock lock(mutex_);
    const auto found = searches_.find(id);
    if (found == searches_.end()) return false;
    cancel(*found->second);
    return true;
}

void Searches::cancel_page(const std::string& page) {
    const std::scoped_lock lock(mutex_);
    for (auto& [id, search] : searches_) {
        if (search->page == page) cancel(*search);
    }
}

// A running one stays as it is until its thread has noticed.
void Searches::cancel(Search& search) {
    search.control.cancel();
    if (search.state != State::waiting) return;
    search.state = State::cancelled;
    std::erase_if(queue_, [&](Id id) { return searches_.at(id).get() == &search; });
}

std::size_t Searches::place_in_queue(Id id) const {
    return static_cast<std::size_t>(std::find(queue_.begin(), queue_.end(), id) - queue_.begin());
}

void Searches::stop() {
    {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        for (auto& [id, search] : searches_) cancel(*search);
    }
    arrived_.notify_all();
    ending_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void Searches::work() {
    give_way();
    std::unique_lock lock(mutex_);
    while (true) {
        arrived_.wait(lock, [&] { return ended_ || !queue_.empty(); });
        if (ended_) return;
        const Entry search = searches_.at(queue_.front());
        queue_.pop_front();
        search->state = State::running;
        search->started = Clock::now();
        ++running_;
        lock.unlock();
        Json result = result_of(search->work, search->control);
        lock.lock();
        --running_;
        search->result = std::move(result);
        search->work = nullptr;
        search->ended = Clock::now();
        search->state = search->control.cancelled() ? State::cancelled : State::done;
    }
}

void Searches::watch() {
    std::unique_lock lock(mutex_);
    while (!ending_.wait_for(lock, bounds_.lease / 4, [&] { return ended_; })) forget_unasked();
}

void Searches::forget_unasked() {
    const Clock::time_point oldest = Clock::now() - bounds_.lease;
    for (auto entry = searches_.begin(); entry != searches_.end();) {
        Search& search = *entry->second;
        if (search.asked >= oldest) {
            ++entry;
            continue;
        }
        cancel(search);
        if (search.state == State::running)
            ++entry;
        else
            entry = searches_.erase(entry);
    }
}

}  // namespace crowfly
