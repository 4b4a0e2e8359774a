#include "engine/vacuity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/messages/source_text.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_locations = 64;  // that are asked about; a larger formula is not explained

class BlockingLocations {
public:
    explicit BlockingLocations(SideSearch& side) : side_(side) {}

    // Whether the formula needs a location that is unreachable; those are added to `names`.
    bool blocks(const Formula& formula, bool wanted) {
        switch (formula.kind) {
            case Formula::Kind::location: return wanted && is_unreachable(formula);
            case Formula::Kind::negation: return blocks(formula.operands.front(), !wanted);
            case Formula::Kind::conjunction:
            case Formula::Kind::disjunction: break;
            default: return false;
        }
        const std::size_t before = names.size();
        const bool all = (formula.kind == Formula::Kind::conjunction) == wanted;
        std::size_t blocked = 0;
        for (const Formula& operand : formula.operands) {
            if (blocks(operand, wanted))
                ++blocked;
            else if (!all)
                break;
        }
        const bool result = all ? blocked > 0 : blocked == formula.operands.size();
        if (!result) names.resize(before);
        return result;
    }

    std::vector<std::string> names;

private:
    bool is_unreachable(const Formula& location) {
        const auto [place, is_new] = known_.try_emplace({location.process, location.number}, false);
        if (is_new && known_.size() <= most_locations) place->second = is_proved_unreachable(location);
        if (place->second) add(location);
        return place->second;
    }

    bool is_proved_unreachable(const Formula& location) {
        Property reached;
        reached.asks = property::Reach{true, location};
        reached.span = location.span;
        reached.code = location.code;
        return side_.is_reachable(reached) == false;
    }

    void add(const Formula& location) {
        const Network& network = side_.network();
        std::string name = fmt::format("{}.{}", network.processes[location.process].name,
                                       network.location(location.process, location.number).name);
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }

    SideSearch& side_;
    std::map<std::pair<ProcessIndex, std::uint32_t>, bool> known_;
};

// The premise as it is written, with the names that `forall` binds: "Train(i).Appr for any i".
std::string premise_text(const Premise& premise, const Sources& sources) {
    std::string text = source_text(sources, premise.span);
    if (!premise.indices.empty()) text += fmt::format(" for any {}", fmt::join(premise.indices, ", "));
    return text;
}

Answer::Vacuity::Result vacuity_of(const Premise& premise, SideSearch& side) {
    using enum Answer::Vacuity::Result;
    const std::optional<bool> reachable = side.is_reachable(premise.reached);
    if (!reachable) return not_determined;
    return *reachable ? not_vacuous : vacuous;
}

// The verdict of `E<> P.location` says that the location is unreachable.
bool is_about_one_location(const Formula& formula) { return formula.kind == Formula::Kind::location; }

}  // namespace

void add_vacuity(const Premise* premise, const Sources& sources, SideSearch& side, Answer& answer) {
    if (answer.verdict == Verdict::satisfied && premise != nullptr)
        answer.vacuity = {vacuity_of(*premise, side), premise_text(*premise, sources)};
    const property::Reach* reach = decisive_state(*answer.asked);
    if (answer.verdict == Verdict::not_satisfied && answer.proof && reach != nullptr && reach->exists &&
        !is_about_one_location(reach->formula))
        answer.unreachable = blocking_locations(reach->formula, side);
}

std::vector<std::string> blocking_locations(const Formula& formula, SideSearch& side) {
    BlockingLocations blocking(side);
    blocking.blocks(formula, true);
    return std::move(blocking.names);
}

}  // namespace crowfly
