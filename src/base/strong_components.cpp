#include "base/strong_components.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace crowfly {
namespace {

constexpr std::uint32_t no_component = std::numeric_limits<std::uint32_t>::max();

class Tarjan {
public:
    explicit Tarjan(const std::vector<std::vector<std::uint32_t>>& arcs)
        : arcs_(arcs), index_(arcs.size()), low_(arcs.size()), component_(arcs.size(), no_component) {
        for (std::uint32_t node = 0; node < arcs.size(); ++node) {
            if (index_[node] == 0) visit(node);
        }
    }

    std::vector<std::uint32_t> take() { return std::move(component_); }

private:
    void visit(std::uint32_t root) {
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{root, 0}};
        enter(root);
        while (!path.empty()) {
            const std::uint32_t node = path.back().first;
            if (path.back().second < arcs_[node].size()) {
                const std::uint32_t target = arcs_[node][path.back().second++];
                if (index_[target] == 0) {
                    enter(target);
                    path.emplace_back(target, 0);
                } else if (component_[target] == no_component) {
                    low_[node] = std::min(low_[node], index_[target]);
                }
                continue;
            }
            path.pop_back();
            if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[node]);
            if (low_[node] == index_[node]) close(node);
        }
    }

    void enter(std::uint32_t node) {
        index_[node] = low_[node] = ++counter_;
        stack_.push_back(node);
    }

    void close(std::uint32_t root) {
        std::uint32_t node = root;
        do {
            node = stack_.back();
            stack_.pop_back();
            component_[node] = components_;
        } while (node != root);
        ++components_;
    }

    const std::vector<std::vector<std::uint32_t>>& arcs_;
    std::vector<std::uint32_t> index_, low_, component_;
    std::vector<std::uint32_t> stack_;
    std::uint32_t counter_ = 0;
    std::uint32_t components_ = 0;
};

}  // namespace

std::vector<std::uint32_t> strong_components(const std::vector<std::vector<std::uint32_t>>& arcs) {
    return Tarjan(arcs).take();
}

}  // namespace crowfly
