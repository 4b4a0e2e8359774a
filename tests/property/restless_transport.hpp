// A transport for tests.
#pragma once

#include <deque>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "search/workers/transport.hpp"

namespace crowfly {

// Promises no more than a transport has to: messages are handed over late, those of different workers in any order, and
// other threads get the turn whenever it likes.
class RestlessTransport final : public Transport {
public:
    RestlessTransport(std::unique_ptr<Transport> inner, std::uint64_t seed)
        : inner_(std::move(inner)), held_(inner_->size()), random_(seed) {}

    std::size_t self() const override { return inner_->self(); }
    std::size_t size() const override { return inner_->size(); }
    void send(std::size_t to, Message message) override {
        dawdle();
        inner_->send(to, std::move(message));
        dawdle();
    }
    bool receive(Message& message) override {
        dawdle();
        for (Message next; inner_->receive(next); ++held_count_) held_[next.from].push_back(std::move(next));
        std::deque<Message>& from = held_[random_.below(held_.size())];
        if (from.empty() || random_.below(3) == 0) return false;
        message = std::move(from.front());
        from.pop_front();
        --held_count_;
        return true;
    }
    void wait() override {
        dawdle();
        if (held_count_ == 0) inner_->wait();
    }
    Tally exchange(const Tally& own) override { return inner_->exchange(own); }
    Tally others() const override { return inner_->others(); }

private:
    void dawdle() {
        if (random_.below(8) == 0) std::this_thread::yield();
    }

    std::unique_ptr<Transport> inner_;
    std::vector<std::deque<Message>> held_;  // per sender
    std::size_t held_count_ = 0;
    Rng random_;
};

}  // namespace crowfly
