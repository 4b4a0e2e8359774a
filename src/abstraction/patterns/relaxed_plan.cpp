#include "abstraction/patterns/relaxed_plan.hpp"

#include <algorithm>

#include "base/alarm.hpp"

namespace crowfly::pdb {
namespace {

class RelaxedPlan {
public:
    explicit RelaxedPlan(const LabelTable& table) : table_(table), system_(table.system()) {
        for (const Variable& variable : system_.variables) {
            reached_.emplace_back(variable.values);
            for (const Value value : variable.initial) reached_.back()[value].round = 0;
            grown_.push_back(0);
        }
    }

    std::vector<VariableIndex> variables() {
        while (!goal_is_reached()) {
            if (!next_round()) return {};
        }
        return extract();
    }

private:
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    struct Reached {
        std::uint32_t round = never;
        LabelIndex by = 0;
    };

    bool goal_is_reached() const {
        return std::ranges::all_of(table_.goal(), [&](VariableIndex v) { return nearest_goal(v) != Rule::any; });
    }

    Value nearest_goal(VariableIndex v) const {
        Value nearest = Rule::any;
        for (Value value = 0; value < reached_[v].size(); ++value) {
            if (!system_.variables[v].allows(value) || reached_[v][value].round == never) continue;
            if (nearest == Rule::any || reached_[v][value].round < reached_[v][nearest].round) nearest = value;
        }
        return nearest;
    }

    // Whether a rule applies to a value that was reached before the round.
    bool applies(VariableIndex v, const Rule& rule, std::uint32_t round) const {
        return rule.from == Rule::any || reached_[v][rule.from].round < round;
    }

    // All labels that can be used are. False: they reach nothing new.
    bool next_round() {
        ++round_;
        bool any = false;
        for (LabelIndex label = 0; label < system_.labels.size(); ++label) {
            if (label % 1024 == 0) poll();
            const auto mentions = table_.of_label(label);
            const auto has_grown = [&](const LabelTable::Mention& m) { return grown_[m.variable] + 1 >= round_; };
            if (std::ranges::none_of(mentions, has_grown)) continue;
            const auto is_usable = [&](const LabelTable::Mention& mention) {
                return std::ranges::any_of(table_.kinds()[mention.kind].rules,
                                           [&](const Rule& rule) { return applies(mention.variable, rule, round_); });
            };
            if (std::ranges::all_of(mentions, is_usable)) any = use(label) || any;
        }
        return any;
    }

    bool use(LabelIndex label) {
        bool any = false;
        for (const LabelTable::Mention& mention : table_.of_label(label)) {
            for (const Rule& rule : table_.kinds()[mention.kind].rules) {
                if (rule.to == Rule::same || !applies(mention.variable, rule, round_)) continue;
                Reached& reached = reached_[mention.variable][rule.to];
                if (reached.round != never) continue;
                reached = {round_, label};
                grown_[mention.variable] = round_;
                any = true;
            }
        }
        return any;
    }

    // ---- From the goal backwards ------------------------------------------------------------------------------------

    struct Demand {
        VariableIndex variable = 0;
        Value value = 0;
    };

    std::vector<VariableIndex> extract() {
        for (const VariableIndex v : table_.goal()) {
            add(v, changed_, is_changed_);
            demand(v, nearest_goal(v));
        }
        for (std::size_t d = 0; d < demands_.size(); ++d) support(demands_[d]);
        std::erase_if(tested_, [&](VariableIndex v) { return is_changed_[v]; });
        changed_.insert(changed_.end(), tested_.begin(), tested_.end());
        return changed_;
    }

    void add(VariableIndex v, std::vector<VariableIndex>& list, std::vector<bool>& is_member) {
        is_member.resize(reached_.size());
        if (!is_member[v]) list.push_back(v);
        is_member[v] = true;
    }

    void demand(VariableIndex v, Value value) {
        demanded_.resize(reached_.size());
        demanded_[v].resize(reached_[v].size());
        if (demanded_[v][value]) return;
        demanded_[v][value] = true;
        demands_.push_back({v, value});
    }

    void support(Demand of) {
        const Reached& reached = reached_[of.variable][of.value];
        if (reached.round == 0) return;
        add(of.variable, changed_, is_changed_);
        for (const LabelTable::Mention& mention : table_.of_label(reached.by)) {
            const bool is_own = mention.variable == of.variable;
            const Rule* best = nullptr;
            for (const Rule& rule : table_.kinds()[mention.kind].rules) {
                if (!applies(mention.variable, rule, reached.round) || (is_own && rule.to != of.value)) continue;
                if (best == nullptr || round_of(mention.variable, rule) < round_of(mention.variable, *best))
                    best = &rule;
            }
            if (best == nullptr || best->from == Rule::any) continue;
            add(mention.variable, tested_, is_tested_);
            demand(mention.variable, best->from);
        }
    }

    std::uint32_t round_of(VariableIndex v, const Rule& rule) const {
        return rule.from == Rule::any ? 0 : reached_[v][rule.from].round;
    }

    const LabelTable& table_;
    const FactoredSystem& system_;
    std::vector<std::vector<Reached>> reached_;  // per variable and value
    std::vector<std::uint32_t> grown_;           // per variable: the last round that reached a new value
    std::uint32_t round_ = 0;
    std::vector<std::vector<bool>> demanded_;
    std::vector<Demand> demands_;
    std::vector<VariableIndex> changed_, tested_;
    std::vector<bool> is_changed_, is_tested_;
};

}  // namespace

std::vector<VariableIndex> variables_of_relaxed_plan(const LabelTable& table) { return RelaxedPlan(table).variables(); }

}  // namespace crowfly::pdb
