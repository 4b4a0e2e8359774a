// Beam search: layer by layer, and of each layer only the `width` best states are expanded (Bisiani: Beam search, 1987;
// Wijs, Lisser: Distributed extended beam search for quantitative model checking, 2006). What is found need not be
// shortest, and nothing is proved where states were cut off. Iterative broadening begins anew with twice the width.
//
// States that were cut off are forgotten now and then. One that is generated again before that is a candidate again. As
// soon as some were cut off, the memory is bounded by the width: of the states that were expanded only those of the
// last layers are kept, and those that a state of the beam descends from. A state may be expanded again later, but no
// path has a state twice, since all states on the paths to the beam are known: so there is an end all the same.
#pragma once

#include <tuple>
#include <vector>

#include "search/kernels/measured_search.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {

// A state that was generated from the layer being expanded.
struct BeamCandidate {
    NodeId node = no_node;
    Estimate estimate = 0;
    std::uint32_t sibling = 0;  // so many successors of the same state are better, where that matters

    void parts(auto& each) { each(node, estimate, sibling); }
};

// The layer being expanded, and the candidates for the next one.
class BeamLayers {
public:
    std::size_t size() const { return layer.size() - next + candidates.size(); }
    void parts(auto& each) { each(layer, next, candidates, first_sibling); }

    std::vector<NodeId> layer;
    std::size_t next = 0;  // in the layer
    std::vector<BeamCandidate> candidates;
    std::size_t first_sibling = 0;  // from here on they are successors of the state being expanded
};

// How the states of a layer are chosen: the best ones (detailed); those that are best among their siblings first, so
// that every state has successors in the beam (priority); the best ones, and those that are as good as the last of
// these (flexible).
enum class BeamSelection : std::uint8_t { detailed, priority, flexible };

template <class Space, class Self>
class BeamSearch : public MeasuredSearch<Space, Self, BeamLayers> {
    using Base = MeasuredSearch<Space, Self, BeamLayers>;

protected:
    using Base::estimates_, Base::node_, Base::open_, Base::result_, Base::space_;

public:
    BeamSearch(Space& space, const SearchTask& task)
        : Base(space, task), width_(count_given(task.options.guidance, "width")), selection_(selection_of(task)),
          marks_(space.columns()) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(roots_, layers_, width_, cut_, garbage_, enough_);
    }

    // ---- For the Explorer

    bool pop() {
        rank_siblings();
        while (open_.next < open_.layer.size() || begin_layer()) {
            node_ = open_.layer[open_.next++];
            if (!space_.is_covered(node_)) return true;
        }
        return false;
    }

    bool visit() { return !this->ends_here(); }

    void generated() {
        // The initial states are needed again where the search begins anew.
        const Spared roots{0, roots_.empty() ? 0 : roots_.back().node + 1};
        NodeId node = space_.add(node_, roots);
        if (node == no_node) {
            node = space_.coverer();
            if (marks_[node] != Mark::cut) return;
        } else {
            marks_.push_back(Mark::cut);
            this->lengths_.push_back(this->next_length());
            this->most_stored_ = std::max(this->most_stored_, space_.stored());
        }
        const Estimate estimate = estimates_.of_successor(space_, node);
        if (estimates_.proves_dead_end(estimate)) return;
        marks_[node] = Mark::kept;
        if (node_ == no_node) roots_.push_back({node, estimate, 0});
        open_.candidates.push_back({node, estimate, 0});
    }

protected:
    // Whether states were cut off, so that nothing is proved.
    bool has_cut() const { return cut_ > 0; }

    // From the initial states on, with another width.
    void begin_anew(std::size_t width) {
        width_ = width;
        enough_ = 2 * last_layers * width;
        cut_ = 0;
        layers_ = 0;
        std::vector<NodeId> kept;
        for (BeamCandidate& root : roots_) {
            kept.push_back(root.node);
            root.node = static_cast<NodeId>(kept.size() - 1);
        }
        this->keep_only(kept);
        for (NodeId root = 0; root < roots_.size(); ++root) marks_[root] = Mark::kept;
        open_ = {};
        open_.candidates = roots_;
    }

    std::size_t width_;

