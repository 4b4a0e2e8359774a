// The dependencies of the parts of a model: which processes read, write, send and receive what, and which changes
// depend on which variables.
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "network/pruning/safe_slots.hpp"
#include "render/page/page.hpp"

namespace crowfly {
namespace {

// Processes, then variables (arrays and records as a whole), clocks, and channels.
class Structure {
public:
    explicit Structure(const Network& network) : network_(network) {
        for (const Process& process : network.processes)
            slot_nodes_.push_back(add(process.name, "process", process.name));
        for (std::size_t slot = network.processes.size(); slot < network.slots.size(); ++slot)
            slot_nodes_.push_back(
                add(whole(network.slots[slot].name), "variable", "v " + whole(network.slots[slot].name)));
        for (std::size_t clock = 0; clock < network.clocks.size(); ++clock)
            clock_nodes_.push_back(
                clock == 0 ? 0
                           : add(whole(network.clocks[clock].name), "clock", "c " + whole(network.clocks[clock].name)));
        for (const Channel& channel : network.channels)
            channel_nodes_.push_back(add(whole(channel.name), "channel", "s " + whole(channel.name)));
    }

    Json json() {
        for (const Edge& edge : network_.edges) note(edge);
        for (const Process& process : network_.processes) note_invariants(process);
        for (const Transition& transition : network_.transitions) note_causes(transition);
        Json access = Json::array(), causal = Json::array();
        for (const auto& [from, to, kind] : access_) access.push_back({{"from", from}, {"to", to}, {"kind", kind}});
        for (const auto& [from, to] : causes_) causal.push_back({from, to});
        return {{"nodes", std::move(nodes_)}, {"access", std::move(access)}, {"causal", std::move(causal)}};
    }

private:
    using Node = std::size_t;

    // "list" of "list[2]", "Gate.queue" of "Gate.queue[0].id"
    static std::string whole(const std::string& cell) { return cell.substr(0, cell.find('[')); }

    Node add(const std::string& name, std::string_view kind, const std::string& key) {
        const auto [known, fresh] = numbers_.emplace(key, nodes_.size());
        if (fresh) nodes_.push_back({{"name", name}, {"kind", kind}});
        return known->second;
    }

    void note(const Edge& edge) {
        const Node process = slot_nodes_[edge.process];
        note(process, edge.footprint);
        if (edge.sync == Sync::none) return;
        for (ChannelIndex c = edge.channel; c < edge.channel + edge.channels; ++c) {
            if (edge.sync != Sync::receive)
                access_.emplace(process, channel_nodes_[c], edge.sync == Sync::send ? "sends" : "joins");
            else
                access_.emplace(channel_nodes_[c], process, "receives");
        }
    }

    void note_invariants(const Process& process) {
        for (const std::uint32_t l : process.locations)
            note(slot_nodes_[process.slot], network_.locations[l].invariant.footprint);
    }

    void note(Node process, const Footprint& footprint) {
        for (const Node node : nodes_of(footprint.reads, slot_nodes_)) {
            if (node != process) access_.emplace(node, process, "reads");
        }
        for (const Node node : nodes_of(footprint.writes, slot_nodes_)) {
            if (node != process) access_.emplace(process, node, "writes");
        }
        for (const Node node : nodes_of(footprint.clock_reads, clock_nodes_)) access_.emplace(node, process, "reads");
        for (const Node node : nodes_of(footprint.clock_writes, clock_nodes_)) access_.emplace(process, node, "writes");
    }

    // A variable depends on what its transitions read, and on what they write together with it.
    void note_causes(const Transition& transition) {
        std::set<Node> needs, changes;
        for (const EdgeIndex e : participants(network_, transition)) {
            needs.merge(nodes_of(network_.edges[e].footprint.reads, slot_nodes_));
            changes.merge(nodes_of(network_.edges[e].footprint.writes, slot_nodes_));
        }
        needs.insert(changes.begin(), changes.end());
        for (const Node to : changes) {
            for (const Node from : needs) {
                if (from != to) causes_.emplace(from, to);
            }
        }
    }

    static std::set<Node> nodes_of(const SlotSet& cells, const std::vector<Node>& nodes) {
        std::set<Node> result;
        for (const std::uint32_t cell : cells.members()) result.insert(nodes[cell]);
        return result;
    }

    const Network& network_;
    Json nodes_ = Json::array();
    std::map<std::string, Node> numbers_;
    std::vector<Node> slot_nodes_, clock_nodes_, channel_nodes_;
    std::set<std::tuple<Node, Node, std::string>> access_;
    std::set<std::pair<Node, Node>> causes_;
};

}  // namespace

Json page_structure_json(const Network& network) { return Structure(network).json(); }

}  // namespace crowfly
