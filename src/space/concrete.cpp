#include "space/concrete.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/sort_out.hpp"
#include "space/starts.hpp"

namespace crowfly {
namespace {

const Location& location_of(const Network& network, const ConcreteState& state, ProcessIndex process) {
    return network.location(process, static_cast<std::uint32_t>(state.slots[process]));
}

struct Broken {
    ProcessIndex process;  // of the invariant
    Span span;             // of the conjunct
};

Diagnostic broken_initially(const Network& network, const ConcreteState& state, const Broken& broken) {
    const Location& location = location_of(network, state, broken.process);
    const std::string name = fmt::format("{}.{}", network.processes[broken.process].name, location.name);
    return {Code::bad_initial_state, Severity::error, broken.span.empty() ? location.span : broken.span,
            fmt::format("the invariant of the initial location `{}` does not hold at the start", name),
            "change the invariant, the initial location or the initial values"};
}

// The process whose initial location has this constraint in its invariant.
ProcessIndex owner_of(const Network& network, const ConcreteState& state, std::uint32_t constraint) {
    for (ProcessIndex process = 0; process < network.processes.size(); ++process) {
        const Run& run = location_of(network, state, process).invariant.constraints;
        if (constraint - run.first < run.count) return process;
    }
    return 0;
}

bool holds(const Limit& limit, std::span<const Rational> clocks) {
    const Rational difference = clocks[limit.left] - clocks[limit.right];
    return limit.strict ? difference < limit.bound : difference <= Rational{limit.bound};
}

std::optional<Broken> broken_in(const Network& network, const ConcreteState& state, const Stay& stay) {
    if (stay.broken) return Broken{*stay.broken, location_of(network, state, *stay.broken).invariant.span};
    for (const Limit& limit : stay.limits) {
        if (!holds(limit, state.clocks))
            return Broken{owner_of(network, state, limit.constraint), network.constraints[limit.constraint].span};
    }
    return std::nullopt;
}

// The ends of the intervals cut the delays into points and open gaps between them, ascending. Within each of these
// pieces the same intervals contain the delay.
std::vector<Interval> pieces_of(const Interval& delays, const std::vector<Interval>& intervals) {
    std::vector<Rational> cuts;
    for (const Interval& interval : intervals) {
        cuts.push_back(interval.low);
        if (interval.high) cuts.push_back(*interval.high);
    }
    sort_out(cuts);
    std::vector<Interval> pieces;
    Interval rest = delays;
    for (const Rational& cut : cuts) {
        Interval gap = rest;
        gap.lower_high(cut, true);
        const Interval point = intersection(rest, Interval::point(cut));
        if (!gap.empty()) pieces.push_back(gap);
        if (!point.empty()) pieces.push_back(point);
        rest.raise_low(cut, true);
    }
    if (!rest.empty()) pieces.push_back(rest);
    return pieces;
}

std::vector<Interval> without(const Interval& delays, const std::vector<Interval>& removed) {
    std::vector<Interval> left{delays};
    for (const Interval& interval : removed) {
        std::vector<Interval> rest;
        for (const Interval& piece : left) {
            for (const Interval& remaining : difference(piece, interval)) rest.push_back(remaining);
        }
        left = std::move(rest);
    }
    return left;
}

}  // namespace

ConcreteState initial_state(const Network& network) {
    ConcreteState state;
    state.slots = first_start(network);
    for (const Clock& clock : network.clocks) state.clocks.emplace_back(clock.initial);
    return state;
}

std::optional<Diagnostic> problem_at_start(const Network& network, const ConcreteState& state) {
    Successors successors(network);
    const Stay* stay = successors.stay(state.slots);
    if (!stay) return to_diagnostic(network, successors.stop());
    const std::optional<Broken> broken = broken_in(network, state, *stay);
    return broken ? std::optional(broken_initially(network, state, *broken)) : std::nullopt;
}

// In an initial state all variables and clocks have fixed values, so that the invariants of different processes are
// independent: a process whose initial location violates its invariant tries its next one, without enumerating
// combinations.
std::optional<Diagnostic> no_start(const Network& network) {
    if (network.features.inputs) return std::nullopt;  // variables that start with any value may satisfy them
    Successors successors(network);
    ConcreteState state = initial_state(network);
    for (std::vector<std::size_t> tried(network.processes.size());;) {
        const Stay* stay = successors.stay(state.slots);
        const std::optional<Broken> broken = stay ? broken_in(network, state, *stay) : std::nullopt;
        if (!broken) return std::nullopt;  // or a run-time error, which is reported when the run starts there
        const std::vector<std::uint32_t>& others = network.processes[broken->process].also_initial;
        std::size_t& next = tried[broken->process];
        if (next == others.size()) return broken_initially(network, state, *broken);
        state.slots[broken->process] = static_cast<std::int32_t>(others[next++]);
    }
}

ConcreteSteps::ConcreteSteps(const Network& network, std::uint64_t seed) : successors_(network), rng_(seed) {}

bool ConcreteSteps::enter(const ConcreteState& state) {
    state_ = &state;
    options_.clear();
    const Stay* stay = successors_.stay(state.slots);
    if (!stay) return false;
    start_lines(*stay);
    urgent_ = stay->urgent;
    window_ = delays_within(lines_, stay->limits);
    if (urgent_) window_.lower_high(0, false);
    if (!successors_.enumerate(state.slots)) return false;
    limit_by_urgent_channels();
    for (std::uint32_t i = 0; i < successors_.candidates().size(); ++i) add_options(i);
    drop_outranked();
    return true;
}

// ---- Delays ---------------------------------------------------------------------------------------------------------

void ConcreteSteps::start_lines(const Stay& stay) {
    lines_.clear();
    for (const Rational& value : state_->clocks) lines_.push_back({value, true});
    lines_[0].runs = false;
    for (ClockIndex clock : stay.stopped) lines_[clock].runs = false;
}

Interval ConcreteSteps::delays_within(std::span<const Line> lines, std::span<const Limit> limits) {
    Interval delays = Interval::at_least(0);
    for (const Limit& limit : limits) {
        const Line& left = lines[limit.left];
        const Line& right = lines[limit.right];
        const Rational room = Rational{limit.bound} - (left.start - right.start);
        if (left.runs && !right.runs) {
            delays.lower_high(room, limit.strict);
        } else if (right.runs && !left.runs) {
            delays.raise_low(-room, limit.strict);
        } else if (room < Rational{0} || (limit.strict && room == Rational{0})) {
            return Interval::nothing();
        }
    }
    return delays;
}

Interval ConcreteSteps::guard_delays(OfferIndex offer) const {
    return delays_within(lines_, successors_.limits(successors_.offer(offer)));
}

// Time stops at the first moment at which the guards of an urgent synchronisation hold, whether or not the invariant of
// its target allows it. If they hold on an interval that is open on the left, time stops at its left end: every longer
// delay would pass a moment at which the synchronisation was enabled.
void ConcreteSteps::limit_by_urgent_channels() {
    for (const Candidate& candidate : successors_.candidates()) {
        if (!successors_.is_urgent(candidate)) continue;
        Interval delays = guard_delays(candidate.sender);
        if (candidate.receiver != Candidate::no_offer) delays = intersection(delays, guard_delays(candidate.receiver));
        if (delays.empty() || (window_.high && *window_.high < delays.low)) continue;
        window_.lower_high(delays.low, false);
        urgent_ = true;
    }
}

// ---- Options --------------------------------------------------------------------------------------------------------

void ConcreteSteps::add_options(std::uint32_t candidate) {
    const Candidate& the_candidate = successors_.candidates()[candidate];
    Interval delays = intersection(window_, guard_delays(the_candidate.sender));
    if (the_candidate.groups.count != 0) {
        add_broadcast(candidate, delays);
        return;
    }
    std::vector<OfferIndex> offers{the_candidate.sender};
    if (the_candidate.receiver != Candidate::no_offer) {
        offers.push_back(the_candidate.receiver);
        delays = intersection(delays, guard_delays(the_candidate.receiver));
    }
    add_option(candidate, offers, delays);
}

void ConcreteSteps::add_broadcast(std::uint32_t candidate, const Interval& sender_delays) {
    if (sender_delays.empty()) return;
    std::vector<Interval> guards;
    for (const ReceiverGroup& group : successors_.groups(successors_.candidates()[candidate])) {
        for (OfferIndex offer : successors_.offers(group)) {
            if (!successors_.limits(successors_.offer(offer)).empty()) guards.push_back(guard_delays(offer));
        }
    }
    for (const Interval& piece : pieces_of(sender_delays, guards)) add_answers(candidate, piece);
}

// One option per combination of receivers: each process that can receive within the piece does so, with one of its
// edges.
void ConcreteSteps::add_answers(std::uint32_t candidate, const Interval& piece) {
    const Candidate& the_candidate = successors_.candidates()[candidate];
    const Rational moment = simplest_in(piece);
    std::vector<std::vector<OfferIndex>> answers;
    std::size_t combinations = 1;
    for (const ReceiverGroup& group : successors_.groups(the_candidate)) {
        std::vector<OfferIndex> ready;
        for (OfferIndex offer : successors_.offers(group)) {
            if (guard_delays(offer).contains(moment)) ready.push_back(offer);
        }
        if (ready.empty() && group.required) return;
        if (ready.empty()) continue;
        combinations = combinations > choice_limit ? combinations : combinations * ready.size();
        answers.push_back(std::move(ready));
    }
    const bool all = combinations <= choice_limit;
    for (std::size_t i = 0; i < std::min(combinations, choice_limit); ++i) {
        std::vector<OfferIndex> offers{the_candidate.sender};
        std::size_t rest = i;
        for (const std::vector<OfferIndex>& ready : answers) {
            offers.push_back(ready[all ? rest % ready.size() : rng_.below(ready.size())]);
            rest /= ready.size();
        }
        add_option(candidate, offers, piece);
    }
}

// A transition that ends in a run-time error is possible like any other; the error is reported when it is taken.
void ConcreteSteps::add_option(std::uint32_t candidate, std::span<const OfferIndex> offers, const Interval& delays) {
    if (delays.empty() || !successors_.obeys_commitment(offers)) return;
    Option option{candidate, {offers.begin(), offers.end()}, delays, successors_.priority(offers)};
    const Successors::Outcome outcome = successors_.apply(offers);
    if (outcome == Successors::Outcome::excluded) return;
    if (outcome == Successors::Outcome::reached) {
        option.delays = intersection(delays, delays_within(lines_after(), successors_.stay_after().limits));
    }
    if (!option.delays.empty()) options_.push_back(std::move(option));
}

// The clocks after a transition, as linear functions of the delay before it.
std::vector<ConcreteSteps::Line> ConcreteSteps::lines_after() {
    std::vector<Line> lines = lines_;
    for (const ClockUpdate& update : successors_.clock_updates()) {
        Line line = update.source == 0 ? Line{} : lines[update.source];
        line.start += update.value;
        lines[update.clock] = line;
    }
    return lines;
}

// Removes from each option the delays after which a transition of higher priority is possible.
void ConcreteSteps::drop_outranked() {
    std::ranges::stable_sort(options_, std::ranges::greater{}, &Option::priority);
    std::vector<Option> kept;
    std::vector<Interval> outranked;  // delays at which a transition of higher priority is possible
    std::size_t level = 0;
    while (level < options_.size()) {
        std::vector<Interval> own = outranked;
        const Priority priority = options_[level].priority;
        for (; level < options_.size() && options_[level].priority == priority; ++level) {
            const Option& option = options_[level];
            for (const Interval& piece : without(option.delays, outranked)) {
                kept.push_back({option.candidate, option.offers, piece, priority});
            }
            for (const Interval& piece : without(option.delays, own)) own.push_back(piece);
        }
        outranked = std::move(own);
    }
    options_ = std::move(kept);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

Firing ConcreteSteps::firing(const Option& option) const {
    return successors_.firing(transition(option), option.offers);
}

std::optional<std::size_t> ConcreteSteps::find(const Firing& wanted, const Rational& delay) const {
    for (std::size_t i = 0; i < options_.size(); ++i) {
        if (options_[i].delays.contains(delay) && firing(options_[i]) == wanted) return i;
    }
    return std::nullopt;
}

std::optional<ConcreteState> ConcreteSteps::take(const Option& option, const Rational& delay) {
    if (successors_.apply(option.offers) != Successors::Outcome::reached) return std::nullopt;
    ConcreteState next;
    next.slots.assign(successors_.after().begin(), successors_.after().end());
    for (const Line& line : lines_after()) next.clocks.push_back(line.runs ? line.start + delay : line.start);
    next.time = state_->time + delay;
    return next;
}

}  // namespace crowfly
