#include "space/stores/state_set.hpp"

#include <algorithm>

#include "base/files/parts.hpp"
#include "space/stores/state_tree.hpp"

namespace crowfly {

StateSet::StateSet(const Layout& layout, bool compressed)
    : used_bits_(layout.used_bits()), words_(layout.words()), key_words_(layout.key_words()), compressed_(compressed),
      next_choice_(compressed ? first_choice : never),
      plain_(std::make_unique<StateTable>(words_, key_words_, compressed)) {}

StateSet::StateSet(StateSet&&) noexcept = default;
StateSet& StateSet::operator=(StateSet&&) noexcept = default;
StateSet::~StateSet() = default;

std::uint64_t StateSet::announce_root(const std::uint32_t* packed) {
    const NumberPair root = tree_->root_of(packed);
    tree_->prefetch(root);
    return std::uint64_t{root.second} << 32 | root.first;
}

StateTable::Inserted StateSet::insert_root(const std::uint32_t* packed, std::uint64_t announced) {
    return tree_->insert(packed, {static_cast<std::uint32_t>(announced), static_cast<std::uint32_t>(announced >> 32)});
}

std::optional<StateId> StateSet::find(const std::uint32_t* packed) const {
    return tree_ ? tree_->find(packed) : plain_->find(packed);
}

std::size_t StateSet::tree_size() const { return tree_->size(); }
std::size_t StateSet::bytes() const { return tree_ ? bytes_of(*tree_) : bytes_of(*plain_); }

void StateSet::read(StateId id, std::uint32_t* packed) const {
    if (tree_) {
        tree_->read(id, packed);
    } else {
        std::copy_n(plain_->at(id), words_, packed);
    }
}

void StateSet::save(ArchiveWriter& to) const {
    std::vector<std::uint32_t> packed(words_);
    to.number(std::uint64_t{size()});
    for (StateId id = 0; id < size(); ++id) {
        read(id, packed.data());
        to.numbers(packed.data(), words_);
    }
}

void StateSet::load(ArchiveReader& from) {
    std::vector<std::uint32_t> packed(words_);
    for (std::size_t left = from.count(words_ * sizeof(std::uint32_t)); left > 0; --left) {
        from.numbers(packed.data(), words_);
        reorganise();
        ArchiveReader::demand(insert(packed.data()).fresh, "has a state twice");
    }
}

void StateSet::keep_only(std::span<const StateId> ids) {
    if (plain_ && std::ranges::is_sorted(ids)) {
        plain_->keep_only(ids);
    } else {
        copy_only(ids);
    }
    if (next_choice_ != never) next_choice_ = std::max(first_choice, 8 * size());
}

void StateSet::copy_only(std::span<const StateId> ids) {
    auto plain = std::make_unique<StateTable>(words_, key_words_, compressed_);
    std::vector<std::uint32_t> packed(words_);
    for (const StateId id : ids) {
        read(id, packed.data());
        plain->insert(packed.data());
    }
    plain_ = std::move(plain);
    tree_.reset();
}

void StateSet::choose_form() {
    if (!tree_) return try_tree();
    leave_tree();
    if (tree_ && size() >= next_cut_) cut_anew();
}

// If parts do not repeat yet they may do so among more states.
void StateSet::try_tree() {
    next_choice_ = 8 * size();
    auto tree = std::make_unique<StateTree>(used_bits_, key_words_, even_cut(key_bits()));
    for (StateId id = 0; id < plain_->size(); ++id) {
        const std::uint32_t* packed = plain_->at(id);
        tree->insert(packed, tree->root_of(packed));
        if (id % 1024 == 0 && bytes_of(*tree) > bytes_of(*plain_)) return;
    }
    if (bytes_of(*tree) > bytes_of(*plain_)) return;
    tree_ = std::move(tree);
    plain_.reset();
    next_choice_ = 2 * size();
}

// What a few states have in common is not yet what all have.
void StateSet::cut_anew() {
    next_cut_ = 4 * size() <= last_new_cut ? 4 * size() : never;
    if (tree_->shared() < size() / 8) return;  // they hardly count beside the roots
    const std::vector<std::uint32_t> some = sample();
    LeafCut balanced = balanced_cut(key_bits(), some);
    if (values_of_halves(key_bits(), some, balanced.middle) >
        values_of_halves(key_bits(), some, tree_->cut().middle) / 4 * 3)
        return;
    auto tree = std::make_unique<StateTree>(used_bits_, key_words_, std::move(balanced));
    std::vector<std::uint32_t> packed(words_);
    for (StateId id = 0; id < size(); ++id) {
        tree_->read(id, packed.data());
        tree->insert(packed.data(), tree->root_of(packed.data()));
    }
    if (bytes_of(*tree) < bytes_of(*tree_)) tree_ = std::move(tree);
}

// Of some states the words that distinguish them, one state after the other.
std::vector<std::uint32_t> StateSet::sample() const {
    constexpr std::size_t most_words = std::size_t{1} << 22U;
    const std::size_t step = size() * key_words_ / most_words + 1;
    std::vector<std::uint32_t> vectors, packed(words_);
    for (std::size_t id = 0; id < size(); id += step) {
        read(static_cast<StateId>(id), packed.data());
        vectors.insert(vectors.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(key_words_));
    }
    return vectors;
}

// Back to words, for good, if the tree has become larger than the words and the least index would be.
void StateSet::leave_tree() {
    next_choice_ = 2 * size();
    if (bytes_of(*tree_) <= size() * (words_ + 1) * sizeof(std::uint32_t)) return;
    auto plain = std::make_unique<StateTable>(words_, key_words_, compressed_);
    std::vector<std::uint32_t> packed(words_);
    for (StateId id = 0; id < tree_->size(); ++id) {
        tree_->read(id, packed.data());
        plain->insert(packed.data());
    }
    plain_ = std::move(plain);
    tree_.reset();
    next_choice_ = never;
}

// While a form is chosen there are both.
std::size_t StateSet::bytes_after_growth() const {
    constexpr std::size_t soon = 16384;
    const std::size_t sum = tree_ ? bytes_after_growth_of(*tree_) : plain_->bytes_after_growth();
    const bool may_choose = next_choice_ != never && size() + soon >= next_choice_;
    return may_choose && (!tree_ || size() + soon >= next_cut_) ? 2 * sum : sum;
}

}  // namespace crowfly
