#include "search/kernels/topological_levels.hpp"

#include <algorithm>

namespace crowfly {
namespace {

// The locations of a process in the reverse order in which depth first search leaves them; edges back to a location
// that is not yet left do not count.
class TopologicalSort {
public:
    TopologicalSort(const Network& network, const Process& process)
        : network_(network), process_(process), marks_(process.locations.count), levels_(process.locations.count) {
        visit(process.initial);
        for (const std::uint32_t initial : process.also_initial) visit(initial);
        for (std::size_t i = left_.size(); i-- > 0;) {
            for (const std::uint32_t target : ahead_[left_[i]])
                levels_[target] = std::max(levels_[target], levels_[left_[i]] + 1);
        }
    }

    const std::vector<std::uint32_t>& levels() const { return levels_; }

private:
    enum class Mark : std::uint8_t { fresh, entered, left };

    void visit(std::uint32_t start) {
        ahead_.resize(marks_.size());
        if (marks_[start] != Mark::fresh) return;
        std::vector<std::uint32_t> stack{start};
        while (!stack.empty()) {
            const std::uint32_t location = stack.back();
            if (marks_[location] == Mark::fresh) {
                marks_[location] = Mark::entered;
                for (const Edge& edge : network_.location(process_.slot, location).edges.of(network_.edges)) {
                    if (marks_[edge.target] == Mark::fresh) stack.push_back(edge.target);
                }
                continue;
            }
            stack.pop_back();
            if (marks_[location] == Mark::left) continue;
            marks_[location] = Mark::left;
            left_.push_back(location);
            for (const Edge& edge : network_.location(process_.slot, location).edges.of(network_.edges)) {
                if (marks_[edge.target] == Mark::left && edge.target != location)
                    ahead_[location].push_back(edge.target);
            }
        }
    }

    const Network& network_;
    const Process& process_;
    std::vector<Mark> marks_;
    std::vector<std::uint32_t> levels_;
    std::vector<std::uint32_t> left_;                // in order
    std::vector<std::vector<std::uint32_t>> ahead_;  // per location, where its edges lead on
};

}  // namespace

TopologicalLevels::TopologicalLevels(const Network& network) {
    for (const Process& process : network.processes) {
        first_.push_back(static_cast<std::uint32_t>(levels_.size()));
        const TopologicalSort sorted(network, process);
        levels_.insert(levels_.end(), sorted.levels().begin(), sorted.levels().end());
    }
}

std::uint32_t TopologicalLevels::of(std::span<const std::int32_t> slots) const {
    std::uint32_t sum = 0;
    for (std::size_t p = 0; p < first_.size(); ++p) sum += levels_[first_[p] + static_cast<std::uint32_t>(slots[p])];
    return sum;
}

}  // namespace crowfly
