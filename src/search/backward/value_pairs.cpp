#include "search/backward/value_pairs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/alarm.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_values = 4096;       // of two variables together, in one table
constexpr std::size_t most_steps = 20'000'000;  // of all projections: pairs of values, each with each label

// The projection of a factored system onto two variables.
class PairProjection {
public:
    PairProjection(const FactoredSystem& system, const BackwardLabels& labels, VariableIndex a, VariableIndex b,
                   std::span<const std::uint32_t> touching)
        : labels_(labels), a_(a), b_(b), width_(system.variables[b].values), touching_(touching),
          reached_(std::size_t{system.variables[a].values} * width_) {
        for (const Value x : system.variables[a].initial) {
            for (const Value y : system.variables[b].initial) reach(x, y);
        }
    }

    // False: it takes more steps than are left.
    bool explore(std::size_t& steps_left) {
        while (!open_.empty()) {
            poll();
            if (steps_left < touching_.size()) return false;
            steps_left -= touching_.size();
            const auto [x, y] = open_.back();
            open_.pop_back();
            for (const std::uint32_t label : touching_) {
                results(label, a_, x, after_a_);
                results(label, b_, y, after_b_);
                for (const Value after_x : after_a_) {
                    for (const Value after_y : after_b_) reach(after_x, after_y);
                }
            }
        }
        return true;
    }
    const std::vector<bool>& reached() const { return reached_; }

private:
    void reach(Value x, Value y) {
        const std::size_t at = std::size_t{x} * width_ + y;
        if (reached_[at]) return;
        reached_[at] = true;
        open_.emplace_back(x, y);
    }
    // The values that a label may give the variable; none: it cannot be used.
    void results(std::uint32_t label, VariableIndex variable, Value value, std::vector<Value>& into) const {
        into.clear();
        for (const std::uint32_t m : labels_.moves_of(label)) {
            if (labels_.move(m).variable != variable) continue;
            for (const Rule& rule : labels_.move(m).rules) {
                if (rule.applies_to(value)) into.push_back(rule.result(value));
            }
            return;
        }
        into.push_back(value);
    }

    const BackwardLabels& labels_;
    VariableIndex a_, b_;
    std::size_t width_;
    std::span<const std::uint32_t> touching_;  // the labels that move one of the two
    std::vector<bool> reached_;
    std::vector<std::pair<Value, Value>> open_;
    std::vector<Value> after_a_, after_b_;
};

}  // namespace

ValuePairs::ValuePairs(const FactoredSystem& system, const BackwardLabels& labels, const std::vector<bool>& projected)
    : tables_(system.variables.size()) {
    std::vector<std::vector<std::uint32_t>> touching(system.variables.size());
    std::set<std::pair<VariableIndex, VariableIndex>> pairs;
    for (std::uint32_t label = 0; label < labels.size(); ++label) {
        poll();
        for (const std::uint32_t m : labels.moves_of(label)) {
            const VariableIndex variable = labels.move(m).variable;
            touching[variable].push_back(label);
            for (const std::uint32_t other : labels.moves_of(label)) {
                if (labels.move(other).variable > variable) pairs.emplace(variable, labels.move(other).variable);
            }
        }
    }
    std::size_t steps_left = most_steps;
    std::vector<std::uint32_t> both;
    for (const auto& [a, b] : pairs) {
        const std::size_t width = system.variables[b].values;
        if (!projected[a] || !projected[b]) continue;
        if (system.variables[a].values * width > most_values) continue;
        both.clear();
        std::ranges::set_union(touching[a], touching[b], std::back_inserter(both));
        PairProjection projection(system, labels, a, b, both);
        if (!projection.explore(steps_left)) continue;
        tables_[a].push_back({b, reached_.size(), width, 1});
        tables_[b].push_back({a, reached_.size(), 1, width});
        reached_.insert(reached_.end(), projection.reached().begin(), projection.reached().end());
    }
}

}  // namespace crowfly
