#include "network/analyses/live_slots.hpp"

#include <algorithm>
#include <bit>

#include "base/alarm.hpp"
#include "network/pruning/relevance.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_words = 16'000'000;  // of one table; in larger networks no slot is dead

// Sets of candidate slots, one per edge, location or process.
class BitTable {
public:
    BitTable(std::size_t rows, std::size_t words) : words_(words), bits_(rows * words) {}

    std::uint64_t* operator[](std::size_t row) { return bits_.data() + row * words_; }
    const std::uint64_t* operator[](std::size_t row) const { return bits_.data() + row * words_; }
    void fill(std::size_t row, bool value) { std::fill_n((*this)[row], words_, value ? ~std::uint64_t{0} : 0); }
    std::vector<std::uint64_t> take() { return std::move(bits_); }

private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

class Analysis {
public:
    Analysis(const Network& network, std::vector<std::uint32_t> candidates)
        : network_(network), candidates_(std::move(candidates)), words_((candidates_.size() + 63) / 64),
          needed_(network.locations.size(), words_), reads_(network.edges.size(), words_),
          writes_(network.edges.size(), words_), given_(network.edges.size(), words_),
          left_to_sender_(network.edges.size(), words_), written_by_(network.processes.size(), words_) {
        for (LocationIndex l = 0; l < network.locations.size(); ++l)
            add(network.locations[l].invariant.footprint.reads, needed_[l]);
        for (EdgeIndex e = 0; e < network.edges.size(); ++e) take_apart(e);
        meet_partners();
        for (EdgeIndex e = 0; e < network.edges.size(); ++e) need_reads(e);
        hand_over_reads();
        for (const Process& process : network.processes) spread(process);
    }

    const std::vector<std::uint32_t>& candidates() const { return candidates_; }
    std::size_t words() const { return words_; }
    const std::uint64_t* needed(LocationIndex location) const { return needed_[location]; }  // a bit per candidate

private:
    void add(const SlotSet& slots, std::uint64_t* to) const {
        for (const SlotSet::Range& range : slots.ranges()) {
            auto c = std::ranges::lower_bound(candidates_, range.first);
            for (; c != candidates_.end() && *c <= range.last; ++c) {
                const auto which = static_cast<std::size_t>(c - candidates_.begin());
                to[which / 64] |= std::uint64_t{1} << (which % 64);
            }
        }
    }

    std::uint64_t* source_of(const Edge& edge) {
        return needed_[network_.processes[edge.process].locations.first + edge.source];
    }
    const std::uint64_t* target_of(const Edge& edge) {
        return needed_[network_.processes[edge.process].locations.first + edge.target];
    }

    // The slots that the update reads before it writes them, and those that it certainly writes.
    void take_apart(EdgeIndex e) {
        const Edge& edge = network_.edges[e];
        std::vector<std::uint64_t> reads(words_);
        for (const std::uint32_t c : edge.update_clauses) {
            const Footprint& footprint = network_.clauses[c].footprint;
            std::ranges::fill(reads, 0);
            add(footprint.reads, reads.data());
            for (std::size_t w = 0; w < words_; ++w) reads_[e][w] |= reads[w] & ~writes_[e][w];
            add(footprint.certain_writes, writes_[e]);
        }
        for (std::size_t w = 0; w < words_; ++w) written_by_[edge.process][w] |= writes_[e][w];
        const bool has_partner =
            edge.sync == Sync::receive || (edge.sync == Sync::send && !network_.channels[edge.channel].broadcast);
        given_.fill(e, has_partner);
        left_to_sender_.fill(e, edge.sync == Sync::receive);
    }

    template <class Visit>
    void for_each_pair(const Visit& visit) {
        for (const Transition& transition : network_.transitions) {
            poll();
            if (transition.kind == Transition::Kind::binary) visit(transition.edge, transition.partner);
            for (const std::uint32_t r : transition.receivers) {
                visit(transition.edge, network_.receivers[r]);
            }
        }
    }

    // The slots that every possible partner of an edge certainly writes.
    void meet_partners() {
        for_each_pair([&](EdgeIndex sender, EdgeIndex receiver) {
            const std::uint64_t* written = written_by_[network_.edges[sender].process];
            for (std::size_t w = 0; w < words_; ++w) {
                given_[receiver][w] &= writes_[sender][w];
                given_[sender][w] &= writes_[receiver][w];
                left_to_sender_[receiver][w] &= written[w];
            }
        });
    }

    void need_reads(EdgeIndex e) {
        const Edge& edge = network_.edges[e];
        std::uint64_t* source = source_of(edge);
        add(edge.enabling.reads, source);
        const bool is_second = edge.sync == Sync::receive;
        for (std::size_t w = 0; w < words_; ++w)
            source[w] |= is_second ? reads_[e][w] & ~given_[e][w] & ~left_to_sender_[e][w] : reads_[e][w];
    }

