// Several lists in turns, each with every state: where one heuristic is misled another one may not be (Röger, Helmert:
// The more, the merrier: combining heuristic estimators for satisficing planning, 2010). A list that is pushed a state
// nearer to the goal than all before gets a number of turns in advance, as in search/guidance/alternation.hpp.
#include <algorithm>

#include "search/methods/exploration_list.hpp"

namespace crowfly {
namespace {

class AlternatingList final : public ListOfParts<AlternatingList> {
public:
    AlternatingList(std::vector<std::unique_ptr<ExplorationList>> lists, std::int64_t boost) : boost_(boost) {
        for (std::unique_ptr<ExplorationList>& list : lists) parts_.push_back({std::move(list), 0});
    }

    bool push(const OpenState& state) override {
        bool is_better = false;
        for (Part& part : parts_) {
            if (!part.list->push(state)) continue;
            part.turns -= boost_;
            is_better = true;
        }
        return is_better;
    }

    // Of those that hold a state, the list that had the fewest turns; of equals the first.
    NodeId pop() override {
        Part* next = nullptr;
        for (Part& part : parts_) {
            if (!part.list->empty() && (next == nullptr || part.turns < next->turns)) next = &part;
        }
        ++next->turns;
        return next->list->pop();
    }

    std::size_t size() const override {
        std::size_t all = 0;
        for (const Part& part : parts_) all += part.list->size();
        return all;
    }
    void parts(auto& each) { each(parts_); }

private:
    struct Part {
        std::unique_ptr<ExplorationList> list;
        std::int64_t turns;
        void parts(auto& each) { each(turns, list); }
    };

    std::int64_t boost_;
    std::vector<Part> parts_;
};

std::unique_ptr<ExplorationList> make_alternation(const Spec& spec, ListMaker& maker) {
    std::vector<std::unique_ptr<ExplorationList>> lists;
    for (const Spec& part : spec.parts) lists.push_back(maker.make(part));
    const std::int64_t boost = std::stoll(value_of(spec, *open_lists().find(spec.name), "boost"));
    return std::make_unique<AlternatingList>(std::move(lists), boost);
}

const Registered<ListPlugin> alternating_list(
    open_lists(),
    {{.name = "alt",
      .description = "alternation between open lists, such as alt(best(hU),type(hU,g))",
      .options = {{.name = "boost",
                   .text = "the number of extra turns of a list that receives a state with a new least h (default: 0)",
                   .kind = PluginOption::Kind::number,
                   .least = 0,
                   .most = 1'000'000,
                   .otherwise = "0"}},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
      .combines = true,
      .parts = {.vocabulary = lists_as_parts},
      .also_called = {"alternation"}},
     make_alternation});

}  // namespace
}  // namespace crowfly
