// Epsilon-greedy (Valenzano, Sturtevant, Schaeffer, Xie: A comparison of knowledge-based GBFS enhancements and
// knowledge-free exploration, 2014): with a small probability a random state of all that are open, else what another
// list pops. No state is popped twice, by whichever of the two it was popped first.
#include <charconv>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "search/methods/exploration_list.hpp"

namespace crowfly {
namespace {

class EpsilonList final : public ListOfParts<EpsilonList> {
public:
    EpsilonList(double probability, std::unique_ptr<ExplorationList> inner, std::uint64_t seed)
        : threshold_(static_cast<std::uint64_t>(probability * scale)), inner_(std::move(inner)), random_(seed) {}

    bool push(const OpenState& state) override {
        if (popped_.size() <= state.node) popped_.resize(state.node + std::size_t{1});
        popped_[state.node] = false;
        all_.push_back(state.node);
        ++size_;
        return inner_->push(state);
    }

    NodeId pop() override {
        const bool at_random = random_.below(scale) < threshold_;
        NodeId node = no_node;
        do node = at_random ? pop_random() : inner_->pop();
        while (popped_[node]);
        popped_[node] = true;
        --size_;
        return node;
    }

    std::size_t size() const override { return size_; }
    void parts(auto& each) { each(random_, all_, popped_, size_, inner_); }

private:
    static constexpr std::uint64_t scale = 1'000'000;

    NodeId pop_random() {
        std::swap(all_[random_.below(all_.size())], all_.back());
        const NodeId node = all_.back();
        all_.pop_back();
        return node;
    }

    std::uint64_t threshold_;
    std::unique_ptr<ExplorationList> inner_;
    Rng random_;
    std::vector<NodeId> all_;   // those popped by the inner list included
    std::vector<bool> popped_;  // per node
    std::size_t size_ = 0;
};

std::unique_ptr<ExplorationList> make_epsilon(const Spec& spec, ListMaker& maker) {
    const std::string text = value_of(spec, *open_lists().find(spec.name), "p");
    double probability = 0;
    std::from_chars(text.data(), text.data() + text.size(), probability);
    std::unique_ptr<ExplorationList> inner = maker.make(spec.parts.front());
    return std::make_unique<EpsilonList>(probability, std::move(inner), maker.seed());
}

const Registered<ListPlugin> epsilon_list(
    open_lists(), {{.name = "epsilon",
                    .description = "epsilon-greedy: a random state with probability p, otherwise the next of the inner "
                                   "list, such as epsilon(p=0.2,best(hU))",
                    .options = {{.name = "p",
                                 .text = "the probability of a random state, from 0 to 1 (default: 0.2)",
                                 .kind = PluginOption::Kind::decimal,
                                 .least = 0,
                                 .most = 1,
                                 .otherwise = "0.2",
                                 .wrong = "`{}` is not a probability; write for example p=0.2"}},
                    .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
                    .combines = true,
                    .parts = {1, 1, lists_as_parts},
                    .also_called = {"epsilon-greedy"}},
                   make_epsilon});

}  // namespace
}  // namespace crowfly
