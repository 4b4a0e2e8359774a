#include "abstraction/predicates/abstract_space.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/files/parts.hpp"

namespace crowfly::predicates {

AbstractSpace::AbstractSpace(const System& system, const Predicates& predicates, const SpaceLimits& limits,
                             std::size_t held)
    : system_(system), predicates_(predicates), limits_(limits), held_(held),
      cartesian_(std::make_unique<Cartesian>(system, predicates)), possible_(predicates.size()) {}

bool AbstractSpace::store(Literals literals, const Stored& how) {
    possible_.clear();
    for (const Literal literal : literals) possible_.add(literal);
    predicates_.add_implied(literals, possible_);
    if (trie_.find(possible_).distance != Trie::none) return false;
    trie_.add(literals, how.distance, static_cast<std::uint32_t>(stored_.size()));
    literal_bytes_ += literals.capacity() * sizeof(Literal) + sizeof(Literals);
    literals_.push_back(std::move(literals));
    stored_.push_back(how);
    if (stored_.size() % 64 == 0) {
        system_.context().goal.effort.grow(stored_.size());
        system_.context().goal.effort.tell(held_ + bytes_of(*this));
    }
    return true;
}

void AbstractSpace::build(const LiteralSet* until) {
    for (std::uint32_t e = 0; e < system_.errors().size(); ++e) {
        if (std::optional<Literals> error = cartesian_->start(system_.errors()[e]))
            store(std::move(*error), {0, e, static_cast<std::uint32_t>(stored_.size())});
    }
    for (std::uint32_t state = 0; state < stored_.size(); ++state) {
        if (until != nullptr && trie_.find(*until).distance <= stored_[state].distance) return;
        if (is_over()) {
            unfound_ = stored_[state].distance + 1;
            return;
        }
        regress(state);
    }
}

void AbstractSpace::regress(std::uint32_t state) {
    cartesian_->read(literals_[state]);
    for (std::uint32_t step = 0; step < system_.steps().size(); ++step) {
        if (++regressions_ % 1024 == 0) poll();
        std::optional<Literals> before = cartesian_->before(step);
        if (before) store(std::move(*before), {stored_[state].distance + 1, step, state});
    }
}

std::optional<AbstractSpace::Path> AbstractSpace::path_from(const LiteralSet& possible) const {
    const Trie::Match match = trie_.find(possible);
    if (match.entry == Trie::none) return std::nullopt;
    Path path;
    std::uint32_t at = match.entry;
    while (stored_[at].distance > 0) {
        path.steps.push_back(stored_[at].step);
        at = stored_[at].successor;
    }
    path.error = stored_[at].step;
    return path;
}

void AbstractSpace::finish() { cartesian_.reset(); }

}  // namespace crowfly::predicates
