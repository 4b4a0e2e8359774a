// Whether no work is left anywhere: all workers are idle, as many states were received as sent, and it was the same
// when all were asked before (Mattern: Algorithms for distributed termination detection, 1987). The leader asks,
// numbers its questions, and hears the answers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace crowfly {

class IdleCount {
public:
    bool is_asking() const { return is_asking_; }
    // Answers are missing, or all were idle at the last question and have to be asked once more.
    bool is_undecided() const { return is_asking_ || quiet_with_; }

    // The number of the next question. `sent`, `received`: by the leader itself, who is idle.
    std::uint32_t ask(std::size_t workers, std::uint64_t sent, std::uint64_t received) {
        is_asking_ = true;
        missing_ = workers - 1;
        sent_ = sent;
        received_ = received;
        all_idle_ = true;
        return ++question_;
    }

    // What a worker answers to a question.
    static std::vector<std::uint32_t> answer(std::uint32_t question, std::uint64_t sent, std::uint64_t received,
                                             bool is_idle) {
        const auto low = [](std::uint64_t n) { return static_cast<std::uint32_t>(n); };
        return {question, low(sent), low(sent >> 32U), low(received), low(received >> 32U), is_idle ? 1U : 0U};
    }

    // True: all have answered.
    bool hear(const std::vector<std::uint32_t>& answer) {
        if (answer[0] != question_ || !is_asking_) return false;
        const auto number = [&](std::size_t at) { return answer[at] | std::uint64_t{answer[at + 1]} << 32U; };
        sent_ += number(1);
        received_ += number(3);
        all_idle_ = all_idle_ && answer[5] != 0;
        return --missing_ == 0;
    }

    // After all have answered. `is_idle`: the leader still is.
    bool is_still_quiet(bool is_idle) {
        is_asking_ = false;
        const bool is_quiet = all_idle_ && is_idle && sent_ == received_;
        const bool is_still = is_quiet && quiet_with_ == sent_;
        quiet_with_ = is_quiet ? std::optional(sent_) : std::nullopt;
        return is_still;
    }

    // Of the leader: it expands a state again.
    void note_work() { quiet_with_.reset(); }

    void forget() {
        ++question_;
        is_asking_ = false;
        quiet_with_.reset();
    }

private:
    std::uint32_t question_ = 0;
    bool is_asking_ = false;
    bool all_idle_ = false;
    std::size_t missing_ = 0;  // answers
    std::uint64_t sent_ = 0, received_ = 0;
    std::optional<std::uint64_t> quiet_with_;  // the states sent when all were idle at the last question
};

}  // namespace crowfly
