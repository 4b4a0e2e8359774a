#include "tiny/combination_law.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "cli/usage.hpp"
#include "property/property.hpp"
#include "tiny/embellish.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"
#include "tiny/judgement.hpp"
#include "tiny/shrink.hpp"

namespace crowfly::tiny {
namespace {

constexpr int most_tries = 6;  // until a combination is not refused
constexpr int horizon = 10;    // of least times

// A network, and questions about it.
class Subject {
public:
    explicit Subject(std::uint64_t seed) : rng_(seed) {
        draw_shape();
        net_ = random_net(rng_, shape_);
        Features features;
        if (shape_.diagonals || timed_) features.most_clocks = 2;
        if (chance(90)) embellish(rng_, features, net_);
        for (int i = 0; i < 4; ++i) questions_.push_back(question());
    }

    Rng& rng() { return rng_; }
    const Net& net() const { return net_; }
    Wishes wishes() const { return {timed_}; }
    const std::vector<Question>& questions() const { return questions_; }

private:
    bool chance(int percent) { return rng_.below(100) < static_cast<std::uint64_t>(percent); }

    void draw_shape() {
        shape_.processes = {1, 3};
        shape_.locations = {2, 4};
        shape_.clocks = chance(45) ? Range{0, 0} : Range{1, 2};
        shape_.variables = {1, 5};
        shape_.largest_constant = 2;
        shape_.errands = chance(60);
        shape_.clock_values = chance(15);
        shape_.clock_copies = chance(8);
        shape_.variable_bounds = chance(15);
        shape_.lower_invariants = chance(10);
        shape_.diagonals = chance(8);
        shape_.apart = chance(20);
        shape_.urgent_clock_guards = chance(8);
        shape_.broadcast_clock_guards = chance(8);
        timed_ = shape_.clocks.greatest > 0 && chance(15);
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
        if (chance(40)) question.first = both(question.first, claim());
        if (kind < 82 && chance(8)) question.first = chance(50) ? deadlock() : both(deadlock(), question.first);
        if (question.kind == Kind::always_globally && chance(70)) question.first = negation(question.first);
        if (question.kind == Kind::leads_to) question.second = claim();
        question.fastest = timed_ && kind < 82;
        if (kind < 94) return question;
        if (net_.clocks > 0 && chance(50))
            question.clock = 1 + static_cast<int>(rng_.below(static_cast<std::uint64_t>(net_.clocks)));
        else
            question.variable = static_cast<int>(rng_.below(net_.variables.size()));
        return question;
    }

    Rng rng_;
    Shape shape_;
    bool timed_ = false;
    Net net_;
    std::vector<Question> questions_;
};

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

std::string refusal(const Case& subject) {
    Loaded loaded(subject.net);
    if (loaded.problem().empty()) loaded.compile(subject.question);
    return loaded.problem();
}

class Laboratory {
public:
    Laboratory(const CombinationLaw& law, CombinationOutcome& outcome) : law_(law), outcome_(outcome) {}

    // False: the network is too large to be asked about.
    bool try_network(std::uint64_t seed) {
        Subject subject(seed);
        const Reference reference(subject.net(), extent_of(subject.net(), subject.questions()));
        if (!reference.complete()) return false;
        for (const Question& question : subject.questions()) {
            const std::string why = refusal({subject.net(), question});
            if (!why.empty()) return note_refused_model(seed, {subject.net(), question}, why);
        }
        workplace_.write_model(subject.net());
        for (std::size_t i = 0; i < law_.combinations && !is_over(); ++i) try_combination(seed, subject, reference);
        return true;
    }

