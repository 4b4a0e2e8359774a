// What is new first: the novelty of a state is the size of the smallest set of facts (a process in a location, a
// variable with a value) that no state before had, of all states with the same estimates (Lipovetzky, Geffner:
// Best-first width search: exploration and exploitation in classical planning, 2017). The least novelty is popped
// first, of equals the least estimate, then the oldest. States without anything new up to a width come last.
//
// Facts and pairs seen are remembered as bits of a table of fixed size at the hash of the set; where two share a bit
// the second one counts as seen (Singh, Lipovetzky, Ramirez, Segovia-Aguas: Approximate novelty search, 2021). That
// changes the order only.
#include <algorithm>

#include "search/guidance/open_list.hpp"
#include "search/methods/exploration_list.hpp"

namespace crowfly {
namespace {

std::uint64_t mixed(std::uint64_t number) {
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111eb;
    return number ^ (number >> 31U);
}

class SeenTable {
public:
    // Whether it is new; from then on it is not.
    bool add(std::uint64_t hash) {
        const std::size_t place = hash % bits;
        if (seen_[place]) return false;
        return seen_[place] = true;
    }

    void parts(auto& each) { each(seen_); }

private:
    static constexpr std::size_t bits = std::size_t{1} << 24U;
    std::vector<bool> seen_ = std::vector<bool>(bits);
};

class NoveltyList final : public ListOfParts<NoveltyList> {
public:
    NoveltyList(std::vector<std::size_t> heuristics, std::size_t width, std::vector<std::uint32_t> slots)
        : heuristics_(std::move(heuristics)), width_(width), slots_(std::move(slots)),
          entries_(Guidance::Ties::oldest, 0) {
        if (slots_.size() > most_slots_for_pairs) width_ = 1;
    }

    bool push(const OpenState& state) override {
        const Estimate estimate = heuristics_.empty() ? 0 : state.estimates[heuristics_.front()];
        entries_.push({novelty_of(state) + state.round, estimate}, state.node);
        return false;
    }
    NodeId pop() override { return entries_.pop(); }
    std::size_t size() const override { return entries_.size(); }
    void parts(auto& each) { each(entries_, seen_); }

private:
    static constexpr std::size_t most_slots_for_pairs = 200;  // that is 19 900 pairs per state

    // Every set of facts of the state counts as seen from then on.
    std::uint64_t novelty_of(const OpenState& state) {
        std::uint64_t part = 1;
        for (const std::size_t heuristic : heuristics_) part = mixed(part + state.estimates[heuristic]);
        facts_.clear();
        for (const std::uint32_t slot : slots_) {
            const auto value = static_cast<std::uint32_t>(state.slots[slot]);
            facts_.push_back(mixed(part ^ (std::uint64_t{slot} << 32U | value)));
        }
        std::uint64_t novelty = width_ + 1;
        if (width_ > 1 && has_new_pair()) novelty = 2;
        if (has_new_fact()) novelty = 1;
        return novelty;
    }

    bool has_new_fact() {
        bool is_new = false;
        for (const std::uint64_t fact : facts_) is_new = seen_.add(fact) || is_new;
        return is_new;
    }

    bool has_new_pair() {
        bool is_new = false;
        for (std::size_t i = 1; i < facts_.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) is_new = seen_.add(mixed(facts_[i] + 3 * facts_[j])) || is_new;
        }
        return is_new;
    }

    std::vector<std::size_t> heuristics_;
    std::size_t width_;
    std::vector<std::uint32_t> slots_;
    OpenList<NodeId> entries_;
    SeenTable seen_;
    std::vector<std::uint64_t> facts_;  // of the state pushed last, as hashes
};

std::unique_ptr<ExplorationList> make_novelty(const Spec& spec, ListMaker& maker) {
    std::vector<std::size_t> heuristics;
    for (const Spec& part : spec.parts) heuristics.push_back(maker.heuristic(part));
    const std::size_t width = std::stoul(value_of(spec, *open_lists().find(spec.name), "width"));
    return std::make_unique<NoveltyList>(std::move(heuristics), width, maker.slots());
}

const Registered<ListPlugin> novelty_list(
    open_lists(),
    {{.name = "novelty",
      .description = "novelty first, measured among states with equal heuristic values, such as novelty(hU,width=2)",
      .options = {{.name = "width",
                   .text = "the size of the tuples of locations and values that count as new, 1 or 2 (default: 1; "
                           "always 1 with more than 200 variables and processes)",
                   .kind = PluginOption::Kind::number,
                   .least = 1,
                   .most = 2,
                   .otherwise = "1"}},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
      .combines = true,
      .parts = {.least = 0, .vocabulary = heuristics_as_parts}},
     make_novelty});

}  // namespace
}  // namespace crowfly
