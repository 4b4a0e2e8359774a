// A set of packed discrete states. If it is compressed, states are stored as trees of shared parts (state_tree.hpp)
// wherever that takes less memory than their words do.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/files/archive.hpp"
#include "space/layout.hpp"
#include "space/stores/state_table.hpp"

namespace crowfly {

class StateTree;

class StateSet {
public:
    StateSet(const Layout& layout, bool compressed);
    StateSet(StateSet&&) noexcept;
    StateSet& operator=(StateSet&&) noexcept;
    ~StateSet();

    StateTable::Inserted insert(const std::uint32_t* packed) { return insert(packed, announce(packed)); }
    // See StateTable.
    std::uint64_t announce(const std::uint32_t* packed) {
        return tree_ ? announce_root(packed) : plain_->announce(packed);
    }
    StateTable::Inserted insert(const std::uint32_t* packed, std::uint64_t announced) {
        return tree_ ? insert_root(packed, announced) : plain_->insert(packed, announced);
    }
    std::optional<StateId> find(const std::uint32_t* packed) const;
    void read(StateId id, std::uint32_t* packed) const;

    // All states in the order of their numbers, for a checkpoint; they are loaded into an empty set.
    void save(ArchiveWriter& to) const;
    void load(ArchiveReader& from);

    // Forgets all states but these, which get the numbers from 0 on, in this order.
    void keep_only(std::span<const StateId> ids);

    // Chooses the smallest form from time to time. No state may be announced that is not inserted yet.
    void reorganise() {
        if (size() >= next_choice_) choose_form();
    }

    std::size_t size() const { return tree_ ? tree_size() : plain_->size(); }
    std::size_t bytes() const;
    std::size_t bytes_after_growth() const;

private:
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t first_choice = 1 << 14;
    // A tree is cut anew after so many states and four times as many. Not later: meanwhile there are two of them.
    static constexpr std::size_t first_new_cut = std::size_t{1} << 17;
    static constexpr std::size_t last_new_cut = std::size_t{1} << 20;

    std::uint64_t announce_root(const std::uint32_t* packed);
    StateTable::Inserted insert_root(const std::uint32_t* packed, std::uint64_t announced);
    std::size_t tree_size() const;
    void copy_only(std::span<const StateId> ids);
    void choose_form();
    void try_tree();
    void leave_tree();
    void cut_anew();
    std::vector<std::uint32_t> sample() const;
    std::span<const std::uint32_t> key_bits() const { return std::span(used_bits_).first(key_words_); }

    std::vector<std::uint32_t> used_bits_;
    std::size_t words_;
    std::size_t key_words_;
    bool compressed_;
    std::size_t next_choice_;  // with that many states
    std::size_t next_cut_ = first_new_cut;
    std::unique_ptr<StateTable> plain_;  // one of the two is there
    std::unique_ptr<StateTree> tree_;
};

}  // namespace crowfly
