// The successors that a worker has generated and not yet handed over, per owner. Before the record of a state stand the
// number of its parent, the length of the path to it, its turn among the successors of the parent, and the number of
// words of the record.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace crowfly {

class Batches {
public:
    static constexpr std::size_t head = 4;  // words before each record
    static std::span<const std::uint32_t> record(const std::uint32_t* state) { return {state + head, state[head - 1]}; }

    explicit Batches(std::size_t workers) : batches_(workers) {}

    // `words`: of one state.
    void add(std::size_t owner, const std::vector<std::uint32_t>& words) {
        Batch& batch = batches_[owner];
        batch.words.insert(batch.words.end(), words.begin(), words.end());
        ++batch.states;
    }

    std::size_t states(std::size_t owner) const { return batches_[owner].states; }
    std::size_t words(std::size_t owner) const { return batches_[owner].words.size(); }
    bool any() const {
        return std::ranges::any_of(batches_, [](const Batch& batch) { return batch.states > 0; });
    }

    // The batch is empty then. The next one is likely to be as large.
    std::vector<std::uint32_t> hand_over(std::size_t owner) {
        Batch& batch = batches_[owner];
        const std::size_t words = batch.words.size();
        std::vector<std::uint32_t> all = std::exchange(batch.words, {});
        batch.words.reserve(words + words / 4);
        batch.states = 0;
        return all;
    }
    // The same where `all` is used over and over.
    void hand_over(std::size_t owner, std::vector<std::uint32_t>& all) {
        all.clear();
        std::swap(all, batches_[owner].words);
        batches_[owner].states = 0;
    }

private:
    struct Batch {
        std::vector<std::uint32_t> words;
        std::size_t states = 0;
    };

    std::vector<Batch> batches_;  // per owner
};

}  // namespace crowfly
