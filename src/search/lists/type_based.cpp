// Type-based buckets (Xie, Müller, Holte, Imai: Type-based exploration with multiple search queues for satisficing
// planning, 2014): states of the same type, that is with the same estimates and the same length of the path to them,
// lie in one bucket. A random bucket is chosen, and a random state in it. So states of rare types are expanded as often
// as those of types that most states have, as on a plateau.
#include <unordered_map>

#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "search/methods/exploration_list.hpp"

namespace crowfly {
namespace {

using Type = std::vector<std::uint32_t>;

struct HashOfType {
    std::size_t operator()(const Type& type) const {
        std::uint64_t hash = type.size();
        for (const std::uint32_t number : type) hash = (hash ^ number) * 0x9e3779b97f4a7c15 + (hash >> 29U);
        return hash;
    }
};

class TypeList final : public ListOfParts<TypeList> {
public:
    TypeList(std::vector<std::size_t> heuristics, bool by_length, std::uint64_t seed)
        : heuristics_(std::move(heuristics)), by_length_(by_length), random_(seed) {}

    bool push(const OpenState& state) override {
        Type type;
        for (const std::size_t heuristic : heuristics_) type.push_back(state.estimates[heuristic]);
        if (by_length_) type.push_back(state.length);
        const auto [known, fresh] = places_.try_emplace(std::move(type), buckets_.size());
        if (fresh) buckets_.push_back({known->first, {}});
        buckets_[known->second].nodes.push_back(state.node);
        ++size_;
        return false;
    }

    NodeId pop() override {
        const std::size_t place = random_.below(buckets_.size());
        std::vector<NodeId>& nodes = buckets_[place].nodes;
        std::swap(nodes[random_.below(nodes.size())], nodes.back());
        const NodeId node = nodes.back();
        nodes.pop_back();
        if (nodes.empty()) remove(place);
        --size_;
        return node;
    }

    std::size_t size() const override { return size_; }
    std::size_t bytes() const override {
        const std::size_t per_type = sizeof(Bucket) + 64 + 2 * (heuristics_.size() + 1) * sizeof(std::uint32_t);
        return size_ * sizeof(NodeId) + buckets_.size() * per_type;
    }

    void parts(auto& each) { each(random_, buckets_, size_); }
    void loaded() {
        for (std::size_t place = 0; place < buckets_.size(); ++place) places_.emplace(buckets_[place].type, place);
    }

private:
    struct Bucket {
        Type type;
        std::vector<NodeId> nodes;
        void parts(auto& each) { each(type, nodes); }
    };

    // Its place is taken by the last one.
    void remove(std::size_t place) {
        places_[buckets_.back().type] = place;
        places_.erase(places_.find(buckets_[place].type));
        std::swap(buckets_[place], buckets_.back());
        buckets_.pop_back();
    }

    std::vector<std::size_t> heuristics_;
    bool by_length_;
    Rng random_;
    std::vector<Bucket> buckets_;                               // none is empty
    std::unordered_map<Type, std::size_t, HashOfType> places_;  // of buckets
    std::size_t size_ = 0;
};

std::unique_ptr<ExplorationList> make_type_based(const Spec& spec, ListMaker& maker) {
    std::vector<std::size_t> heuristics;
    for (const Spec& part : spec.parts) heuristics.push_back(maker.heuristic(part));
    const bool by_length = value_of(spec, *open_lists().find(spec.name), "g") == "yes";
    return std::make_unique<TypeList>(std::move(heuristics), by_length, maker.seed());
}

const Registered<ListPlugin> type_list(
    open_lists(),
    {{.name = "type",
      .description =
          "type-based: a random state of a random bucket, with a bucket for each pair of h and g, such as type(hU,g)",
      .options = {{.name = "g",
                   .text = "g belongs to the type (default: yes)",
                   .kind = PluginOption::Kind::flag,
                   .otherwise = "yes"}},
      .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
      .combines = true,
      .parts = {.least = 0, .vocabulary = heuristics_as_parts},
      .also_called = {"type-based"}},
     make_type_based});

}  // namespace
}  // namespace crowfly
