#include "search/backward/corridor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/alarm.hpp"
#include "space/word_hash.hpp"

namespace crowfly {

std::size_t Corridor::KeyHash::operator()(const Key& key) const {
    WordHash hash;
    for (const std::uint32_t word : key) hash.add(word);
    return hash.value();
}

Corridor::Corridor(const SearchTask& task, TargetLayers& layers, Statistics& statistics, std::function<bool()> goes_on)
    : task_(task), layers_(layers), statistics_(statistics), goes_on_(std::move(goes_on)),
      layout_(task.target.network, task.options.compared), transitions_(task.target.network) {}

bool Corridor::leads_from(std::span<const std::int32_t> from, std::uint32_t steps) {
    levels_.clear();
    path_.clear();
    if (enter({from.begin(), from.end()}, steps)) return true;
    while (!levels_.empty() && !is_over()) {
        Level& level = levels_.back();
        if (level.next == level.candidates.size()) {
            note_missed(std::move(level.key), level.steps);
            levels_.pop_back();
            continue;
        }
        if (!enter(level.candidates[level.next++].slots, level.steps - 1)) continue;
        for (const Level& on_path : levels_) path_.push_back(on_path.candidates[on_path.next - 1].slots);
        return true;
    }
    return false;
}

// Whether the state is a goal. Else the path goes on from there, unless it is known to lead nowhere.
bool Corridor::enter(std::vector<std::int32_t> slots, std::uint32_t steps) {
    if (is_goal(slots)) return true;
    Level level{clear(slots), steps};
    const auto known = missed_in_.find(level.key);
    if (is_over() || (known != missed_in_.end() && known->second >= steps)) return false;
    if (steps > 0) add_candidates(slots, level);
    levels_.push_back(std::move(level));
    return false;
}

bool Corridor::is_goal(std::span<const std::int32_t> slots) {
    const bool holds = task_.goal.holds(slots, [] { return false; });
    stop_ = task_.goal.stop();
    return !stop_ && holds == task_.options.wanted;
}

// Resets dead slots, as the spaces of searches do.
Corridor::Key Corridor::clear(std::vector<std::int32_t>& slots) {
    Key packed(layout_.words());
    layout_.pack(slots, packed.data());
    layout_.unpack(packed.data(), slots);
    packed.resize(layout_.key_words());
    return packed;
}

void Corridor::add_candidates(std::span<const std::int32_t> slots, Level& level) {
    bool can_go_on = transitions_.expand(slots);
    while (can_go_on && transitions_.next()) {
        poll();
        ++statistics_.generated;
        Candidate candidate{0, {transitions_.slots().begin(), transitions_.slots().end()}};
        clear(candidate.slots);
        candidate.distance = layers_.distance(candidate.slots);
        if (candidate.distance < level.steps) level.candidates.push_back(std::move(candidate));
    }
    stop_ = transitions_.stop();
    std::ranges::stable_sort(level.candidates, {}, &Candidate::distance);
    ++statistics_.explored;
    has_ended_ = !goes_on_();
}

void Corridor::note_missed(Key key, std::uint32_t steps) {
    const std::size_t bytes = key.size() * sizeof(std::uint32_t) + sizeof(Level);
    const auto [entry, is_fresh] = missed_in_.try_emplace(std::move(key), steps);
    entry->second = std::max(entry->second, steps);
    if (!is_fresh) return;
    missed_bytes_ += bytes;
}

std::string Corridor::described() const {
    std::string text = fmt::format("backward from the goal to depth {}: {} set{} of states, {} of them expanded",
                                   layers_.depth(), layers_.sets(), layers_.sets() == 1 ? "" : "s", layers_.expanded());
    if (!missed_in_.empty()) text += fmt::format("; {} states in these sets are farther away", missed_in_.size());
    return text;
}

}  // namespace crowfly
