#include "tiny/law.hpp"

#include <algorithm>

#include "property/property.hpp"
#include "tiny/shrink.hpp"

namespace crowfly::tiny {

namespace {

Extent extent_of(const Net& net, const std::vector<Question>& questions, const Law& law) {
    Extent extent;
    extent.horizon = law.horizon;
    extent.most_nodes = law.most_nodes;
    for (const Question& q : questions) {
        extent.constants =
            std::max({extent.constants, largest_constant(net, q.first), largest_constant(net, q.second)});
        extent.diagonals = extent.diagonals || has_diagonals(q.first) || has_diagonals(q.second);
    }
    return extent;
}

Answer truth_of(const Net& net, const Question& question, const Reference& reference) {
    const Answer answer = reference.answer(question);
    return question.variable == -1 ? times(answer, net.factor) : answer;
}

// Why the tool does not accept what we generate: a mistake of the generator's, or of the reader.
std::string refusal(const Case& subject) {
    Loaded loaded(subject.net);
    if (loaded.problem().empty()) loaded.compile(subject.question);
    return loaded.problem();
}

std::string report(std::uint64_t seed, const std::string& who, const std::string& what, const Case& subject) {
    return "\nseed " + std::to_string(seed) + ", " + who + "\n" + what + "\n" + to_text(subject.question, subject.net) +
           "\n" + to_xta(subject.net);
}

class Trial {
public:
    Trial(const Law& law, std::uint64_t seed, Outcome& outcome) : law_(law), seed_(seed), outcome_(outcome) {}

    void run() {
        Rng rng(seed_);
        Net net = random_net(rng, law_.shape);
        net.factor = law_.factors[seed_ % law_.factors.size()];
        const std::vector<Question> questions = law_.questions(rng, net, law_.shape);
        const Reference reference(net, extent_of(net, questions, law_));
        if (!reference.complete()) return;
        ++outcome_.networks;
        outcome_.nodes += reference.nodes();
        Loaded loaded(net);
        if (!loaded.problem().empty()) return fail_to_load({net, {}});
        for (const Question& question : questions) {
            const std::optional<crowfly::Property> query = loaded.compile(question);
            if (!query) return fail_to_load({net, question});
            ask({net, question}, truth_of(net, question, reference), loaded.network(), *query);
            if (!outcome_.failure.empty()) return;
        }
    }

private:
    void ask(const Case& subject, const Answer& truth, const crowfly::Network& network,
             const crowfly::Property& query) {
        for (const Engine& engine : law_.engines) {
            if (!engine.decides(subject.net, subject.question)) continue;
            const std::optional<Answer> claimed = engine.answer(network, query);
            if (!claimed) {
                ++outcome_.given_up;
                continue;
            }
            ++outcome_.comparisons;
            if (truth.holds == true) ++outcome_.hold;
            if (contradiction(truth, *claimed).empty()) continue;
            outcome_.smallest = shrink(subject, [&](const Case& c) { return !contradiction(c, engine, law_).empty(); });
            outcome_.failure =
                report(seed_, engine.name, contradiction(outcome_.smallest, engine, law_), outcome_.smallest);
            return;
        }
    }

    void fail_to_load(const Case& subject) {
        const std::string why = refusal(subject);
        outcome_.smallest = shrink(subject, [&](const Case& c) { return refusal(c) == why; });
        outcome_.failure = report(seed_, "not accepted", why, outcome_.smallest);
    }

    const Law& law_;
    std::uint64_t seed_;
    Outcome& outcome_;
};

}  // namespace

std::string contradiction(const Case& subject, const Engine& engine, const Law& law) {
    if (!engine.decides(subject.net, subject.question) || !starts(subject.net)) return "";
    const Reference reference(subject.net, extent_of(subject.net, {subject.question}, law));
    if (!reference.complete()) return "";
    Loaded loaded(subject.net);
    if (!loaded.problem().empty()) return "";
    const std::optional<crowfly::Property> query = loaded.compile(subject.question);
    if (!query) return "";
    const std::optional<Answer> claimed = engine.answer(loaded.network(), *query);
    return claimed ? contradiction(truth_of(subject.net, subject.question, reference), *claimed) : "";
}

std::string to_text(const Outcome& outcome) {
    return std::to_string(outcome.networks) + " networks with " + std::to_string(outcome.nodes) + " regions, " +
           std::to_string(outcome.comparisons) + " comparisons, " + std::to_string(outcome.hold) + " of what holds, " +
           std::to_string(outcome.given_up) + " given up";
}

Outcome test(const Law& law) {
    Outcome outcome;
    for (std::uint64_t i = 0; i < law.networks && outcome.failure.empty(); ++i)
        Trial(law, law.first_seed + i, outcome).run();
    return outcome;
}

}  // namespace crowfly::tiny