    void hand_over_reads() {
        for_each_pair([&](EdgeIndex sender, EdgeIndex receiver) {
            std::uint64_t* source = source_of(network_.edges[sender]);
            for (std::size_t w = 0; w < words_; ++w)
                source[w] |= reads_[receiver][w] & left_to_sender_[receiver][w] & ~writes_[sender][w];
        });
    }

    // Slots needed at the target are needed at the source, unless the edge certainly writes them. Edges are visited
    // backwards, since most lead to later locations.
    void spread(const Process& process) {
        for (bool grown = true; grown;) {
            poll();
            grown = false;
            for (EdgeIndex e = process.edges.first + process.edges.count; e-- > process.edges.first;) {
                std::uint64_t* source = source_of(network_.edges[e]);
                const std::uint64_t* target = target_of(network_.edges[e]);
                for (std::size_t w = 0; w < words_; ++w) {
                    const std::uint64_t more = target[w] & ~writes_[e][w] & ~given_[e][w] & ~source[w];
                    source[w] |= more;
                    grown |= more != 0;
                }
            }
        }
    }

    const Network& network_;
    std::vector<std::uint32_t> candidates_;
    std::size_t words_;
    BitTable needed_;          // per location
    BitTable reads_, writes_;  // per edge, of its update
    BitTable given_;           // per edge: slots certainly written in the same transition before
    BitTable left_to_sender_;  // per edge: slots that a receiver reads and the sender needs instead
    BitTable written_by_;      // per process: slots that it certainly writes on some edge
};

// The candidates: slots that an update writes, except those that are read in every state.
std::vector<std::uint32_t> candidates_in(const Network& network, const SlotSet& asked) {
    SlotSet written;
    for (const Clause& clause : network.clauses) written.add(clause.footprint.writes);
    SlotSet always = asked;
    always.add(network.update_footprint.reads);
    std::vector<std::uint32_t> candidates;
    for (const std::uint32_t slot : written.members()) {
        if (slot >= network.processes.size() && slot < network.state_slots && !always.contains(slot))
            candidates.push_back(slot);
    }
    const std::size_t rows = std::max(network.edges.size(), network.locations.size());
    if (rows > most_words / (candidates.size() / 64 + 1)) candidates.clear();
    return candidates;
}

template <class Visit>
void for_each_bit(const std::uint64_t* set, std::size_t words, const Visit& visit) {
    for (std::size_t w = 0; w < words; ++w) {
        for (std::uint64_t rest = set[w]; rest != 0; rest &= rest - 1)
            visit(64 * w + static_cast<std::size_t>(std::countr_zero(rest)));
    }
}

bool has(const std::uint64_t* set, std::size_t which) { return (set[which / 64] >> (which % 64) & 1) != 0; }

// The candidates that some process needs in all its locations.
std::vector<std::uint64_t> needed_everywhere(const Network& network, const Analysis& analysis) {
    std::vector<std::uint64_t> everywhere(analysis.words());
    std::vector<std::uint64_t> here(analysis.words());
    for (const Process& process : network.processes) {
        std::ranges::fill(here, ~std::uint64_t{0});
        for (std::uint32_t l = 0; l < process.locations.count; ++l) {
            const std::uint64_t* needed = analysis.needed(process.locations.first + l);
            for (std::size_t w = 0; w < here.size(); ++w) here[w] &= needed[w];
        }
        for (std::size_t w = 0; w < here.size(); ++w) everywhere[w] |= here[w];
    }
    return everywhere;
}

}  // namespace

LiveSlots::LiveSlots(const Network& network, const SlotSet& asked) {
    std::vector<std::uint32_t> candidates = candidates_in(network, asked);
    if (candidates.empty()) return;
    const Analysis analysis(network, std::move(candidates));
    const std::vector<std::uint64_t> everywhere = needed_everywhere(network, analysis);
    std::vector<std::size_t> number(analysis.candidates().size());  // index among the mortal slots
    for (std::size_t which = 0; which < number.size(); ++which) {
        if (has(everywhere.data(), which)) continue;
        number[which] = mortal_.size();
        mortal_.push_back(analysis.candidates()[which]);
    }
    words_ = (mortal_.size() + 63) / 64;
    needed_.resize(words_ * network.locations.size());
    for (LocationIndex l = 0; l < network.locations.size(); ++l) {
        for_each_bit(analysis.needed(l), analysis.words(), [&](std::size_t which) {
            if (has(everywhere.data(), which)) return;
            needed_[l * words_ + number[which] / 64] |= std::uint64_t{1} << (number[which] % 64);
        });
    }
}

bool LiveSlots::is_dead(const Network& network, std::span<const std::int32_t> state, std::size_t which) const {
    return std::ranges::none_of(network.processes, [&](const Process& process) {
        return needs(process.locations.first + static_cast<LocationIndex>(state[process.slot]), which);
    });
}

}  // namespace crowfly
