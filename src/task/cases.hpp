// Enumerates the cases of a factor: runs its statements again and again, each time with other values of the variables
// they read. A variable that a run does not read is not among its preconditions, so `a[i] == 3` has one case per i and
// not one per content of the array.
#pragma once

#include "network/machine.hpp"
#include "task/domains.hpp"
#include "task/goal.hpp"

namespace crowfly {

// One condition or one assignment of a transition.
struct Statement {
    enum class Kind : std::uint8_t {
        condition,
        refutation,    // a condition that is to fail
        same_channel,  // the two programs compute the same channel, or the one computes `channel`
        assignment,
        havoc,  // assigns any value
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

struct RawCase {
    std::vector<SlotValue> preconditions;
    std::vector<SlotValue> effects;
    std::vector<std::uint32_t> havoc;  // slots that get any value
};

class CaseEnumerator final : public Watch {
public:
    static constexpr std::size_t most_runs = 2000;

    // The effort is that of all runs together.
    CaseEnumerator(const Network& network, Domains& domains, const Effort& effort);

    // The cases with the values known so far. Values that are written become known. False: there are too many cases,
    // and with more values there would be no fewer; the only case is that anything may be written. `held`: the bytes of
    // all cases so far.
    bool enumerate(std::span<const Statement> statements, bool& exhaustive, std::vector<RawCase>& cases,
                   std::size_t held);
    // The values under which the last statements end in a run-time error.
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
    void note_read(std::uint32_t slot, std::size_t values);
    bool choose_slot(std::uint32_t slot);
    bool choose_select(std::uint32_t cell);
    const Choice& choice(bool is_select, std::uint32_t cell, std::size_t count);

    void select_from(const Run& selects);
    bool advance();
    Outcome run(std::span<const Statement> statements);
    Outcome run(const Statement& statement);
    Outcome fault() const;
    std::vector<SlotValue> preconditions() const;
    RawCase make_case(Outcome outcome, std::span<const Statement> statements);
    RawCase any_case(std::span<const Statement> statements) const;

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
    std::vector<std::uint32_t> havoc_;
    std::vector<Read> slots_read_;
    std::vector<std::size_t> read_places_;  // per slot: where it is in there, if it is
};

}  // namespace crowfly
