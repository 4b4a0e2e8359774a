#include "space/any/any_space.hpp"

#include "base/files/parts.hpp"

namespace crowfly {
namespace {

template <class Space>
class SpaceOfAKind final : public AnySpace {
public:
    explicit SpaceOfAKind(Space& space) : space_(space) {}

    bool has_zones() const override { return with_zones; }

    bool start() override { return space_.start(); }
    bool expand(NodeId node) override { return space_.expand(node); }
    bool next() override { return space_.next(); }
    std::span<const std::int32_t> slots() override { return space_.slots(); }
    void note_edges() override { space_.note_edges(); }
    const FiredEdges& fired_edges() const override { return space_.fired_edges(); }
    const Stop& stop() const override { return space_.stop(); }

    using AnySpace::add;
    NodeId add(NodeId parent, const Spared& spared) override { return space_.add(parent, spared); }
    void keep_only(std::span<const NodeId> nodes) override { space_.keep_only(nodes); }
    NodeColumns& columns() override { return space_.columns(); }
    NodeId coverer() const override { return space_.coverer(); }
    bool is_covered(NodeId node) const override { return space_.is_covered(node); }
    NodeId parent(NodeId node) const override { return space_.parent(node); }
    void read(NodeId node, std::vector<std::int32_t>& slots) const override { space_.read(node, slots); }
    StateId discrete(NodeId node) const override { return space_.discrete(node); }
    std::vector<Firing> firings_to(NodeId node) override {
        if constexpr (with_zones)
            return space_.firings_to(node);
        else
            return {};
    }
    bool is_symmetric() const override { return space_.is_symmetric(); }
    NormalForms normal_forms() const override { return space_.normal_forms(); }
    std::vector<std::vector<std::int32_t>> unfold(const std::vector<NodeId>& nodes) override {
        return space_.unfold(nodes);
    }

    void save(ArchiveWriter& to) override { crowfly::save(space_, to); }
    void load(ArchiveReader& from) override { crowfly::load(space_, from); }

    std::size_t nodes() const override { return space_.nodes(); }
    ZoneWork zone_work() const override { return space_.zone_work(); }
    std::size_t stored() const override { return space_.stored(); }
    std::size_t bytes() const override { return bytes_of(space_); }
    std::size_t bytes_after_growth() const override { return bytes_after_growth_of(space_); }

    bool satisfies(Predicate& predicate, bool wanted) override { return space_.satisfies(predicate, wanted); }
    bool satisfies(NodeId node, Predicate& predicate, bool wanted) override {
        return space_.satisfies(node, predicate, wanted);
    }
    void find_floor(std::vector<std::int32_t>& floor) override { space_.find_floor(floor); }
    void find_floor(NodeId node, std::vector<std::int32_t>& floor) override { space_.find_floor(node, floor); }
    void find_zone(ZoneCopy& into) override { space_.find_zone(into); }
    void find_zone(NodeId node, ZoneCopy& into) override { space_.find_zone(node, into); }

private:
    static constexpr bool with_zones = !std::is_same_v<Space, DiscreteSpace>;

    Space& space_;
};

}  // namespace

std::unique_ptr<AnySpace> any_space(DiscreteSpace& space) {
    return std::make_unique<SpaceOfAKind<DiscreteSpace>>(space);
}
std::unique_ptr<AnySpace> any_space(ZoneSpace& space) { return std::make_unique<SpaceOfAKind<ZoneSpace>>(space); }
std::unique_ptr<AnySpace> any_space(WideZoneSpace& space) {
    return std::make_unique<SpaceOfAKind<WideZoneSpace>>(space);
}

}  // namespace crowfly
