#include "search/settings/proof.hpp"

#include <fmt/format.h>

namespace crowfly {
namespace {

std::string exhaustive_search(const Proof& proof) {
    std::string text = fmt::format("exhaustive search of the {} ({}",
                                   proof.abstraction.empty() ? "states" : "zone graph", proof.search);
    if (!proof.heuristic.empty()) text += ", " + proof.heuristic;
    return text + ")";
}

std::string abstraction(const Proof& proof) {
    std::string text = fmt::format("an abstraction by {} has no way to it ({} abstract state{})", proof.heuristic,
                                   proof.states, proof.states == 1 ? "" : "s");
    if (!proof.ignored.empty()) text += fmt::format(", even with {} ignored", fmt::join(proof.ignored, " and "));
    return text;
}

std::string backward_search(const Proof& proof) {
    if (proof.states == 0) return fmt::format("backward search ({}) has no values to begin with", proof.search);
    return fmt::format("backward search ({}): no run leads to it through the {} of states from which it may be reached",
                       proof.search, proof.states == 1 ? "one set" : fmt::format("{} sets", proof.states));
}

std::string method_of(const Proof& proof) {
    switch (proof.method) {
        case Proof::Method::exhaustive: return exhaustive_search(proof);
        case Proof::Method::hulls: return "exhaustive search with one hull per discrete state";
        case Proof::Method::outline: return "no maximal run starts from any hull of a discrete state";
        case Proof::Method::estimate: return fmt::format("{} is infinite in the initial state", proof.heuristic);
        case Proof::Method::abstraction: return abstraction(proof);
        case Proof::Method::values: return fmt::format("values and invariants: {}", proof.reason);
        case Proof::Method::backward: return backward_search(proof);
    }
    return "";
}

}  // namespace

std::string_view to_string(Proof::Method method) {
    switch (method) {
        case Proof::Method::exhaustive: return "exhaustive";
        case Proof::Method::hulls: return "hulls";
        case Proof::Method::outline: return "outline";
        case Proof::Method::estimate: return "estimate";
        case Proof::Method::abstraction: return "abstraction";
        case Proof::Method::values: return "values";
        case Proof::Method::backward: return "backward";
    }
    return "";
}

std::string to_string(const Proof& proof) {
    std::string text = method_of(proof);
    if (!proof.abstraction.empty()) text += fmt::format(", abstraction {}", proof.abstraction);
    if (!proof.without.empty()) text += fmt::format(", without {}", fmt::join(proof.without, ", "));
    return text;
}

}  // namespace crowfly
