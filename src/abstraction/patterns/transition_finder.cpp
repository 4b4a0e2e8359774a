#include "abstraction/patterns/transition_finder.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"

namespace crowfly::pdb {
namespace {

constexpr std::size_t most_entries_of_label = 64;
constexpr std::size_t few_entries = 4;  // need no further node

}  // namespace

void TransitionFinder::build(const std::vector<ProjectedLabel>& labels,
                             const std::function<bool(const ProjectedLabel&)>& wanted) {
    for (std::uint32_t l = 0; l < labels.size(); ++l) {
        if (l % 1024 == 0) poll();
        if (wanted(labels[l])) add_label(labels[l], l);
    }
    std::vector<std::uint32_t> all(drafts_.size());
    for (std::uint32_t d = 0; d < all.size(); ++d) all[d] = d;
    used_.assign(hash_->digits(), false);
    if (!all.empty()) add_node(std::move(all));
    table_ = nullptr;
    hash_ = nullptr;
    origins_.clear();
    drafts_ = {};
}

const TransitionFinder::Origins& TransitionFinder::origins_of(DigitMove move) {
    const auto [entry, fresh] = origins_.try_emplace(move);
    if (!fresh) return entry->second;
    std::vector<std::vector<Value>> from(hash_->size(move.digit));
    for (const Rule& rule : table_->kinds()[move.kind].rules) {
        const Value first = rule.from == Rule::any ? 0 : rule.from;
        const Value last = rule.from == Rule::any ? hash_->size(move.digit) - 1 : rule.from;
        for (Value value = first; value <= last; ++value) {
            const bool backward = direction_ == Direction::backward;
            from[backward ? rule.result(value) : value].push_back(backward ? value : rule.result(value));
        }
    }
    Origins& origins = entry->second;
    origins.first_row = static_cast<std::uint32_t>(rows_.size());
    for (Value target = 0; target < from.size(); ++target) {
        sort_out(from[target]);
        if (!from[target].empty()) origins.targets.push_back(target);
        origins.single = origins.single && from[target].size() <= 1;
        rows_.push_back(static_cast<std::uint32_t>(differences_.size()));
        for (const Value value : from[target])
            differences_.push_back((Rank{value} - target) * hash_->weight(move.digit));
    }
    rows_.push_back(static_cast<std::uint32_t>(differences_.size()));
    return origins;
}

// One draft for each combination of values that the moves which are split up lead to.
void TransitionFinder::add_label(const ProjectedLabel& label, std::uint32_t index) {
    std::vector<std::pair<DigitMove, const Origins*>> moves;
    for (const DigitMove& move : label.moves) moves.emplace_back(move, &origins_of(move));
    std::ranges::stable_sort(moves, {}, [](const auto& move) { return move.second->targets.size(); });
    std::vector<Draft> drafts{{index, 0, {}, {static_cast<std::uint32_t>(choices_.size()), 0}}};
    for (const auto& [move, origins] : moves) {
        const std::size_t targets = origins->targets.size();
        const bool split = (targets == 1 || 2 * targets <= hash_->size(move.digit)) &&
                           drafts.size() * targets <= most_entries_of_label;
        if (!split || !origins->single) choices_.push_back({move.digit, origins->first_row});
        if (!split) continue;
        std::vector<Draft> more;
        for (const Draft& draft : drafts) {
            for (const Value target : origins->targets) {
                more.push_back(draft);
                more.back().conditions.push_back({move.digit, target});
                if (origins->single) more.back().difference += differences_[rows_[origins->first_row + target]];
            }
        }
        drafts = std::move(more);
    }
    for (Draft& draft : drafts) {
        draft.choices.count = static_cast<std::uint32_t>(choices_.size()) - draft.choices.first;
        drafts_.push_back(std::move(draft));
    }
}

// Among those that no node above looks at; `none` if there are no conditions left.
std::uint32_t TransitionFinder::most_frequent_digit(const std::vector<std::uint32_t>& drafts) const {
    std::vector<std::size_t> count(hash_->digits());
    for (const std::uint32_t d : drafts) {
        for (const Condition& condition : drafts_[d].conditions)
            count[condition.digit] += used_[condition.digit] ? 0 : 1;
    }
    const auto most = std::ranges::max_element(count);
    return most == count.end() || *most == 0 ? none : static_cast<std::uint32_t>(most - count.begin());
}

void TransitionFinder::store(Node& node, const std::vector<std::uint32_t>& drafts) {
    node.entries = {static_cast<std::uint32_t>(entries_.size()), static_cast<std::uint32_t>(drafts.size())};
    for (const std::uint32_t d : drafts) {
        const Draft& draft = drafts_[d];
        Entry entry{draft.label, draft.difference, {static_cast<std::uint32_t>(conditions_.size()), 0}, draft.choices};
        for (const Condition& condition : draft.conditions) {
            if (!used_[condition.digit]) conditions_.push_back(condition);
        }
        entry.conditions.count = static_cast<std::uint32_t>(conditions_.size()) - entry.conditions.first;
        entries_.push_back(entry);
    }
}

std::uint32_t TransitionFinder::add_node(std::vector<std::uint32_t> drafts) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    const std::uint32_t digit = most_frequent_digit(drafts);
    if (digit == none || drafts.size() <= std::max<std::size_t>(few_entries, hash_->size(digit) / 8)) {
        store(nodes_[number], drafts);
        return number;
    }
    std::vector<std::vector<std::uint32_t>> by_value(hash_->size(digit));
    std::vector<std::uint32_t> others;
    for (const std::uint32_t d : drafts) {
        const auto& conditions = drafts_[d].conditions;
        const auto found = std::ranges::find(conditions, digit, &Condition::digit);
        (found == conditions.end() ? others : by_value[found->value]).push_back(d);
    }
    drafts.clear();
    const auto children = static_cast<std::uint32_t>(children_.size());
    children_.resize(children_.size() + by_value.size(), none);
    used_[digit] = true;
    for (Value value = 0; value < by_value.size(); ++value) {
        if (by_value[value].empty()) continue;
        const std::uint32_t child = add_node(std::move(by_value[value]));
        children_[children + value] = child;
    }
    const std::uint32_t other = others.empty() ? none : add_node(std::move(others));
    used_[digit] = false;
    nodes_[number].digit = digit;
    nodes_[number].children = children;
    nodes_[number].other = other;
    return number;
}

}  // namespace crowfly::pdb
