// What stores states in little memory, against the containers of the library: tables without quotients, trees of shared
// parts and their indices. That searches are exact with them is a law of test_lossy_stores.cpp.
#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "space/layout.hpp"
#include "space/parents.hpp"
#include "space/stores/pair_table.hpp"
#include "space/stores/quotient_states.hpp"
#include "space/stores/quotient_table.hpp"
#include "space/stores/state_set.hpp"
#include "tiny/budget.hpp"

using namespace crowfly;

namespace {

using PackedState = std::vector<std::uint32_t>;

std::uint64_t random_number(Rng& random, unsigned bits) {
    const std::uint64_t number = random.below(std::uint64_t{1} << 32U) << 32U | random.below(std::uint64_t{1} << 32U);
    return bits == 0 ? 0 : number >> (64U - bits);
}

std::set<std::uint64_t> numbers_in(const QuotientTable& table) {
    std::set<std::uint64_t> numbers;
    table.for_each([&](std::uint64_t number) { CHECK(numbers.insert(number).second); });
    return numbers;
}

Network network_of(std::size_t key_slots, std::size_t other_slots) {
    Network network;
    network.clocks.push_back({"0", 0, {}});
    for (std::size_t i = 0; i < key_slots + other_slots; ++i) {
        Slot slot;
        slot.least = 0;
        slot.greatest = (1 << 30) - 1;
        network.slots.push_back(slot);
    }
    network.state_slots = static_cast<std::uint32_t>(key_slots);
    return network;
}

// A state like the one before, as the successors in a search are: few words differ, and there are few values.
void change(Rng& random, PackedState& state, std::uint32_t values) {
    for (int i = 0; i < 2; ++i)
        state[random.below(state.size())] = static_cast<std::uint32_t>(random.below(values)) * 1'000'003U % (1U << 30U);
}

}  // namespace

TEST_CASE("a table without quotients has the numbers that were put in, whatever their bits and however they lie") {
    Rng random(31);
    for (std::size_t run = 0; run < tiny::share(240); ++run) {
        const auto bits = static_cast<unsigned>(random.below(65));
        QuotientTable table(bits, 1 + random.below(300));
        std::set<std::uint64_t> known;
        const std::uint64_t kind = random.below(3);
        for (int i = 0; i < 2000; ++i) {
            std::uint64_t number = random_number(random, bits);
            if (kind == 1) number %= 256;                                             // all at the lower end
            if (kind == 2 && bits > 12) number |= std::uint64_t{0xFF} << (bits - 8);  // at the upper end
            REQUIRE(table.insert(number) == known.insert(number).second);
        }
        CHECK(table.size() == known.size());
        CHECK(numbers_in(table) == known);
    }
}

TEST_CASE("numbers can be replaced by longer ones") {
    Rng random(37);
    for (std::size_t run = 0; run < tiny::share(60); ++run) {
        const auto bits = static_cast<unsigned>(8 + random.below(40));
        const auto more = static_cast<unsigned>(random.below(16));
        QuotientTable table(bits, 64);
        std::set<std::uint64_t> known;
        for (int i = 0; i < 1000; ++i) table.insert(random_number(random, bits));
        for (const std::uint64_t number : numbers_in(table))
            known.insert(number << more | (number & ((1U << more) - 1)));
        table.renumber(bits + more,
                       [&](std::uint64_t number) { return number << more | (number & ((1U << more) - 1)); });
        CHECK(numbers_in(table) == known);
        for (int i = 0; i < 1000; ++i) {
            const std::uint64_t number = random_number(random, bits + more);
            REQUIRE(table.insert(number) == known.insert(number).second);
        }
    }
}

TEST_CASE("a set without quotients is exact for short and long states, and reads back what waits") {
    for (const auto& [key_slots, other_slots] : {std::pair{1, 0}, {2, 0}, {2, 1}, {3, 0}, {16, 0}, {9, 2}}) {
        const Layout layout(network_of(key_slots, other_slots));
        for (const std::uint32_t values : {3U, 1U << 18U}) {
            Rng random(static_cast<std::uint64_t>(key_slots));
            QuotientStates set(layout.used_bits(), layout.key_words());
            std::map<PackedState, PackedState> known;  // by their keys
            std::vector<PackedState> forms;
            PackedState state(layout.words());
            // Of three random words both numbers of a root get longer than half a word.
            const std::size_t count = tiny::share(key_slots == 3 && values > 3 ? 400'000 : 60'000);
            for (std::size_t i = 0; i < count; ++i) {
                if (!forms.empty() && random.below(4) == 0)
                    set.read(forms[random.below(forms.size())].data(), state.data());
                change(random, state, values);
                const PackedState key(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(layout.key_words()));
                const bool is_new = known.insert({key, state}).second;
                REQUIRE(set.insert(state.data()) == is_new);
                if (!is_new) continue;
                forms.emplace_back(set.form(), set.form() + set.form_words());
                PackedState back(layout.words());
                set.read(forms.back().data(), back.data());
                REQUIRE(back == state);
            }
            CHECK(set.size() == known.size());
            CHECK(set.form_words() <= (layout.words() == layout.key_words() ? 2 : 4));
        }
    }
}

