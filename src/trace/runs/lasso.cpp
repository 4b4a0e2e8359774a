#include "trace/runs/lasso.hpp"

#include "trace/regions.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_steps = 500'000;  // of the unrolled path
constexpr std::size_t most_rounds = 256;

// The path followed by so many further iterations of its loop.
Path unrolled(const Path& path, std::size_t loop, std::size_t rounds) {
    Path longer = path;
    for (std::size_t i = 0; i < rounds; ++i)
        longer.insert(longer.end(), path.end() - static_cast<std::ptrdiff_t>(loop), path.end());
    return longer;
}

// The trace up to the first iteration that ends in the region in which an earlier one begins.
std::optional<Trace> closed(const Trace& trace, std::size_t stem, std::size_t loop, const Regions& regions,
                            const SlotSet* compared) {
    for (std::size_t end = stem + loop; end <= trace.steps.size(); end += loop) {
        for (std::size_t begin = end - loop; begin + 1 > stem; begin -= loop) {
            if (regions.differ(trace.state(begin), trace.state(end), compared).empty()) {
                Trace cut = trace;
                cut.steps.resize(end);
                if (!cut.zones.empty()) cut.zones.resize(end + 1);
                cut.rest = 0;
                cut.ending = Trace::Ending::lasso;
                cut.loop = begin;
                return cut;
            }
            if (begin < stem + loop) break;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<Trace> closed_lasso(const Network& network, const Path& path, std::size_t loop,
                                  const Destination& destination, const Claim& claim, Delays delays,
                                  RetraceFailure& failure) {
    const Regions regions(network, *claim.query);
    const std::size_t stem = transitions_of(path) - loop;
    for (std::size_t rounds = 1; rounds <= most_rounds && stem + rounds * loop <= most_steps; rounds *= 2) {
        const std::optional<SymbolicPath> symbolic_path =
            retrace(network, unrolled(path, loop, rounds), destination, &failure);
        if (!symbolic_path) return std::nullopt;
        const std::optional<Trace> trace =
            concretise(network, *symbolic_path, symbolic_path->goal_zones.front(), delays, destination.share);
        if (!trace) return std::nullopt;
        std::optional<Trace> cut = closed(*trace, stem, loop, regions, nullptr);
        if (!cut) cut = closed(*trace, stem, loop, regions, claim.compared);
        if (cut && !replay(network, *cut, claim)) return cut;
    }
    return std::nullopt;
}

}  // namespace crowfly