    bool is_over() const { return outcome_.failures.size() >= law_.most_failures; }

private:
    void try_combination(std::uint64_t seed, Subject& subject, const Reference& reference) {
        for (int tries = 0; tries < most_tries; ++tries) {
            const Case asked{subject.net(), subject.questions()[subject.rng().below(subject.questions().size())]};
            const Combination combination = random_combination(subject.rng(), subject.net(), subject.wishes());
            if (!law_.without.empty() && to_text(combination).find(law_.without) != std::string::npos) continue;
            const Judgement judgement = judge(asked, combination, reference, workplace_);
            note(combination, judgement);
            if (judgement.kind == Judgement::Kind::refused) continue;
            if (judgement.kind == Judgement::Kind::contradicts) {
                fail(seed, asked, combination, judgement.what);
                workplace_.write_model(subject.net());
            }
            return;
        }
    }

    void note(const Combination& combination, const Judgement& judgement) {
        outcome_.record.add(features_of(combination), judgement.kind == Judgement::Kind::refused   ? Fate::refused
                                                      : judgement.kind == Judgement::Kind::unknown ? Fate::unknown
                                                                                                   : Fate::compared);
    }

    bool note_refused_model(std::uint64_t seed, const Case& subject, const std::string& why) {
        CombinationFailure failure{seed, 1, "not accepted: " + why, subject, {}};
        failure.subject = shrink(subject, [&](const Case& c) { return refusal(c) == why; });
        add(failure);
        return true;
    }

    void fail(std::uint64_t seed, const Case& subject, const Combination& combination, const std::string& what) {
        for (CombinationFailure& known : outcome_.failures) {
            if (!is_part_of(known.combination, combination) || kind_of(known.what) != kind_of(what)) continue;
            ++known.times;
            return;
        }
        CombinationFailure failure{seed, 1, what, subject, combination};
        shrink_combination(failure);
        failure.subject =
            shrink(failure.subject, [&](const Case& c) { return !contradiction(c, failure.combination).empty(); });
        shrink_combination(failure);
        const std::string after = contradiction(failure.subject, failure.combination);
        if (!after.empty()) failure.what = after;
        add(failure);
    }

    void add(const CombinationFailure& failure) {
        outcome_.failures.push_back(failure);
        if (law_.folder.empty()) return;
        const std::string path = fmt::format("{}/{}-{}.xta", law_.folder, failure.seed, outcome_.failures.size());
        std::ofstream(path) << to_text(failure);
    }

    // "claimed", "not replayed", "internal error"
    static std::string kind_of(const std::string& what) { return what.substr(0, what.find(':')); }

    std::string contradiction(const Case& subject, const Combination& combination) const {
        if (!starts(subject.net) || !refusal(subject).empty()) return "";
        const Reference reference(subject.net, extent_of(subject.net, {subject.question}));
        if (!reference.complete()) return "";
        workplace_.write_model(subject.net);
        const Judgement judgement = judge(subject, combination, reference, workplace_);
        return judgement.kind == Judgement::Kind::contradicts ? judgement.what : "";
    }

    void shrink_combination(CombinationFailure& failure) const {
        for (bool shrunk = true; shrunk;) {
            shrunk = false;
            for (const Combination& candidate : simpler(failure.combination)) {
                if (contradiction(failure.subject, candidate).empty()) continue;
                failure.combination = candidate;
                shrunk = true;
                break;
            }
        }
    }

    const CombinationLaw& law_;
    CombinationOutcome& outcome_;
    Workplace workplace_;
};

}  // namespace

CombinationOutcome test(const CombinationLaw& law) {
    CombinationOutcome outcome;
    Laboratory laboratory(law, outcome);
    // Seeds of networks that are too large are passed over, the same ones whatever the part.
    for (std::size_t i = law.part; i < law.networks && !laboratory.is_over(); i += law.parts) {
        if (laboratory.try_network(law.first_seed + i)) ++outcome.networks;
    }
    return outcome;
}

std::string to_text(const CombinationFailure& failure) {
    std::vector<std::string> words{"check", "FILE", to_text(failure.subject.question, failure.subject.net)};
    const std::vector<std::string> options = failure.combination.words();
    words.insert(words.end(), options.begin(), options.end());
    return fmt::format("// seed {}, {} times: {}\n// {}\n{}", failure.seed, failure.times, failure.what,
                       shell_line(words), to_xta(failure.subject.net));
}

}  // namespace crowfly::tiny
