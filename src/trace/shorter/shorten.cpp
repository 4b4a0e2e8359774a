#include "trace/shorter/shorten.hpp"

#include <algorithm>
#include <map>

#include "search/kernels/end_at_limits.hpp"
#include "trace/shorter/editable_path.hpp"
#include "trace/shorter/neighbourhood.hpp"
#include "trace/shorter/window_search.hpp"

namespace crowfly {
namespace {

class Shortening {
public:
    Shortening(const Network& network, const SymbolicPath& path, const Destination& destination, const Limits& limits,
               std::uint64_t effort, bool is_thorough)
        : network_(network), destination_(destination), is_thorough_(is_thorough), budget_(network, limits, effort),
          path_(network, path, destination, budget_) {}

    // Where a limit is reached in between what was found by then is kept.
    const EditablePath& run() {
        std::string limit;
        end_at_limits(limit, [&] { shorten(); });
        return path_;
    }

private:
    void shorten() {
        std::size_t before = 0;
        do {
            before = path_.length();
            leave_out_loops();
            leave_out_pieces();
            eliminate([&](std::size_t i) { return path_.eliminate(i); });
            eliminate([&](std::size_t i) { return path_.eliminate_and_adapt(i); });
        } while (path_.length() < before || search_around() || search_windows());
    }

    // Leaves out the transitions between the first and the last visit of a discrete state.
    void leave_out_loops() {
        std::map<EditablePath::Slots, std::vector<std::size_t>> visits;
        for (std::size_t i = 0; i <= path_.length(); ++i) visits[path_.slots(i)].push_back(i);
        if (visits.size() > path_.length()) return;
        std::size_t left_out = 0;  // before the state i, so that positions are counted as they were
        for (std::size_t i = 0; i < path_.length() && !budget_.is_over(); ++i) {
            const std::vector<std::size_t>& at = visits[path_.slots(i)];
            const std::size_t before = path_.length();
            std::size_t tried = 0;
            for (std::size_t k = at.size(); k-- > 0 && at[k] > i + left_out && tried++ < most_tries;) {
                if (path_.leave_out(i, at[k] - left_out)) break;
            }
            left_out += before - path_.length();
        }
    }

    void leave_out_pieces() {
        const std::uint64_t enough = share();
        for (std::size_t size = std::max<std::size_t>(1, path_.length() / 2); size > 0; size /= 2) {
            for (std::size_t from = 0; from + size <= path_.length() && !is_over(enough);) {
                if (!path_.leave_out(from, from + size)) from += std::max<std::size_t>(1, size / 2);
            }
        }
    }

    template <class Eliminate>
    void eliminate(const Eliminate& eliminates) {
        const std::uint64_t enough = share();
        for (std::size_t i = 0; i < path_.length() && !is_over(enough);) {
            if (!eliminates(i)) ++i;
        }
    }

    // What a method leaves for others.
    std::uint64_t share() const {
        const std::uint64_t left = budget_.left();
        return left - std::min(left, std::max(left / 16, least_share));
    }
    bool is_over(std::uint64_t enough) { return budget_.is_over() || budget_.left() < enough; }

    bool search_around() {
        try {
            return path_.length() > 1 && find_around();
        } catch (const zone::OutOfRange&) {
            return false;
        }
    }

    // Looks at more and more states around the path.
    bool find_around() {
        const std::size_t before = path_.length();
        Neighbourhood around(network_, path_, destination_, budget_);
        for (bool grows = true; grows && around_ < most_around * before && !budget_.is_over(); around_ *= 2) {
            around_ = std::max(around_, least_around * before);
            grows = around.grow(around_);
            const std::optional<EditablePath::Firings> shorter = around.find_shorter();
            if (!shorter || !path_.replace_all(*shorter)) continue;
            if (before - path_.length() < before / 16) around_ *= 2;
            return true;
        }
        return false;
    }

    bool search_windows() {
        if (!is_thorough_) return false;
        WindowSearch windows(network_, destination_, budget_);
        try {
            return any_window(0, path_.length(), [&](std::size_t from, std::size_t to) {
                const auto shorter = windows.find({path_.slots(from), path_.zones(from), path_.slots(to), to - from});
                return shorter && path_.replace(from, to, *shorter);
            });
        } catch (const zone::OutOfRange&) {
            return false;
        }
    }

    static constexpr std::size_t most_tries = 4;    // per state of a loop
    static constexpr std::size_t least_around = 4;  // states per state of the path …
    static constexpr std::size_t most_around = 1000;
    static constexpr std::uint64_t least_share = 3'000'000;  // of the effort, for one method

    const Network& network_;
    const Destination& destination_;
    bool is_thorough_;
    ShorteningBudget budget_;
    EditablePath path_;
    std::size_t around_ = 0;  // how many states to look at
};

}  // namespace

SymbolicPath shortened(const Network& network, SymbolicPath path, const Destination& destination, const Limits& limits,
                       std::uint64_t effort, bool is_thorough) {
    Shortening shortening(network, path, destination, limits, effort, is_thorough);
    const EditablePath& shorter = shortening.run();
    if (shorter.length() + 1 >= path.states.size()) return path;
    Path states;
    for (std::size_t i = 0; i <= shorter.length(); ++i) states.push_back(shorter.slots(i));
    Destination exactly = destination;
    exactly.compared = nullptr;
    exactly.accepts = [&](std::size_t step, const Firing& firing) {
        return firing.participants == shorter.firings()[step].participants;
    };
    std::optional<SymbolicPath> retraced = retrace(network, states, exactly);
    return retraced ? std::move(*retraced) : std::move(path);
}

}  // namespace crowfly
