#include "tiny/random_subject.hpp"

#include <algorithm>

#include "tiny/embellish.hpp"
#include "tiny/generate.hpp"

namespace crowfly::tiny {
namespace {

constexpr int horizon = 10;  // of least times

class SubjectDrawer {
public:
    explicit SubjectDrawer(Rng& rng) : rng_(rng) {}

    Subject run() {
        draw_shape();
        net_ = random_net(rng_, shape_);
        Features features;
        if (shape_.diagonals || timed_) features.most_clocks = 2;
        if (chance(90)) embellish(rng_, features, net_);
        std::vector<Question> questions;
        for (int i = 0; i < 6; ++i) questions.push_back(question());
        return {net_, questions, timed_};
    }

private:
    bool chance(int percent) { return rng_.below(100) < static_cast<std::uint64_t>(percent); }

    void draw_shape() {
        const bool clocks = chance(55);
        shape_.processes = {1, 3};
        shape_.locations = {2, 4};
        shape_.more_edges = {1, 6};
        shape_.clocks = clocks ? Range{1, 2} : Range{0, 0};
        shape_.variables = {1, 5};
        shape_.largest_constant = 2;
        shape_.guards = 35;
        shape_.synchronisations = chance(50) ? 15 : 40;
        shape_.invariants = 20;
        shape_.errands = chance(60);
        shape_.clock_values = chance(15);
        shape_.clock_copies = chance(8);
        shape_.variable_bounds = chance(15);
        shape_.lower_invariants = chance(10);
        shape_.diagonals = chance(8);
        shape_.apart = chance(20);
        shape_.urgent_clock_guards = chance(8);
        shape_.broadcast_clock_guards = chance(8);
        timed_ = clocks && chance(15);
    }

    Claim claim() {
        if (has_copies(net_) && chance(30)) return random_claim_about_copies(rng_, net_);
        if (chance(35)) return last_location();
        return random_claim(rng_, net_, shape_);
    }

    // Where chains end, see embellish.hpp.
    Claim last_location() {
        const std::size_t process = rng_.below(net_.processes.size());
        return at(first_copy(net_, process), static_cast<int>(net_.processes[process].locations.size()) - 1);
    }

    Question question() {
        using Kind = Question::Kind;
        Question question;
        const std::uint64_t kind = rng_.below(100);
        question.kind = kind < 62   ? Kind::exists_eventually
                        : kind < 82 ? Kind::always_globally
                        : kind < 86 ? Kind::exists_globally
                        : kind < 90 ? Kind::always_eventually
                        : kind < 94 ? Kind::leads_to
                        : kind < 97 ? Kind::sup
                                    : Kind::inf;
        question.first = claim();
        if (chance(50)) question.first = both(question.first, claim());
        if (kind < 82 && chance(8)) question.first = chance(50) ? deadlock() : both(deadlock(), question.first);
        if (question.kind == Kind::always_globally && chance(85)) question.first = negation(question.first);
        if (question.kind == Kind::leads_to) question.second = claim();
        question.fastest = timed_ && kind < 82;
        if (kind >= 94) draw_measure(question);
        return question;
    }

    void draw_measure(Question& question) {
        if (net_.clocks > 0 && chance(50))
            question.clock = 1 + static_cast<int>(rng_.below(static_cast<std::uint64_t>(net_.clocks)));
        else
            question.variable = static_cast<int>(rng_.below(net_.variables.size()));
    }

    Rng& rng_;
    Shape shape_;
    bool timed_ = false;
    Net net_;
};

}  // namespace

Subject random_subject(Rng& rng) { return SubjectDrawer(rng).run(); }

Extent extent_of(const Net& net, const std::vector<Question>& questions) {
    Extent extent;
    extent.most_nodes = 12'000;
    for (const Question& q : questions) {
        extent.constants =
            std::max({extent.constants, largest_constant(net, q.first), largest_constant(net, q.second)});
        extent.diagonals = extent.diagonals || has_diagonals(q.first) || has_diagonals(q.second);
        if (q.fastest) extent.horizon = horizon;
    }
    return extent;
}

}  // namespace crowfly::tiny
