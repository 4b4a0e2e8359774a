#include "tiny/combination_law.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "cli/interface/usage.hpp"
#include "property/property.hpp"
#include "tiny/engines.hpp"
#include "tiny/judgement.hpp"
#include "tiny/random_subject.hpp"
#include "tiny/shrink.hpp"

namespace crowfly::tiny {
namespace {

constexpr int most_tries = 6;  // until a combination is not refused

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
        Rng rng(seed);
        Subject subject = random_subject(rng);
        const Reference reference(subject.net, extent_of(subject.net, subject.questions));
        if (!reference.complete()) return false;
        leave_out_trivial(reference, subject.questions);
        for (const Question& question : subject.questions) {
            const std::string why = refusal({subject.net, question});
            if (!why.empty()) return note_refused_model(seed, {subject.net, question}, why);
        }
        workplace_.write_model(subject.net);
        for (std::size_t i = 0; i < law_.combinations && !is_over(); ++i)
            try_combination(seed, rng, subject, reference);
        return true;
    }

    // What holds initially says little; one such question stays.
    static void leave_out_trivial(const Reference& reference, std::vector<Question>& questions) {
        const auto is_trivial = [&](const Question& question) { return reference.answer(question).steps == 0; };
        const auto first = std::ranges::find_if(questions, is_trivial);
        if (first != questions.end())
            questions.erase(std::remove_if(first + 1, questions.end(), is_trivial), questions.end());
    }

    bool is_over() const { return outcome_.failures.size() >= law_.most_failures; }

private:
    void try_combination(std::uint64_t seed, Rng& rng, const Subject& subject, const Reference& reference) {
        for (int tries = 0; tries < most_tries; ++tries) {
            const Case asked{subject.net, subject.questions[rng.below(subject.questions.size())]};
            const Combination combination = random_combination(rng, subject.net, {subject.timed});
            if (is_left_out(combination)) continue;
            const Judgement judgement = judge(asked, combination, reference, workplace_);
            note(combination, judgement);
            if (judgement.kind == Judgement::Kind::refused) continue;
            if (judgement.kind == Judgement::Kind::contradicts) {
                fail(seed, asked, combination, judgement.what);
                workplace_.write_model(subject.net);
            }
            return;
        }
    }

    bool is_left_out(const Combination& combination) const {
        const std::string text = to_text(combination);
        return std::ranges::any_of(law_.without,
                                   [&](const std::string& part) { return text.find(part) != std::string::npos; });
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
