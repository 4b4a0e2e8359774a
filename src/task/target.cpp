#include "task/target.hpp"

#include <algorithm>

namespace crowfly {
namespace {

Target build(const Formula& formula, bool wanted) {
    Target target;
    switch (formula.kind) {
        case Formula::Kind::negation: return build(formula.operands[0], !wanted);
        case Formula::Kind::conjunction:
        case Formula::Kind::disjunction:
            target.kind =
                (formula.kind == Formula::Kind::conjunction) == wanted ? Target::Kind::all : Target::Kind::any;
            for (const Formula& operand : formula.operands) target.parts.push_back(build(operand, wanted));
            return target;
        default: break;
    }
    target.leaf = &formula;
    target.wanted = wanted;
    return target;
}

// The conjunction; false if a process would have to be in two places.
bool merge(const Places& from, Places& into) {
    for (const auto& [process, allowed] : from) {
        const auto [entry, fresh] = into.try_emplace(process, allowed);
        if (fresh) continue;
        std::set<std::uint32_t> both;
        std::ranges::set_intersection(entry->second, allowed, std::inserter(both, both.end()));
        if (both.empty()) return false;
        entry->second = std::move(both);
    }
    return true;
}

class Alternatives {
public:
    Alternatives(const Network& network, std::size_t most) : network_(network), most_(most) {}

    std::vector<Places> of(const Target& target) {
        switch (target.kind) {
            case Target::Kind::leaf: return of_leaf(target);
            case Target::Kind::any: return of_any(target);
            case Target::Kind::all: return of_all(target);
        }
        return {};
    }

    bool too_many() const { return too_many_; }

private:
    std::vector<Places> of_leaf(const Target& target) const {
        const Formula& leaf = *target.leaf;
        if (leaf.kind == Formula::Kind::constant)
            return leaf.value == target.wanted ? std::vector<Places>{{}} : std::vector<Places>{};
        if (leaf.kind != Formula::Kind::location) return {{}};
        std::set<std::uint32_t> allowed;
        for (std::uint32_t l = 0; l < network_.processes[leaf.process].locations.count; ++l) {
            if ((l == leaf.number) == target.wanted) allowed.insert(l);
        }
        if (allowed.empty()) return {};
        return {{{leaf.process, std::move(allowed)}}};
    }

    std::vector<Places> of_any(const Target& target) {
        std::vector<Places> all;
        for (const Target& part : target.parts) {
            for (Places& places : of(part)) all.push_back(std::move(places));
            too_many_ = too_many_ || all.size() > most_;
            if (too_many_) return {{}};
        }
        return all;
    }

    std::vector<Places> of_all(const Target& target) {
        std::vector<Places> all{{}};
        for (const Target& part : target.parts) {
            const std::vector<Places> more = of(part);
            std::vector<Places> both;
            for (const Places& a : all) {
                for (const Places& b : more) {
                    Places merged = a;
                    if (merge(b, merged)) both.push_back(std::move(merged));
                }
                too_many_ = too_many_ || both.size() > most_;
                if (too_many_) return {{}};
            }
            all = std::move(both);
        }
        return all;
    }

    const Network& network_;
    std::size_t most_;
    bool too_many_ = false;
};

}  // namespace

Target target_of(const Goal& goal) { return build(goal.formula, goal.wanted); }

void LeafTest::bind(std::span<const std::int32_t> slots) {
    slots_.assign(slots.begin(), slots.end());
    machine_.bind(slots_);
}

bool LeafTest::is_met(const Target& target) {
    const Formula& leaf = *target.leaf;
    switch (leaf.kind) {
        case Formula::Kind::constant: return leaf.value == target.wanted;
        case Formula::Kind::location:
            return (slots_[leaf.process] == static_cast<std::int32_t>(leaf.number)) == target.wanted;
        case Formula::Kind::discrete: {
            const Machine::WithCode with(machine_, code_of(network_, leaf));
            return machine_.holds(leaf.program) == target.wanted;
        }
        default: return true;
    }
}

std::vector<Places> places_of(const Network& network, const Target& target, std::size_t most) {
    Alternatives alternatives(network, most);
    std::vector<Places> all = alternatives.of(target);
    return alternatives.too_many() ? std::vector<Places>{{}} : all;
}

}  // namespace crowfly
