#include "trace/shorter/shorten_lasso.hpp"

#include <algorithm>
#include <limits>

#include "search/kernels/end_at_limits.hpp"
#include "trace/checker/situation.hpp"
#include "trace/runs/lasso.hpp"
#include "trace/shorter/window_search.hpp"

namespace crowfly {
namespace {

class LassoShortening {
public:
    LassoShortening(const Network& network, Trace lasso, const Destination& destination, const Claim& claim,
                    Delays delays, const Limits& limits, bool is_thorough)
        : network_(network), destination_(destination), claim_(claim), delays_(delays), share_(limits),
          is_thorough_(is_thorough), budget_(network, limits, std::numeric_limits<std::uint64_t>::max()),
          lasso_(std::move(lasso)) {
        destination_.share = &share_;
        claim_.share = &share_;
    }

    // Where a limit is reached in between what was found by then is kept.
    Trace run() {
        std::string limit;
        end_at_limits(limit, [&] { shorten(); });
        return std::move(lasso_);
    }

private:
    void shorten() {
        std::size_t before = 0;
        do {
            before = length();
            leave_out_processes();
            leave_out_rounds();
            leave_out_pieces();
        } while (!share_.look() && (length() < before || search_windows()));
    }

    std::size_t length() const { return lasso_.steps.size(); }

    void leave_out_processes() {
        for (ProcessIndex p = 0; p < network_.processes.size() && !share_.look(); ++p) {
            const auto acts_alone = [&](const Step& step) {
                return std::ranges::all_of(step.move.firing.participants, [&](const Participant& one) {
                    return network_.edges[one.edge].process == p;
                });
            };
            std::vector<bool> left_out;
            for (const Step& step : lasso_.steps) left_out.push_back(acts_alone(step));
            accept_without(left_out);
        }
    }

    // Leaves out what lies between two visits of one discrete state, the last visit first.
    void leave_out_rounds() {
        for (std::size_t from = 0; from < length() && !share_.look(); ++from) {
            std::size_t tried = 0;
            for (std::size_t to = length(); to > from && tried < most_tries && !share_.look(); --to) {
                if (!is_piece(from, to) || !agree(lasso_.state(from).slots, lasso_.state(to).slots)) continue;
                ++tried;
                if (accept_without(from, to)) to = length() + 1;
            }
        }
    }

    void leave_out_pieces() {
        for (std::size_t size = std::max<std::size_t>(1, length() / 2); size > 0; size /= 2) {
            for (std::size_t from = 0; from + size <= length() && !share_.look();) {
                if (!accept_without(from, from + size)) from += std::max<std::size_t>(1, size / 2);
            }
        }
    }

    // In the stem, before and after the state in which the trigger holds, and in the loop; the whole loop comes first
    // there, which leads back to the same state.
    bool search_windows() {
        if (!is_thorough_) return false;
        const std::vector<zone::WideZone> zones = zones_along();
        if (zones.empty()) return false;
        WindowSearch windows(network_, destination_, budget_);
        const auto improves = [&](std::size_t from, std::size_t to) {
            const bool is_kept = destination_.trigger == nullptr || from >= destination_.trigger_state;
            const auto shorter =
                windows.find({lasso_.state(from).slots, {&zones[from], 1}, lasso_.state(to).slots, to - from, is_kept});
            return shorter && accept_with(from, to, *shorter);
        };
        std::vector<std::size_t> ends{0, lasso_.loop, length()};
        if (destination_.trigger != nullptr) ends.push_back(destination_.trigger_state);
        std::ranges::sort(ends);
        try {
            for (std::size_t i = ends.size(); --i > 0;) {
                if (any_window(ends[i - 1], ends[i], improves)) return true;
            }
        } catch (const zone::OutOfRange&) {
        }
        return false;
    }

    // The clock values with which each state is reached; that of the trigger, from the moment on at which it holds.
    std::vector<zone::WideZone> zones_along() const {
        Path path{lasso_.initial.slots};
        for (const Step& step : lasso_.steps) path.push_back(step.state.slots);
        Destination exactly = destination_;
        exactly.compared = nullptr;
        exactly.accepts = [&](std::size_t step, const Firing& firing) {
            return firing.participants == lasso_.steps[step].move.firing.participants;
        };
        std::vector<zone::WideZone> zones;
        const std::optional<SymbolicPath> symbolic = retrace(network_, path, exactly);
        if (!symbolic) return zones;
        for (const SymbolicState& state : symbolic->states) {
            if (state.paused) zones.pop_back();
            zones.push_back(state.reached);
        }
        return zones;
    }

