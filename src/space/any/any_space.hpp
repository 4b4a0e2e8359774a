// A state space of any kind, behind virtual functions. A search that goes by it is compiled once instead of once per
// kind of space. The calls cost a few nanoseconds per successor, which those who ask a heuristic of each state do not
// notice; the searches that everybody uses are templates over the kinds themselves. See ZoneSpace for what the
// functions do.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/files/archive.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/firing.hpp"
#include "space/node.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {

class AnySpace {
public:
    AnySpace() = default;
    AnySpace(const AnySpace&) = delete;
    AnySpace& operator=(const AnySpace&) = delete;
    virtual ~AnySpace() = default;

    virtual bool has_zones() const = 0;

    // ---- Successors

    virtual bool start() = 0;
    virtual bool expand(NodeId node) = 0;
    virtual bool next() = 0;
    virtual std::span<const std::int32_t> slots() = 0;
    virtual void note_edges() = 0;
    virtual const FiredEdges& fired_edges() const = 0;
    virtual const Stop& stop() const = 0;

    // ---- Stored states

    NodeId add(NodeId parent) { return add(parent, {}); }
    virtual NodeId add(NodeId parent, const Spared& spared) = 0;
    virtual void keep_only(std::span<const NodeId> nodes) = 0;
    virtual NodeColumns& columns() = 0;
    virtual NodeId coverer() const = 0;
    virtual bool is_covered(NodeId node) const = 0;
    virtual NodeId parent(NodeId node) const = 0;
    virtual void read(NodeId node, std::vector<std::int32_t>& slots) const = 0;
    virtual StateId discrete(NodeId node) const = 0;
    virtual std::vector<Firing> firings_to(NodeId node) = 0;
    virtual bool is_symmetric() const = 0;
    virtual NormalForms normal_forms() const = 0;
    virtual std::vector<std::vector<std::int32_t>> unfold(const std::vector<NodeId>& nodes) = 0;

    virtual void save(ArchiveWriter& to) = 0;
    virtual void load(ArchiveReader& from) = 0;

    virtual std::size_t nodes() const = 0;
    virtual ZoneWork zone_work() const = 0;
    virtual std::size_t stored() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual std::size_t bytes_after_growth() const = 0;

    // ---- Formulas and clocks, of successors and of stored states

    virtual bool satisfies(Predicate& predicate, bool wanted) = 0;
    virtual bool satisfies(NodeId node, Predicate& predicate, bool wanted) = 0;
    virtual void find_floor(std::vector<std::int32_t>& floor) = 0;
    virtual void find_floor(NodeId node, std::vector<std::int32_t>& floor) = 0;
    virtual void find_zone(ZoneCopy& into) = 0;
    virtual void find_zone(NodeId node, ZoneCopy& into) = 0;
};

// The space has to outlive it.
std::unique_ptr<AnySpace> any_space(DiscreteSpace& space);
std::unique_ptr<AnySpace> any_space(ZoneSpace& space);
std::unique_ptr<AnySpace> any_space(WideZoneSpace& space);

}  // namespace crowfly
