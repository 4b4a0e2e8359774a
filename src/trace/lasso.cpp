#include "trace/lasso.hpp"

#include "trace/regions.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_steps = 500'000;  // and as many as there is time for
constexpr std::size_t most_rounds = 256;

// With this many more rounds of its loop.
Path unrolled(const Path& path, std::size_t loop, std::size_t rounds) {
    Path longer = path;
    for (std::size_t i = 0; i < rounds; ++i)
        longer.insert(longer.end(), path.end() - static_cast<std::ptrdiff_t>(loop), path.end());
    return longer;
}

// Cut at the first round that ends like an earlier one began.
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
                                  const Destination& destination, const Claim& claim, Delays delays, NoWay& otherwise) {
    const Regions regions(network, *claim.query);
    const std::size_t stem = transitions_of(path) - loop;
    for (std::size_t rounds = 1; rounds <= most_rounds && stem + rounds * loop <= most_steps; rounds *= 2) {
        const std::optional<Way> way = retrace(network, unrolled(path, loop, rounds), destination, &otherwise);
        if (!way) return std::nullopt;
        const std::optional<Trace> trace = concretise(network, *way, way->arrivals.front(), delays, destination.share);
        if (!trace) return std::nullopt;
        std::optional<Trace> cut = closed(*trace, stem, loop, regions, nullptr);
        if (!cut) cut = closed(*trace, stem, loop, regions, claim.compared);
        if (cut && !replay(network, *cut, claim)) return cut;
    }
    return std::nullopt;
}

}  // namespace crowfly
