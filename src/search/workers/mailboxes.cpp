#include "search/workers/mailboxes.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "base/alarm.hpp"

namespace crowfly {

class Mailboxes::View final : public Transport {
public:
    View(Mailboxes& all, std::size_t self) : all_(all), self_(self), box_(*all.boxes_[self]) {}
    ~View() override {
        take_all();
        while (oldest_ != nullptr) delete std::exchange(oldest_, oldest_->next);
    }

    std::size_t self() const override { return self_; }
    std::size_t size() const override { return all_.boxes_.size(); }

    void send(std::size_t to, Message message) override {
        message.from = static_cast<std::uint32_t>(self_);
        auto* letter = new Letter{std::move(message)};
        Box& box = *all_.boxes_[to];
        letter->next = box.newest.load(std::memory_order_relaxed);
        while (!box.newest.compare_exchange_weak(letter->next, letter)) {
        }
        wake(box);
    }

    bool receive(Message& message) override {
        check_abandoned();
        if (oldest_ == nullptr && box_.newest.load(std::memory_order_relaxed) != nullptr) take_all();
        if (oldest_ == nullptr) return false;
        const std::unique_ptr<Letter> letter(std::exchange(oldest_, oldest_->next));
        message = std::move(letter->message);
        waits_ = 0;
        return true;
    }

    // At first others are likely to be quick. Yielding goes on for a short time only: where there are more threads than
    // processors it may hand over to somebody else's for long.
    void wait() override {
        constexpr unsigned quick = 32;
        constexpr std::chrono::milliseconds longest(20);
        check_abandoned();
        if (oldest_ != nullptr || box_.newest.load(std::memory_order_relaxed) != nullptr) return;
        if (++waits_ < quick) {
            std::this_thread::yield();
            return;
        }
        std::unique_lock lock(box_.mutex);
        box_.is_asleep = true;
        box_.woken.wait_for(lock, longest, [&] { return box_.newest != nullptr || all_.abandoned_ != nullptr; });
        box_.is_asleep = false;
    }

    Tally exchange(const Tally& own) override {
        const auto put = [](std::atomic<std::size_t>& to, std::size_t count) {
            to.store(count, std::memory_order_relaxed);
        };
        put(box_.notice.explored, own.explored);
        put(box_.notice.generated, own.generated);
        put(box_.notice.stored, own.stored);
        put(box_.notice.waiting, own.waiting);
        put(box_.notice.bytes, own.bytes);
        put(box_.notice.bytes_soon, own.bytes_soon);
        put(box_.notice.sent, own.sent);
        return others();
    }
    Tally others() const override {
        Tally others;
        for (std::size_t worker = 0; worker < size(); ++worker) {
            if (worker != self_) others += all_.tally_of(worker);
        }
        return others;
    }

private:
    void check_abandoned() const {
        if (const char* reason = all_.abandoned_.load(std::memory_order_relaxed)) throw LimitReached(reason);
    }

    // What was added last comes first in the mailbox.
    void take_all() {
        Letter* letter = box_.newest.exchange(nullptr, std::memory_order_acquire);
        Letter* before = nullptr;
        while (letter != nullptr) before = std::exchange(letter, std::exchange(letter->next, before));
        if (oldest_ == nullptr) {
            oldest_ = before;
            return;
        }
        Letter* last = oldest_;
        while (last->next != nullptr) last = last->next;
        last->next = before;
    }

    Mailboxes& all_;
    std::size_t self_;
    Box& box_;
    Letter* oldest_ = nullptr;  // of those taken out, and not yet received
    unsigned waits_ = 0;        // how often it has waited since the last message
};

Mailboxes::Mailboxes(std::size_t workers) {
    for (std::size_t worker = 0; worker < workers; ++worker) boxes_.push_back(std::make_unique<Box>());
}

Mailboxes::~Mailboxes() {
    for (const std::unique_ptr<Box>& box : boxes_) {
        for (Letter* letter = box->newest; letter != nullptr;) delete std::exchange(letter, letter->next);
    }
}

std::unique_ptr<Transport> Mailboxes::of(std::size_t worker) { return std::make_unique<View>(*this, worker); }

// Either the owner sees what has changed before it falls asleep, or it is seen to be asleep here: all of these loads
// and stores are in one order.
void Mailboxes::wake(Box& box) {
    if (!box.is_asleep) return;
    const std::lock_guard lock(box.mutex);
    box.woken.notify_one();
}

void Mailboxes::abandon(const char* reason) noexcept {
    const char* none = nullptr;
    abandoned_.compare_exchange_strong(none, reason);
    for (const std::unique_ptr<Box>& box : boxes_) wake(*box);
}

Tally Mailboxes::tally_of(std::size_t worker) const {
    const Notice& notice = boxes_[worker]->notice;
    const auto get = [](const std::atomic<std::size_t>& from) { return from.load(std::memory_order_relaxed); };
    return {.explored = get(notice.explored),
            .generated = get(notice.generated),
            .stored = get(notice.stored),
            .waiting = get(notice.waiting),
            .bytes = get(notice.bytes),
            .bytes_soon = get(notice.bytes_soon),
            .sent = get(notice.sent)};
}

}  // namespace crowfly
