#include "abstraction/goal_disjuncts.hpp"

#include <algorithm>

#include "abstraction/clock_variables.hpp"

namespace crowfly {
namespace {

const std::vector<Disjunct> always{{}};

class Normaliser {
public:
    Normaliser(const Task& task, const ClockVariables* clocks, std::size_t most)
        : grounding_(task.grounding()), clocks_(clocks), most_(most) {}

    std::vector<Disjunct> of(const Target& target) const {
        switch (target.kind) {
            case Target::Kind::leaf: return of_leaf(target);
            case Target::Kind::any: return of_any(target);
            case Target::Kind::all: return of_all(target);
        }
        return always;
    }

private:
    std::vector<Disjunct> of_leaf(const Target& target) const {
        const Formula& leaf = *target.leaf;
        switch (leaf.kind) {
            case Formula::Kind::constant: return leaf.value == target.wanted ? always : std::vector<Disjunct>{};
            case Formula::Kind::location: return of_location(leaf, target.wanted);
            case Formula::Kind::discrete: return of_cases(grounding_.leaf_factors.at(&leaf));
            case Formula::Kind::clock: return of_clock(target);
            default: return always;
        }
    }

    std::vector<Disjunct> of_clock(const Target& target) const {
        auto found = clocks_ == nullptr ? std::nullopt : clocks_->allowed(target);
        if (!found) return always;
        if (std::ranges::find(found->second, true) == found->second.end()) return {};
        return {{std::move(*found)}};
    }

    std::vector<Disjunct> of_location(const Formula& leaf, bool wanted) const {
        std::vector<bool> allowed(grounding_.facts.size(leaf.process), !wanted);
        allowed[leaf.number] = wanted;
        if (std::ranges::find(allowed, true) == allowed.end()) return {};
        return {{{leaf.process, std::move(allowed)}}};
    }

    // Cases about the same single slot are one disjunct.
    std::vector<Disjunct> of_cases(std::uint32_t factor) const {
        const FactTable& facts = grounding_.facts;
        Disjunct single;
        std::vector<Disjunct> all;
        for (const GroundedCase& each : grounding_.cases_of(factor)) {
            const auto conditions = grounding_.facts_of(each.preconditions);
            if (conditions.empty()) return always;
            Disjunct disjunct;
            Disjunct& into = conditions.size() == 1 ? single : disjunct;
            for (const Fact fact : conditions)
                into.try_emplace(facts.slot(fact), facts.size(facts.slot(fact)), false)
                    .first->second[facts.value_index(fact)] = true;
            if (conditions.size() > 1) all.push_back(std::move(disjunct));
        }
        for (const auto& part : single) all.push_back({part});
        return all.size() > most_ ? always : all;
    }

    std::vector<Disjunct> of_any(const Target& target) const {
        std::vector<Disjunct> all;
        for (const Target& part : target.parts) {
            for (Disjunct& disjunct : of(part)) {
                if (disjunct.empty()) return always;
                all.push_back(std::move(disjunct));
            }
        }
        return all.size() > most_ ? always : all;
    }

    std::vector<Disjunct> of_all(const Target& target) const {
        std::vector<Disjunct> all = always;
        for (const Target& part : target.parts) {
            const std::vector<Disjunct> more = of(part);
            if (more.empty()) return {};
            if (all.size() * more.size() > most_) continue;
            std::vector<Disjunct> both;
            for (const Disjunct& a : all) {
                for (const Disjunct& b : more) {
                    Disjunct merged = a;
                    if (merge(b, merged)) both.push_back(std::move(merged));
                }
            }
            all = std::move(both);
        }
        return all;
    }

    // False: no value is left for some slot.
    static bool merge(const Disjunct& from, Disjunct& into) {
        for (const auto& [slot, allowed] : from) {
            const auto [entry, fresh] = into.try_emplace(slot, allowed);
            if (fresh) continue;
            for (std::size_t v = 0; v < allowed.size(); ++v) entry->second[v] = entry->second[v] && allowed[v];
            if (std::ranges::find(entry->second, true) == entry->second.end()) return false;
        }
        return true;
    }

    const Grounding& grounding_;
    const ClockVariables* clocks_;
    std::size_t most_;
};

}  // namespace

std::vector<Disjunct> disjuncts_of(const Task& task, const ClockVariables* clocks, std::size_t most) {
    return Normaliser(task, clocks, most).of(task.target());
}

}  // namespace crowfly