private:
    enum class Mark : std::uint8_t { cut, kept };
    static constexpr std::uint32_t last_layers = 16;

    static BeamSelection selection_of(const SearchTask& task) {
        const std::string name = choice_given(task.options.guidance, "select");
        if (name == "priority") return BeamSelection::priority;
        return name == "flexible" ? BeamSelection::flexible : BeamSelection::detailed;
    }

    void rank_siblings() {
        const auto first = open_.candidates.begin() + static_cast<std::ptrdiff_t>(open_.first_sibling);
        if (selection_ == BeamSelection::priority) {
            std::stable_sort(first, open_.candidates.end(),
                             [](const BeamCandidate& a, const BeamCandidate& b) { return a.estimate < b.estimate; });
            for (auto i = first; i != open_.candidates.end(); ++i) i->sibling = static_cast<std::uint32_t>(i - first);
        }
        open_.first_sibling = open_.candidates.size();
    }

    bool begin_layer() {
        std::erase_if(open_.candidates, [&](const BeamCandidate& c) { return space_.is_covered(c.node); });
        if (open_.candidates.empty() && !static_cast<Self*>(this)->begin_round()) return false;
        select();
        open_.layer.clear();
        for (const BeamCandidate& candidate : open_.candidates) open_.layer.push_back(candidate.node);
        open_.candidates.clear();
        open_.first_sibling = 0;
        open_.next = 0;
        result_.statistics.depth = layers_++;
        if (garbage_ > std::max(width_, space_.nodes() / 2) || (has_cut() && space_.nodes() > enough_)) forget();
        return true;
    }

    void select() {
        std::vector<BeamCandidate>& all = open_.candidates;
        std::ranges::stable_sort(all, [](const BeamCandidate& a, const BeamCandidate& b) {
            return std::tie(a.sibling, a.estimate) < std::tie(b.sibling, b.estimate);
        });
        std::size_t kept = std::min(width_, all.size());
        if (selection_ == BeamSelection::flexible) {
            while (kept < all.size() && all[kept].estimate == all[kept - 1].estimate) ++kept;
        }
        for (std::size_t i = kept; i < all.size(); ++i) marks_[all[i].node] = Mark::cut;
        cut_ += all.size() - kept;
        garbage_ += all.size() - kept;
        all.resize(kept);
    }

    // What is kept of the expanded states.
    std::vector<bool> ancestors_and_last_layers() const {
        std::vector<bool> is_kept(space_.nodes(), false);
        for (NodeId node : open_.layer) {
            for (; node != no_node && !is_kept[node]; node = space_.parent(node)) is_kept[node] = true;
        }
        for (NodeId node = 0; node < space_.nodes(); ++node) {
            const bool is_late = !has_cut() || this->lengths_[node] + last_layers >= layers_;
            if (is_late && marks_[node] == Mark::kept) is_kept[node] = true;
        }
        return is_kept;
    }

    void forget() {
        std::vector<bool> is_kept = ancestors_and_last_layers();
        for (const BeamCandidate& root : roots_) is_kept[root.node] = true;
        std::vector<NodeId> kept;
        for (NodeId node = 0; node < space_.nodes(); ++node) {
            if (is_kept[node]) kept.push_back(node);
        }
        const Renumbering renumbered(kept, space_.nodes());
        for (BeamCandidate& root : roots_) root.node = renumbered[root.node];
        for (NodeId& node : open_.layer) node = renumbered[node];
        this->keep_only(kept);
        garbage_ = 0;
        enough_ = std::max(2 * last_layers * width_, kept.size() + kept.size() / 2);
    }

    BeamSelection selection_;
    std::vector<BeamCandidate> roots_;
    PerNode<Mark> marks_;
    std::uint32_t layers_ = 0;                       // in this round
    std::size_t cut_ = 0;                            // states, likewise
    std::size_t garbage_ = 0;                        // those of them that may still be stored
    std::size_t enough_ = 2 * last_layers * width_;  // with more nodes some are forgotten
};

inline std::vector<PluginOption> beam_options(std::uint64_t width) {
    return {count_option("width", "the number of states of a layer that are expanded", 1, width),
            {.name = "select",
             .text = "the best states of the layer (detailed, the default), the best successors of each state first "
                     "(priority), or the best states with all ties (flexible)",
             .kind = PluginOption::Kind::choice,
             .choices = {"detailed", "priority", "flexible"},
             .otherwise = "detailed",
             .wrong = "a beam selects detailed, priority or flexible, not `{}`"},
            heuristic_option()};
}

}  // namespace crowfly
