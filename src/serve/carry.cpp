#include "serve/carry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "render/steps/moves.hpp"

namespace crowfly {
namespace {

// "Train(0): Far -> Near near[0]!; Gate: Free -> Taken near[0]? [0]"
std::string firing_name(const Network& network, const Firing& firing) {
    std::string name;
    for (const Participant& participant : firing.participants) {
        name += fmt::format("{}{} {}", name.empty() ? "" : "; ", to_string(network, network.edges[participant.edge]),
                            synchronisation(network, firing, participant));
        for (const std::int32_t value : participant.selects) name += fmt::format(" [{}]", value);
    }
    return name;
}

// Edges between the same locations are told apart by their order.
bool is_same_among_parallel(const Network& from, const Firing& before, const Network& to, const Firing& now) {
    return std::ranges::equal(before.participants, now.participants, [&](const Participant& a, const Participant& b) {
        return number_among_parallel(from, a.edge) == number_among_parallel(to, b.edge);
    });
}

// The same transition among those possible now; of several with one name, the one whose edges have the same places.
std::optional<std::size_t> option_like(const Network& from, const Firing& before, const Network& to,
                                       const ConcreteSteps& steps) {
    const std::string name = firing_name(from, before);
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < steps.options().size(); ++i) {
        const Firing now = steps.firing(steps.options()[i]);
        if (firing_name(to, now) != name) continue;
        if (is_same_among_parallel(from, before, to, now)) return i;
        if (!found) found = i;
    }
    return found;
}

class Carrier {
public:
    Carrier(const Network& from, const Network& to) : from_(from), to_(to), old_(from), new_(to) {}

    // False: why() says why.
    bool carry(const Pick& pick) {
        if (!new_.problem().empty()) return false;
        if (pick.kind != Pick::Kind::option) return new_.take(pick);
        if (!old_.take(pick)) return refuse(old_.problem());
        const Move& move = old_.trace().steps.back().move;
        const std::optional<std::size_t> option = option_like(from_, move.firing, to_, new_.successors());
        if (!option) return refuse(firing_name(from_, move.firing) + " is not possible");
        return new_.take(Pick{*option, pick.delay});
    }

    const std::vector<Pick>& picks() const { return new_.picks(); }
    const std::string& why() const { return why_.empty() ? new_.problem() : why_; }

private:
    bool refuse(std::string why) {
        why_ = std::move(why);
        return false;
    }

    const Network &from_, &to_;
    Simulation old_, new_;
    std::string why_;
};

}  // namespace

CarriedWalk carry_over(const Network& from, const std::vector<Pick>& walk, const Network& to) {
    const auto is_step = [](const Pick& pick) { return pick.kind != Pick::Kind::start; };
    CarriedWalk result;
    result.steps = static_cast<std::size_t>(std::ranges::count_if(walk, is_step));
    Carrier carrier(from, to);
    const bool complete = std::ranges::all_of(walk, [&](const Pick& pick) { return carrier.carry(pick); });
    result.picks = carrier.picks();
    result.kept = static_cast<std::size_t>(std::ranges::count_if(result.picks, is_step));
    if (!complete) result.why = carrier.why();
    return result;
}

}  // namespace crowfly
