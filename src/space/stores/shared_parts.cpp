#include "space/stores/shared_parts.hpp"

#include <algorithm>
#include <utility>

namespace crowfly {

SharedParts::SharedParts(std::size_t words, LeafCut cut) : words_(words), cut_(std::move(cut)) {
    for (std::size_t width = cut_.leaves; width > 2; width /= 2) levels_.emplace_back(width / 2);
    read_.resize(2 * cut_.leaves - 2);
    sought_.resize(2 * cut_.leaves - 2);
}

// Fills sought_ from below. `number` gives the number of a pair, or nothing: then the vector is not there.
template <class Levels, class Number>
bool SharedParts::climb(Levels& levels, const std::uint32_t* packed, Number&& number) const {
    std::fill_n(sought_.data(), cut_.leaves, 0U);
    for (const LeafPiece& p : cut_.pieces) sought_[p.leaf] |= (packed[p.word] >> p.word_shift & p.mask) << p.leaf_shift;
    std::uint32_t* below = sought_.data();
    const std::uint32_t* known_below = read_.data();
    for (auto& level : levels) {
        std::uint32_t* above = below + 2 * level.size();
        const std::uint32_t* known_above = known_below + 2 * level.size();
        for (std::size_t i = 0; i < level.size(); ++i) {
            const NumberPair pair{below[2 * i], below[2 * i + 1]};
            if (has_read_ && pair == NumberPair{known_below[2 * i], known_below[2 * i + 1]}) {
                above[i] = known_above[i];
                continue;
            }
            const std::optional<StateId> found = number(level[i], pair);
            if (!found) return false;
            above[i] = *found;
        }
        below = above;
        known_below = known_above;
    }
    return true;
}

NumberPair SharedParts::root_of(const std::uint32_t* packed) {
    climb(levels_, packed, [](PairTable& table, NumberPair pair) { return std::optional(table.insert(pair).id); });
    return sought_root();
}

std::optional<NumberPair> SharedParts::find_root(const std::uint32_t* packed) const {
    const auto number = [](const PairTable& table, NumberPair pair) { return table.find(pair); };
    if (!climb(levels_, packed, number)) return std::nullopt;
    return sought_root();
}

void SharedParts::read(NumberPair root, std::uint32_t* packed) const {
    read_.back() = root.second;
    *(read_.end() - 2) = root.first;
    std::uint32_t* above = read_.data() + read_.size() - 2;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
        std::uint32_t* below = above - 2 * level->size();
        for (std::size_t i = 0; i < level->size(); ++i) {
            const NumberPair pair = (*level)[i].at(above[i]);
            below[2 * i] = pair.first;
            below[2 * i + 1] = pair.second;
        }
        above = below;
    }
    has_read_ = true;
    std::fill_n(packed, words_, 0U);
    for (const LeafPiece& p : cut_.pieces) packed[p.word] |= (read_[p.leaf] >> p.leaf_shift & p.mask) << p.word_shift;
}

std::size_t SharedParts::size() const {
    std::size_t sum = 0;
    for (const Level& level : levels_) {
        for (const PairTable& table : level) sum += table.size();
    }
    return sum;
}

}  // namespace crowfly