// 60 bits, of which the table tells 18; the rest and a few bits more in places of which one in eight is vacant.
TEST_CASE("a set without quotients takes less than the bits of its states") {
    const Layout layout(network_of(2, 0));
    QuotientStates set(layout.used_bits(), layout.key_words());
    Rng random(41);
    PackedState state(2);
    while (set.size() < 300'000) {
        for (std::uint32_t& word : state) word = static_cast<std::uint32_t>(random.below(1U << 30U));
        set.insert(state.data());
    }
    CHECK(bytes_of(set) < set.size() * 58 / 8);
}

TEST_CASE("a table of pairs numbers them in the order of insertion, with little more than an entry each") {
    Rng random(43);
    PairTable table;
    std::map<std::pair<std::uint32_t, std::uint32_t>, StateId> known;
    for (std::size_t i = 0; i < tiny::share(400'000); ++i) {
        const auto first = static_cast<std::uint32_t>(random.below(1000));
        const auto second = static_cast<std::uint32_t>(random.below(1000));
        const auto [entry, is_new] = known.insert({{first, second}, static_cast<StateId>(known.size())});
        CHECK(table.find({first, second}) == (is_new ? std::nullopt : std::optional(entry->second)));
        const StateTable::Inserted inserted = table.insert({first, second});
        REQUIRE(inserted.fresh == is_new);
        REQUIRE(inserted.id == entry->second);
        if (table.size() > 20'000) CHECK(bytes_of(table) < table.size() * 20 / 8 + table.size() * 4.8 + 4096);
    }
    for (const auto& [pair, id] : known) CHECK(table.at(id) == NumberPair{pair.first, pair.second});
}

TEST_CASE("states with words that do not distinguish them are compressed too, and keep the first of each") {
    constexpr std::size_t count = tiny::share(120'000);
    const Layout layout(network_of(9, 4));
    REQUIRE(layout.key_words() == 9);
    REQUIRE(layout.words() == 13);
    Rng random(47);
    StateSet plain(layout, false), compressed(layout, true);
    std::map<PackedState, StateId> known;  // by their keys
    std::vector<PackedState> states;
    PackedState state(layout.words());
    for (std::size_t i = 0; i < count; ++i) {
        compressed.reorganise();
        if (!states.empty()) compressed.read(static_cast<StateId>(random.below(states.size())), state.data());
        change(random, state, 4);
        const auto [entry, is_new] =
            known.insert({PackedState(state.begin(), state.begin() + 9), static_cast<StateId>(states.size())});
        if (is_new) states.push_back(state);
        plain.insert(state.data());
        const StateTable::Inserted inserted = compressed.insert(state.data());
        REQUIRE(inserted.fresh == is_new);
        REQUIRE(inserted.id == entry->second);
        REQUIRE(compressed.find(state.data()) == std::optional(entry->second));
    }
    for (StateId id = 0; id < states.size(); ++id) {
        compressed.read(id, state.data());
        REQUIRE(state == states[id]);
    }
    CHECK(2 * bytes_of(compressed) < bytes_of(plain));
    std::vector<StateId> kept;
    for (StateId id = 0; id < states.size(); id += 7) kept.push_back(id);
    compressed.keep_only(kept);
    for (StateId id = 0; id < kept.size(); ++id) {
        compressed.read(id, state.data());
        REQUIRE(state == states[kept[id]]);
    }
}

TEST_CASE("a state of 64 bytes takes 12 at most in a tree, with its parent") {
    const Layout layout(network_of(16, 0));
    REQUIRE(layout.words() == 16);
    StateSet set(layout, true);
    Parents parents;
    PackedState state(16);
    set.insert(state.data());
    parents.push_back(no_node);
    for (StateId id = 0; set.size() < tiny::share(150'000); ++id) {  // breadth first: one of 16 counters goes on
        set.reorganise();
        for (std::size_t word = 0; word < 16; ++word) {
            set.read(id, state.data());
            state[word] = (state[word] * 5 + 1'000'003) % (1U << 30U);
            if (set.insert(state.data()).fresh) parents.push_back(id);
        }
    }
    CHECK(bytes_of(set) + bytes_of(parents) <= 12 * set.size());
}
