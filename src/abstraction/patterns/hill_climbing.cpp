#include "abstraction/patterns/hill_climbing.hpp"

#include <algorithm>
#include <set>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"
#include "base/rng.hpp"

namespace crowfly::pdb {
namespace {

constexpr std::size_t samples_wanted = 300;
constexpr std::size_t least_improved = 3;
constexpr std::uint64_t tried_states = 8;  // per state of the result
constexpr std::size_t most_patterns = 64;

// States at the ends of random walks through the factored system.
class Sampling {
public:
    explicit Sampling(const LabelTable& table) : table_(table), system_(table.system()), rng_(1) {}

    std::vector<std::vector<Value>> run(Estimate distance) {
        std::vector<std::vector<Value>> samples;
        const std::uint64_t longest = 2 * std::uint64_t{std::clamp<Estimate>(distance, 4, 200)};
        while (samples.size() < samples_wanted) {
            poll();
            std::vector<Value> values;
            for (const Variable& variable : system_.variables)
                values.push_back(variable.initial[rng_.below(variable.initial.size())]);
            for (std::uint64_t steps = rng_.below(longest + 1); steps > 0 && step(values); --steps) {
            }
            samples.push_back(std::move(values));
        }
        return samples;
    }

private:
    // A random label that can be used, among some that follow a random one.
    bool step(std::vector<Value>& values) {
        constexpr std::size_t most_tried = 2000;
        const std::size_t labels = system_.labels.size();
        if (labels == 0) return false;
        const std::size_t first = rng_.below(labels);
        for (std::size_t l = 0; l < std::min(labels, most_tried); ++l) {
            if (use(static_cast<LabelIndex>((first + l) % labels), values)) return true;
        }
        return false;
    }

    bool use(LabelIndex label, std::vector<Value>& values) {
        const auto mentions = table_.of_label(label);
        chosen_.clear();
        for (const LabelTable::Mention& mention : mentions) {
            const std::vector<Rule>& rules = table_.kinds()[mention.kind].rules;
            const Value value = values[mention.variable];
            const std::size_t first = rng_.below(rules.size());
            const Rule* found = nullptr;
            for (std::size_t r = 0; r < rules.size() && found == nullptr; ++r) {
                const Rule& rule = rules[(first + r) % rules.size()];
                if (rule.applies_to(value)) found = &rule;
            }
            if (found == nullptr) return false;
            chosen_.push_back(found->result(value));
        }
        for (std::size_t m = 0; m < mentions.size(); ++m) values[mentions[m].variable] = chosen_[m];
        return !mentions.empty();
    }

    const LabelTable& table_;
    const FactoredSystem& system_;
    Rng rng_;
    std::vector<Value> chosen_;
};

class HillClimbing {
public:
    HillClimbing(const LabelTable& table, std::uint64_t most_states, const Effort& effort)
        : table_(table), most_states_(most_states), effort_(effort), additivity_(table) {}

    std::vector<Pattern> run() {
        for (const Pattern& pattern : patterns_of_goal(table_)) {
            const std::uint64_t own = states_of(table_.system(), pattern);
            if (states_ + own > most_states_ || patterns_.size() == most_patterns) continue;
            states_ += own;
            patterns_.push_back(pattern);
        }
        take_samples();
        for (const Pattern& pattern : patterns_) estimates_.push_back(estimates_of(pattern));
        for (const Pattern& pattern : patterns_) add_candidates(pattern);
        while (patterns_.size() < most_patterns && step()) {
        }
        return patterns_;
    }

private:
    struct Candidate {
        Pattern pattern;
        std::uint64_t states = 0;
        std::vector<Estimate> estimates;  // per sample
    };

    void take_samples() {
        Estimate distance = 0;
        for (const Pattern& pattern : patterns_) {
            const Estimate own = initial_distance(table_, pattern, effort_);
            if (own != dead_end) distance = plus(distance, own);
        }
        samples_ = Sampling(table_).run(distance);
    }

