// Whether two receivers of a broadcast may act in either order: `count++` by both, or `votes[sender]++` by one and
// `votes[own] = 0` by the other, where the sender has just written its own number. Each update is put into the other,
// as terms, and the two results are compared.
#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "network/symmetry/pieces.hpp"

namespace crowfly::symmetry {

class Commutation {
public:
    explicit Commutation(Pieces& pieces) : pieces_(pieces) {}

    // Whatever edges two processes receive the broadcast with, and whoever sends it.
    bool commute(ChannelIndex channel, ProcessIndex first, ProcessIndex second);

private:
    using Values = std::map<std::uint32_t, TermId>;  // of slots

    // Terms with these values in the place of slots, as far as they have been asked for.
    struct Replaced {
        const Values& values;
        std::unordered_map<TermId, std::optional<TermId>> known;
    };

    // What an update assigns, and the terms that may fault.
    struct Written {
        Values slots;
        std::vector<TermId> evaluated;
    };

    bool find_out(ChannelIndex channel, ProcessIndex first, ProcessIndex second);
    bool commute(EdgeIndex first, EdgeIndex second, const Values& known);
    bool have_clocks_in_common(const Effect& first, const Effect& second) const;
    Values sent_by(const Edge& sender, const Effect& sent, ChannelIndex channel) const;
    std::optional<Written> written(const Effect& effect, const Values& known);
    std::optional<Written> in_turn(const Written& first, const Effect& second, const Values& known);
    std::optional<TermId> replace(TermId id, Replaced& replaced);
    std::optional<TermId> rebuild(TermId id, Replaced& replaced);

    // Beyond these nothing is sure any more.
    static constexpr std::size_t most_comparisons = 20'000;
    static constexpr std::size_t most_terms = 2'000'000;

    Pieces& pieces_;
    std::size_t comparisons_ = 0;
    std::map<std::tuple<ChannelIndex, ProcessIndex, ProcessIndex>, bool> known_;
};

}  // namespace crowfly::symmetry
