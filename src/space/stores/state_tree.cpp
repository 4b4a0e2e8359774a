#include "space/stores/state_tree.hpp"

#include <utility>

namespace crowfly {

StateTree::StateTree(std::span<const std::uint32_t> used_bits, std::size_t key_words)
    : StateTree(used_bits, key_words, even_cut(used_bits.first(key_words))) {}

StateTree::StateTree(std::span<const std::uint32_t> used_bits, std::size_t key_words, LeafCut cut)
    : key_words_(key_words), parts_(key_words, std::move(cut)) {
    const auto rest_bits = used_bits.subspan(key_words);
    if (!rest_bits.empty()) rest_.emplace(Rest{SharedParts(rest_bits.size(), even_cut(rest_bits))});
}

std::optional<StateId> StateTree::find(const std::uint32_t* packed) const {
    const std::optional<NumberPair> root = parts_.find_root(packed);
    return root ? roots_.find(*root) : std::nullopt;
}

void StateTree::read(StateId id, std::uint32_t* packed) const {
    parts_.read(roots_.at(id), packed);
    if (rest_) rest_->shared.read(rest_->roots.at(id), packed + key_words_);
}

}  // namespace crowfly