    std::vector<Estimate> estimates_of(const Pattern& pattern) {
        effort_.reach({.doing = "trying pattern", .number = ++tries_, .states = states_of(table_.system(), pattern)});
        const PatternDatabase database(table_, pattern, effort_);
        std::vector<Estimate> estimates;
        for (const std::vector<Value>& sample : samples_) estimates.push_back(database.estimate(sample));
        return estimates;
    }

    // Patterns with one variable more are tried once.
    void add_candidates(const Pattern& pattern) {
        std::set<VariableIndex> more;
        for (const VariableIndex v : pattern) more.insert(table_.influences(v).begin(), table_.influences(v).end());
        for (const VariableIndex v : more) {
            Pattern larger = with(pattern, v);
            const std::uint64_t own = states_of(table_.system(), larger);
            if (larger == pattern || !table_.is_changed(v) || states_ + own > most_states_) continue;
            if (!known_.insert(larger).second) continue;
            if (tried_ + own > tried_states * most_states_ || effort_.is_used_up(bytes_of(table_))) return;
            tried_ += own;
            std::vector<Estimate> estimates = estimates_of(larger);
            candidates_.push_back({std::move(larger), own, std::move(estimates)});
        }
    }

    // The greatest sum of each sample.
    std::vector<Estimate> canonical() const {
        std::vector<Estimate> greatest(samples_.size(), 0);
        for (const auto& group : additivity_.groups(patterns_)) add_group(group, greatest);
        return greatest;
    }

    void add_group(const std::vector<std::uint32_t>& group, std::vector<Estimate>& greatest) const {
        for (std::size_t s = 0; s < samples_.size(); ++s) {
            Estimate sum = 0;
            for (const std::uint32_t p : group) sum = plus(sum, estimates_[p][s]);
            greatest[s] = std::max(greatest[s], sum);
        }
    }

    // How many samples have a greater estimate with the candidate, added up with what is additive to it of a group.
    std::size_t improved(const Candidate& candidate, const std::vector<Estimate>& before,
                         const std::vector<std::vector<std::uint32_t>>& groups) const {
        std::vector<Estimate> greatest(samples_.size(), 0);
        for (std::vector<std::uint32_t> group : groups) {
            std::erase_if(group,
                          [&](std::uint32_t p) { return !additivity_.are_additive(patterns_[p], candidate.pattern); });
            add_group(group, greatest);
        }
        std::size_t count = 0;
        for (std::size_t s = 0; s < samples_.size(); ++s)
            count += plus(greatest[s], candidate.estimates[s]) > before[s] ? 1 : 0;
        return count;
    }

    // False: nothing improves enough.
    bool step() {
        poll();
        std::erase_if(candidates_, [&](const Candidate& c) { return states_ + c.states > most_states_; });
        const std::vector<Estimate> before = canonical();
        const auto groups = additivity_.groups(patterns_);
        std::size_t best = 0, most = 0;
        for (std::size_t c = 0; c < candidates_.size(); ++c) {
            const std::size_t count = improved(candidates_[c], before, groups);
            if (count > most) best = c;
            most = std::max(most, count);
        }
        if (most < least_improved) return false;
        Candidate chosen = std::move(candidates_[best]);
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
        states_ += chosen.states;
        patterns_.push_back(chosen.pattern);
        estimates_.push_back(std::move(chosen.estimates));
        add_candidates(chosen.pattern);
        return true;
    }

    const LabelTable& table_;
    std::uint64_t most_states_;
    const Effort& effort_;
    Additivity additivity_;
    std::vector<std::vector<Value>> samples_;
    std::vector<Pattern> patterns_;
    std::vector<std::vector<Estimate>> estimates_;  // per pattern and sample
    std::vector<Candidate> candidates_;
    std::set<Pattern> known_;
    std::uint64_t states_ = 0;
    std::uint64_t tried_ = 0;
    std::size_t tries_ = 0;
};

}  // namespace

std::vector<Pattern> climb(const LabelTable& table, std::uint64_t most_states, const Effort& effort) {
    return HillClimbing(table, most_states, effort).run();
}

}  // namespace crowfly::pdb