    // With other transitions between two states.
    bool accept_with(std::size_t from, std::size_t to, const std::vector<Firing>& between) {
        std::vector<Firing> firings;
        for (std::size_t i = 0; i < from; ++i) firings.push_back(lasso_.steps[i].move.firing);
        firings.insert(firings.end(), between.begin(), between.end());
        for (std::size_t i = to; i < length(); ++i) firings.push_back(lasso_.steps[i].move.firing);
        const auto moved = [&](std::size_t state) { return state < to ? state : state - (to - from) + between.size(); };
        return accept(firings, moved(lasso_.loop), moved(destination_.trigger_state));
    }

    // A part of the stem or of the loop, on one side of the state in which the trigger holds.
    bool is_piece(std::size_t from, std::size_t to) const {
        const bool in_stem = to <= lasso_.loop;
        const bool in_loop = from >= lasso_.loop && to - from < length() - lasso_.loop;
        const bool across =
            destination_.trigger != nullptr && from < destination_.trigger_state && to > destination_.trigger_state;
        return (in_stem || in_loop) && !across;
    }

    bool accept_without(std::size_t from, std::size_t to) {
        if (!is_piece(from, to)) return false;
        std::vector<bool> left_out(length());
        for (std::size_t i = from; i < to; ++i) left_out[i] = true;
        return accept_without(left_out);
    }

    // Some transition of the loop must stay.
    bool accept_without(const std::vector<bool>& left_out) {
        std::vector<Firing> firings;
        std::size_t stem = 0;
        std::size_t trigger_state = 0;
        for (std::size_t i = 0; i < length(); ++i) {
            if (left_out[i]) continue;
            firings.push_back(lasso_.steps[i].move.firing);
            if (i < lasso_.loop) ++stem;
            if (i < destination_.trigger_state) ++trigger_state;
        }
        if (firings.size() == length() || firings.size() == stem) return false;
        return accept(firings, stem, trigger_state);
    }

    bool agree(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) const {
        for (std::uint32_t slot = 0; slot < network_.state_slots; ++slot) {
            if (a[slot] != b[slot] && (claim_.compared == nullptr || claim_.compared->contains(slot))) return false;
        }
        return true;
    }

    bool accept(const std::vector<Firing>& firings, std::size_t stem, std::size_t trigger_state) {
        const std::optional<Path> path = states_along(network_, lasso_.initial.slots, firings);
        if (!path || !agree((*path)[stem], path->back())) return false;
        const std::size_t loop = firings.size() - stem;
        Destination exactly = destination_;
        exactly.trigger_state = trigger_state;
        exactly.accepts = [&](std::size_t step, const Firing& firing) {
            const std::size_t at = step < firings.size() ? step : stem + (step - stem) % loop;
            return firing.participants == firings[at].participants;
        };
        return accept_closed(*path, loop, exactly, delays_) ||
               (delays_ == Delays::earliest && accept_closed(*path, loop, exactly, Delays::latest));
    }

    bool accept_closed(const Path& path, std::size_t loop, const Destination& exactly, Delays delays) {
        RetraceFailure failure;
        std::optional<Trace> shorter = closed_lasso(network_, path, loop, exactly, claim_, delays, failure);
        if (!shorter || shorter->steps.size() >= length()) return false;
        lasso_ = std::move(*shorter);
        destination_.trigger_state = exactly.trigger_state;
        return true;
    }

    static constexpr std::size_t most_tries = 6;  // per state

    const Network& network_;
    Destination destination_;
    Claim claim_;
    Delays delays_;
    TimeShare share_;
    bool is_thorough_;
    ShorteningBudget budget_;
    Trace lasso_;
};

}  // namespace

Trace shortened_lasso(const Network& network, Trace lasso, const Destination& destination, const Claim& claim,
                      Delays delays, const Limits& limits, bool is_thorough) {
    return LassoShortening(network, std::move(lasso), destination, claim, delays, limits, is_thorough).run();
}

}  // namespace crowfly
