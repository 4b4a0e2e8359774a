#include "search/lossy/lossy_search.hpp"

#include <fmt/format.h>

#include <new>

#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "base/files/parts.hpp"
#include "search/kernels/explorer.hpp"
#include "search/lossy/lossy_orders.hpp"
#include "space/stores/lossy_states.hpp"
#include "space/stores/quotient_states.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {
namespace {

// Bits that would be beyond the limit are not even asked for.
BitStates make_visited(const LossyStore& store, const Layout&, std::size_t most_bytes, BitStates*) {
    if (store.size / 8 > most_bytes) throw std::bad_alloc();
    return {store.size, store.hashes};
}
CompactStates make_visited(const LossyStore& store, const Layout&, std::size_t, CompactStates*) {
    return CompactStates(static_cast<std::uint32_t>(store.size));
}
QuotientStates make_visited(const LossyStore&, const Layout& layout, std::size_t, QuotientStates*) {
    return {layout.used_bits(), layout.key_words()};
}

std::string fill_of(const BitStates& visited) {
    return fmt::format(" and {:.3g}% of the bits set", 100 * visited.fill());
}
std::string fill_of(const CompactStates&) { return ""; }

template <class Visited, class Order>
class LossySearch {
public:
    LossySearch(const Network& network, const Formula& formula, const SearchOptions& options, const Limits& limits,
                Observer& observer)
        : options_(options), most_bytes_(limits.bytes), ledger_(limits, observer, result_),
          layout_(network, options.compared), nothing_stored_(layout_, false),
          expander_(network, layout_, nothing_stored_), examiner_(network),
          stuck_([this] { return examiner_.is_stuck(expander_.slots()); }), goal_(network, formula),
          popped_(layout_.words()) {}
    LossySearch(const LossySearch&) = delete;
    LossySearch& operator=(const LossySearch&) = delete;

    SearchResult run() {
        ledger_.within_limits([&] {
            visited_.emplace(make_visited(*options_.store, layout_, most_bytes_, static_cast<Visited*>(nullptr)));
            order_.emplace(form_words(), options_.seed);
            ledger_.check_now(*this);
            Explorer(expander_, *this, ledger_).run();
            if (is_found_) result_.found = find_path();
        });
        if (order_) ledger_.measure(*this);
        result_.strategies = {fmt::format("{}, --store {}: {} states", Order::name, to_string(*options_.store),
                                          result_.statistics.explored)};
        if (!result_.found && !ledger_.has_ended()) conclude();
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        if constexpr (is_exact) {
            if (!order_->pop(popped_.data())) return false;
            visited_->read(popped_.data(), expander_.source());
            return true;
        } else {
            return order_->pop(expander_.source());
        }
    }
    bool expand() {
        turn_ = 0;
        return expander_.expand();
    }
    void generated() {
        ++turn_;
        begin_phase(Phase::table);
        if (!insert()) return;
        begin_phase(Phase::other);
        order_->push(form(), turn_);
        is_found_ = goal_.holds(expander_.slots(), stuck_) == options_.wanted && !goal_.stop();
        if (goal_.stop()) ledger_.end(goal_.stop());
    }
    bool is_done() const { return is_found_; }
    std::size_t stored() const { return visited_->size(); }
    std::size_t bytes_soon() const { return bytes_after_growth_of(visited_) + bytes_of(order_) + order_->growth(); }
    void measure(Statistics& s) const {
        s.stored = visited_->size();
        s.waiting = order_->waiting();
        s.bytes = bytes_of(visited_) + bytes_of(order_);
    }

private:
    static constexpr bool is_exact = std::is_same_v<Visited, QuotientStates>;

    bool insert() {
        if constexpr (is_exact)
            return visited_->insert(expander_.packed());
        else
            return visited_->insert(expander_.packed(), layout_.key_words());
    }

    // What waits of the state inserted last.
    std::size_t form_words() const {
        if constexpr (is_exact)
            return visited_->form_words();
        else
            return layout_.words();
    }
    const std::uint32_t* form() {
        if constexpr (is_exact)
            return visited_->form();
        else
            return expander_.packed();
    }

    Path find_path() {
        return order_->path(expander_, layout_, [&](const std::uint32_t* form, std::span<std::int32_t> slots) {
            if constexpr (is_exact) {
                visited_->read(form, popped_.data());
                form = popped_.data();
            }
            layout_.unpack(form, slots);
        });
    }

    // Nothing was found.
    void conclude() {
        if constexpr (is_exact)
            result_.proof = Proof{.search = options_.search};
        else
            ledger_.end(why_unknown());
    }

    // States are left out independently of one another: where n are expected to be, none is with probability e^-n.
    std::string why_unknown() const {
        return fmt::format(
            "nothing was found, but states may have been left out by --store {}: with a probability of "
            "about {:.2g}, for each new state of at most {:.2g}; {} states were visited{}",
            to_string(*options_.store), -std::expm1(-visited_->omissions()), visited_->chance_of_next(),
            visited_->size(), fill_of(*visited_));
    }

    const SearchOptions& options_;
    std::size_t most_bytes_;
    SearchResult result_;
    Ledger ledger_;
    Layout layout_;
    StateSet nothing_stored_;  // where the expander announces successors, which nobody looks up
    DiscreteExpander expander_;
    DiscreteTransitions examiner_;  // evaluates formulas in the successor while expander_ enumerates
    std::function<bool()> stuck_;
    Predicate goal_;
    std::optional<Visited> visited_;
    std::optional<Order> order_;
    std::vector<std::uint32_t> popped_;
    std::size_t turn_ = 0;  // position of the successor in its enumeration, from 1
    bool is_found_ = false;
};

}  // namespace

SearchResult search_lossily(const Network& network, const Formula& formula, const SearchOptions& options,
                            const Limits& limits, Observer& observer) {
    const auto in_order = [&]<class Order>() {
        if (options.store->kind == LossyStore::Kind::bits)
            return LossySearch<BitStates, Order>(network, formula, options, limits, observer).run();
        if (options.store->kind == LossyStore::Kind::cleary)
            return LossySearch<QuotientStates, Order>(network, formula, options, limits, observer).run();
        return LossySearch<CompactStates, Order>(network, formula, options, limits, observer).run();
    };
    if (options.search == "dfs") return in_order.operator()<NewestFirst<false>>();
    if (options.search == "rdfs") return in_order.operator()<NewestFirst<true>>();
    return in_order.operator()<OldestFirst>();
}

}  // namespace crowfly
