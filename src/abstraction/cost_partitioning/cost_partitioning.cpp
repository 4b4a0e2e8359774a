#include "abstraction/cost_partitioning/cost_partitioning.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "abstraction/cost_partitioning/label_graph.hpp"
#include "abstraction/sample_states.hpp"
#include "base/alarm.hpp"
#include "base/files/parts.hpp"

namespace crowfly {
namespace {

using Order = std::vector<std::size_t>;             // of abstractions
using Tables = std::vector<std::vector<Estimate>>;  // distances per abstraction
using Sample = std::vector<AbstractState>;          // a state of each abstraction

constexpr std::size_t most_tries = 5'000'000;  // of labels, for samples

class Partitioning {
public:
    Partitioning(AbstractionSet& set, const FactoredSystem& system, const PartitioningOptions& options,
                 const Effort& effort)
        : set_(set), system_(system), options_(options), effort_(effort) {
        for (const Label& label : system.labels) costs_.push_back(label.cost);
    }

    void run() {
        for (const std::unique_ptr<StateAbstraction>& part : set_.parts) {
            poll();
            graphs_.push_back(LabelGraph::of(*part));
            effort_.tell(bytes_of(system_) + bytes_of(set_) + bytes_of(graphs_));
        }
        if (std::ranges::count_if(graphs_, [](const auto& graph) { return graph.has_value(); }) < 2) return;
        find_samples();
        if (samples_.empty()) return;
        find_stolen_costs();
        for (const Sample& sample : samples_) {
            if (kept_.size() >= options_.orders || (!kept_.empty() && is_used_up())) break;
            effort_.reach({.doing = "order", .number = kept_.size() + 1, .of = options_.orders});
            consider(sample);
        }
        store();
    }

private:
    bool is_used_up() const {
        poll();
        const std::size_t held = bytes_of(graphs_) + kept_.size() * set_.states() * sizeof(Estimate);
        effort_.tell(bytes_of(system_) + bytes_of(set_) + held);
        return visits_ > options_.visits || effort_.is_used_up(held);
    }

    // States that are no dead ends, the initial one first.
    void find_samples() {
        SampleStates states(system_, most_tries);
        const Estimate distance = set_.estimate(states.initial());
        if (distance == dead_end) return;
        std::optional<std::vector<Value>> values = states.initial();
        for (std::size_t left = options_.samples; left > 0 && values; --left) {
            if (set_.estimate(*values) != dead_end) {
                Sample& sample = samples_.emplace_back();
                for (const std::unique_ptr<StateAbstraction>& part : set_.parts)
                    sample.push_back(part->state_of(*values));
            }
            values = states.next(std::size_t{2} * distance + 1);
        }
    }

    // ---- Orders -----------------------------------------------------------------------------------------------------

    // How much of what an abstraction wants others want as well.
    void find_stolen_costs() {
        std::vector<std::vector<bool>> wanted(graphs_.size());
        std::vector<std::int64_t> surplus(costs_.begin(), costs_.end());
        for (std::size_t p = 0; p < graphs_.size(); ++p) {
            if (!graphs_[p]) continue;
            LabelCosts used(costs_.size());
            graphs_[p]->saturate(graphs_[p]->distances(costs_), used);
            for (std::size_t l = 0; l < costs_.size(); ++l) surplus[l] -= used[l];
            wanted[p].assign(used.begin(), used.end());
        }
        for (const std::vector<bool>& own : wanted) {
            std::int64_t& stolen = stolen_.emplace_back(0);
            // What is left of a label if all but this one have what they want: less than 1.
            for (std::size_t l = 0; l < own.size(); ++l) stolen += own[l] && surplus[l] < 0 ? 1 : 0;
        }
    }

    Order greedy_order(const Sample& sample) const {
        Order order;
        std::vector<double> scores;
        for (std::size_t p = 0; p < graphs_.size(); ++p) {
            scores.push_back(static_cast<double>(set_.parts[p]->distance(sample[p])) /
                             static_cast<double>(std::max<std::int64_t>(stolen_[p], 1)));
            if (graphs_[p]) order.push_back(p);
        }
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
        return order;
    }

    Tables tables_of(const Order& order) {
        Tables tables(graphs_.size());
        LabelCosts left = costs_;
        for (const std::size_t p : order) {
            poll();
            tables[p] = graphs_[p]->distances(left);
            LabelCosts used(left.size());
            graphs_[p]->saturate(tables[p], used);
            for (std::size_t l = 0; l < left.size(); ++l) left[l] -= used[l];
            visits_ += 2 * graphs_[p]->steps() + graphs_[p]->states() + left.size();
        }
        return tables;
    }

    static Estimate sum(const Tables& tables, const Sample& sample) {
        Estimate sum = 0;
        for (std::size_t p = 0; p < tables.size(); ++p) {
            if (!tables[p].empty()) sum = plus(sum, tables[p][sample[p]]);
        }
        return sum;
    }

    // Exchanges two abstractions as long as that makes the sum greater.
    void improve(Order& order, Tables& tables, const Sample& sample) {
        for (bool is_better = true; is_better;) {
            is_better = false;
            for (std::size_t i = 0; i < order.size() && !is_better; ++i) {
                for (std::size_t j = i + 1; j < order.size() && !is_better; ++j) {
                    if (visits_ > options_.visits / 2 || is_used_up()) return;
                    std::swap(order[i], order[j]);
                    Tables other = tables_of(order);
                    is_better = sum(other, sample) > sum(tables, sample);
                    if (is_better)
                        tables = std::move(other);
                    else
                        std::swap(order[i], order[j]);
                }
            }
        }
    }

    void consider(const Sample& sample) {
        Order order = greedy_order(sample);
        Tables tables = tables_of(order);
        if (kept_.empty()) improve(order, tables, sample);
        best_.resize(samples_.size(), 0);
        bool helps = kept_.empty();
        for (std::size_t s = 0; s < samples_.size(); ++s) {
            const Estimate now = sum(tables, samples_[s]);
            helps = helps || now > best_[s];
            best_[s] = std::max(best_[s], now);
        }
        if (helps) kept_.push_back(std::move(tables));
    }

    // ---- The result -------------------------------------------------------------------------------------------------

    void store() {
        CostPartitions& partitions = set_.partitions;
        partitions.count = kept_.size();
        partitions.distances.resize(graphs_.size());
        for (std::size_t p = 0; p < graphs_.size(); ++p) {
            if (!graphs_[p]) continue;
            std::vector<Estimate>& distances = partitions.distances[p];
            for (AbstractState s = 0; s < graphs_[p]->states(); ++s) {
                for (const Tables& tables : kept_)
                    distances.push_back(tables[p][s] == dead_end ? 0 : tables[p][s]);  // nobody asks for dead ends
            }
        }
    }

    AbstractionSet& set_;
    const FactoredSystem& system_;
    const PartitioningOptions& options_;
    const Effort& effort_;
    LabelCosts costs_;
    std::vector<std::optional<LabelGraph>> graphs_;  // per abstraction
    std::vector<Sample> samples_;
    std::vector<Estimate> best_;  // per sample, of the orders that are kept
    std::vector<std::int64_t> stolen_;
    std::vector<Tables> kept_;
    std::size_t visits_ = 0;
};

}  // namespace

void partition_costs(AbstractionSet& set, const FactoredSystem& system, const PartitioningOptions& options,
                     const Effort& effort) {
    Partitioning(set, system, options, effort).run();
}

}  // namespace crowfly
