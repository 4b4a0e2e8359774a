#include "trace/shorten_lasso.hpp"

#include <algorithm>

#include "trace/lasso.hpp"
#include "trace/situation.hpp"

namespace crowfly {
namespace {

class LassoShortening {
public:
    LassoShortening(const Network& network, Trace lasso, const Destination& destination, const Claim& claim,
                    Delays delays, const Limits& limits)
        : network_(network), destination_(destination), claim_(claim), delays_(delays), share_(limits),
          lasso_(std::move(lasso)) {
        destination_.share = &share_;
        claim_.share = &share_;
    }

    Trace run() {
        std::size_t before = 0;
        do {
            before = length();
            leave_out_processes();
            leave_out_rounds();
            leave_out_pieces();
        } while (length() < before && !share_.look());
        return std::move(lasso_);
    }

private:
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
    Trace lasso_;
};

}  // namespace

Trace shortened_lasso(const Network& network, Trace lasso, const Destination& destination, const Claim& claim,
                      Delays delays, const Limits& limits) {
    return LassoShortening(network, std::move(lasso), destination, claim, delays, limits).run();
}

}  // namespace crowfly
