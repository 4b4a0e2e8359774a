// All ways through a piece of a transition: runs it again and again, each time with other values of the variables it
// reads. A variable that a run does not come to read is not part of its way, so `a[i] == 3` has one way per i and not
// one per content of the array.
#pragma once

#include "heuristic/ground/domains.hpp"
#include "heuristic/heuristic.hpp"
#include "network/machine.hpp"

namespace crowfly {

// A piece of a transition: one condition, one assignment.
struct GroundStep {
    enum class Kind : std::uint8_t {
        condition,
        refutation,    // a condition that is to fail
        same_channel,  // the two programs compute the same channel, or the one computes `channel`
        assignment,
        anything,  // assigns, but who knows what
    };

    Kind kind{};
    Program program;
    Program second;
    ChannelIndex channel = 0;
    SlotSet reads, writes;
    Run selects;                                // into Network::selects, of the edge it is part of …
    Run second_selects;                         // … and of the one `second` is part of
    std::shared_ptr<const Bytecode> code = {};  // of the programs; null: the network's
};

struct SlotValue {
    std::uint32_t slot = 0;
    ValueIndex value = 0;
    friend bool operator==(const SlotValue&, const SlotValue&) = default;
};

struct RawWay {
    std::vector<SlotValue> needs;
    std::vector<SlotValue> adds;
    std::vector<std::uint32_t> anything;  // slots that get any value
};

class Ways final : public Watch {
public:
    static constexpr std::size_t most_runs = 2000;

    // The effort is that of all runs together.
    Ways(const Network& network, Domains& domains, const Effort& effort);

    // What the steps can do with the values known so far. Values they write become known. False: there is too much to
    // look at, and more values would not make it less; they may do anything. `held`: how many bytes were taken before.
    bool enumerate(std::span<const GroundStep> steps, bool& certain, std::vector<RawWay>& ways, std::size_t held);
    // The values under which the steps looked at last end in a run-time error.
    const std::vector<std::vector<SlotValue>>& faults() const { return faults_; }
    // The slots that were read, and how many values each had then.
    using Read = std::pair<std::uint32_t, std::size_t>;
    const std::vector<Read>& slots_read() const { return slots_read_; }

private:
    enum class Outcome : std::uint8_t { fails, succeeds, unclear, faults };
    struct Choice {
        bool is_select = false;
        std::uint32_t cell = 0;  // a slot, or a local
        std::size_t which = 0;
        std::size_t count = 0;
    };

    bool reading(Region region, std::int32_t first, std::int32_t count) override;
    void written(Region region, std::int32_t first, std::int32_t count) override;
    bool choose_slot(std::uint32_t slot);
    bool choose_select(std::uint32_t cell);
    const Choice& choice(bool is_select, std::uint32_t cell, std::size_t count);

    void select_from(const Run& selects);
    bool advance();
    Outcome run(std::span<const GroundStep> steps);
    Outcome run(const GroundStep& step);
    Outcome fault() const;
    std::vector<SlotValue> needs() const;
    RawWay way(Outcome outcome, std::span<const GroundStep> steps);
    RawWay any_way(std::span<const GroundStep> steps) const;

    const Network& network_;
    Domains& domains_;
    Machine machine_;
    std::vector<std::int32_t> state_;
    std::vector<std::uint64_t> known_;          // per slot: the run in which it was chosen or written
    std::vector<std::uint64_t> known_selects_;  // per local cell
    std::vector<const Select*> selects_;        // per local cell; null: it is none
    std::vector<std::uint32_t> select_cells_;
    std::uint64_t run_ = 0;
    std::vector<Choice> path_;
    std::size_t depth_ = 0;
    bool unclear_ = false;
    Effort effort_;
    std::size_t reads_ = 0;
    std::vector<std::vector<SlotValue>> faults_;
    std::vector<std::uint32_t> written_;
    std::vector<std::uint32_t> anything_;
    std::vector<Read> slots_read_;
};

}  // namespace crowfly
