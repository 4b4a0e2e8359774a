// Where states are cut into the leaves of a tree of shared parts: nothing is lost, and a tree that is cut by what the
// states have in common is smaller.
#include <algorithm>
#include <bit>
#include <deque>
#include <vector>

#include <doctest/doctest.h>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "space/stores/leaf_cut.hpp"
#include "space/stores/shared_parts.hpp"
#include "space/stores/state_set.hpp"
#include "space/stores/state_tree.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;

namespace {

using PackedState = std::vector<std::uint32_t>;

constexpr std::uint32_t queue_places = 14;
constexpr std::uint32_t queue_words = 16;

// A queue of messages, which all move when one is taken, and two counters. It is seldom full, so that its first
// messages have most of the values.
class MovingQueue {
public:
    PackedState next() {
        if (messages_.size() < queue_places && (messages_.empty() || random_.below(16) < 7)) {
            messages_.push_back(static_cast<std::uint32_t>(1 + random_.below(12)) * 1'000'003U % (1U << 30U));
        } else {
            messages_.pop_front();
        }
        PackedState state(messages_.begin(), messages_.end());
        state.resize(queue_words);
        state[queue_places] = static_cast<std::uint32_t>(messages_.size());
        state[queue_places + 1] = static_cast<std::uint32_t>(random_.below(3));
        return state;
    }

private:
    Rng random_{29};
    std::deque<std::uint32_t> messages_;
};

Network network_of_words(std::size_t words) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    Slot slot;
    slot.least = 0;
    slot.greatest = (1 << 30) - 1;
    network.slots.assign(words, slot);
    network.state_slots = static_cast<std::uint32_t>(words);
    return network;
}

// Every bit that is used is in one place of one leaf, which has at most 32 of them.
void check_covers(const LeafCut& cut, const std::vector<std::uint32_t>& used_bits) {
    std::vector<std::uint64_t> cut_bits(used_bits.size()), leaf_bits(cut.leaves);
    std::uint64_t first_half = 0;
    for (const LeafPiece& piece : cut.pieces) {
        REQUIRE(piece.leaf < cut.leaves);
        const std::uint64_t in_word = std::uint64_t{piece.mask} << piece.word_shift;
        const std::uint64_t in_leaf = std::uint64_t{piece.mask} << piece.leaf_shift;
        CHECK((cut_bits[piece.word] & in_word) == 0);
        CHECK((leaf_bits[piece.leaf] & in_leaf) == 0);
        CHECK(in_leaf <= 0xFFFFFFFFU);
        cut_bits[piece.word] |= in_word;
        leaf_bits[piece.leaf] |= in_leaf;
        if (piece.leaf < cut.leaves / 2) first_half += static_cast<std::uint64_t>(std::popcount(piece.mask));
    }
    CHECK(first_half == cut.middle);
    for (std::size_t word = 0; word < used_bits.size(); ++word)
        CHECK(cut_bits[word] == (std::uint64_t{1} << used_bits[word]) - 1);
}

}  // namespace

TEST_CASE("vectors are the same after they were taken apart, however they are cut") {
    Rng random(41);
    for (std::size_t run = 0; run < tiny::share(400); ++run) {
        std::vector<std::uint32_t> used_bits(1 + random.below(run % 4 == 0 ? 40 : 10));
        for (std::uint32_t& bits : used_bits) bits = static_cast<std::uint32_t>(random.below(33));
        std::vector<PackedState> vectors(1 + random.below(60), PackedState(used_bits.size()));
        std::vector<std::uint32_t> in_a_row;
        for (PackedState& vector : vectors) {
            for (std::size_t w = 0; w < vector.size(); ++w) {
                const std::uint64_t values = std::uint64_t{1} << used_bits[w];
                vector[w] = static_cast<std::uint32_t>(
                    random.below(random.below(2) == 0 ? std::min(values, std::uint64_t{3}) : values));
            }
            in_a_row.insert(in_a_row.end(), vector.begin(), vector.end());
        }
        for (const LeafCut& cut : {even_cut(used_bits), balanced_cut(used_bits, in_a_row)}) {
            check_covers(cut, used_bits);
            SharedParts parts(used_bits.size(), cut);
            std::vector<NumberPair> roots;
            for (const PackedState& vector : vectors) roots.push_back(parts.root_of(vector.data()));
            for (std::size_t i = 0; i < vectors.size(); ++i) {
                PackedState back(used_bits.size());
                parts.read(roots[i], back.data());
                CHECK(back == vectors[i]);
                CHECK(parts.find_root(vectors[i].data()) == roots[i]);
            }
        }
    }
}

TEST_CASE("values of halves are counted within a tenth") {
    const std::vector<std::uint32_t> used_bits{32, 32};
    for (const std::uint64_t values : {1, 30, 900, 2500, 7000, 40'000}) {
        std::vector<std::uint32_t> vectors;
        for (std::uint32_t i = 0; i < 50'000; ++i) {
            vectors.push_back(static_cast<std::uint32_t>(i % values) * 2'654'435'761U);
            vectors.push_back(7);
        }
        const auto found = static_cast<double>(values_of_halves(used_bits, vectors, 32));
        CHECK(found >= 0.9 * static_cast<double>(values));
        CHECK(found <= 1.1 * static_cast<double>(values) + 1.1);
    }
}

TEST_CASE("a tree that is cut where the values of states are balanced has fewer parts") {
    constexpr std::size_t count = 140'000;
    const Layout layout(network_of_words(queue_words));
    const std::vector<std::uint32_t>& used_bits = layout.used_bits();
    StateSet set(layout, true);
    StateTree even(used_bits, queue_words);
    MovingQueue queue;
    std::vector<std::uint32_t> in_a_row;
    std::vector<PackedState> states;
    while (states.size() < count) {
        PackedState state = queue.next();
        set.reorganise();
        if (!set.insert(state.data()).fresh) continue;
        CHECK(even.insert(state.data(), even.root_of(state.data())).fresh);
        in_a_row.insert(in_a_row.end(), state.begin(), state.end());
        states.push_back(std::move(state));
    }
    StateTree balanced(used_bits, queue_words, balanced_cut(used_bits, in_a_row));
    for (const PackedState& state : states) CHECK(balanced.insert(state.data(), balanced.root_of(state.data())).fresh);
    CHECK(balanced.shared() * 4 < even.shared() * 3);
    CHECK(bytes_of(set) < bytes_of(balanced) * 1.1);  // it was cut anew by itself
    for (StateId id = 0; id < states.size(); ++id) {
        PackedState back(queue_words);
        set.read(id, back.data());
        REQUIRE(back == states[id]);
        REQUIRE(set.find(back.data()) == id);
    }
}
