#include "space/state_set.hpp"

#include <algorithm>

namespace crowfly {

StateSet::StateSet(const Layout& layout, bool compressed) : words_(layout.words()) {
    std::size_t width = words_;
    const bool has_meta = layout.words() != layout.key_words();
    while (compressed && !has_meta && width > 2) {
        Level level;
        for (std::size_t i = 0; i < width / 2; ++i) level.tables.push_back(std::make_unique<StateTable>(2, 2, true));
        level.has_single = width % 2 != 0;
        width = (width + 1) / 2;
        levels_.push_back(std::move(level));
    }
    roots_ = std::make_unique<StateTable>(width, has_meta ? layout.key_words() : width, compressed);
}

StateTable::Inserted StateSet::insert(const std::uint32_t* packed, std::uint64_t announced) {
    if (levels_.empty()) return roots_->insert(packed, announced);
    scratch_.assign(packed, packed + words_);
    for (const Level& level : levels_) {
        next_.clear();
        for (std::size_t i = 0; i < level.tables.size(); ++i)
            next_.push_back(level.tables[i]->insert(scratch_.data() + 2 * i).id);
        if (level.has_single) next_.push_back(scratch_.back());
        scratch_.swap(next_);
    }
    return roots_->insert(scratch_.data());
}

std::optional<StateId> StateSet::find(const std::uint32_t* packed) const {
    scratch_.assign(packed, packed + words_);
    for (const Level& level : levels_) {
        next_.clear();
        for (std::size_t i = 0; i < level.tables.size(); ++i) {
            const std::optional<StateId> part = level.tables[i]->find(scratch_.data() + 2 * i);
            if (!part) return std::nullopt;
            next_.push_back(*part);
        }
        if (level.has_single) next_.push_back(scratch_.back());
        scratch_.swap(next_);
    }
    return roots_->find(scratch_.data());
}

void StateSet::read(StateId id, std::uint32_t* packed) const {
    const std::uint32_t* root = roots_->at(id);
    if (levels_.empty()) {
        std::copy_n(root, words_, packed);
        return;
    }
    scratch_.assign(root, root + 2);
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
        next_.clear();
        for (std::size_t i = 0; i < level->tables.size(); ++i) {
            const std::uint32_t* pair = level->tables[i]->at(scratch_[i]);
            next_.insert(next_.end(), pair, pair + 2);
        }
        if (level->has_single) next_.push_back(scratch_.back());
        scratch_.swap(next_);
    }
    std::copy_n(scratch_.data(), words_, packed);
}

std::size_t StateSet::bytes() const {
    std::size_t sum = roots_->bytes();
    for (const Level& level : levels_) {
        for (const auto& table : level.tables) sum += table->bytes();
    }
    return sum;
}

std::size_t StateSet::bytes_after_growth() const {
    std::size_t sum = roots_->bytes_after_growth();
    for (const Level& level : levels_) {
        for (const auto& table : level.tables) sum += table->bytes_after_growth();
    }
    return sum;
}

}  // namespace crowfly
